package dev.heapconv.fleet;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * All rows of what the devices of two groups hold, one after the other: also the total, and rows of
 * few devices added up. What callees hold adds up over recordings only, so that these two are of
 * what rows hold themselves.
 */
final class HeldRows {

  /** So many cells are in memory at once, if no row has more. */
  private static final int CELLS = 1_000_000;

  /** What to do with a row. */
  interface Action {
    void accept(SqlRow name, HeldRow held);
  }

  private final SqlEngine engine;
  private final List<SqlRow> names;

  /** Where the cells of the rows that were read begin and end. */
  private int[] begins = {};

  private int[] ends = {};
  private int[] uploads = {};
  private double[] values = {};

  /** Those of the rows themselves. */
  private double[] selves = {};

  HeldRows(SqlEngine engine) throws IOException {
    this.engine = engine;
    names = engine.rows("SELECT id, kind, name, cells FROM names ORDER BY id");
  }

  /** How many rows there are, beside the total and what is added up. */
  int count() {
    return names.size();
  }

  /**
   * @param sent the recordings
   * @param minDevices rows of fewer devices are added up
   */
  void forEach(Uploads sent, int minDevices, Action action) throws IOException {
    HeldRow row = new HeldRow(sent);
    HeldRow other = new HeldRow(sent);
    HeldRow total = new HeldRow(sent);
    for (int from = 0; from < names.size(); from += ends.length) {
      read(from);
      for (int i = 0; i < ends.length; i++) {
        row.clear();
        add(i, values, row);
        add(i, selves, total);
        if (row.holding() < minDevices) {
          add(i, selves, other);
        } else if (row.size() > 0) {
          action.accept(names.get(from + i), row);
        }
      }
    }
    if (other.size() > 0) {
      action.accept(new SqlRow(Map.of("id", 0, "kind", "other", "name", "")), other);
    }
    if (total.size() > 0) {
      action.accept(new SqlRow(Map.of("id", -1, "kind", "total", "name", "")), total);
    }
  }

  private void add(int row, double[] numbers, HeldRow held) {
    for (int i = begins[row]; i < ends[row]; i++) {
      held.add(uploads[i], numbers[i]);
    }
  }

  /** Reads the cells of some rows, which engines find in any order. */
  private void read(int from) throws IOException {
    int cells = 0;
    int to = from;
    while (to < names.size() && (to == from || cells + names.get(to).count("cells") <= CELLS)) {
      cells += (int) names.get(to++).count("cells");
    }
    begins = new int[to - from];
    for (int i = 1; i < begins.length; i++) {
      begins[i] = begins[i - 1] + (int) names.get(from + i - 1).count("cells");
    }
    ends = begins.clone();
    uploads = new int[cells];
    values = new double[cells];
    selves = new double[cells];
    long first = names.get(from).count("id");
    engine.scan(
        "SELECT CAST(id AS DOUBLE), CAST(upload AS DOUBLE), value, self FROM cells WHERE id BETWEEN %d AND %d"
            .formatted(first, names.get(to - 1).count("id")),
        cell -> {
          int at = ends[(int) (cell[0] - first)]++;
          uploads[at] = (int) cell[1];
          values[at] = cell[2];
          selves[at] = cell[3];
        });
  }
}
