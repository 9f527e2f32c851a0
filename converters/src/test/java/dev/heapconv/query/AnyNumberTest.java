package dev.heapconv.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.show.DelimitedRenderer;
import dev.heapconv.show.JsonRenderer;
import dev.heapconv.testing.Effort;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every number that a file can hold can be shown: damaged and forged ones, too. */
class AnyNumberTest {

  private static final String NUMBER = "-?[0-9][0-9,]*(\\.[0-9]+)?(E[0-9]+)?";

  /** Powers, their neighbours, what no double or long exceeds, and random bits. */
  private static List<Double> numbers() {
    List<Double> numbers = new ArrayList<>(List.of(0.0, Double.MIN_VALUE, Double.MAX_VALUE));
    for (int power = -320; power <= 308; power++) {
      numbers.add(Math.pow(10, power));
    }
    for (int power = 0; power < Long.SIZE; power++) {
      double two = Math.pow(2, power);
      numbers.addAll(List.of(two, Math.nextDown(two), Math.nextUp(two)));
    }
    SplittableRandom random = new SplittableRandom(1);
    Stream.generate(() -> Double.longBitsToDouble(random.nextLong()))
        .filter(Double::isFinite)
        .limit(Effort.of(50, 500))
        .forEach(number -> numbers.add(Math.abs(number)));
    return numbers;
  }

  private static void assertNumber(String text, double value) {
    assertThat(text).as("%s", value).matches("(<0\\.01|" + NUMBER + ")( [KMGTPE]?i?B|[kMGTPE])?");
  }

  @Test
  void everyNumberIsShown() {
    for (double size : numbers()) {
      for (double value : new double[] {size, -size}) {
        for (boolean bytes : new boolean[] {false, true}) {
          assertNumber(HumanNumbers.exact(value, bytes), value);
          assertNumber(HumanNumbers.size(size), size);
          assertNumber(NumberUnit.of(size, bytes).value(value, value, value), value);
          assertNumber(NumberUnit.of(1, bytes).value(value, 0, Double.MAX_VALUE), value);
          assertNumber(NumberUnit.of(size, bytes).value(value, 0, value), value);
        }
      }
      // In nanoseconds it must not be infinite.
      assertThat(HumanNumbers.duration(Math.min(size, 1e299)))
          .matches(NUMBER + " (ns|us|ms|s|min|h|d)");
    }
  }

  @Test
  void everyIntervalIsShown() {
    String ends = "\\[[^\\[,]+(,[0-9]{3})*, [^\\[]+\\]|";
    List<Double> numbers = numbers();
    for (int i = 0; i + 1 < numbers.size(); i++) {
      double low = Math.min(numbers.get(i), numbers.get(i + 1));
      double high = Math.max(numbers.get(i), numbers.get(i + 1));
      for (boolean bytes : new boolean[] {false, true}) {
        for (NumberUnit unit : List.of(NumberUnit.of(high, bytes), NumberUnit.of(1, bytes))) {
          assertThat(unit.interval(low, high, true)).matches(ends);
          assertThat(unit.interval(-high, Double.MAX_VALUE, false)).matches(ends);
          assertThat(unit.range(low, high)).doesNotContain("NaN").matches("\\([0-9].*\\)");
          assertThat(unit.range(0, Double.MAX_VALUE))
              .doesNotContain("NaN")
              .matches("\\([0-9].*\\)");
          assertThat(unit.rough(high)).doesNotContain("NaN").matches("[~<][0-9].*");
        }
      }
    }
  }

  @Test
  void decimalsAreThoseOfTheNumber() {
    for (double size : numbers()) {
      for (double value : new double[] {size, -size}) {
        for (int decimals = 0; decimals <= 3; decimals++) {
          double near = Math.max(0.501 * Math.pow(10, -decimals), 1e-15 * size);
          assertThat(Double.parseDouble(HumanNumbers.fixed(value, decimals)))
              .as("%s", value)
              .isCloseTo(value, within(near));
        }
      }
      assertThat(HumanNumbers.percent(size, Double.MAX_VALUE)).endsWith("%");
      assertThat(HumanNumbers.percent(size, Double.MIN_VALUE)).doesNotContain("NaN");
    }
  }

  /** Numbers of all magnitudes of both signs, each with what lies just beside it. */
  private static List<double[]> estimates() {
    List<double[]> estimates = new ArrayList<>();
    for (double size : numbers()) {
      for (double value : new double[] {size, -size, size + 0.5}) {
        for (double half : new double[] {0, Math.ulp(value), 1e-10 * size, 0.25, 0.5, size}) {
          estimates.add(new double[] {value, value - half, value + half});
          estimates.add(new double[] {value, value, value + half});
          estimates.add(new double[] {value, value - half, value});
        }
      }
    }
    estimates.removeIf(ends -> Double.isInfinite(ends[1]) || Double.isInfinite(ends[2]));
    return estimates;
  }

  @ParameterizedTest
  @EnumSource(names = {"COUNT", "BYTES", "PERCENT", "DECIMAL"})
  void noEndPassesItsValueAndExactNumbersAreTheirOwnEnds(Kind kind) throws Exception {
    List<double[]> estimates = estimates();
    NumberColumn column =
        NumberColumn.of(
            Meta.of("n", kind, Role.CHANGE),
            row -> new Cell(estimates.get(row)[0], estimates.get(row)[1], estimates.get(row)[2]));
    int[] rows = IntStream.range(0, estimates.size()).toArray();
    Answer answer =
        new Answer(
            column,
            List.of(),
            List.of(column),
            new Answer.Rows(List.of(), 0),
            List.of(),
            null,
            null);
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    JsonRenderer.write(json, generator -> JsonRenderer.writeRows(answer, rows, generator));
    Matcher inJson = Pattern.compile(":(-?[0-9][0-9.E-]*)").matcher(json.toString(UTF_8));
    ByteArrayOutputStream csv = new ByteArrayOutputStream();
    DelimitedRenderer.csv().write(answer, rows, false, csv);
    String[] lines = csv.toString(UTF_8).split("\r\n");
    for (int row = 0; row < estimates.size(); row++) {
      double[] written = new double[6];
      String[] cells = lines[row + 1].split(",");
      for (int i = 0; i < 3; i++) {
        assertThat(inJson.find()).isTrue();
        written[i] = Double.parseDouble(inJson.group(1));
        written[3 + i] = Double.parseDouble(cells[i]);
      }
      boolean isExact = estimates.get(row)[1] == estimates.get(row)[2];
      for (int i = 0; i < written.length; i += 3) {
        boolean inOrder = written[i + 1] <= written[i] && written[i] <= written[i + 2];
        if (!inOrder || (isExact && written[i + 1] != written[i + 2])) {
          fail(Arrays.toString(estimates.get(row)) + " is " + Arrays.toString(written));
        }
      }
    }
  }
}
