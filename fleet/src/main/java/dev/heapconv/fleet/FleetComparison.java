package dev.heapconv.fleet;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.table.ShownColumn.Form;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What changed between two groups of recordings, such as those of two versions: a test for each
 * row, whose unit is the device, and which are corrected for their number.
 *
 * @param rows the total first, then rows by what their tests say
 * @param alpha the highest adjusted p-value of a change that is not taken for noise
 * @param notes what to know of the numbers, a sentence each
 */
public record FleetComparison(
    FleetQuestion question, List<SqlRow> rows, double alpha, List<String> notes) {

  /** Below this number of devices that have a row, the mean is too far from normal for t alone. */
  static final int FEW_DEVICES = 20;

  /** With this probability, a change of the size that counts as detectable is found. */
  private static final double POWER = 0.8;

  /**
   * Compares two groups.
   *
   * @param paired whether devices that are in both groups are known by their names; otherwise all
   *     devices are different ones
   * @param alpha how often fleets that did not change may seem to
   */
  public static FleetComparison of(
      SqlEngine engine,
      FleetQuestion question,
      TableSelection before,
      TableSelection after,
      boolean paired,
      double alpha)
      throws IOException {
    Map<String, String> places =
        Map.of(
            "device_b",
            paired ? "device" : "concat('b ', device)",
            "parts",
            "SELECT id, a, b FROM held",
            "sizes",
            "SELECT count(traces_a) AS n_a, count(traces_b) AS n_b,"
                + " count(traces_a + traces_b) AS pairs FROM devices");
    TableSelection[] sides = {before, after};
    for (String table : List.of("names", "devices", "held")) {
      question.keep(engine, table, places, sides);
    }
    List<SqlRow> rows = tested(engine, question, "quantiles.sql", alpha, places, sides);
    List<String> notes = new ArrayList<>();
    if (!rows.isEmpty()) {
      SqlRow sizes = rows.get(0);
      long pairs = sizes.count("pairs");
      notes.add(
          String.format(
              Locale.ROOT,
              "devices: %,d in both groups, %,d in the first only, %,d in the second only",
              pairs,
              sizes.count("n_a") - pairs,
              sizes.count("n_b") - pairs));
      notes.addAll(question.missing(engine, before, "recordings of the first group"));
      notes.addAll(question.missing(engine, after, "recordings of the second group"));
      notes.add(halves(engine, question, alpha, sides));
    }
    return new FleetComparison(question, rows, alpha, notes);
  }

  /** A comparison of devices of the first group among each other should find nothing. */
  private static String halves(
      SqlEngine engine, FleetQuestion question, double alpha, TableSelection... sides)
      throws IOException {
    Map<String, String> places =
        Map.of(
            "parts",
            "SELECT id, CASE WHEN in_half THEN a END AS a, CASE WHEN NOT in_half THEN a END AS b"
                + " FROM held JOIN devices USING (number) WHERE a IS NOT NULL",
            "sizes",
            "SELECT count(traces_a) FILTER (WHERE in_half) AS n_a,"
                + " count(traces_a) FILTER (WHERE NOT in_half) AS n_b, 0 AS pairs FROM devices");
    List<SqlRow> rows = tested(engine, question, "changes.sql", alpha, places, sides);
    long found = rows.stream().filter(row -> row.number("q") <= alpha).count();
    return String.format(
            Locale.ROOT,
            "check: two random halves of the first group, which cannot differ: %,d of %,d rows"
                + " called changed",
            found,
            tests(rows))
        + (found == 0 ? "" : "; do not trust changes of this size");
  }

  /**
   * @param columns the resource with the end of the query
   */
  private static List<SqlRow> tested(
      SqlEngine engine,
      FleetQuestion question,
      String columns,
      double alpha,
      Map<String, String> places,
      TableSelection... sides)
      throws IOException {
    List<SqlRow> rows = question.ask(engine, List.of("compare.sql", columns), places, sides);
    List<SqlRow> tested = new ArrayList<>();
    for (SqlRow row : rows) {
      if (row.count("k") >= Math.max(1, question.minDevices())
          && !Double.isNaN(row.number("degrees"))) {
        double t = row.number("change") == 0 ? 0 : row.number("change") / row.number("error");
        row.put("p", Math.min(1, 2 * student(row).survivalProbability(Math.abs(t))));
        tested.add(row);
      }
    }
    adjust(tested);
    // The larger of both p-values counts. What t alone does not find, adjusted for all rows, cannot
    // be found with larger ones either: it needs no second one.
    List<SqlRow> doubtful =
        tested.stream()
            .filter(row -> row.count("k") < FEW_DEVICES && row.number("q") <= alpha)
            .toList();
    if (!doubtful.isEmpty()) {
      Map<String, String> few = new HashMap<>(places);
      few.put("ids", doubtful.stream().map(row -> row.text("id")).collect(joining(", ")));
      Map<Long, List<SqlRow>> devices =
          question.ask(engine, List.of("few-devices.sql"), few, sides).stream()
              .collect(groupingBy(row -> row.count("id")));
      for (SqlRow row : doubtful) {
        double exact =
            new ExactPermutation(row, devices.getOrDefault(row.count("id"), List.of())).pValue();
        row.put("p", Math.max(row.number("p"), exact));
      }
    }
    adjust(tested);
    rows.sort(
        Comparator.comparing((SqlRow row) -> !row.isTotal())
            .thenComparing(row -> row.number("p"))
            .thenComparing(row -> -Math.abs(row.number("change")))
            .thenComparing(row -> row.count("id")));
    return rows;
  }

  /** Adjusts p-values for their number. */
  private static void adjust(List<SqlRow> tested) {
    double[] q =
        FalseDiscoveries.adjusted(tested.stream().mapToDouble(row -> row.number("p")).toArray());
    for (int i = 0; i < q.length; i++) {
      tested.get(i).put("q", q[i]);
    }
  }

  private static TDistribution student(SqlRow row) {
    return TDistribution.of(row.number("degrees"));
  }

  /** How many rows were tested, which is what p-values are adjusted for. */
  static long tests(List<SqlRow> rows) {
    return rows.stream().filter(row -> row.values().containsKey("p")).count();
  }

  /** The smallest change of a row that would have been found if nothing else had changed. */
  double detectable(SqlRow row) {
    return detectable(row, tests(rows));
  }

  private double detectable(SqlRow row, long tests) {
    double quantiles =
        student(row).inverseSurvivalProbability(alpha / tests / 2)
            + student(row).inverseSurvivalProbability(1 - POWER);
    return row.number("error") * quantiles;
  }

  /** The comparison as a table. */
  public FleetAnswer answer() {
    List<String> said = new ArrayList<>(notes.subList(Math.min(1, notes.size()), notes.size()));
    List<String> summary = new ArrayList<>();
    long tests = tests(rows);
    List<SqlRow> shown = rows.stream().map(SqlRow::copy).toList();
    for (SqlRow row : shown) {
      row.put("changed", row.number("q") <= alpha);
      if (row.values().containsKey("p")) {
        double margin = row.number("error") * student(row).inverseSurvivalProbability(alpha / 2);
        row.put("change_low", row.number("change") - margin);
        row.put("change_high", row.number("change") + margin);
        row.put("detectable", detectable(row, tests));
        if (row.isTotal()) {
          said.add(
              String.format(
                  Locale.ROOT,
                  "a change of the total by %.2g %% would have been found with a probability of"
                      + " %s, adjusted for %,d rows",
                  100 * detectable(row, tests) / row.number("mean_a"),
                  POWER,
                  tests));
        }
      }
    }
    if (!shown.isEmpty()) {
      summary.add(new ChangeSummary(question, shown).text());
      summary.add(notes.get(0));
    }
    double total = shown.isEmpty() ? 0 : shown.get(0).number("mean_a");
    return new FleetAnswer.AnswerBuilder(question, shown)
        .columns(Kind.COUNT, Part.FACT, "k", "n")
        .ofView(Part.FACT, "mean_a", "mean_b")
        .ofView(Part.DIFF, "change")
        .columns(Kind.PERCENT, Part.FACT, "percent")
        .columns(Kind.PROBABILITY, Part.FACT, "p", "q")
        .columns(Kind.FLAG, Part.FACT, "changed")
        .ofView(Part.FACT, "p95_a", "p95_b", "p99_a", "p99_b", "p50_a", "p50_b")
        .columns(Kind.COUNT, Part.FACT, "k_a", "k_b", "n_a", "n_b")
        .ofView(Part.FACT, "detectable")
        .columns(Kind.FLAG, Part.FACT, "heavy_tail")
        .show("before", Form.VALUE, "mean_a")
        .show("change", Form.VALUE, "change")
        .show(
            FleetAnswer.MARGIN,
            Form.VALUE,
            question.isOfBytes() ? Kind.BYTES : Kind.DECIMAL,
            row -> row.number("change_high") - row.number("change"))
        .show("changed", Form.MARK, "changed")
        .show("%", Form.PERCENT, Kind.PERCENT, row -> percent(row, total))
        .show("q", Form.PROBABILITY, "q")
        .showDimmed("p95 before", Form.VALUE, "p95_a")
        .showDimmed("p95 after", Form.VALUE, "p95_b")
        .with(summary, said);
  }

  /** Percents of next to nothing are large and mean nothing. */
  private static double percent(SqlRow row, double total) {
    boolean isWorthIt = row.number("changed") == 1 || row.number("mean_a") >= total / 100;
    return isWorthIt ? row.number("percent") : Double.NaN;
  }
}
