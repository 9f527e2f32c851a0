package dev.heapconv.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.query.ResultColumn;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
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
    assertThat(HumanNumbers.value(bytes, bytes, bytes, true)).startsWith(text);
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
    assertThat(HumanNumbers.duration(seconds, ResultColumn.Bound.VALUE)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "999, 999",
    "1000, 1000",
    "9999, 9999",
    "10000, 10.0k",
    "999499, 999k",
    "1e6, 1.00M"
  })
  void countsAreWrittenOutUpToFourDigits(double count, String text) {
    assertThat(HumanNumbers.value(count, count, count, false)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "12900000, 12500000, 13400000, 12.3 MiB, '[11.9, 12.8]'",
    "12900000, 9000000, 16000000, 12 MiB, '[8, 16]'",
    "1290000, 900000, 1600000, 1.2 MiB, '[0.8, 1.6]'",
    "4096, 1, 22800, 4.0 KiB, '[1 B, 22.3 KiB]'",
    "4096, 0, 22800, 4.0 KiB, '[0, 22.3]'",
    "10077000, 9680000, 10485000, 9.61 MiB, '[9.23, 10.0]'",
    "300, 200, 5000000, 300 B, '[200 B, 4.8 MiB]'",
  })
  void digitsEndWhereTheIntervalBegins(
      double value, double low, double high, String text, String interval) {
    assertThat(HumanNumbers.value(value, low, high, true)).isEqualTo(text);
    assertThat(HumanNumbers.interval(value, low, high, true, false)).isEqualTo(interval);
  }

  @ParameterizedTest
  @CsvSource({
    "249000, 194000, 1317000, 249k, '[194k, 1.4M]'", "8100, 1700, 55400, 8.1k, '[1.7k, 55.4k]'",
    "15, 1, 665, 15, '[1, 665]'", "1234, 1230, 1238, 1234, '[1230, 1238]'",
  })
  void countsSayTheirUnitsInIntervals(
      double value, double low, double high, String text, String interval) {
    assertThat(HumanNumbers.value(value, low, high, false)).isEqualTo(text);
    assertThat(HumanNumbers.interval(value, low, high, false, false)).isEqualTo(interval);
  }

  /** The truth may be anywhere in an interval, so none of it may be lost. */
  @Test
  void intervalsAreRoundedOutwards() {
    SplittableRandom random = new SplittableRandom(20261124);
    for (int i = 0; i < 2000; i++) {
      double value = Math.rint(Math.exp(14 * random.nextDouble()));
      double low = value * random.nextDouble();
      double high = value * (1 + 9 * random.nextDouble());
      for (String shown :
          List.of(
              HumanNumbers.interval(value, low, high, false, false),
              ColumnUnit.of(high, false).interval(low, high, false))) {
        String[] ends = shown.substring(1, shown.length() - 1).split(", ");
        assertThat(number(ends[0])).as("%s of %s", shown, low).isLessThanOrEqualTo(low * 1.00001);
        assertThat(number(ends[1])).as("%s of %s", shown, high).isGreaterThan(high * 0.99999);
      }
      assertThat(HumanNumbers.interval(-value, -high, -low, false, false))
          .isEqualTo(mirrored(HumanNumbers.interval(value, low, high, false, false)));
    }
  }

  private static double number(String end) {
    int unit = " kMGTPE".indexOf(end.charAt(end.length() - 1));
    String digits = end.replaceAll("[^0-9.]", "");
    return Double.parseDouble(digits) * Math.pow(1000, Math.max(0, unit));
  }

  private static String mirrored(String interval) {
    String[] ends = interval.substring(1, interval.length() - 1).split(", ");
    return "[-" + ends[1] + ", " + (ends[0].equals("0") ? "-0" : "-" + ends[0]) + "]";
  }

  @ParameterizedTest
  @CsvSource({"5, 5, 5, ''", "5, 0, Infinity, '-'", "0, 0, 0, ''"})
  void pointsAndUnknownIntervals(double value, double low, double high, String interval) {
    assertThat(HumanNumbers.interval(value, low, high, true, false)).isEqualTo(interval);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 33.3%", "1, 1, 100.0%", "1, 1000000, <0.1%", "0, 5, 0.0%", "1, 0, ''"})
  void percent(double part, double whole, String text) {
    assertThat(HumanNumbers.percent(part, whole)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"4096, 4 KiB", "1, 1 B", "1572864, 1.50 MiB", "3145728, 3 MiB", "100000, 97.7 KiB"})
  void sizesHaveNoIdleDigits(double bytes, String text) {
    assertThat(HumanNumbers.size(bytes)).isEqualTo(text);
  }
}
