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

  @ParameterizedTest
  @CsvSource({
    "6_321, 38_900, (6.3k-39k)",
    "201_000, 835_000, (200k-840k)",
    "96_000, 2_420_000, (96k-2.5M)",
    "0, 12, (0-12)",
    "950, 1_050, (0.95k-1.1k)",
    "3.4, 3.6, (3-4)"
  })
  void rangesOfCountsContainTheInterval(String low, String high, String text) {
    assertThat(
            ColumnUnit.of(1000, false)
                .range(
                    Double.parseDouble(low.replace("_", "")),
                    Double.parseDouble(high.replace("_", ""))))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "13_000, 34_000, (0.01-0.04)",
    "10, 20, (0-0.01)",
    "130_000_000, 460_000_000, (120-440)"
  })
  void rangesOfBytesHaveTheUnitOfTheColumn(String low, String high, String text) {
    assertThat(
            ColumnUnit.of(4_194_304, true)
                .range(
                    Double.parseDouble(low.replace("_", "")),
                    Double.parseDouble(high.replace("_", ""))))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"18_432, ~18k", "9.6, ~10", "0, ~0", "1_049_000, ~1.0M", "934, ~0.93k"})
  void roughCountsHaveTwoDigits(String value, String text) {
    assertThat(ColumnUnit.of(1000, false).rough(Double.parseDouble(value.replace("_", ""))))
        .isEqualTo(text);
  }
}
