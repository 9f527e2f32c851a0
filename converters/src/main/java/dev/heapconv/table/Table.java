package dev.heapconv.table;

import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.Result;
import dev.heapconv.text.TerminalText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param sections the top-level groups; a single one without a name if there are none
 * @param verdict whether what a difference shows is allowed; null if that was not asked
 */
public record Table(TableHeader header, List<Section> sections, @Nullable GateVerdict verdict) {

  /**
   * A part of a table with its own totals.
   *
   * @param group the group of recordings it covers; empty for everything
   * @param result its rows and their numbers
   */
  public record Section(String group, Result result) {}

  public Table {
    sections = List.copyOf(sections);
    if (sections.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one section");
    }
  }

  /** A table without a verdict. */
  public Table(TableHeader header, List<Section> sections) {
    this(header, sections, null);
  }

  /** A table of one section. */
  public static Table of(TableHeader header, Result result) {
    return new Table(header, List.of(new Section("", result)));
  }

  /** The same table with a verdict. */
  public Table withVerdict(GateVerdict other) {
    return new Table(header, sections, other);
  }

  /** The verdict for a terminal or log, a line each; empty without one. */
  public List<String> verdictLines() {
    return verdict == null ? List.of() : VerdictText.lines(verdict, "  ", TerminalText::printable);
  }

  /** How far its numbers can be trusted, or its changes; empty if that is unknown. */
  public String trust() {
    String changes = new ResultText(result()).significance();
    return changes.isEmpty() ? header.trust() : changes;
  }

  /** Whether sections are groups of recordings. */
  boolean isGrouped() {
    return sections.size() > 1 || !sections.get(0).group().isEmpty();
  }

  /** Any of the results: all have the same groups and views. */
  public Result result() {
    return sections.get(0).result();
  }

  /** The columns for programs. */
  List<TableColumn> columns(Section section) {
    return TableColumn.of(section, isGrouped());
  }

  /**
   * The types of the columns of CSV by their ids, in their order: {@link Long}, {@link Double},
   * {@link Boolean} or {@link String}.
   */
  public Map<String, Class<?>> types() {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    for (TableColumn column : columns(sections.get(0))) {
      types.put(column.id(), column.type());
    }
    return types;
  }

  /** The rows of CSV, with a value for each column; null where it is unknown. */
  public List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Section section : sections) {
      List<TableColumn> columns = columns(section);
      for (int row : section.result().limited(section.result().rows(), 0)) {
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = columns.get(i).value(row);
        }
        rows.add(values);
      }
    }
    return rows;
  }
}
