package dev.heapconv.fleet;

import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.table.ShownColumn.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
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
 * @param groups how much there is to know of each group
 */
public record FleetComparison(
    FleetQuestion question,
    List<SqlRow> rows,
    double alpha,
    List<String> notes,
    List<FleetGroup> groups) {

  private static final Map<String, String> FOUND =
      Map.of(
          "members",
          "SELECT number, section, part, weight FROM devices",
          "parts",
          "SELECT id, number, stratum, section, part, weight, a, b FROM held JOIN devices USING"
              + " (number)");

  /** Pairs with one sign or the other, and others in one group or the other, as chance decides. */
  private static final Map<String, String> DRAWN =
      Map.of(
          "members",
          "SELECT number, section, drawn AS part, weight FROM devices",
          "parts",
          "SELECT id, number, stratum, section, drawn AS part, weight,"
              + " CASE WHEN drawn = 'p' THEN CASE WHEN swapped THEN b ELSE a END"
              + " WHEN drawn = 'a' THEN coalesce(a, b) END AS a,"
              + " CASE WHEN drawn = 'p' THEN CASE WHEN swapped THEN a ELSE b END"
              + " WHEN drawn = 'b' THEN coalesce(a, b) END AS b"
              + " FROM held JOIN devices USING (number)");

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
    TableSelection[] sides = {before, after};
    Map<String, String> device = Map.of("device_b", paired ? "device" : "concat('b ', device)");
    for (String table : List.of("names", "devices", "held")) {
      question.keep(engine, table, device, sides);
    }
    ChangeTests tests = new ChangeTests(engine, question, FOUND, sides);
    List<SqlRow> rows = tests.tested(alpha);
    rows.sort(
        Comparator.comparing((SqlRow row) -> !row.isTotal())
            .thenComparing(row -> row.number("p"))
            .thenComparing(row -> -Math.abs(row.number("change")))
            .thenComparing(row -> row.count("id")));
    List<String> notes = new ArrayList<>();
    if (!rows.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "devices: %,d in both groups, %,d in the first only, %,d in the second only",
              tests.devices("p"),
              tests.devices("a"),
              tests.devices("b")));
      if (tests.sections() > 1) {
        notes.add(
            "total: of the changes within %,d sections, each counts by n_a n_b / (n_a + n_b)"
                .formatted(tests.sections()));
      }
      notes.add(check(new ChangeTests(engine, question, DRAWN, sides).tested(alpha), alpha));
    }
    long both = tests.devices("p");
    List<FleetGroup> groups =
        List.of(
            FleetGroup.of(engine, question, before, both + tests.devices("a")),
            FleetGroup.of(engine, question, after, both + tests.devices("b")));
    return new FleetComparison(question, rows, alpha, notes, groups);
  }

  /** Groups of the same devices that were drawn should not differ. */
  private static String check(List<SqlRow> rows, double alpha) {
    long found = rows.stream().filter(row -> row.number("q") <= alpha).count();
    return String.format(
            Locale.ROOT,
            "check: two groups of these sizes, drawn from all devices, which cannot differ: %,d of"
                + " %,d rows called changed",
            found,
            tests(rows))
        + (found == 0 ? "" : "; do not trust changes of this size");
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
        double t = student(row).inverseSurvivalProbability(alpha / 2);
        double skewness = row.number("skewness");
        double below = row.number("below");
        double above = row.number("above");
        boolean isDrawn = Double.isFinite(below) && Double.isFinite(above);
        double low = isDrawn ? below : Math.max(t, SkewedInterval.below(t, skewness));
        double high = isDrawn ? above : Math.max(t, SkewedInterval.above(t, skewness));
        low = row.number("change") - low * row.number("error");
        high = row.number("change") + high * row.number("error");
        row.put("change_low", low);
        row.put("change_high", high);
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
        .columns(Kind.COUNT, Part.FACT, "k_a", "k_b", "n_a", "n_b")
        .ofView(Part.FACT, "detectable")
        .show("before", Form.VALUE, "mean_a")
        .show("change", Form.ESTIMATE, "change")
        .show("changed", Form.MARK, "changed")
        .show("%", Form.PERCENT, Kind.PERCENT, row -> percent(row, total))
        .show("q", Form.PROBABILITY, "q")
        .with(summary, said, groups, null);
  }

  /** How far the interval reaches, at most. */
  static double margin(SqlRow row) {
    double change = row.number("change");
    return Math.max(row.number("change_high") - change, change - row.number("change_low"));
  }

  /** Percents of next to nothing are large and mean nothing. */
  private static double percent(SqlRow row, double total) {
    boolean isWorthIt = row.number("changed") == 1 || row.number("mean_a") >= total / 100;
    return isWorthIt ? row.number("percent") : Double.NaN;
  }
}
