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
    "100, 30, 240, APPROXIMATE",
    "100, 100, 800, APPROXIMATE",
    "100, 30, 241, MAGNITUDE",
    "-100, -125, -80, PLAIN",
    "-100, -800, -100, APPROXIMATE",
    "-100, -801, -100, MAGNITUDE",
    "0, 0, 0, PLAIN",
    "0, 0, 1, MAGNITUDE",
    "-5, -10, 5, MAGNITUDE"
  })
  void theWidthOfTheIntervalDecides(double value, double low, double high, Grade grade) {
    assertThat(Grade.of(value, low, high)).isEqualTo(grade);
    assertThat(grade.atBest(Grade.PLAIN)).isEqualTo(grade);
    assertThat(grade.atBest(Grade.APPROXIMATE))
        .isEqualTo(grade == Grade.PLAIN ? Grade.APPROXIMATE : grade);
  }
}
