package dev.heapconv.fleet;

import dev.heapconv.fleet.FleetAnswer.AnswerKind;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changed between two groups of recordings, such as those of two versions: a test for each
 * row, whose unit is the device, and which are corrected for their number.
 *
 * @param rows the total first, then rows by what their tests say
 * @param alpha the highest adjusted p-value of a change that is not taken for noise
 * @param notes what to know of the numbers, a sentence each
 */
public record FleetComparison(
    FleetQuestion question, List<ComparedRow> rows, double alpha, List<String> notes) {

  /** Below this number of devices that have a row, the mean is too far from normal for t alone. */
  static final int FEW_DEVICES = 20;

  /** With this probability, a change of the size that counts as detectable is found. */
  private static final double POWER = 0.8;

  /**
   * A row.
   *
   * @param sums of {@code compare.sql}
   * @param change of the mean over devices
   * @param p how likely such a change is without any; NaN if it was not tested
   * @param q the same, adjusted for the number of tests
   */
  record ComparedRow(SqlRow sums, DeviceChange change, double p, double q) {

    boolean isTotal() {
      return sums.text("kind").equals("total");
    }

    boolean isTested() {
      return !Double.isNaN(p);
    }

    /** What names it: two rows of one kind have different names. */
    String key() {
      return key(sums);
    }

    static String key(SqlRow row) {
      return row.text("kind") + " " + row.text("name");
    }
  }

  public FleetComparison {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /**
   * Compares two groups, which the engine knows as sides a and b.
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
    List<ComparedRow> rows = tested(engine, question, List.of(before, after), paired, alpha);
    List<String> notes = new ArrayList<>();
    if (!rows.isEmpty()) {
      SqlRow sizes = rows.get(0).sums();
      long pairs = sizes.count("pairs");
      notes.add(
          "devices: %d in both groups, %d in the first only, %d in the second only"
              .formatted(pairs, sizes.count("n_a") - pairs, sizes.count("n_b") - pairs));
      notes.add(halves(engine, question, before, alpha));
    }
    return new FleetComparison(question, rows, alpha, notes);
  }

  /** A comparison of devices of the first group among each other should find nothing. */
  private static String halves(
      SqlEngine engine, FleetQuestion question, TableSelection group, double alpha)
      throws IOException {
    String half = "substr(md5(device), 1, 1) %s '8'";
    List<TableSelection> halves =
        List.of(group.and(half.formatted("<"), true), group.and(half.formatted(">="), true));
    List<ComparedRow> rows = tested(engine, question, halves, false, alpha);
    long tests = rows.stream().filter(ComparedRow::isTested).count();
    long found = rows.stream().filter(row -> row.q() <= alpha).count();
    return tests == 0
        ? "A/A check: too few devices to compare halves of the first group"
        : String.format(
            Locale.ROOT,
            "A/A check: halves of the devices of the first group differ in %d of %d rows%s",
            found,
            tests,
            found == 0 ? "" : "; do not trust changes of this size");
  }

  private static List<ComparedRow> tested(
      SqlEngine engine,
      FleetQuestion question,
      List<TableSelection> sides,
      boolean paired,
      double alpha)
      throws IOException {
    List<SqlRow> found = question.ask(engine, List.of("devices.sql", "compare.sql"), sides, paired);
    List<ComparedRow> rows = new ArrayList<>();
    List<SqlRow> tested = new ArrayList<>();
    List<DeviceChange> changes = new ArrayList<>();
    boolean anyFew = false;
    double unknown = Double.NaN;
    for (SqlRow row : found) {
      DeviceChange change = change(row);
      if (change.isKnown() && row.count("k") >= Math.max(1, question.minDevices())) {
        tested.add(row);
        changes.add(change);
        anyFew |= isToPermute(row, change, alpha);
      } else {
        rows.add(new ComparedRow(row, change, unknown, unknown));
      }
    }
    Map<String, List<SqlRow>> few = new HashMap<>();
    if (anyFew) {
      question
          .ask(engine, List.of("devices.sql", "few-devices.sql"), sides, paired)
          .forEach(
              row -> few.computeIfAbsent(ComparedRow.key(row), key -> new ArrayList<>()).add(row));
    }
    double[] p = new double[tested.size()];
    for (int i = 0; i < p.length; i++) {
      p[i] = changes.get(i).pValue();
      if (isToPermute(tested.get(i), changes.get(i), alpha)) {
        List<SqlRow> devices = few.getOrDefault(ComparedRow.key(tested.get(i)), List.of());
        p[i] = Math.max(p[i], permuted(tested.get(i), devices));
      }
    }
    double[] q = FalseDiscoveries.adjusted(p);
    for (int i = 0; i < p.length; i++) {
      rows.add(new ComparedRow(tested.get(i), changes.get(i), p[i], q[i]));
    }
    rows.sort(
        Comparator.comparing((ComparedRow row) -> !row.isTotal())
            .thenComparing(row -> !row.isTested())
            .thenComparing(ComparedRow::p)
            .thenComparing(row -> -Math.abs(row.change().change()))
            .thenComparing(ComparedRow::key));
    return rows;
  }

  private static DeviceChange change(SqlRow row) {
    long pairs = row.count("pairs");
    return DeviceChange.of(
        spread(row, "paired", pairs),
        spread(row, "a", row.count("n_a") - pairs),
        spread(row, "b", row.count("n_b") - pairs));
  }

  private static DeviceSpread spread(SqlRow row, String part, long devices) {
    return DeviceSpread.of(
        devices,
        row.count(part + "_count"),
        row.number(part + "_mean"),
        row.number(part + "_variance"));
  }

  /**
   * Whether the p-value of t is not enough. It is if it says that nothing changed: the larger of
   * both counts, and which are found does not depend on those above alpha.
   */
  private static boolean isToPermute(SqlRow row, DeviceChange change, double alpha) {
    return row.count("k") < FEW_DEVICES && change.pValue() <= alpha;
  }

  private static double permuted(SqlRow sums, List<SqlRow> devices) {
    List<Double> differences = new ArrayList<>();
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    for (SqlRow device : devices) {
      double a = device.number("a");
      double b = device.number("b");
      if (Double.isNaN(b)) {
        before.add(a);
      } else if (Double.isNaN(a)) {
        after.add(b);
      } else {
        differences.add(b - a);
      }
    }
    long pairs = sums.count("pairs");
    return new ExactPermutation(
            array(differences),
            pairs,
            array(before),
            sums.count("n_a") - pairs,
            array(after),
            sums.count("n_b") - pairs)
        .pValue();
  }

  private static double[] array(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** How many rows were tested, which is what p-values are adjusted for. */
  int tests() {
    return (int) rows.stream().filter(ComparedRow::isTested).count();
  }

  /**
   * The smallest change of a row that would have been found if nothing else had changed; NaN if it
   * was not tested.
   */
  double detectable(ComparedRow row) {
    return row.isTested() ? row.change().detectable(alpha / tests(), POWER) : Double.NaN;
  }

  /**
   * The comparison as a table.
   *
   * @param salt with which names of devices are hashed; null to show them
   */
  public FleetAnswer answer(@Nullable String salt) {
    AnswerBuilder answer = new AnswerBuilder(question, salt);
    for (ComparedRow row : rows) {
      SqlRow sums = row.sums();
      answer.begin("", sums.text("kind"), sums.text("name"));
      answer.count("k", sums.count("k"));
      answer.count("n", sums.count("n_a") + sums.count("n_b") - sums.count("pairs"));
      double before = sums.numberOrZero("mean_a");
      double change = row.change().change();
      double margin = row.change().isKnown() ? row.change().margin(alpha) : Double.NaN;
      answer.value("mean_a", before);
      answer.value("mean_b", sums.numberOrZero("mean_b"));
      answer.value("change", change);
      answer.value("change_low", change - margin);
      answer.value("change_high", change + margin);
      answer.number("percent", AnswerKind.PERCENT, before > 0 ? 100 * change / before : Double.NaN);
      answer.number("p", AnswerKind.PROBABILITY, row.p());
      answer.number("q", AnswerKind.PROBABILITY, row.q());
      answer.flag("changed", row.q() <= alpha);
      for (String quantile : new String[] {"p95", "p99", "p50"}) {
        answer.value(quantile + "_a", sums.numberOrZero(quantile + "_a"));
        answer.value(quantile + "_b", sums.numberOrZero(quantile + "_b"));
      }
      answer.count("k_a", sums.count("k_a"));
      answer.count("k_b", sums.count("k_b"));
      answer.count("n_a", sums.count("n_a"));
      answer.count("n_b", sums.count("n_b"));
      answer.value("detectable", detectable(row));
      answer.flag(
          "heavy_tail",
          sums.number("top_mean_a") > FleetFigures.HEAVY * before
              || sums.number("top_mean_b") > FleetFigures.HEAVY * sums.number("mean_b"));
    }
    return answer.build(notes);
  }
}
