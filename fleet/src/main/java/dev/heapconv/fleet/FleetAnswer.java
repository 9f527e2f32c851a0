package dev.heapconv.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /** Takes the columns with these ids out of rows. */
  static FleetAnswer of(
      FleetQuestion question, List<String> ids, List<SqlRow> rows, List<String> notes) {
    List<AnswerColumn> columns = new ArrayList<>();
    question.by().forEach(column -> columns.add(new AnswerColumn(column, AnswerKind.NAME)));
    ids.forEach(id -> columns.add(new AnswerColumn(id, kind(id, question))));
    List<AnswerRow> answer = new ArrayList<>();
    for (SqlRow row : rows) {
      List<@Nullable Object> cells = new ArrayList<>(question.names(row));
      for (String id : ids) {
        Object cell = row.values().get(id);
        cells.add(cell instanceof Double number && number.isNaN() ? null : cell);
      }
      String kind = row.text("kind").toUpperCase(Locale.ROOT);
      answer.add(new AnswerRow(AnswerRowKind.valueOf(kind), cells));
    }
    return new FleetAnswer(columns, answer, notes);
  }

  private static AnswerKind kind(String id, FleetQuestion question) {
    return switch (id) {
      case "k", "k_a", "k_b", "n", "n_a", "n_b" -> AnswerKind.COUNT;
      case "p", "q" -> AnswerKind.PROBABILITY;
      case "changed", "heavy_tail" -> AnswerKind.FLAG;
      default ->
          id.contains("percent")
              ? AnswerKind.PERCENT
              : question.view().endsWith("space") ? AnswerKind.BYTES : AnswerKind.OBJECTS;
    };
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
