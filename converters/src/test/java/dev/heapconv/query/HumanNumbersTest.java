package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HumanNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1 B",
    "999, 999 B",
    "1000, 0.98 KiB",
    "1024, 1.00 KiB",
    "1023487, 999 KiB",
    "1023488, 0.98 MiB",
    "10465000, 9.98 MiB",
    "10485760, 10.0 MiB",
    "104857600, 100 MiB",
    "1e15, 909 TiB",
    "1.7e308, 1.47451",
  })
  void bytesHaveThreeDigits(double bytes, String text) {
    assertThat(HumanNumbers.exact(bytes, true)).startsWith(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "4.2e-6, 4.2 us",
    "0.0153, 15 ms",
    "0.9999, 1.0 s",
    "59, 59 s",
    "60, 1.0 min",
    "5400, 1.5 h",
    "864000, 10 d",
    "1e9, 11574 d"
  })
  void durationsHaveTwoDigitsOrMore(double seconds, String text) {
    assertThat(HumanNumbers.duration(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 33.3 %", "1, 1, 100.0 %", "1, 1000000, <0.1 %", "0, 5, 0.0 %", "1, 0, ''"})
  void percent(double part, double whole, String text) {
    assertThat(HumanNumbers.percent(part, whole)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"4096, 4 KiB", "1, 1 B", "1572864, 1.50 MiB", "3145728, 3 MiB", "100000, 97.7 KiB"})
  void sizesHaveNoIdleDigits(double bytes, String text) {
    assertThat(HumanNumbers.size(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource(Cell.Bound.class)
  void anExactNumberIsItsOwnEnds(Cell.Bound as) {
    assertThat(HumanNumbers.rounded(2_097_152_000, as)).isEqualTo(2_097_152_000);
    assertThat(HumanNumbers.rounded(1L << 40, as)).isEqualTo(1L << 40);
  }
}
