package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From which change of the mean recorded size on the error of the model counts, and how much. */
class SizeErrorsTest {

  /** An engine that knows one answer. */
  private record Recorded(List<SqlRow> answer) implements SqlEngine {
    @Override
    public List<SqlRow> rows(String sql) {
      return answer;
    }

    @Override
    public void keep(String table, String sql) {
      throw new AssertionError(sql);
    }

    @Override
    public void scan(String sql, Consumer<double[]> row) {
      throw new AssertionError(sql);
    }
  }

  private static SizeChanges changes(SqlRow... rows) throws IOException {
    return SizeChanges.of(
        new Recorded(List.of(rows)),
        new FleetQuestion(List.of("function"), "objects", false, 0),
        Map.of("cells_a", "a", "cells_b", "b"),
        TableSelection.parse("t", "a"),
        TableSelection.parse("t", "b"));
  }

  /**
   * Two devices with 10 and 30 samples of a mean size; the first has 80 bytes less than that, and
   * the other 80 more. The variance of the mean is 2 (80^2 + 80^2) / 40^2 = 16.
   */
  private static SqlRow recorded(int id, int side, double size, int devices) {
    double first = 10 * size - 80;
    double second = 30 * size + 80;
    return new SqlRow(
        Map.of(
            "id",
            id,
            "side",
            side,
            "devices",
            devices,
            "n",
            40.0,
            "s",
            first + second,
            "nn",
            1000.0,
            "ns",
            10 * first + 30 * second,
            "ss",
            first * first + second * second,
            "low",
            side == 0 ? 0.1 : 0.3,
            "high",
            side == 0 ? 0.2 : 0.4));
  }

  private static SqlRow row(String kind, int id, double before, double after) {
    return new SqlRow(Map.of("kind", kind, "id", id, "mean_a", before, "mean_b", after));
  }

  /**
   * 1.96 standard errors of a difference, each of 4 bytes, are 11.0874 bytes. A third device that
   * adds nothing to the sums makes the variance 3/2 / 2 of that: 9.602 bytes.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 0, false",
    "2, 11.08, false",
    "2, 11.09, true",
    "2, -11.08, false",
    "2, -11.09, true",
    "3, 9.60, false",
    "3, 9.61, true"
  })
  void sizesDifferBeyondNoise(int devices, double larger, boolean differ) throws IOException {
    SizeChanges changes =
        changes(recorded(1, 0, 48, devices), recorded(1, 1, 48 + larger, devices));
    assertThat(changes.error(row("row", 1, 100, 150)) > 0).isEqualTo(differ);
  }

  /** Each group may be off by itself, towards no change; the total by all of its rows. */
  @Test
  void errorsAreOfBothGroups() throws IOException {
    SizeChanges changes =
        changes(
            recorded(1, 1, 64, 2),
            recorded(1, 0, 48, 2),
            recorded(2, 0, 48, 2),
            recorded(2, 1, 64, 2));
    double high = Math.hypot(0.3 * 150, 0.2 * 100);
    double low = Math.hypot(0.4 * 50, 0.1 * 100);
    assertThat(changes.error(row("row", 1, 100, 150))).isEqualTo(high, within(1e-9));
    assertThat(changes.error(row("row", 2, 100, 50))).isEqualTo(low, within(1e-9));
    assertThat(changes.error(row("total", -1, 200, 201)))
        .isEqualTo(high + Math.hypot(0.3 * 50, 0.2 * 100), within(1e-9));
    double lowOfAll = low + Math.hypot(0.4 * 150, 0.1 * 100);
    assertThat(changes.error(row("total", -1, 200, 199))).isEqualTo(lowOfAll, within(1e-9));
    assertThat(changes.error(row("total", -1, 200, 200))).isEqualTo(lowOfAll, within(1e-9));
    assertThat(changes.error(row("row", 1, 100, 100)))
        .as("no change is no growth")
        .isEqualTo(Math.hypot(0.4 * 100, 0.1 * 100), within(1e-9));
  }

  @Test
  void whatIsNotKnownOfBothGroupsHasNoError() throws IOException {
    SizeChanges changes =
        changes(
            recorded(1, 0, 48, 2),
            recorded(2, 1, 64, 2),
            recorded(3, 0, 48, 1),
            recorded(3, 1, 96, 2),
            recorded(4, 0, 48, 2),
            recorded(4, 1, 96, 1));
    for (int id = 1; id <= 5; id++) {
      assertThat(changes.error(row("row", id, 100, 150))).as("row " + id).isZero();
    }
    assertThat(changes.error(row("total", -1, 100, 150))).isZero();
    assertThat(SizeChanges.none().error(row("row", 1, 100, 150))).isZero();
  }
}
