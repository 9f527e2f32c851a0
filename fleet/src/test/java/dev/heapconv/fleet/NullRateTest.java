package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Small fleets whose truth is known, for each build: {@link UnequalGroupsTest} has the shapes that
 * mislead. Values are lognormal over devices.
 */
class NullRateTest {

  private static final int FLEETS = 30;
  private static final int FUNCTIONS = 6;
  private static final double ALPHA = 0.05;
  private static final double SIGMA = 0.6;
  private static final double MEAN = 1000 * Math.exp(SIGMA * SIGMA / 2);
  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("function"), "space", false, 10);
  private static final TableSelection A = TableSelection.parse("t", "a");
  private static final TableSelection B = TableSelection.parse("t", "b");

  /** Devices that are in both groups, in the first only, in the second only. */
  enum Groups {
    PAIRS(30, 0, 0),
    TWO_GROUPS(0, 30, 20),
    BOTH(10, 15, 15);

    private final int both;
    private final int first;
    private final int second;

    Groups(int both, int first, int second) {
      this.both = both;
      this.first = first;
      this.second = second;
    }

    private SimulatedDevices fleet(Random random, double growth) {
      SimulatedDevices fleet = new SimulatedDevices(FUNCTIONS);
      for (int i = 0; i < both + first + second; i++) {
        double[] before = values(random, 1);
        double[] after = values(random, growth);
        fleet.add(i < both + first ? before : null, i < both || i >= both + first ? after : null);
      }
      return fleet;
    }

    /** The first function grows. */
    private static double[] values(Random random, double growth) {
      double[] values = new double[FUNCTIONS];
      for (int i = 0; i < FUNCTIONS; i++) {
        values[i] = 1000 * Math.exp(SIGMA * random.nextGaussian()) * (i == 0 ? growth : 1);
      }
      return values;
    }
  }

  private static FleetComparison compared(SimulatedDevices fleet) throws IOException {
    return FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95);
  }

  /** With 30 fleets of a true rate of .05, six and more are red in one of 300 cases. */
  @ParameterizedTest
  @EnumSource
  void unchangedFleetsAreRedAsOftenAsAlphaSays(Groups groups) throws IOException {
    Random random = new Random(65);
    int red = 0;
    int rows = 0;
    int covered = 0;
    for (int i = 0; i < FLEETS; i++) {
      boolean isRed = false;
      for (SqlRow row : compared(groups.fleet(random, 1)).rows()) {
        isRed |= row.number("q") <= ALPHA;
        rows++;
        covered += row.number("change_low") <= 0 && row.number("change_high") >= 0 ? 1 : 0;
      }
      red += isRed ? 1 : 0;
    }
    assertThat(red).isLessThanOrEqualTo(5);
    assertThat((double) covered / rows).isBetween(0.91, 0.99);
  }

  @ParameterizedTest
  @EnumSource
  void aChangeIsFoundWithItsSize(Groups groups) throws IOException {
    Random random = new Random(66);
    int found = 0;
    int covered = 0;
    for (int i = 0; i < FLEETS; i++) {
      for (SqlRow row : compared(groups.fleet(random, 3)).rows()) {
        if (row.isRow() && row.text("name").equals("f0")) {
          double truth = 2 * MEAN;
          found += row.number("q") <= ALPHA ? 1 : 0;
          covered +=
              row.number("change_low") <= truth && row.number("change_high") >= truth ? 1 : 0;
        }
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(FLEETS * 9 / 10);
    assertThat(covered).isGreaterThanOrEqualTo(FLEETS * 8 / 10);
  }
}
