package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers that do not depend on the order in which an engine adds. */
class SqlRowTest {

  private static double number(double value) {
    return new SqlRow(Map.of("x", value)).number("x");
  }

  @Test
  void sumsInAnyOrderAreOneNumber() {
    assertThat(0.1 + 0.2 + 0.3).isNotEqualTo(0.3 + 0.2 + 0.1);
    assertThat(number(0.1 + 0.2 + 0.3)).isEqualTo(number(0.3 + 0.2 + 0.1)).isEqualTo(0.6);
  }

  @Test
  void wholeNumbersStayAsTheyAre() {
    for (double whole : new double[] {0, -0.0, 1, -7, 9_999_999_999_999.0, 1L << 52, 1e300}) {
      assertThat(number(whole)).isEqualTo(whole);
      assertThat(number(-whole)).isEqualTo(-whole);
    }
    assertThat(number(Double.NaN)).isNaN();
    assertThat(number(Double.POSITIVE_INFINITY)).isInfinite();
  }

  @Test
  void orderIsKept() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      double value = Math.pow(10, random.nextDouble() * 40 - 20);
      double more = value * (1 + random.nextDouble() * 1e-11);
      assertThat(number(value)).isLessThanOrEqualTo(number(more));
      assertThat(number(value)).isCloseTo(value, within(value * 1e-11 + 1e-300));
    }
  }
}
