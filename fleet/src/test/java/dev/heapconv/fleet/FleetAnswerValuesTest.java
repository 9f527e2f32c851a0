package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.NumberColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each column of the answers about fleets, of devices made by hand: a new column fails until its
 * value is here. Values follow from what devices hold, by the formulas of textbooks.
 */
class FleetAnswerValuesTest {

  private static final double Z = 1.959964;
  private static final int DEVICES = 400;

  @TempDir private Path folder;

  /** Of function {@code f}, device i holds i bytes, but those up to 100 have none of it. */
  private static double[] f() {
    return IntStream.rangeClosed(1, DEVICES).mapToDouble(i -> i > 100 ? i : 0).toArray();
  }

  /** Of function {@code h}, one device holds all. */
  private static double[] h() {
    return IntStream.rangeClosed(1, DEVICES).mapToDouble(i -> i == 7 ? 5000 : 0).toArray();
  }

  private static double[] sum(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] + b[i]).toArray();
  }

  private FleetAnswer figures() throws IOException {
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      engine.keep(
          "a_recordings",
          "SELECT DATE '2026-11-24' AS date, concat('d', i) AS device, concat('r', i) AS recording,"
              + " CAST(NULL AS DOUBLE) AS weight, 'ok' AS status, 1.0 AS space, MAP {'x': 'y'} AS"
              + " labels, 4096 AS sampling_interval, 'p' AS package, 1 AS version_code FROM"
              + " range(1, 401) AS devices(i)");
      String row =
          "SELECT DATE '2026-11-24' AS date, concat('d', i) AS device, concat('r', i) AS recording,"
              + " '%s' AS function, CAST(%s AS DOUBLE) AS space, %s AS space_var, %s AS"
              + " space_model_low, %s AS space_model_high, 'p' AS package, 1 AS version_code, 4096"
              + " AS sampling_interval FROM range(1, 401) AS devices(i) WHERE %s";
      engine.keep(
          "a_functions",
          row.formatted("f", "i", 4, 2, 3, "i > 100")
              + " UNION ALL "
              + row.formatted("h", 5000, 1, 0, 0, "i = 7"));
      FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 0);
      return FleetFigures.of(engine, question, TableSelection.parse("t", "a"), 0.95, null);
    }
  }

  private static Stream<String> columns(FleetAnswer answer) {
    List<String> all = new ArrayList<>();
    for (NumberColumn column : answer.answer().numbers()) {
      for (Bound bound : column.meta().hasEnds() ? Bound.values() : new Bound[] {Bound.VALUE}) {
        all.add(column.meta().id(bound));
      }
    }
    return all.stream();
  }

  private static double number(FleetAnswer answer, int row, String id) {
    for (NumberColumn column : answer.answer().numbers()) {
      for (Bound bound : Bound.values()) {
        if (column.meta().id(bound).equals(id)) {
          return column.at(row).number(bound);
        }
      }
    }
    throw new AssertionError(id);
  }

  /** The T with T + a T^2 / 3 + a^2 T^3 / 27 + a / 6 = t (Hall 1992). */
  private static double hall(double t, double a) {
    DoubleUnaryOperator g = x -> x + a * x * x / 3 + a * a * x * x * x / 27 + a / 6;
    double low = -100;
    double high = 100;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (g.applyAsDouble(middle) < t) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A sample shows too little of a long tail, so 1.4 times as much skewness counts, too. */
  private static double below(double t, double skewness) {
    return Math.max(hall(t, skewness), hall(t, 1.4 * skewness));
  }

  private static double mean(double[] x) {
    return DoubleStream.of(x).average().orElseThrow();
  }

  /** The mean power of the distances from the mean. */
  private static double moment(double[] x, int power) {
    double mean = mean(x);
    return DoubleStream.of(x).map(each -> Math.pow(each - mean, power)).average().orElseThrow();
  }

  /**
   * What the columns should be.
   *
   * @param x what each device holds
   * @param modelLow the error of the model in the sum of all, as that of h is 0
   */
  private static Map<String, Double> expected(
      double[] x, double variance, double modelLow, double modelHigh) {
    Map<String, Double> all = new TreeMap<>();
    double n = x.length;
    double k = DoubleStream.of(x).filter(each -> each > 0).count();
    all.put("n", n);
    all.put("k", k);
    double share = k / n;
    all.put("devices_percent", 100 * share);
    double part = Z * Z / n;
    double half = Z * Math.sqrt(share * (1 - share) / n + Z * Z / 4 / n / n) / (1 + part);
    all.put("devices_percent_low", 100 * ((share + part / 2) / (1 + part) - half));
    all.put("devices_percent_high", 100 * ((share + part / 2) / (1 + part) + half));
    double mean = mean(x);
    double error = Math.sqrt(moment(x, 2) / (n - 1));
    all.put("mean", mean);
    all.put("standard_error", error);
    double skewness =
        moment(x, 3)
            / Math.pow(moment(x, 2), 1.5)
            * Math.sqrt(n * (n - 1))
            / (n - 2)
            / Math.sqrt(n);
    double t = TDistribution.of(n - 1).inverseSurvivalProbability(0.025);
    double low = Math.min(mean, error * below(t, skewness));
    all.put("mean_low", Math.max(0, mean - Math.hypot(low, Z * modelLow / n)));
    all.put("mean_high", mean + Math.hypot(error * below(t, -skewness), Z * modelHigh / n));
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    for (int percent : new int[] {50, 95, 99}) {
      all.put("p" + percent, sorted[(int) Math.ceil(n * percent / 100) - 1]);
    }
    double top = DoubleStream.of(sorted).skip((int) (0.98 * n)).sum();
    all.put("heavy_tail", top > mean * n / 3 ? 1.0 : 0);
    double total = mean * n;
    all.put("total", total);
    all.put("total_low", total - Z * Math.sqrt(variance + modelLow * modelLow));
    all.put("total_high", total + Z * Math.sqrt(variance + modelHigh * modelHigh));
    return all;
  }

  @Test
  void eachColumnOfFiguresHasItsValues() throws IOException {
    FleetAnswer figures = figures();
    double[][] held = {sum(f(), h()), f(), h()};
    double[] variances = {1201, 1200, 1};
    double[] models = {300, 300, 0};
    assertThat(figures.rows()).hasSize(3);
    for (int row = 0; row < 3; row++) {
      Map<String, Double> expected =
          expected(held[row], variances[row], 2 * models[row], 3 * models[row]);
      for (String column : columns(figures).toList()) {
        double found = number(figures, row, column);
        if (column.matches("p\\d\\d_(low|high)")) {
          checkEnd(held[row], column, found);
        } else {
          assertThat(expected).containsKey(column);
          double value = expected.get(column);
          assertThat(found)
              .as(column + " of row " + row)
              .isEqualTo(value, within(1e-6 * Math.abs(value) + 1e-9));
        }
      }
    }
  }

  /** How many devices are above a quantile is binomial; ranks are approximate by one. */
  private static void checkEnd(double[] x, String column, double found) {
    int n = x.length;
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    BinomialDistribution above =
        BinomialDistribution.of(n, 1 - Integer.parseInt(column.substring(1, 3)) / 100.0);
    boolean isLow = column.endsWith("low");
    int rank =
        isLow
            ? n - above.inverseCumulativeProbability(0.975)
            : n + 1 - above.inverseCumulativeProbability(0.025);
    int next = Math.max(1, Math.min(n, isLow ? rank - 1 : rank + 1));
    assertThat(found).isIn(sorted[rank - 1], sorted[next - 1]);
  }

  private static final double[][] PAIRS = {
    {10, 12, 8, 9, 14, 7, 11, 30}, {11, 11, 9, 12, 13, 9, 10, 33}
  };
  private static final double[] FIRST = {9, 13, 20, 6, 0, 10};
  private static final double[] SECOND = {15, 12, 7, 18, 11};

  /**
   * Devices in both groups and in one of them: of {@code f0} they hold the numbers above, which do
   * not differ beyond chance, and of {@code f1} 100 at first and then 300, but for little.
   */
  private static FleetComparison comparison() throws IOException {
    SimulatedDevices devices = new SimulatedDevices(2);
    for (int i = 0; i < 8; i++) {
      devices.add(new double[] {PAIRS[0][i], 100 + i}, new double[] {PAIRS[1][i], 300 + i * i % 7});
    }
    for (int i = 0; i < FIRST.length; i++) {
      devices.add(new double[] {FIRST[i], 101 + i}, null);
    }
    for (int i = 0; i < SECOND.length; i++) {
      devices.add(null, new double[] {SECOND[i], 301 + i});
    }
    return FleetComparison.of(
        devices,
        new FleetQuestion(List.of("function"), "space", false, 0),
        TableSelection.parse("t", "a"),
        TableSelection.parse("t", "b"),
        0.05,
        0.95);
  }

  private static int rowOf(FleetAnswer changes, String name) {
    for (int i = 0; i < changes.rows().size(); i++) {
      if (changes.rows().get(i).text("name").equals(name)) {
        return i;
      }
    }
    throw new AssertionError(name);
  }

  private static double[] join(double[] a, double[] b) {
    return DoubleStream.concat(DoubleStream.of(a), DoubleStream.of(b)).toArray();
  }

  /** The variance of a mean. */
  private static double variance(double[] x) {
    return moment(x, 2) / (x.length - 1);
  }

  /** The third moment of a mean, of devices as they are. */
  private static double third(double[] x) {
    return moment(x, 3) / x.length / x.length;
  }

  private static double skewness(double[] x) {
    return third(x) / Math.pow(variance(x), 1.5);
  }

  /** The columns of {@code f0}, which no random split decides. */
  private static Map<String, Double> unchanged() {
    Map<String, Double> all = new TreeMap<>();
    double[] a = join(PAIRS[0], FIRST);
    double[] b = join(PAIRS[1], SECOND);
    all.put("k", 18.0);
    all.put("n", 19.0);
    all.put("k_a", 13.0);
    all.put("n_a", 14.0);
    all.put("k_b", 13.0);
    all.put("n_b", 13.0);
    all.put("mean_a", mean(a));
    all.put("mean_b", mean(b));

    double[] both = IntStream.range(0, 8).mapToDouble(i -> PAIRS[1][i] - PAIRS[0][i]).toArray();
    double ofPairs = variance(both);
    double first = variance(FIRST);
    double second = variance(SECOND);
    double ofOthers = first + second;
    // Welch's degrees of freedom, and the skewness of the larger group counts more.
    double degrees = ofOthers * ofOthers / (second * second / 4 + first * first / 5);
    double pooled = (skewness(SECOND) * Math.pow(5, 1.5) + skewness(FIRST) * Math.pow(6, 1.5)) / 11;
    double othersThird =
        pooled * (Math.pow(second, 1.5) / Math.sqrt(5) - Math.pow(first, 1.5) / Math.sqrt(6));
    // Each counts by its precision.
    double share = ofOthers / (ofPairs + ofOthers);
    double rest = 1 - share;
    double change = share * mean(both) + rest * (mean(SECOND) - mean(FIRST));
    double variance = share * share * ofPairs + rest * rest * ofOthers;
    double freedom =
        variance
            * variance
            / (Math.pow(share * share * ofPairs, 2) / 7
                + Math.pow(rest * rest * ofOthers, 2) / degrees);
    double skewness =
        (Math.pow(share, 3) * third(both) + Math.pow(rest, 3) * othersThird)
            / Math.pow(variance, 1.5);
    double error = Math.sqrt(variance);
    TDistribution student = TDistribution.of(freedom);
    double t = student.inverseSurvivalProbability(0.025);
    double low = Math.max(t, below(t, skewness));
    double high = Math.max(t, below(t, -skewness));
    all.put("change", change);
    all.put("change_low", change - low * error);
    all.put("change_high", change + high * error);
    all.put("percent", 100 * change / mean(a));
    double p = 2 * student.survivalProbability(Math.abs(change / error));
    all.put("p", p);
    // The largest of three p-values is adjusted by nothing.
    all.put("q", p);
    all.put("changed", 0.0);
    double adjusted = low / t * student.inverseSurvivalProbability(0.05 / 3 / 2);
    all.put("detectable", error * (adjusted + student.inverseSurvivalProbability(0.2)));
    return all;
  }

  @Test
  void eachColumnOfChangesHasItsValue() throws IOException {
    FleetAnswer changes = comparison().answer();
    Map<String, Double> expected = unchanged();
    for (String column : columns(changes).toList()) {
      assertThat(expected).containsKey(column);
      double value = expected.get(column);
      assertThat(number(changes, rowOf(changes, "f0"), column))
          .as(column)
          .isEqualTo(value, within(1e-6 * Math.abs(value) + 1e-12));
    }
  }

  /** Random splits decide what changed: that is the row that tripled, and the total with it. */
  @Test
  void whatChangedIsMarkedWithItsSize() throws IOException {
    FleetAnswer changes = comparison().answer();
    assertThat(changes.rows()).hasSize(3);
    for (int row : new int[] {0, rowOf(changes, "f1")}) {
      assertThat(number(changes, row, "changed")).isEqualTo(1);
      assertThat(number(changes, row, "p")).isLessThan(0.01);
      assertThat(number(changes, row, "q"))
          .isGreaterThanOrEqualTo(number(changes, row, "p"))
          .isLessThan(0.05);
      assertThat(number(changes, row, "change_low")).isBetween(100.0, 200.0);
      assertThat(number(changes, row, "change")).isBetween(195.0, 205.0);
      assertThat(number(changes, row, "change_high")).isBetween(200.0, 300.0);
    }
    assertThat(changes.rows().get(0).isTotal()).isTrue();
    assertThat(number(changes, 0, "mean_a"))
        .isEqualTo(number(changes, 1, "mean_a") + number(changes, 2, "mean_a"), within(1e-9));
    assertThat(number(changes, 0, "k")).isEqualTo(19);
  }
}
