package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberUnitTest {

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
    assertThat(NumberUnit.of(largest, true).value(value, value, value)).isEqualTo(text);
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
    assertThat(NumberUnit.of(3_097_331, false).value(value, low, high)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "21281, 41500, '[21,000, 42,000]'",
    "10, 99, '[10, 99]'",
    "-21281, -3.5, '[-22,000, -3]'"
  })
  void endsOfIntervalsAreRoundedAwayFromTheValue(double low, double high, String text) {
    assertThat(NumberUnit.of(1000, false).interval(low, high, false)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"2097152, 4194304, '[2.00, 4.00]'", "1, 4194304, '[<0.01, 4.00]'", "1, 2, ''"})
  void intervalsAreInTheSameUnit(double low, double high, String text) {
    assertThat(NumberUnit.of(4_194_304, true).interval(low, high, false)).isEqualTo(text);
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
            NumberUnit.of(1000, false)
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
            NumberUnit.of(4_194_304, true)
                .range(
                    Double.parseDouble(low.replace("_", "")),
                    Double.parseDouble(high.replace("_", ""))))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"18_432, ~18k", "9.6, ~10", "0, ~0", "1_049_000, ~1.0M", "934, ~0.93k"})
  void roughCountsHaveTwoDigits(String value, String text) {
    assertThat(NumberUnit.of(1000, false).rough(Double.parseDouble(value.replace("_", ""))))
        .isEqualTo(text);
  }

  /** The truth may be anywhere in an interval, so none of it may be lost. */
  @Test
  void intervalsAreRoundedOutwards() {
    SplittableRandom random = new SplittableRandom(20261124);
    for (int i = 0; i < 2000; i++) {
      double low = Math.exp(14 * random.nextDouble());
      double high = low * (1 + 9 * random.nextDouble());
      String shown = NumberUnit.of(high, false).interval(low, high, false);
      String[] ends = shown.substring(1, shown.length() - 1).split(", ");
      assertThat(number(ends[0])).as("%s of %s", shown, low).isLessThanOrEqualTo(low * 1.00001);
      assertThat(number(ends[1])).as("%s of %s", shown, high).isGreaterThan(high * 0.99999);
    }
  }

  private static double number(String end) {
    return Double.parseDouble(end.replace(",", ""));
  }
}
