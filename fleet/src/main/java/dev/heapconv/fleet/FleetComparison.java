package dev.heapconv.fleet;

import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.table.ShownColumn.Form;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
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
    List<String> notes = new ArrayList<>();
    List<SqlRow> rows = tested(engine, question, paired, alpha, before, after);
    if (!rows.isEmpty()) {
      SqlRow sizes = rows.get(0);
      long pairs = sizes.count("pairs");
      notes.add(
          "devices: %d in both groups, %d in the first only, %d in the second only"
              .formatted(pairs, sizes.count("n_a") - pairs, sizes.count("n_b") - pairs));
      notes.add(halves(engine, question, alpha, before));
    }
    return new FleetComparison(question, rows, alpha, notes);
  }

  /** A comparison of devices of the first group among each other should find nothing. */
  private static String halves(
      SqlEngine engine, FleetQuestion question, double alpha, TableSelection group)
      throws IOException {
    TableSelection half = group.and("substr(md5(device), 1, 1) < '8'", true);
    TableSelection other = group.and("substr(md5(device), 1, 1) >= '8'", true);
    List<SqlRow> rows = tested(engine, question, false, alpha, half, other);
    long found = rows.stream().filter(row -> row.number("q") <= alpha).count();
    long tests = tests(rows);
    return "A/A check: halves of the devices of the first group differ in %d of %d rows%s"
        .formatted(found, tests, found == 0 ? "" : "; do not trust changes of this size");
  }

  private static List<SqlRow> tested(
      SqlEngine engine,
      FleetQuestion question,
      boolean paired,
      double alpha,
      TableSelection... sides)
      throws IOException {
    Map<String, String> places =
        Map.of(
            "few_devices",
            Integer.toString(FEW_DEVICES),
            "device_b",
            paired ? "device" : "concat('b ', device)");
    List<SqlRow> rows = question.ask(engine, List.of("devices.sql", "compare.sql"), places, sides);
    List<SqlRow> tested = new ArrayList<>();
    for (SqlRow row : rows) {
      if (row.count("k") >= Math.max(1, question.minDevices())
          && !Double.isNaN(row.number("degrees"))) {
        double t = row.number("change") == 0 ? 0 : row.number("change") / row.number("error");
        row.put("p", Math.min(1, 2 * student(row).survivalProbability(Math.abs(t))));
        tested.add(row);
      }
    }
    // The larger of both p-values counts, and which changes are found does not depend on those
    // above alpha: these need no second one.
    List<SqlRow> doubtful =
        tested.stream()
            .filter(row -> row.count("k") < FEW_DEVICES && row.number("p") <= alpha)
            .toList();
    if (!doubtful.isEmpty()) {
      Map<String, List<SqlRow>> devices =
          question.ask(engine, List.of("devices.sql", "few-devices.sql"), places, sides).stream()
              .collect(Collectors.groupingBy(FleetComparison::key));
      for (SqlRow row : doubtful) {
        double exact =
            new ExactPermutation(row, devices.getOrDefault(key(row), List.of())).pValue();
        row.put("p", Math.max(row.number("p"), exact));
      }
    }
    double[] q =
        FalseDiscoveries.adjusted(tested.stream().mapToDouble(row -> row.number("p")).toArray());
    for (int i = 0; i < q.length; i++) {
      tested.get(i).put("q", q[i]);
    }
    rows.sort(
        Comparator.comparing((SqlRow row) -> !row.isTotal())
            .thenComparing(row -> row.number("p"))
            .thenComparing(row -> -Math.abs(row.number("change")))
            .thenComparing(FleetComparison::key));
    return rows;
  }

  private static String key(SqlRow row) {
    return row.text("kind") + " " + row.text("name");
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
    double quantiles =
        student(row).inverseSurvivalProbability(alpha / tests(rows) / 2)
            + student(row).inverseSurvivalProbability(1 - POWER);
    return row.number("error") * quantiles;
  }

  /** The comparison as a table. */
  public FleetAnswer answer() {
    List<String> said = new ArrayList<>(notes);
    List<SqlRow> shown = rows.stream().map(SqlRow::copy).toList();
    for (SqlRow row : shown) {
      row.put("changed", row.number("q") <= alpha);
      if (row.values().containsKey("p")) {
        double margin = row.number("error") * student(row).inverseSurvivalProbability(alpha / 2);
        row.put("change_low", row.number("change") - margin);
        row.put("change_high", row.number("change") + margin);
        row.put("detectable", detectable(row));
        if (row.isTotal()) {
          said.add(
              String.format(
                  Locale.ROOT,
                  "a change of the total by %.2g %% would have been found, with a probability of"
                      + " %s",
                  100 * detectable(row) / row.number("mean_a"),
                  POWER));
        }
      }
    }
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
        .showIfRoom("k", Form.COUNT, "k")
        .showIfRoom("before", Form.VALUE, "mean_a")
        .showIfRoom("after", Form.VALUE, "mean_b")
        .show(question.view(), Form.ESTIMATE, "change")
        .show("changed", Form.MARK, "changed")
        .show("%", Form.PERCENT, "percent")
        .show("q", Form.PROBABILITY, "q")
        .show("heavy tail", Form.MARK, "heavy_tail")
        .showIfRoom("p95 before", Form.VALUE, "p95_a")
        .showIfRoom("p95 after", Form.VALUE, "p95_b")
        .with(said);
  }
}
