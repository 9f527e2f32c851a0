package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which rows the figures of a fleet have, in which order, and what is said beside them; {@link
 * FleetAnswerValuesTest} has the values. Of 400 devices, the last ten have another version, and
 * each quarter its day.
 */
class FleetFiguresTest {

  private static final String DEVICE =
      "DATE '2026-11-24' + CAST((i - 1) // 100 AS INT) AS date, concat('d', i) AS device,"
          + " concat('r', i) AS recording, 'p' AS package, CASE WHEN i > 390 THEN 2 ELSE 1 END AS"
          + " version_code, 4096 AS sampling_interval";

  @TempDir private Path folder;

  /** Of the function, the devices that meet a condition hold so many bytes. */
  private static String function(String name, String bytes, String devices) {
    return "SELECT %s, '%s' AS function, CAST(%s AS DOUBLE) AS space, 0 AS space_var, 0 AS"
            .formatted(DEVICE, name, bytes)
        + " space_model_low, 0 AS space_model_high FROM range(1, 401) AS devices(i) WHERE "
        + devices;
  }

  private FleetAnswer figures(List<String> by, int minDevices, @Nullable String filter)
      throws IOException {
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      engine.keep(
          "a_recordings",
          "SELECT "
              + DEVICE
              + ", CAST(NULL AS DOUBLE) AS weight, 'ok' AS status, 1.0 AS space, MAP {'x': 'y'} AS"
              + " labels FROM range(1, 401) AS devices(i)");
      engine.keep(
          "a_functions",
          String.join(
              " UNION ALL ",
              function("small", "1", "TRUE"),
              function("large", "9", "TRUE"),
              function("b", "5", "TRUE"),
              function("a", "5", "TRUE"),
              function("none", "0", "TRUE"),
              function("long", "CASE WHEN i = 1 THEN 1000 ELSE 1 END", "i < 202"),
              function("longer", "CASE WHEN i = 1 THEN 1000 ELSE 1 END", "i < 201"),
              function("rare1", "1000", "i = 1"),
              function("rare2", "1000", "i = 2")));
      TableSelection table = TableSelection.parse("t", "a");
      FleetAnswer answer =
          FleetFigures.of(
              engine,
              new FleetQuestion(by, "space", false, minDevices),
              table,
              0.95,
              filter == null ? null : Pattern.compile(filter));
      FleetFigures.addHistograms(engine, answer, table);
      return answer;
    }
  }

  private static List<String> names(FleetAnswer figures) {
    return figures.rows().stream().map(row -> row.text("kind") + " " + row.text("name")).toList();
  }

  @Test
  void rowsAreByTheirMeansAfterTheTotalAndOthersLast() throws IOException {
    FleetAnswer figures = figures(List.of("function"), 10, null);
    assertThat(figures.rows())
        .extracting(row -> row.isRow() ? row.text("name") : row.text("kind"))
        .containsExactly("total", "large", "a", "b", "long", "longer", "small", "other");
    assertThat(figures.findings().notes()).isEmpty();
    assertThat(figures.findings().trend()).isNull();
    assertThat(figures.findings().summary())
        .containsExactly("400 devices; a device that lacks a row counts as 0");
  }

  /** Few devices hold much of it, of a row that most have, and of the total. */
  @Test
  void aLongTailIsMarkedWhereMostDevicesHaveTheRow() throws IOException {
    FleetAnswer figures = figures(List.of("function"), 0, null);
    List<String> marked =
        IntStream.range(0, figures.rows().size())
            .filter(
                row ->
                    figures.shown().stream()
                        .filter(column -> column.heading().equals(FleetFigures.HEAVY_TAIL))
                        .anyMatch(column -> column.column().value(row) == 1))
            .mapToObj(row -> figures.rows().get(row).text("name"))
            .toList();
    assertThat(marked).as("the total has no name").containsExactly("", "long");
    for (SqlRow row : figures.rows()) {
      boolean isLong = row.text("name").matches("|long.*|rare.");
      assertThat(row.number("heavy_tail")).as(row.text("name")).isEqualTo(isLong ? 1 : 0);
    }
  }

  /** A step is a quarter of a power of two: 1000 bytes are in the last one below 1024. */
  @Test
  void histogramsSayWhichPartOfTheDevicesHoldsHowMuch() throws IOException {
    FleetAnswer figures = figures(List.of("function"), 10, null);
    Map<String, String> histograms = new HashMap<>();
    for (SqlRow row : figures.rows()) {
      histograms.put(
          row.isRow() ? row.text("name") : row.text("kind"), row.text(FleetFigures.HISTOGRAM));
    }
    assertThat(histograms)
        .containsEntry("small", "0:100.0")
        .containsEntry("large", "12:100.0")
        .containsEntry("long", "0:50.00 39:0.2500")
        .containsEntry("longer", "0:49.75 39:0.2500")
        .containsEntry("other", "39:0.5000")
        .containsEntry("total", "17:99.50 39:0.2500 46:0.2500");
    for (SqlRow group : figures(List.of("version_code"), 0, null).rows()) {
      assertThat(group.text(FleetFigures.HISTOGRAM)).as(group.text("name")).contains(":");
    }
  }

  @Test
  void onlyWhoLooksForItSeesWhatNobodyHas() throws IOException {
    FleetAnswer found = figures(List.of("function"), 0, "^(none|sm)");
    assertThat(names(found)).containsExactly("row small", "row none");
    assertThat(found.findings().notes()).isEmpty();
    FleetAnswer nothing = figures(List.of("function"), 0, "^nothing");
    assertThat(names(nothing)).isEmpty();
    assertThat(nothing.findings().notes())
        .containsExactly("nothing matches on 0 of 400 devices, so on at most 0.75 % of all");
  }

  /** Of all of some recordings, the total would be one of all. */
  @Test
  void groupsOfRecordingsHaveNoTotalAndDevicesOfTheirOwn() throws IOException {
    FleetAnswer versions = figures(List.of("version_code"), 0, null);
    assertThat(names(versions)).containsExactly("row 1", "row 2");
    assertThat(versions.rows().get(1).count("n")).isEqualTo(10);
    assertThat(versions.findings().summary()).isEmpty();
  }

  @Test
  void daysAreInTheirOrderAndHaveATrend() throws IOException {
    FleetAnswer days = figures(List.of("date"), 0, null);
    assertThat(days.rows())
        .extracting(row -> row.text("shown"))
        .containsExactly("2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27");
    assertThat(days.rows().get(0).number("mean")).isGreaterThan(days.rows().get(3).number("mean"));
    assertThat(days.findings().trend()).isNotNull();
    assertThat(days.findings().summary())
        .startsWith("100 devices in each of those 400; a device that lacks a row counts as 0");
    assertThat(figures(List.of("date"), 0, "2026-11-2[45]").findings().trend()).isNull();
    assertThat(figures(List.of("function"), 0, null).findings().trend()).isNull();
  }
}
