package dev.heapconv.fleet;

import static java.util.stream.Collectors.joining;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Checks that selections have the asked view, and that their recordings are comparable. */
public final class SelectionCheck {

  private final Set<Long> intervals = new TreeSet<>();

  /**
   * Adds a selection to check.
   *
   * @throws HeapConvException if no recording has the view
   */
  public void add(SqlEngine engine, FleetQuestion question, TableSelection selection)
      throws IOException {
    for (String column : question.by()) {
      requireLabel(engine, column, selection);
    }
    String sql =
        "SELECT sampling_interval, count(%2$s_total) AS callers FROM %1$s_functions WHERE %2$s IS"
            + " NOT NULL%3$s GROUP BY sampling_interval";
    String where = selection.where(true);
    String asked = sql.formatted(selection.side(), question.view(), where);
    List<SqlRow> rows = FleetQuestion.rows(engine, asked, selection);
    if (rows.isEmpty()) {
      List<View> views = views(engine, List.of(selection));
      String reason =
          "no recording that meets the conditions has "
              + question.view()
              + (views.isEmpty() ? "" : "; they have " + names(views));
      throw HeapConvException.input(ErrorId.EMPTY_INPUT, selection.table(), reason);
    }
    String counted =
        "coalesce(weight, 1) > 0 AND recording IN (SELECT recording FROM %s_functions WHERE %s IS"
            + " NOT NULL%s)";
    // Functions are many: only where a recording has no weight are they asked whose they are.
    if (isAny(engine, selection, "weight = 0")
        && !isAny(engine, selection, counted.formatted(selection.side(), question.view(), where))) {
      String reason = "all recordings that meet the conditions have the weight 0";
      throw HeapConvException.input(ErrorId.EMPTY_INPUT, selection.table(), reason);
    }
    if (question.cumulative() && rows.stream().allMatch(row -> row.count("callers") == 0)) {
      throw HeapConvException.input(ErrorId.NO_CALLERS, selection.table());
    }
    // Whoever chooses intervals knows of them.
    if (!where.contains("sampling_interval")) {
      rows.forEach(row -> intervals.add(row.count("sampling_interval")));
      intervals.remove(0L);
    }
  }

  /** Returns the views that at least one recording of each selection has. */
  public static List<View> views(SqlEngine engine, List<TableSelection> selections)
      throws IOException {
    List<View> views = new ArrayList<>(View.ALL);
    for (TableSelection selection : selections) {
      StringJoiner counts = new StringJoiner(", ");
      views.forEach(view -> counts.add("count(%1$s) AS %1$s".formatted(view.name())));
      String sql =
          "SELECT %s FROM %s_functions WHERE TRUE%s"
              .formatted(counts, selection.side(), selection.where(true));
      SqlRow row = FleetQuestion.rows(engine, sql, selection).get(0);
      views.removeIf(view -> row.count(view.name()) == 0);
      if (views.isEmpty()) {
        return views;
      }
    }
    return views;
  }

  private static String names(List<View> views) {
    return views.stream().map(View::name).collect(joining(", "));
  }

  private static boolean isAny(SqlEngine engine, TableSelection selection, String recordings)
      throws IOException {
    String sql =
        "SELECT count(*) AS n FROM " + selection.side() + "_recordings WHERE " + recordings;
    return FleetQuestion.rows(engine, sql, selection).get(0).count("n") > 0;
  }

  /** A label that is misspelt would make one group of all recordings. */
  private static void requireLabel(SqlEngine engine, String column, TableSelection selection)
      throws IOException {
    if (!column.startsWith(TableSelection.LABELS)
        || isAny(engine, selection, TableSelection.expression(column) + " IS NOT NULL")) {
      return;
    }
    Set<String> known = FleetQuestion.labels(engine, selection);
    throw new IllegalArgumentException(
        "no recording has %s; %s"
            .formatted(
                column,
                known.isEmpty()
                    ? "there are no labels"
                    : "labels are " + String.join(", ", known)));
  }

  /** Returns the sampling intervals of the recordings; empty if the selection is by interval. */
  public Set<Long> intervals() {
    return intervals;
  }
}
