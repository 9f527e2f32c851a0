package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectableGrowthTest {

  private static final double MIB = 1 << 20;

  /** z(0.01) = 2.3263 and z(0.2) = 0.8416. */
  @Test
  void isTheFormula() {
    double shift = (2.326348 + 0.841621) * Math.sqrt(2 * 4096) / 2;
    assertThat(DetectableGrowth.of(MIB, 4096, 4096, 0.01, 0.8))
        .isCloseTo(shift * (2 * 1024 + shift), within(10.0));
    assertThat(DetectableGrowth.of(MIB, 0, 0, 0.01, 0.8)).as("exact").isZero();
    assertThat(DetectableGrowth.runs(MIB, 4099, 0.01, 0.01, 0.8)).isEqualTo(789);
    assertThat(DetectableGrowth.runs(MIB, 4099, 0.01, 0.01, 0.95)).isEqualTo(1240);
    assertThat(DetectableGrowth.runs(MIB, 0, 0.01, 0.01, 0.8)).as("exact").isOne();
  }

  @Test
  void runsAreAsManyAsDetectTheGrowth() {
    double runs = DetectableGrowth.runs(MIB, 4099, 0.05, 0.01, 0.8);
    assertThat(DetectableGrowth.of(runs * MIB, 4099, 4099, 0.01, 0.8))
        .isLessThanOrEqualTo(0.05 * runs * MIB);
    assertThat(DetectableGrowth.of((runs - 1) * MIB, 4099, 4099, 0.01, 0.8))
        .isGreaterThan(0.05 * (runs - 1) * MIB);
  }

  /** Also where the two recordings have other intervals. */
  @ParameterizedTest
  @CsvSource({
    "100, 4096, 4096, 0.8",
    "1000, 4096, 4096, 0.8",
    "1000, 4096, 4096, 0.95",
    "10000, 4096, 4096, 0.8",
    "1000, 4096, 32768, 0.8",
  })
  void theTestFindsItAsOftenAsSaid(int samples, double first, double second, double power) {
    double base = samples * first;
    double growth = DetectableGrowth.of(base, first, second, 0.01, power);
    var before = PoissonDistribution.of(samples);
    var after = PoissonDistribution.of((base + growth) / second);
    SplittableRandom random = new SplittableRandom(51);
    int pairs = 2000;
    int found = 0;
    for (int pair = 0; pair < pairs; pair++) {
      double n = before.inverseCumulativeProbability(random.nextDouble());
      double m = after.inverseCumulativeProbability(random.nextDouble());
      double expected = (n + m) * first * second / (first + second);
      double p =
          GrowthProbability.probability(
              m * second - n * first, m * second + n * first, expected, first, second);
      found += p <= 0.01 ? 1 : 0;
    }
    // Six standard errors are 0.05; the exact test finds a little less.
    assertThat((double) found / pairs).isCloseTo(power, within(0.05));
  }
}
