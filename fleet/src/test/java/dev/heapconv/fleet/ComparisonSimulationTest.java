package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulated fleets: a third of the functions is lognormal over devices, a third has a heavy tail
 * (Pareto, 1.5), and a third is missing on nine of ten devices; recordings of one device differ
 * less than devices do.
 */
@Tag("slow")
class ComparisonSimulationTest {

  private static final int FUNCTIONS = 60;
  private static final int GROWN = 1;
  private static final double ALPHA = 0.05;

  /** Standard deviations of logarithms. */
  private static final double OF_DEVICES = 0.6;

  private static final double OF_RECORDINGS = 0.23;

  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("function"), "space", false, 10);
  private static final TableSelection A = TableSelection.parse("t", "a");
  private static final TableSelection B = TableSelection.parse("t", "b");

  private final Random random = new Random(34);

  /** What a device holds of each function, before recordings of it differ. */
  private double[] device() {
    double[] values = new double[FUNCTIONS];
    for (int function = 0; function < FUNCTIONS; function++) {
      double size = 1 << 10 + function % 7;
      values[function] =
          switch (function % 3) {
            case 0 ->
                random.nextDouble() < 0.9 ? 0 : size * Math.exp(OF_DEVICES * random.nextGaussian());
            case 1 -> size * Math.exp(OF_DEVICES * random.nextGaussian());
            default -> size * Math.pow(1 - random.nextDouble(), -1 / 1.5);
          };
    }
    return values;
  }

  /** The mean of some recordings. */
  private double[] recorded(double[] device, int recordings, double growth) {
    double[] means = new double[FUNCTIONS];
    for (int function = 0; function < FUNCTIONS; function++) {
      for (int i = 0; i < recordings && device[function] > 0; i++) {
        double noise = Math.exp(OF_RECORDINGS * random.nextGaussian());
        means[function] += device[function] * noise / recordings;
      }
      means[function] *= function == GROWN ? growth : 1;
    }
    return means;
  }

  private SimulatedDevices paired(int devices, int before, int after, double growth) {
    SimulatedDevices fleet = new SimulatedDevices(FUNCTIONS);
    add(fleet, devices, before, after, growth);
    return fleet;
  }

  private void add(SimulatedDevices fleet, int devices, int before, int after, double growth) {
    for (int i = 0; i < devices; i++) {
      double[] device = device();
      fleet.add(some(device, before, 1), some(device, after, growth));
    }
  }

  private double @Nullable [] some(double[] device, int recordings, double growth) {
    return recordings == 0 ? null : recorded(device, recordings, growth);
  }

  private static List<SqlRow> found(SqlEngine fleet) throws IOException {
    return FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95).rows().stream()
        .filter(row -> row.number("q") <= ALPHA)
        .toList();
  }

  @Test
  void fleetsWithoutAChangeAreSeldomRed() throws IOException {
    int red = 0;
    int fleets = Effort.of(40, 200);
    for (int i = 0; i < fleets; i++) {
      red += found(paired(100, 2, 2, 1)).isEmpty() ? 0 : 1;
    }
    assertThat(red).isLessThanOrEqualTo(fleets / 20);
  }

  @Test
  void fleetsOfPairsAndOthersAreSeldomRed() throws IOException {
    int red = 0;
    int fleets = Effort.of(40, 2000);
    for (int i = 0; i < fleets; i++) {
      SimulatedDevices fleet = paired(60, 1, 1, 1);
      add(fleet, 100, 2, 0, 1);
      add(fleet, 40, 0, 1, 1);
      red += found(fleet).isEmpty() ? 0 : 1;
    }
    assertThat(red).isLessThanOrEqualTo(fleets / 20);
  }

  @Test
  void aChangeOfAFunctionIsFoundAndNothingElse() throws IOException {
    int fleets = Effort.of(40, 1000);
    int missed = 0;
    double falseShares = 0;
    for (int i = 0; i < fleets; i++) {
      List<SqlRow> found =
          found(paired(100, 2, 2, 1.15)).stream().filter(row -> !row.isTotal()).toList();
      long right = found.stream().filter(row -> row.text("name").equals("f" + GROWN)).count();
      missed += right == 0 ? 1 : 0;
      falseShares += found.isEmpty() ? 0 : 1 - (double) right / found.size();
    }
    assertThat(missed).isLessThanOrEqualTo(fleets / 10);
    assertThat(falseShares / fleets).isLessThanOrEqualTo(ALPHA);
  }

  /**
   * The first trap: a new version has fewer recordings of each device, so that logarithms of its
   * means are lower.
   */
  @Test
  void fewerRecordingsOfTheNewVersionAreNoChange() throws IOException {
    int fleets = Effort.of(4, 200);
    int red = 0;
    int redByLogarithms = 0;
    for (int i = 0; i < fleets; i++) {
      SimulatedDevices logarithms = new SimulatedDevices(1);
      SimulatedDevices fleet = new SimulatedDevices(FUNCTIONS);
      for (int j = 0; j < 1500; j++) {
        double[] device = device();
        double[] a = recorded(device, 8, 1);
        double[] b = recorded(device, 1, 1);
        fleet.add(a, b);
        logarithms.add(new double[] {Math.log(a[GROWN])}, new double[] {Math.log(b[GROWN])});
      }
      red += found(fleet).isEmpty() ? 0 : 1;
      redByLogarithms += found(logarithms).isEmpty() ? 0 : 1;
    }
    assertThat(red).isLessThanOrEqualTo(fleets / 10);
    assertThat(redByLogarithms).isGreaterThan(fleets / 2);
  }

  /** The second trap: recordings of one device resemble each other. */
  @Test
  void recordingsAsUnitsWouldFindWhatIsNotThere() throws IOException {
    int fleets = Effort.of(1, 200);
    int red = 0;
    int redByRecordings = 0;
    for (int i = 0; i < fleets; i++) {
      SimulatedDevices devices = new SimulatedDevices(FUNCTIONS);
      SimulatedDevices recordings = new SimulatedDevices(FUNCTIONS);
      for (int j = 0; j < 60; j++) {
        double[] device = device();
        boolean isNew = j % 2 == 1;
        double[] sum = new double[FUNCTIONS];
        for (int k = 0; k < 20; k++) {
          double[] recording = recorded(device, 1, 1);
          recordings.add(isNew ? null : recording, isNew ? recording : null);
          for (int function = 0; function < FUNCTIONS; function++) {
            sum[function] += recording[function] / 20;
          }
        }
        devices.add(isNew ? null : sum, isNew ? sum : null);
      }
      red += found(devices).isEmpty() ? 0 : 1;
      redByRecordings += found(recordings).isEmpty() ? 0 : 1;
    }
    assertThat(red).isLessThanOrEqualTo(fleets / 10);
    assertThat(redByRecordings).isEqualTo(fleets);
  }

  /** The third trap: a row that is empty on both sides of a device is no evidence of anything. */
  @Test
  void emptyRowsCancelExactly() throws IOException {
    SimulatedDevices fleet = new SimulatedDevices(2);
    for (int i = 0; i < 40; i++) {
      boolean empty = i >= 15;
      double[] same = {empty ? 0 : 1000 + i, 5000};
      fleet.add(same, same);
    }
    for (SqlRow row : FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95).rows()) {
      assertThat(row.number("change")).isZero();
      assertThat(row.number("p")).isEqualTo(1);
    }
  }

  @Test
  void fewDevicesAreJudgedByDraws() throws IOException {
    SimulatedDevices fleet = new SimulatedDevices(1);
    // Welch's t would be sure: 12 devices have it after the change, and none before.
    for (int i = 0; i < 24; i++) {
      fleet.add(i < 12 ? new double[] {0} : null, i < 12 ? null : new double[] {1000 + i});
    }
    SqlRow row = FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95).rows().get(0);
    assertThat(row.number("change") / row.number("error")).isGreaterThan(100);
    // No draw is less likely than this one.
    assertThat(row.number("p")).isBetween(2 / 2_704_156.0 * 0.99, 2 / 2_704_156.0 * 1.01);
  }

  @Test
  void aChangeOfAllDevicesByTheSameIsCertain() throws IOException {
    SimulatedDevices fleet = new SimulatedDevices(1);
    for (int i = 0; i < 30; i++) {
      fleet.add(new double[] {i}, new double[] {i + 4096.0});
    }
    SqlRow row = FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95).rows().get(0);
    assertThat(row.number("change")).isEqualTo(4096);
    // All differences have one sign, as in one of 2^29 draws.
    assertThat(row.number("p")).isCloseTo(Math.pow(2, -29), withinPercentage(1));
  }
}
