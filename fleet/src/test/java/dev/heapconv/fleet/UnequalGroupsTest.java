package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Simulated fleets of two groups that differ in size, as canaries do from all others: t of skewed
 * values finds that the smaller group holds less, in up to 97 % of fleets that did not change.
 */
@Tag("slow")
class UnequalGroupsTest {

  private static final int FUNCTIONS = 60;
  private static final double ALPHA = 0.05;
  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("function"), "space", false, 10);
  private static final TableSelection A = TableSelection.parse("t", "a");
  private static final TableSelection B = TableSelection.parse("t", "b");

  /** How values are distributed over devices. */
  private interface Values {
    double next(Random random);
  }

  private static Values lognormal(double sigma) {
    return random -> 1000 * Math.exp(sigma * random.nextGaussian());
  }

  private static final Values PARETO = random -> 1000 * Math.pow(1 - random.nextDouble(), -1 / 1.5);
  private static final Values ZEROS =
      random -> random.nextDouble() < 0.9 ? 0 : lognormal(0.6).next(random);

  /** Groups: devices in both, in the first only, in the second only. */
  enum Shape {
    LOGNORMAL_15(0, 1000, 50, lognormal(1.5), 1000 * Math.exp(1.125)),
    PARETO_15(0, 1000, 50, PARETO, 3000),
    LESS_UNEQUAL_ZEROS(0, 400, 100, ZEROS, 100 * Math.exp(0.18)),
    PAIRED(100, 0, 0, lognormal(1.5), 1000 * Math.exp(1.125)),
    MIXED(60, 400, 40, lognormal(1), 1000 * Math.exp(0.5)),
    LOGNORMAL_06(0, 1000, 50, lognormal(0.6), 1000 * Math.exp(0.18)),
    LOGNORMAL_1(0, 1000, 50, lognormal(1), 1000 * Math.exp(0.5)),
    MOSTLY_ZEROS(0, 1000, 50, ZEROS, 100 * Math.exp(0.18)),
    SMALL_GROUP_FIRST(0, 50, 1000, lognormal(1.5), 1000 * Math.exp(1.125)),
    SMALL_PARETO_FIRST(0, 50, 1000, PARETO, 3000),
    LESS_UNEQUAL(0, 400, 100, lognormal(1), 1000 * Math.exp(0.5)),
    LARGE(0, 10_000, 500, lognormal(1.5), 1000 * Math.exp(1.125));

    private final int both;
    private final int first;
    private final int second;
    private final Values values;
    private final double mean;

    Shape(int both, int first, int second, Values values, double mean) {
      this.both = both;
      this.first = first;
      this.second = second;
      this.values = values;
      this.mean = mean;
    }

    /** The first function grows. */
    private double[] values(Random random, double growth) {
      double[] values = new double[FUNCTIONS];
      for (int i = 0; i < FUNCTIONS; i++) {
        values[i] = this.values.next(random) * (i == 0 ? growth : 1);
      }
      return values;
    }

    private SimulatedDevices fleet(Random random, double growth) {
      SimulatedDevices fleet = new SimulatedDevices(FUNCTIONS);
      for (int i = 0; i < both; i++) {
        fleet.add(values(random, 1), values(random, growth));
      }
      for (int i = 0; i < first; i++) {
        fleet.add(values(random, 1), null);
      }
      for (int i = 0; i < second; i++) {
        fleet.add(null, values(random, growth));
      }
      return fleet;
    }
  }

  /**
   * What simulations said.
   *
   * @param red fleets in which anything was called changed
   * @param found fleets in which the first function was
   * @param covered the part of the intervals of other rows that hold a change of 0
   * @param truthCovered the part of the intervals of the first function that hold its change
   */
  record Findings(int red, int found, double covered, double truthCovered) {

    static Findings of(Shape shape, int fleets, double growth) throws IOException {
      Random random = new Random(49);
      int red = 0;
      int found = 0;
      int covered = 0;
      int truthCovered = 0;
      for (int i = 0; i < fleets; i++) {
        FleetComparison comparison =
            FleetComparison.of(shape.fleet(random, growth), QUESTION, A, B, ALPHA, 0.95);
        List<SqlRow> rows = comparison.answer().rows();
        red += rows.stream().anyMatch(row -> row.number("q") <= ALPHA) ? 1 : 0;
        for (SqlRow row : rows) {
          boolean isFirst = row.text("name").equals("f0");
          found += isFirst && row.number("q") <= ALPHA ? 1 : 0;
          double truth = isFirst ? (growth - 1) * shape.mean : 0;
          boolean holds = row.number("change_low") <= truth && row.number("change_high") >= truth;
          covered += holds && row.isRow() && !isFirst ? 1 : 0;
          truthCovered += holds && isFirst ? 1 : 0;
        }
      }
      double intervals = (double) fleets * (FUNCTIONS - 1);
      return new Findings(red, found, covered / intervals, (double) truthCovered / fleets);
    }
  }

  static List<Shape> shapes() {
    return Effort.of(5, List.of(Shape.values()));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void fleetsWithoutAChangeAreSeldomRed(Shape shape) throws IOException {
    int fleets = Effort.of(20, 200);
    Findings findings = Findings.of(shape, fleets, 1);
    // Where each of them is red with a probability of .05, more are in one of 400 cases.
    assertThat(findings.red()).isLessThanOrEqualTo(Effort.of(4, 19));
    assertThat(findings.covered()).isGreaterThan(0.93);
  }

  /** Ten devices that sent both versions are sure of themselves, and not like the 200 others. */
  @Test
  void pairsDoNotOverruleOthersUnseen() throws IOException {
    Random random = new Random(49);
    SimulatedDevices fleet = new SimulatedDevices(1);
    for (int i = 0; i < 100; i++) {
      fleet.add(new double[] {1000 + 100 * random.nextGaussian()}, null);
      fleet.add(null, new double[] {1500 + 100 * random.nextGaussian()});
    }
    for (int i = 0; i < 10; i++) {
      fleet.add(new double[] {1000}, new double[] {1000 + 10 * random.nextGaussian()});
    }
    FleetComparison comparison = FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95);
    assertThat(comparison.doubts())
        .hasSize(1)
        .allMatch(doubt -> doubt.id() == ErrorId.UNEQUAL_CHANGES);
    assertThat(comparison.notes()).contains(comparison.doubts().get(0).message());
    Limit limit = new Limit("space", true, 5, true, "total:space>5%");
    assertThat(FleetGate.of(comparison, List.of(limit), false).outcome())
        .isEqualTo(GateVerdict.Outcome.INCONCLUSIVE);

    Findings alike = Findings.of(Shape.MIXED, 1, 1);
    assertThat(alike.red()).isZero();
  }

  /** A test on logarithms, which knew that values are lognormal, would find .91. */
  @Test
  void growthInTheSmallGroupIsFound() throws IOException {
    int fleets = Effort.of(20, 200);
    Findings findings = Findings.of(Shape.LOGNORMAL_06, fleets, 1.5);
    assertThat(findings.found()).isGreaterThanOrEqualTo(fleets * 7 / 10);
    assertThat(findings.truthCovered()).isGreaterThanOrEqualTo(0.85);
  }
}
