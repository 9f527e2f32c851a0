package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.testing.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingPlanTest {

  private static final double KIB = 1024;
  private static final double MIB = 1024 * KIB;

  @Test
  void publishedFigureFor512KiB() {
    assertThat(new SamplingPlan(512 * KIB, 1.5 * MIB).probabilityOfSample())
        .isCloseTo(1 - Math.exp(-3), offset(1e-15))
        .isGreaterThan(0.95);
    assertThat(SamplingPlan.bytesSeenWith(0.95, 512 * KIB)).isBetween(1.49 * MIB, 1.5 * MIB);
  }

  @Test
  void publishedFigureFor2048KiB() {
    assertThat(new SamplingPlan(2048 * KIB, 3.5 * MIB).probabilityOfSample()).isGreaterThan(0.8);
  }

  /** The series summed with 40 digits (mpmath). */
  @ParameterizedTest
  @CsvSource({
    "1e-9, 1.999999998, 999999999.5",
    "0.5, 1.21306131942527, 1.5414940825368",
    "0.999, 0.736495009227326, 0.582898377613004",
    "1, 0.735758882342885, 0.581976706869326",
    "3.7, 0.4174402621007, 0.402672212740932",
    "15.99, 0.198558541965937, 0.198558450869144",
    "16, 0.198435063244312, 0.198434973040051",
    "50.25, 0.112579862054958, 0.112579862054958",
    "1000.5, 0.0252260702923931, 0.0252260702923931",
    "123456.75, 0.00227081983042801, 0.00227081983042801",
    "1e9, 2.5231325218099e-5, 2.5231325218099e-5",
    "1e12, 7.97884560802799e-7, 7.97884560802799e-7"
  })
  void errorsAreThoseOfTheSeries(double lambda, double error, double errorGivenSample) {
    SamplingPlan plan = new SamplingPlan(4096, 4096 * lambda);
    assertThat(plan.expectedRelativeError()).isCloseTo(error, withinPercentage(1e-9));
    assertThat(plan.expectedRelativeErrorGivenSample())
        .isCloseTo(errorGivenSample, withinPercentage(1e-9));
  }

  @Test
  void manySamplesErrAsTheNormalDistributionDoes() {
    assertThat(new SamplingPlan(2, 2e10).expectedRelativeError())
        .isCloseTo(Math.sqrt(2 / (Math.PI * 1e10)), withinPercentage(1e-6));
  }

  @Test
  void everyByteSampledIsExact() {
    assertThat(new SamplingPlan(1, 100).probabilityOfSample()).isEqualTo(1);
    assertThat(new SamplingPlan(0, 100).expectedRelativeError()).isZero();
    assertThat(new SamplingPlan(4096, 0).probabilityOfSample()).isZero();
  }

  @Test
  void anythingGivesADefinedResult() {
    Cases.forAll(
        1000,
        values -> {
          SamplingPlan plan = new SamplingPlan(values.anyDouble(), values.anyDouble());
          assertThat(plan.probabilityOfSample()).isBetween(0.0, 1.0);
          assertThat(plan.expectedRelativeError()).isBetween(0.0, 2.0);
          assertThat(plan.expectedRelativeErrorGivenSample()).isBetween(0.0, Double.MAX_VALUE);
        });
  }

  @Test
  void moreBytesAreSeenSoonerAndErrLess() {
    Cases.forAll(
        1000,
        values -> {
          double lambda = values.between(0.01, 1e9);
          SamplingPlan less = new SamplingPlan(1000, 1000 * lambda);
          SamplingPlan more = new SamplingPlan(1000, 1100 * lambda);
          assertThat(more.probabilityOfSample()).isGreaterThanOrEqualTo(less.probabilityOfSample());
          assertThat(more.expectedRelativeError())
              .isLessThanOrEqualTo(less.expectedRelativeError() * (1 + 1e-12));
        });
  }
}
