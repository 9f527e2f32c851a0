package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The oracle gives the values of the design document, and the estimator stays near it where the
 * oracle is right.
 */
class WeightedReferenceTest {

  private final WeightedReference reference = new WeightedReference(4096);

  @ParameterizedTest
  @CsvSource({
    "240, 991232, 20250, 5670, 82700",
    "621, 2560000, 61500, 23600, 189000",
    "1154, 4833280, 30900, 19200, 163000",
    "2193, 10076160, 10550, 9420, 12980",
    "3000, 12288000, 3000, 3000, 3000",
    "400, 16000000, 400, 400, 400",
    "1966, 16596992, 4260, 2100, 15300",
    "1, 4096, 15, 1, 665",
    "1, 40000, 1, 1, 1"
  })
  void oracleReproducesTheDocument(long n, long bytes, double value, double low, double high) {
    Estimate estimate = reference.objects(n, bytes);
    assertThat(estimate.value()).isCloseTo(value, within(0.05 * value));
    assertThat(estimate.low()).isCloseTo(low, within(0.05 * low));
    assertThat(estimate.high()).isCloseTo(high, within(0.05 * high));
  }

  @Test
  void oracleReproducesTheDocumentAtALargeInterval() {
    Estimate estimate = new WeightedReference(32768).objects(330, 11010048);
    assertThat(estimate.value()).isCloseTo(12650, within(650.0));
    assertThat(estimate.low()).isCloseTo(5190, within(260.0));
    assertThat(estimate.high()).isCloseTo(116000, within(6000.0));
  }

  @ParameterizedTest
  @CsvSource({
    "240, 991232",
    "621, 2560000",
    "1154, 4833280",
    "2193, 10076160",
    "3000, 12288000",
    "400, 16000000",
    "1, 40000"
  })
  void estimatorAgreesWithTheOracleOnStacksOfOneSize(long n, long bytes) {
    Estimate estimate = WeightedUnskewer.create(4096, 4096, 0.95).objects(n, bytes);
    double value = reference.objects(n, bytes).value();
    assertThat(estimate.value()).isBetween(value / 1.3, value * 1.3);
    assertThat(estimate.low()).isLessThanOrEqualTo(value);
    assertThat(estimate.high()).isGreaterThanOrEqualTo(value);
  }
}
