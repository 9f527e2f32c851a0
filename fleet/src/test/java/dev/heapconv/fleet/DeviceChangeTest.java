package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Figures of another implementation, in NumPy and SciPy, on the devices of {@code
 * prototype-devices.csv}: 40 in both groups, 25 in the first only, 15 in the second only. Its
 * p-values of permutations are from 200,000 random ones.
 */
class DeviceChangeTest {

  private static final int ROWS = 10;
  private static final double PERMUTATIONS = 200_000;
  private static final DeviceSpread NONE = DeviceSpread.of(0, 0, 0, 0);

  @ParameterizedTest
  @CsvFileSource(resources = "prototype-changes.csv", numLinesToSkip = 1)
  void anotherImplementationComesToTheSame(
      String parts,
      int row,
      long k,
      double change,
      double error,
      double degrees,
      double low,
      double high,
      double p,
      double permuted)
      throws IOException {
    List<Double> differences = new ArrayList<>();
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    for (double[] device : devices()) {
      double a = device[2 + row];
      double b = device[2 + ROWS + row];
      if (device[0] == 1 && device[1] == 1) {
        differences.add(b - a);
      } else if (parts.equals("both")) {
        (device[0] == 1 ? before : after).add(device[0] == 1 ? a : b);
      }
    }
    DeviceChange found = DeviceChange.of(spread(differences), spread(before), spread(after));
    assertThat(found.change()).isCloseTo(change, offset(1e-9 * Math.abs(change)));
    assertThat(found.error()).isCloseTo(error, offset(1e-9 * error));
    assertThat(found.degrees()).isCloseTo(degrees, offset(1e-9 * degrees));
    assertThat(found.change() - found.margin(0.05)).isCloseTo(low, offset(1e-9 * Math.abs(low)));
    assertThat(found.change() + found.margin(0.05)).isCloseTo(high, offset(1e-9 * Math.abs(high)));
    assertThat(found.pValue()).isCloseTo(p, offset(1e-9 * p));
    if (k < FleetComparison.FEW_DEVICES) {
      double exact =
          new ExactPermutation(
                  some(differences),
                  differences.size(),
                  some(before),
                  before.size(),
                  some(after),
                  after.size())
              .pValue();
      double noise = Math.sqrt(permuted * (1 - permuted) / PERMUTATIONS);
      assertThat(exact).isCloseTo(permuted, offset(4 * noise + 1 / PERMUTATIONS));
    }
  }

  private static List<double[]> devices() throws IOException {
    InputStream in = DeviceChangeTest.class.getResourceAsStream("prototype-devices.csv");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1)
          .map(line -> line.substring(line.indexOf(',') + 1).split(","))
          .map(cells -> Arrays.stream(cells).mapToDouble(Double::parseDouble).toArray())
          .toList();
    }
  }

  /** Those that lack a row are not listed. */
  private static DeviceSpread spread(List<Double> values) {
    double[] some = some(values);
    double mean = Arrays.stream(some).average().orElse(0);
    double variance =
        Arrays.stream(some).map(value -> (value - mean) * (value - mean)).average().orElse(0);
    return DeviceSpread.of(values.size(), some.length, mean, variance);
  }

  private static double[] some(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).filter(v -> v != 0).toArray();
  }

  @Test
  void tooFewDevicesTellNothing() {
    DeviceSpread three = DeviceSpread.of(3, 3, 100, 5);
    DeviceSpread many = DeviceSpread.of(50, 50, 100, 5);
    assertThat(DeviceChange.of(three, three, many).isKnown()).isFalse();
    assertThat(DeviceChange.of(many, three, many).degrees()).isEqualTo(49);
    assertThat(DeviceChange.of(three, many, many).degrees()).isCloseTo(98, offset(1e-9));
  }

  @Test
  void aChangeOfAllDevicesByTheSameIsCertain() {
    DeviceSpread same = DeviceSpread.of(30, 30, 4096, 0);
    DeviceSpread noisy = DeviceSpread.of(50, 50, 100, 1e6);
    DeviceChange certain = DeviceChange.of(same, noisy, noisy);
    assertThat(certain.change()).isEqualTo(4096);
    assertThat(certain.pValue()).isZero();
    assertThat(certain.margin(0.05)).isZero();
  }

  /** What is empty on all devices of a part must not hide what others say. */
  @Test
  void devicesThatLackARowOnBothSidesDoNotHideTheOthers() {
    DeviceSpread empty = DeviceSpread.of(30, 0, Double.NaN, Double.NaN);
    DeviceSpread before = DeviceSpread.of(50, 50, 100, 100);
    DeviceSpread after = DeviceSpread.of(50, 50, 150, 100);
    DeviceChange found = DeviceChange.of(empty, before, after);
    assertThat(found.change()).isEqualTo(50);
    assertThat(found.pValue()).isLessThan(1e-9);
    DeviceChange none = DeviceChange.of(empty, NONE, NONE);
    assertThat(none.change()).isZero();
    assertThat(none.pValue()).isEqualTo(1);
  }

  @Test
  void whatIsDetectableIsFoundWithItsPower() {
    DeviceChange change = DeviceChange.of(DeviceSpread.of(100, 100, 5, 400), NONE, NONE);
    // A normal approximation: 2 of 100, at 5 % and a power of 80 %.
    assertThat(change.detectable(0.05, 0.8)).isCloseTo(2.8 * 2.01, offset(0.1));
  }
}
