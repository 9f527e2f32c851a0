package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slopes of simulated fleets, whose devices hold what is known. */
@Tag("slow")
class FleetTrendTest {

  private static final int DAYS = 14;
  private static final int DEVICES = 40;
  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("date"), "space", false, 0);

  @TempDir private static Path folder;
  private static DuckDbTables engine;

  @BeforeAll
  static void open() throws IOException {
    engine = new DuckDbTables(folder);
  }

  @AfterAll
  static void close() throws IOException {
    engine.close();
  }

  /** What a device holds on a day; null if it sends nothing. */
  private interface Held {
    @Nullable Double on(int day, int device);
  }

  private static @Nullable FleetTrend trend(int days, int devices, Held held) throws IOException {
    List<String> values = new ArrayList<>();
    for (int day = 0; day < days; day++) {
      for (int device = 0; device < devices; device++) {
        Double x = held.on(day, device);
        if (x != null) {
          values.add(
              "(DATE '%s', 'd%d', CAST('%s' AS DOUBLE))"
                  .formatted(LocalDate.of(2026, 11, 24).plusDays(day), device, x));
        }
      }
    }
    String rows =
        ", concat(device, '/', date) AS recording, 1 AS weight, 'f' AS function, 0 AS space_var, 0"
            + " AS space_model_low, 0 AS space_model_high FROM (VALUES %s) AS v(date, device, space)"
                .formatted(String.join(", ", values));
    engine.keep("a_recordings", "SELECT *" + rows);
    engine.keep("a_functions", "SELECT *" + rows);
    return FleetFigures.of(engine, QUESTION, TableSelection.parse("t", "a"), 0.95, null)
        .findings()
        .trend();
  }

  private static FleetTrend found(int devices, Held held) throws IOException {
    FleetTrend trend = trend(DAYS, devices, held);
    assertThat(trend).isNotNull();
    return trend;
  }

  private static double[] lognormal(Random random, int n, double sigma) {
    return random.doubles(n).map(u -> Math.exp(sigma * random.nextGaussian())).toArray();
  }

  @Test
  void aSlopeIsFoundThroughDays() throws IOException {
    FleetTrend exact = found(3, (day, device) -> 1000.0 * device + 10 * day);
    assertThat(exact.perDay()).isCloseTo(10, within(1e-6));
    assertThat(exact.days()).isEqualTo(DAYS);
    Random random = new Random(49);
    double[] devices = lognormal(random, DEVICES, 1);
    FleetTrend rises =
        found(
            DEVICES,
            (day, device) ->
                devices[device] * Math.exp(0.3 * random.nextGaussian()) * (1 + 0.05 * day));
    assertThat(rises.low()).isPositive();
    assertThat(rises.text(QUESTION)).startsWith("space rises: by ").endsWith(" over 14 days");
    assertThat(trend(2, 3, (day, device) -> 1.0)).isNull();
  }

  /** Numbers of any size, which print as 1.0E7 or 1.0E-9. */
  @Test
  void devicesMayHoldMuch() throws IOException {
    FleetTrend much = found(3, (day, device) -> 2e12 * (device + 1) + 1e10 * day);
    assertThat(much.perDay()).isCloseTo(1e10, within(1.0));
  }

  /**
   * Each shakes one of the two errors: days alone call a turnover a trend, devices alone a shock.
   */
  @Test
  void neitherTurnoverNorShocksOfDaysAreTrends() throws IOException {
    int turnovers = 0;
    int shocks = 0;
    for (int fleet = 0; fleet < Effort.of(6, 40); fleet++) {
      Random random = new Random(fleet);
      int all = DEVICES * 3;
      double[] devices = lognormal(random, all, 1);
      double[] days = lognormal(random, DAYS, 0.2);
      // A device stays for a week.
      turnovers +=
          isTrend(
              found(
                  all,
                  (day, device) -> {
                    int age = day - (device % (DAYS + 7) - 7);
                    return age >= 0 && age < 7 ? devices[device] : null;
                  }));
      shocks += isTrend(found(DEVICES, (day, device) -> devices[device] * days[day]));
    }
    // One in twenty is called a trend by chance.
    assertThat(turnovers).isLessThanOrEqualTo(Effort.of(2, 6));
    assertThat(shocks).isLessThanOrEqualTo(Effort.of(2, 6));
  }

  private static int isTrend(FleetTrend trend) {
    return trend.low() > 0 || trend.high() < 0 ? 1 : 0;
  }
}
