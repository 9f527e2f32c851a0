package dev.heapconv.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question to a fleet: columns and rows, which any output can show.
 *
 * @param rows in the order in which to show them
 * @param notes what to know of the numbers, a sentence each
 */
public record FleetAnswer(List<AnswerColumn> columns, List<AnswerRow> rows, List<String> notes) {

  /** What the values of a column are. */
  public enum AnswerKind {
    NAME,
    COUNT,
    BYTES,
    OBJECTS,
    PERCENT,
    PROBABILITY,
    FLAG
  }

  /**
   * A column. The ends of the interval of a column {@code mean} follow it as {@code mean_low} and
   * {@code mean_high}.
   *
   * @param id its name in every output
   */
  public record AnswerColumn(String id, AnswerKind kind) {}

  /** What a row stands for. */
  public enum AnswerRowKind {
    TOTAL,
    ROW,
    /** What too few devices have to be told apart. */
    OTHER
  }

  /**
   * A row.
   *
   * @param cells by column: a String, Long, Double or Boolean; null for what is unknown
   */
  public record AnswerRow(AnswerRowKind kind, List<@Nullable Object> cells) {}

  public FleetAnswer {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /**
   * The place of a column.
   *
   * @throws IllegalArgumentException if there is none; its message lists those there are
   */
  public int column(String id) {
    List<String> ids = columns.stream().map(AnswerColumn::id).toList();
    if (!ids.contains(id)) {
      throw new IllegalArgumentException(
          "there is no column '" + id + "'; choose one of " + String.join(", ", ids));
    }
    return ids.indexOf(id);
  }
}
