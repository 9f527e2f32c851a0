package dev.heapconv.unskew.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.unskew.plan.CountPlanner.Size;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapprofdDrawsTest {

  private static final int DRAWS = 4000;

  /** Means below and above that from which quantiles are approximated. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.3",
    "10, 0.02",
    "10, 0.98",
    "1000, 0.2",
    "499, 0.5",
    "2000, 0.9",
    "3000, 0.1",
    "100000, 0.3",
    "100000, 0.9999",
    "1000000000, 1e-7"
  })
  void quantilesAreThoseOfTheBinomialDistribution(int n, double p) {
    BinomialDistribution reference = BinomialDistribution.of(n, p);
    int off = 0;
    for (int i = 0; i < 999; i++) {
      double quantile = (i + 0.5) / 999;
      long difference =
          HeapprofdDraws.binomial(n, p, quantile)
              - reference.inverseCumulativeProbability(quantile);
      assertThat(difference).isBetween(-1L, 1L);
      off += difference == 0 ? 0 : 1;
    }
    assertThat(off).isLessThan(50);
  }

  @Test
  void extremeProbabilities() {
    assertThat(HeapprofdDraws.binomial(1L << 60, 1, 0.3)).isEqualTo(1L << 60);
    assertThat(HeapprofdDraws.binomial(1L << 60, 0, 0.3)).isZero();
    assertThat(HeapprofdDraws.binomial(1L << 60, 1e-18, 0.999999)).isBetween(1L, 12L);
    assertThat(HeapprofdDraws.binomial(1_000_000_000_000L, 1e-300, 1 - 1e-16)).isLessThan(100);
  }

  /** Recorded bytes are unbiased, over all sites, seen or not. */
  @ParameterizedTest
  @CsvSource({
    "4096, 10, 24",
    "4096, 1000, 24",
    "4096, 100000, 300",
    "64, 20, 63",
    "2, 50, 1",
    "32768, 1000000000000, 24",
    "1024, 7, 5000"
  })
  void theMeansAreRight(long interval, long count, long size) {
    for (List<Size> mix :
        List.of(
            List.of(new Size(size, 3)),
            List.of(new Size(size, 0.9), new Size(10 * size, 0.08), new Size(200 * size, 0.02)))) {
      HeapprofdDraws draws = new HeapprofdDraws(interval, count, mix);
      double recorded = 0;
      double bytes = 0;
      double squares = 0;
      for (int i = 0; i < DRAWS; i++) {
        draws.next((i + 0.5) / DRAWS);
        assertThat(draws.recorded()).isBetween(1L, count);
        assertThat(draws.bytes()).isGreaterThanOrEqualTo(draws.recorded());
        recorded += draws.recorded();
        bytes += draws.bytes();
        squares += (double) draws.bytes() * draws.bytes();
      }
      double seen = draws.probabilityOfSample() / DRAWS;
      double mean = bytes / DRAWS;
      double deviation = Math.sqrt(Math.max(0, squares / DRAWS - mean * mean) / DRAWS);
      double error = 4 * deviation * draws.probabilityOfSample() + 1e-9 * mean;
      double trueBytes = 0;
      double shares = 0;
      for (Size part : mix) {
        trueBytes += count * part.share() * part.bytes();
        shares += part.share();
      }
      assertThat(recorded * seen)
          .isCloseTo(draws.expectedRecorded(), offset(0.002 * draws.expectedRecorded()));
      assertThat(bytes * seen).isCloseTo(trueBytes / shares, offset(error));
    }
  }

  @Test
  void sizesBelowTheIntervalAreRecordedInWholeIntervals() {
    HeapprofdDraws draws =
        new HeapprofdDraws(4096, 5000, List.of(new Size(24, 1), new Size(4095, 1)));
    for (int i = 0; i < 100; i++) {
      draws.next((i + 0.5) / 100);
      assertThat(draws.bytes() % 4096).isZero();
      assertThat(draws.bytes()).isGreaterThan(4096 * draws.recorded());
    }
  }

  @Test
  void sizesFromTheIntervalOnAreRecordedExactly() {
    HeapprofdDraws draws = new HeapprofdDraws(4096, 5000, List.of(new Size(4097, 1)));
    draws.next(0.01);
    assertThat(draws.recorded()).isEqualTo(5000);
    assertThat(draws.bytes()).isEqualTo(5000 * 4097);
  }
}
