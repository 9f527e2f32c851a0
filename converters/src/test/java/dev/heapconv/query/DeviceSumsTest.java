package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.plan.Population;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceSumsTest {

  private static final double LEVEL = 0.95;
  private static final int SPACE = View.ALL.indexOf(View.SPACE);
  private static final int OBJECTS = View.ALL.indexOf(View.OBJECTS);

  private static double[] space(Estimate space) {
    return DeviceSums.numbers(sums(space));
  }

  private static EstimateSums sums(Estimate space) {
    EstimateSums sums = EstimateSums.ofStacks();
    sums.add(SPACE, space);
    return sums;
  }

  private static double[] space(double bytes) {
    return space(Estimate.exact(bytes));
  }

  @Test
  void aDeviceCountsWithTheMeanOfItsRecordings() {
    DeviceSums sums = new DeviceSums(Population.of(2, LEVEL), new int[] {3, 1});
    sums.add(0, space(30));
    sums.add(1, space(100));
    sums.add(0, space(60));

    DeviceFigures.Row row = sums.row();
    // The third recording of the first device has nothing of the group.
    assertThat(row.views().get(SPACE).mean().value()).isEqualTo((30 + 100) / 2.0);
    assertThat(row.views().get(SPACE).p95()).isEqualTo(100);
    assertThat(row.views().get(OBJECTS).mean()).isEqualTo(Estimate.ZERO);
  }

  @Test
  void aDeviceWithoutTheGroupCountsAsZero() {
    int[] recordings = new int[10];
    Arrays.fill(recordings, 1);
    DeviceSums sums = new DeviceSums(Population.of(10, LEVEL), recordings);
    sums.add(7, space(500));
    sums.add(2, space(0));

    DeviceFigures.Row row = sums.row();
    assertThat(row.devices()).isEqualTo(1);
    assertThat(row.share().value()).isEqualTo(0.1);
    assertThat(row.views().get(SPACE).mean().value()).isEqualTo(50);
    assertThat(row.views().get(SPACE).p50()).isZero();
  }

  @Test
  void devicesWithoutAWeightAreLeftOut() {
    Population population = Population.weighted(new double[] {1, 0, 1}, LEVEL);
    DeviceSums sums = new DeviceSums(population, new int[] {1, 1, 1});
    sums.add(1, space(1e9));
    sums.add(2, space(10));

    assertThat(sums.row().views().get(SPACE).mean().value()).isEqualTo(5);
    assertThat(sums.row().devices()).isEqualTo(1);
  }

  @Test
  void nothingIsLeftAfterClearing() {
    DeviceSums used = new DeviceSums(Population.of(3, LEVEL), new int[] {1, 1, 1});
    used.add(0, space(1));
    DeviceFigures.Row first = used.row();
    used.clear();
    used.add(2, space(8));
    used.clear();
    used.add(0, space(1));

    assertThat(used.row()).isEqualTo(first);
  }

  @Test
  void anErrorThatAllDevicesShareDoesNotShrinkWithTheirNumber() {
    int devices = 1000;
    int[] recordings = new int[devices];
    Arrays.fill(recordings, 1);
    DeviceSums sums = new DeviceSums(Population.of(devices, LEVEL), recordings);
    for (int device = 0; device < devices; device++) {
      // A model that may be wrong by a factor of two.
      sums.add(device, space(new Estimate(100, 50, 200, 50, 200)));
    }

    Estimate mean = sums.row().views().get(SPACE).mean();
    EstimateSums one = sums(new Estimate(100, 50, 200, 50, 200));
    assertThat(mean.value() - mean.low()).isEqualTo(one.commonLower(SPACE), within(1e-9));
    assertThat(mean.high() - mean.value()).isEqualTo(one.commonUpper(SPACE), within(1e-9));
  }

  /**
   * Devices with a long tail of memory, each with one to four recordings that vary by a tenth and
   * are sampled every 32 KiB. The sum's interval, divided by the number of devices, is what was
   * known of the mean before: that of these recordings, not of devices like these.
   */
  @ParameterizedTest
  @CsvSource({"20, 2000", "200, 1000", "2000, 200"})
  @Tag("slow")
  void intervalsHoldForDevicesAndThoseOfSumsDoNot(int devices, int fleets) {
    Random random = new Random(devices);
    double spread = 0.8;
    double truth = 1e6 * Math.exp(spread * spread / 2);
    int covered = 0;
    int coveredBySum = 0;
    for (int fleet = 0; fleet < fleets; fleet++) {
      int[] recordings = random.ints(devices, 1, 5).toArray();
      DeviceSums sums = new DeviceSums(Population.of(devices, LEVEL), recordings);
      EstimateSums all = EstimateSums.ofStacks();
      double weight = 0;
      for (int device = 0; device < devices; device++) {
        double memory = 1e6 * Math.exp(spread * random.nextGaussian());
        for (int i = 0; i < recordings[device]; i++) {
          Estimate seen = sampled(memory * (1 + 0.1 * random.nextGaussian()), random);
          sums.add(device, space(seen));
          all.add(0, seen);
          weight++;
        }
      }
      Estimate mean = sums.row().views().get(SPACE).mean();
      covered += mean.low() <= truth && truth <= mean.high() ? 1 : 0;
      coveredBySum += all.low(0) / weight <= truth && truth <= all.high(0) / weight ? 1 : 0;
    }
    assertThat((double) covered / fleets).isBetween(0.92, 0.98);
    assertThat((double) coveredBySum / fleets).isLessThan(0.7);
  }

  private static Estimate sampled(double bytes, Random random) {
    double interval = 32 << 10;
    double expected = Math.max(0, bytes / interval);
    double samples = Math.max(0, Math.rint(expected + Math.sqrt(expected) * random.nextGaussian()));
    double half = 1.96 * interval * Math.sqrt(samples);
    double value = interval * samples;
    return new Estimate(value, value - half, value + half);
  }
}
