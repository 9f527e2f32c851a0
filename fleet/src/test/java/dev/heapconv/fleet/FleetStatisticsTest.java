package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Means, variances and how they are put together, with and without weights. */
class FleetStatisticsTest {

  private static final double[] VALUES = {3, 0, 7, 12, 5};
  private static final double[] WEIGHTS = {1, 2, 1, 3, 0.5};

  private static DeviceSums sums(double[] weights, double[] values) {
    DeviceSums sums = new DeviceSums();
    for (int i = 0; i < values.length; i++) {
      sums.count(weights[i]);
      if (values[i] != 0) {
        sums.add(weights[i], values[i]);
      }
    }
    return sums;
  }

  private static double[] ones(double[] values) {
    return DoubleStream.of(values).map(value -> 1).toArray();
  }

  private static MeanChange mean(double... values) {
    return sums(ones(values), values).mean();
  }

  /** A weighted mean, whose devices tell as much as (sum w)^2 / sum w^2 of equal weight. */
  @Test
  void meansOfWeightedDevices() {
    DeviceSums sums = sums(WEIGHTS, VALUES);
    double w = 7.5;
    double w2 = 15.25;
    double mean = (3 + 7 + 36 + 2.5) / w;
    double squares = 0;
    double cubes = 0;
    for (int i = 0; i < VALUES.length; i++) {
      squares += Math.pow(WEIGHTS[i] * (VALUES[i] - mean), 2);
      cubes += Math.pow(WEIGHTS[i] * (VALUES[i] - mean), 3);
    }
    double effective = w * w / w2;
    assertThat(sums.n()).isEqualTo(5);
    assertThat(sums.weight()).isEqualTo(w);
    MeanChange found = sums.mean();
    assertThat(found.change()).isEqualTo(mean, within(1e-12));
    assertThat(found.variance())
        .isEqualTo(squares / w / w * effective / (effective - 1), within(1e-12));
    assertThat(found.degrees()).isEqualTo(effective - 1, within(1e-12));
    assertThat(found.third()).isEqualTo(cubes / w / w / w, within(1e-12));
    assertThat(found.skewness())
        .isEqualTo(found.third() / Math.pow(found.variance(), 1.5), within(1e-12));
    assertThat(found.error()).isEqualTo(Math.sqrt(found.variance()), within(1e-12));
    assertThat(found.statistic()).isEqualTo(mean / found.error(), within(1e-12));

    sums.clear();
    assertThat(sums.n()).isEqualTo(5);
    assertThat(sums.mean().change()).isZero();
    assertThat(sums.mean().variance()).isZero();
    assertThat(sums.mean().third()).isZero();
    assertThat(sums.mean().statistic()).isZero();
    assertThat(sums.mean().skewness()).isZero();
  }

  /** One device that outweighs all others has one degree of freedom. */
  @Test
  void oneDeviceTellsNothingOfOthers() {
    DeviceSums sums = sums(new double[] {1e9, 1, 1, 1}, new double[] {5, 1, 2, 3});
    assertThat(sums.mean().degrees()).isEqualTo(1);
    assertThat(sums.mean().variance()).isPositive().isFinite();
  }

  @Test
  void threeDevicesAreTooFewAndFourAreNot() {
    double[] three = {1, 2, 3};
    double[] four = {1, 2, 3, 5};
    DeviceSums few = sums(ones(three), three);
    DeviceSums enough = sums(ones(four), four);
    assertThat(few.isFew()).isTrue();
    assertThat(enough.isFew()).isFalse();
    assertThat(MeanChange.ofPairs(few).isKnown()).isFalse();
    assertThat(MeanChange.ofPairs(enough).change()).isEqualTo(2.75);
    assertThat(MeanChange.ofOthers(few, enough).isKnown()).isFalse();
    assertThat(MeanChange.ofOthers(enough, few).isKnown()).isFalse();
    assertThat(MeanChange.ofOthers(enough, enough).change()).isZero();
  }

  @Test
  void twoMeansDifferByWelch() {
    double[] before = {1, 2, 3, 5, 9, 4};
    double[] after = {4, 8, 6, 10};
    MeanChange found = MeanChange.ofOthers(sums(ones(before), before), sums(ones(after), after));
    MeanChange a = mean(before);
    MeanChange b = mean(after);
    double both = a.variance() + b.variance();
    assertThat(found.change()).isEqualTo(3, within(1e-12));
    assertThat(found.variance()).isEqualTo(both, within(1e-12));
    assertThat(found.degrees())
        .isEqualTo(
            both * both / (a.variance() * a.variance() / 5 + b.variance() * b.variance() / 3),
            within(1e-9));
    double skewness = (b.skewness() * 8 + a.skewness() * Math.pow(6, 1.5)) / 10;
    assertThat(found.third())
        .isEqualTo(
            skewness
                * (Math.pow(b.variance(), 1.5) / 2 - Math.pow(a.variance(), 1.5) / Math.sqrt(6)),
            within(1e-12));
    // All of each group alike: nothing is uncertain, and all devices count.
    MeanChange equal =
        MeanChange.ofOthers(
            sums(new double[] {1, 1, 1, 1}, new double[] {2, 2, 2, 2}),
            sums(new double[] {1, 1, 1, 1, 1}, new double[] {5, 5, 5, 5, 5}));
    assertThat(equal.change()).isEqualTo(3);
    assertThat(equal.error()).isZero();
    assertThat(equal.degrees()).isEqualTo(7);
    assertThat(equal.statistic()).isInfinite();
  }

  @Test
  void changesCountByTheirPrecision() {
    MeanChange paired = new MeanChange(10, 4, 7, 1);
    MeanChange others = new MeanChange(16, 12, 9, -2);
    assertThat(paired.shareWith(others)).isEqualTo(0.75);
    MeanChange both = paired.with(others);
    assertThat(both.change()).isEqualTo(11.5);
    assertThat(both.variance()).isEqualTo(3);
    assertThat(both.third()).isEqualTo(27 / 64.0 - 2 / 64.0, within(1e-12));
    // Satterthwaite: 3^2 / (2.25^2 / 7 + 0.75^2 / 9).
    assertThat(both.degrees()).isEqualTo(9 / (5.0625 / 7 + 0.5625 / 9), within(1e-9));
    assertThat(paired.with(MeanChange.UNKNOWN)).isSameAs(paired);
    assertThat(MeanChange.UNKNOWN.with(others)).isSameAs(others);
    assertThat(MeanChange.UNKNOWN.with(MeanChange.UNKNOWN).isKnown()).isFalse();
  }

  /** Devices of which none differs count for all if they changed, and for nothing if not. */
  @Test
  void certainChangesCountForAll() {
    MeanChange others = new MeanChange(16, 12, 9, -2);
    MeanChange certain = new MeanChange(10, 1e-12 * 10 * 10, 7, 0);
    assertThat(certain.with(others)).isSameAs(certain);
    assertThat(others.with(certain)).isSameAs(certain);
    assertThat(certain.error()).isZero();
    MeanChange hardly = new MeanChange(10, 1.01e-12 * 100, 7, 0);
    assertThat(hardly.error()).isPositive();
    MeanChange nothing = new MeanChange(0, 0, 7, 0);
    assertThat(nothing.with(others)).isSameAs(others);
    assertThat(others.with(nothing)).isSameAs(others);
  }

  @Test
  void sumsOfIndependentChanges() {
    MeanChange sum =
        MeanChange.sum(List.of(new MeanChange(1, 2, 5, 3), new MeanChange(4, 1, 8, -1)), 1, 3);
    assertThat(sum.change()).isEqualTo(0.25 + 3);
    assertThat(sum.variance()).isEqualTo(2 / 16.0 + 9 / 16.0);
    assertThat(sum.third()).isEqualTo(3 / 64.0 - 27 / 64.0);
    double inverse = Math.pow(2 / 16.0, 2) / 5 + Math.pow(9 / 16.0, 2) / 8;
    assertThat(sum.degrees()).isEqualTo(Math.pow(11 / 16.0, 2) / inverse, within(1e-9));
    assertThat(MeanChange.sum(List.of())).isSameAs(MeanChange.UNKNOWN);
    MeanChange certain = new MeanChange(1, 0, 5, 0);
    assertThat(MeanChange.sum(List.of(certain, certain), 1, 1).degrees()).isEqualTo(5);
  }

  @Test
  void errorsOfTheModelAddToTheVariance() {
    MeanChange change = new MeanChange(10, 4, 7, 1);
    assertThat(change.withError(3)).isEqualTo(new MeanChange(10, 13, 7, 1));
    assertThat(change.withError(0)).isSameAs(change);
  }

  /** 6 apart, with variances of 4 and 12: t is 1.5 with Satterthwaite's degrees of freedom. */
  @Test
  void pairsAndOthersDisagreeByT() {
    MeanChange paired = new MeanChange(10, 4, 7, 1);
    MeanChange others = new MeanChange(16, 12, 9, -2);
    double degrees = 16 * 16 / (16 / 7.0 + 144 / 9.0);
    double p = 2 * TDistribution.of(degrees).survivalProbability(1.5);
    assertThat(MeanChange.disagreement(paired, others)).isEqualTo(p, within(1e-9));
    assertThat(MeanChange.disagreement(others, paired)).isEqualTo(p, within(1e-9));
    assertThat(MeanChange.disagreement(paired, MeanChange.UNKNOWN)).isOne();
    assertThat(MeanChange.disagreement(MeanChange.UNKNOWN, paired)).isOne();
    MeanChange certain = new MeanChange(10, 0, 7, 0);
    assertThat(MeanChange.disagreement(certain, certain)).isOne();
  }

  private static double least(double end, double skewness) {
    return Math.min(
        SkewedInterval.transformed(end, skewness), SkewedInterval.transformed(end, 1.4 * skewness));
  }

  /** Both ends solve T + a T^2 / 3 + a^2 T^3 / 27 + a / 6 = t, for a or for 1.4 a. */
  @ParameterizedTest
  @CsvSource({"2, 0.3", "2, -0.3", "1.5, 0.9", "2.5, -0.9", "2, 0", "3, 1e-10"})
  void skewedIntervalsSolveHallsCubic(double t, double skewness) {
    double below = SkewedInterval.below(t, skewness);
    double above = SkewedInterval.above(t, skewness);
    assertThat(least(below, skewness)).isEqualTo(t, within(1e-8));
    assertThat(least(above, -skewness)).isEqualTo(t, within(1e-8));
    assertThat(SkewedInterval.transformed(2, 0.6))
        .isEqualTo(2 + 0.6 * 4 / 3 + 0.36 * 8 / 27 + 0.1, within(1e-12));
  }

  @Test
  void sectionsCountWhoHoldsAnything() {
    SectionSums section = new SectionSums(3);
    assertThat(section.number()).isEqualTo(3);
    for (int part : new int[] {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2}) {
      section.part(part).count(2);
    }
    section.add(DeviceGroups.FIRST, 2, 7, 0);
    section.add(DeviceGroups.SECOND, 2, 0, 9);
    section.add(DeviceGroups.SECOND, 2, 0, 0);
    section.add(DeviceGroups.BOTH, 2, 4, 0);
    section.add(DeviceGroups.BOTH, 2, 5, 6);
    assertThat(section.holding(0)).isEqualTo(3);
    assertThat(section.holding(1)).isEqualTo(2);
    assertThat(section.holding(2)).isEqualTo(4);
    assertThat(section.devices(0)).isEqualTo(9);
    assertThat(section.devices(1)).isEqualTo(9);
    assertThat(section.devices()).isEqualTo(13);
    assertThat(section.weight(0)).isEqualTo(18);
    assertThat(section.share()).isEqualTo(9);
    assertThat(section.mean(0)).isEqualTo(2 * (7 + 4 + 5) / 18.0);
    assertThat(section.mean(1)).isEqualTo(2 * (9 + 6) / 18.0);
    // Of pairs -4 and 1 of five devices, of others 9 of four minus 7 of four.
    assertThat(section.ofPairs().change()).isEqualTo(-3 / 5.0, within(1e-12));
    assertThat(section.ofOthers().change()).isEqualTo(2 / 4.0, within(1e-12));
    section.clear();
    assertThat(section.holding(0) + section.holding(1) + section.holding(2)).isZero();
    assertThat(section.mean(0) + section.mean(1)).isZero();
    assertThat(section.devices()).isEqualTo(13);
    assertThat(section.change().change()).isZero();
  }
}
