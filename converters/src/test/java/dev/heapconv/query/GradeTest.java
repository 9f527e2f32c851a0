package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradeTest {

  @ParameterizedTest
  @CsvSource({
    "100, 80, 125, PLAIN",
    "100, 79, 100, APPROXIMATE",
    "100, 100, 126, APPROXIMATE",
    "100, 50, 200, APPROXIMATE",
    "100, 49, 100, MAGNITUDE",
    "100, 100, 201, MAGNITUDE",
    "-100, -125, -80, PLAIN",
    "-100, -201, -100, MAGNITUDE",
    "0, 0, 0, PLAIN",
    "0, 0, 1, MAGNITUDE",
    "-5, -10, 5, MAGNITUDE"
  })
  void theFartherEndDecides(double value, double low, double high, Grade grade) {
    assertThat(Grade.of(value, low, high)).isEqualTo(grade);
  }
}
