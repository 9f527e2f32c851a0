package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnUnitTest {

  @ParameterizedTest
  @CsvSource({
    "26214400, 26214400, 25.0 MiB",
    "26214400, 643072, 0.61 MiB",
    "26214400, 1, <0.01 MiB",
    "26214400, 0, 0",
    "26214400, -643072, -0.61 MiB",
    "900, 108, 108 B",
    "1073741824, 1048576, <0.01 GiB"
  })
  void bytesAreInTheUnitOfTheLargest(double largest, double value, String text) {
    assertThat(ColumnUnit.of(largest, true).value(value, value, value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "8462, 8462, 8462, '8,462'",
    "8462, 8400, 8520, '8,460'",
    "8462, 2000, 100000, '8,500'",
    "3097331, 3097331, 3097331, '3,097,331'",
    "400, 400, 400, 400"
  })
  void countsAreWrittenOutAsFarAsTheyAreSure(double value, double low, double high, String text) {
    assertThat(ColumnUnit.of(3_097_331, false).value(value, low, high)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "21281, 41500, '[21,000, 42,000]'",
    "10, 99, '[10, 99]'",
    "-21281, -3.5, '[-22,000, -3]'"
  })
  void endsOfIntervalsAreRoundedAwayFromTheValue(double low, double high, String text) {
    assertThat(ColumnUnit.of(1000, false).interval(low, high, false)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2097152, 4194304, '[2.00, 4.00]'",
    "1, 4194304, '[<0.01, 4.00]'",
    "1, 2, ''",
    "5, 5, ''",
    "0, Infinity, -"
  })
  void intervalsAreInTheSameUnit(double low, double high, String text) {
    assertThat(ColumnUnit.of(4_194_304, true).interval(low, high, false)).isEqualTo(text);
  }
}
