package dev.heapconv.fleet;

import dev.heapconv.query.Result;
import dev.heapconv.table.Table;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/**
 * Numbers for the rows of all sections of a table, from 0: of each section its total and then its
 * rows. Never changes, so any thread may read it.
 */
final class TableRows implements Serializable {

  private static final long serialVersionUID = 1;

  /** What is not in the table. */
  static final int NONE = -1;

  private final HashMap<String, Integer> sections = new HashMap<>();
  private final ArrayList<HashMap<String, Integer>> rows = new ArrayList<>();

  /** The number of the first row of each section, its total. */
  private final int[] totals;

  private final ArrayList<int[]> groups = new ArrayList<>();

  TableRows(List<Table.Section> table) {
    totals = new int[table.size()];
    int next = 0;
    for (int section = 0; section < totals.length; section++) {
      totals[section] = next++;
      sections.put(table.get(section).group(), section);
      Result result = table.get(section).result();
      HashMap<String, Integer> ofSection = new HashMap<>();
      for (int group : result.rows()) {
        ofSection.put(result.key(group), next++);
      }
      rows.add(ofSection);
      groups.add(result.rows());
    }
  }

  /** The section of a group of recordings; {@link #NONE} if nothing was recorded for it. */
  int section(String group) {
    return sections.getOrDefault(group, NONE);
  }

  /** The number of the total of a section. */
  int total(int section) {
    return totals[section];
  }

  /** The section of a row by its number. */
  int sectionOf(int row) {
    int at = Arrays.binarySearch(totals, row);
    return at >= 0 ? at : -at - 2;
  }

  /** The number of a row by its {@link Result#key}; {@link #NONE} if it is not shown. */
  int row(int section, String key) {
    return rows.get(section).getOrDefault(key, NONE);
  }

  /** The groups of the result that are the rows of a section, in the order of these. */
  int[] groups(int section) {
    return groups.get(section);
  }
}
