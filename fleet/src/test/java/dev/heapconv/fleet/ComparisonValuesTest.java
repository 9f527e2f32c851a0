package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fleet.FleetComparison.Groups;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.query.ShownColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers, notes and cells of comparisons, of devices made by hand. */
class ComparisonValuesTest {

  private static final double ALPHA = 0.05;
  private static final int DEVICES = 41;

  @TempDir private Path folder;

  private static final String COLUMNS =
      "DATE '2026-11-24' AS date, concat('%1$s', i) AS device, concat('r-%1$s', i) AS recording,"
          + " 'p' AS package, 1 AS version_code, 4096 AS sampling_interval, ";

  /** The recordings of devices {@code from} to {@code to}, whose names begin with a prefix. */
  private static String recordings(String prefix, int from, int to) {
    return ("SELECT " + COLUMNS).formatted(prefix)
        + "CAST(NULL AS DOUBLE) AS weight, 'ok' AS status, 1.0 AS space, MAP {'x': 'y'} AS labels"
        + " FROM range(%d, %d) AS devices(i)".formatted(from, to + 1);
  }

  /** What those devices hold of a function, in SQL of their number {@code i}. */
  private static String holds(String prefix, int from, int to, String function, String bytes) {
    return ("SELECT " + COLUMNS).formatted(prefix)
        + "'%s' AS function, CAST(%s AS DOUBLE) AS space, 0.0 AS space_var, 0.0 AS space_model_low,"
            .formatted(function, bytes)
        + " 0.0 AS space_model_high FROM range(%d, %d) AS devices(i)".formatted(from, to + 1);
  }

  private static String all(String... parts) {
    return String.join(" UNION ALL ", parts);
  }

  private FleetComparison compare(
      int minDevices, String first, String firstRows, String second, String secondRows)
      throws IOException {
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      engine.keep("a_recordings", first);
      engine.keep("a_functions", firstRows);
      engine.keep("b_recordings", second);
      engine.keep("b_functions", secondRows);
      FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, minDevices);
      return FleetComparison.of(
          engine,
          question,
          TableSelection.parse("s", "a"),
          TableSelection.parse("t", "b"),
          ALPHA,
          0.95);
    }
  }

  /** Symmetric values of 41 and of 41 other devices: by t, without skewness. */
  private FleetComparison symmetric(String grown) throws IOException {
    return compare(
        0,
        recordings("a", 1, DEVICES),
        all(
            holds("a", 1, DEVICES, "steady", "1000 + i"),
            holds("a", 1, DEVICES, "grown", "500 + 2 * i"),
            holds("a", 1, 10, "rare", "i")),
        recordings("b", 1, DEVICES),
        all(
            holds("b", 1, DEVICES, "steady", "1001 + i"),
            holds("b", 1, DEVICES, "grown", grown),
            holds("b", 1, 9, "rare", "i")));
  }

  private static SqlRow row(FleetComparison comparison, String name) {
    return comparison.rows().stream()
        .filter(row -> row.isRow() && row.text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void intervalsAndWhatWouldHaveBeenFoundFollowFromT() throws IOException {
    FleetComparison comparison = symmetric("503 + 2 * i");
    assertThat(FleetComparison.tests(comparison.rows())).isEqualTo(4);
    for (String name : List.of("steady", "grown")) {
      SqlRow row = row(comparison, name);
      double step = name.equals("steady") ? 1 : 2;
      double change = name.equals("steady") ? 1 : 3;
      // The variance of 1 to n is n (n + 1) / 12, and that of their mean the n-th part.
      double error = step * Math.sqrt((DEVICES + 1) / 6.0);
      TDistribution student = TDistribution.of(2 * (DEVICES - 1));
      double t = student.inverseSurvivalProbability(0.025);
      assertThat(row.number("change")).isEqualTo(change, within(1e-9));
      assertThat(row.number("error")).isEqualTo(error, within(1e-9));
      assertThat(row.number("degrees")).isEqualTo(2 * (DEVICES - 1), within(1e-6));
      assertThat(row.number("p"))
          .isEqualTo(2 * student.survivalProbability(change / error), within(1e-9));
      assertThat(row.number("change_low")).isEqualTo(change - t * error, within(1e-6));
      assertThat(row.number("change_high")).isEqualTo(change + t * error, within(1e-6));
      assertThat(FleetComparison.margin(row)).isEqualTo(t * error, within(1e-6));
      double least =
          student.inverseSurvivalProbability(ALPHA / 4 / 2)
              + student.inverseSurvivalProbability(1 - 0.8);
      assertThat(row.number("detectable")).isEqualTo(error * least, within(1e-6));
      assertThat(row.number("percent"))
          .isEqualTo(100 * change / row.number("mean_a"), within(1e-9));
    }
    SqlRow total = comparison.rows().get(0);
    assertThat(total.isTotal()).isTrue();
    FleetAnswer answer = comparison.answer();
    assertThat(answer.findings().notes())
        .contains(
            String.format(
                Locale.ROOT,
                "a change of the total by %.2g %% would have been found with a probability of 0.8,"
                    + " adjusted for 4 rows",
                100 * total.number("detectable") / total.number("mean_a")));
    assertThat(answer.findings().summary().get(1))
        .isEqualTo("devices: 0 in both groups, 41 in the first only, 41 in the second only");
  }

  @Test
  void rowsFollowByWhatTheirTestsSay() throws IOException {
    FleetComparison comparison = symmetric("600 + 2 * i");
    assertThat(comparison.rows())
        .extracting(row -> row.text("kind") + row.text("name"))
        .startsWith("total", "rowgrown");
    double before = 0;
    for (SqlRow row : comparison.rows().subList(1, comparison.rows().size())) {
      assertThat(row.number("p")).isGreaterThanOrEqualTo(before);
      before = row.number("p");
    }
    SqlRow grown = row(comparison, "grown");
    assertThat(grown.number("changed")).isEqualTo(1);
    assertThat(grown.number("q")).isLessThanOrEqualTo(ALPHA);
    assertThat(row(comparison, "steady").number("changed")).isZero();
    // As surely changed as a row can be: q of the smallest p is p times the number of rows.
    assertThat(grown.number("q")).isEqualTo(4 * grown.number("p"), within(1e-12));
  }

  /** Where t says that a row changed, draws of its devices decide, and give its interval. */
  @Test
  void drawsDecideAboutDoubtfulRows() throws IOException {
    FleetComparison comparison = symmetric("600 + 2 * i");
    for (String name : List.of("grown", "steady")) {
      SqlRow row = row(comparison, name);
      TDistribution student = TDistribution.of(row.number("degrees"));
      double change = row.number("change");
      double t = change / row.number("error");
      double low = change - student.inverseSurvivalProbability(0.025) * row.number("error");
      boolean isDrawn = name.equals("grown");
      assertThat(Math.abs(row.number("p") / (2 * student.survivalProbability(t)) - 1) > 1e-6)
          .isEqualTo(isDrawn);
      assertThat(Math.abs(row.number("change_low") - low) > 1e-6).isEqualTo(isDrawn);
      assertThat(row.number("change_low")).isEqualTo(low, within(0.1 * change));
    }
  }

  @Test
  void aChangeOfAllDevicesByTheSameIsCertain() throws IOException {
    FleetComparison comparison =
        compare(
            0,
            recordings("a", 1, 20),
            holds("a", 1, 20, "f", "1000 + i"),
            recordings("a", 1, 20),
            holds("a", 1, 20, "f", "1007 + i"));
    SqlRow row = row(comparison, "f");
    assertThat(row.number("error")).isZero();
    assertThat(row.number("change")).isEqualTo(7);
    assertThat(row.number("changed")).isEqualTo(1);
    assertThat(row.number("p")).isLessThan(0.001);
  }

  /**
   * Of equally sure rows, the one that changed more comes first, then the one of the first name.
   */
  @Test
  void equalRowsFollowByTheirChange() throws IOException {
    FleetComparison comparison =
        compare(
            0,
            recordings("a", 1, 6),
            all(
                holds("a", 1, 6, "small", "10 + i"),
                holds("a", 1, 6, "large", "100 * (10 + i)"),
                holds("a", 1, 6, "same", "100 * (10 + i)")),
            recordings("b", 1, 6),
            all(
                holds("b", 1, 6, "small", "11 + i"),
                holds("b", 1, 6, "large", "100 * (9 + i)"),
                holds("b", 1, 6, "same", "100 * (9 + i)")));
    assertThat(comparison.rows())
        .filteredOn(SqlRow::isRow)
        .extracting(row -> row.text("name"))
        .endsWith("small")
        .hasSize(3);
  }

  /** A row is tested if as many devices have it as are asked for, in both groups together. */
  @ParameterizedTest
  @CsvSource({"19, true", "20, false"})
  void rowsOfTooFewDevicesAreNotTested(int least, boolean isTested) throws IOException {
    FleetComparison comparison =
        compare(
            least,
            recordings("a", 1, DEVICES),
            all(holds("a", 1, DEVICES, "f", "i"), holds("a", 1, 10, "rare", "i")),
            recordings("b", 1, DEVICES),
            all(holds("b", 1, DEVICES, "f", "i"), holds("b", 1, 9, "rare", "i")));
    assertThat(
            comparison.rows().stream()
                .anyMatch(row -> row.isRow() && row.text("name").equals("rare") && row.has("p")))
        .isEqualTo(isTested);
    assertThat(row(comparison, "f").has("p")).isTrue();
  }

  /** Of 30 devices in both groups nothing changes; those in one only hold less before. */
  private FleetComparison pairsAndOthers(int others) throws IOException {
    return compare(
        0,
        all(recordings("both", 1, 30), recordings("a", 1, 30)),
        all(
            holds("both", 1, 30, "f", "1000 + i % 7"),
            holds("a", 1, 30, "f", "1000 + i % 5 - " + others)),
        all(recordings("both", 1, 30), recordings("b", 1, 30)),
        all(
            holds("both", 1, 30, "f", "1000 + (3 * i) % 7"),
            holds("b", 1, 30, "f", "1000 + i % 5")));
  }

  @Test
  void pairsThatDoNotAgreeWithOthersAreADoubt() throws IOException {
    FleetComparison comparison = pairsAndOthers(500);
    SqlRow total = comparison.rows().get(0);
    assertThat(comparison.doubts()).extracting(Notice::id).containsExactly(ErrorId.UNEQUAL_CHANGES);
    assertThat(total.number("disagreement")).isLessThanOrEqualTo(0.001);
    assertThat(total.number("pairs_change")).isBetween(-1.0, 1.0);
    assertThat(total.number("others_change")).isEqualTo(500, within(1e-9));
    assertThat(comparison.notes()).anyMatch(note -> note.contains("500"));
    assertThat(comparison.answer().findings().notes()).containsAll(comparison.notes());

    FleetComparison agreeing = pairsAndOthers(0);
    assertThat(agreeing.doubts()).isEmpty();
    assertThat(agreeing.rows().get(0).number("disagreement")).isGreaterThan(0.001);
    assertThat(row(agreeing, "f").has("disagreement")).as("only of the total").isFalse();
    assertThat(agreeing.groups().text())
        .isEqualTo("devices: 30 in both groups, 30 in the first only, 30 in the second only");
  }

  @Test
  void recordingsInBothGroupsOfOneTableAreADoubt() throws IOException {
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      engine.keep("a_recordings", recordings("a", 1, 20));
      engine.keep("a_functions", holds("a", 1, 20, "f", "i"));
      engine.keep("b_recordings", recordings("a", 18, 40));
      engine.keep("b_functions", holds("a", 18, 40, "f", "i"));
      FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 0);
      for (String second : List.of("t", "u")) {
        FleetComparison comparison =
            FleetComparison.of(
                engine,
                question,
                TableSelection.parse("t", "a"),
                TableSelection.parse(second, "b"),
                ALPHA,
                0.95);
        boolean isSame = second.equals("t");
        assertThat(comparison.doubts())
            .extracting(Notice::id)
            .containsExactlyElementsOf(isSame ? List.of(ErrorId.SHARED_RECORDINGS) : List.of());
        assertThat(comparison.doubts())
            .extracting(Notice::values)
            .containsExactlyElementsOf(isSame ? List.of(List.of("3")) : List.of());
      }
    }
  }

  private static SqlRow shown(String kind, double before, double percent, boolean changed) {
    Map<String, Object> values = new HashMap<>();
    values.put("kind", kind);
    values.put("name", kind);
    values.put("mean_a", before);
    values.put("mean_b", before);
    values.put("change", 0.0);
    values.put("change_low", -3.0);
    values.put("change_high", 7.0);
    values.put("percent", percent);
    values.put("changed", changed);
    values.put("k", 3L);
    values.put("n", 5L);
    return new SqlRow(values);
  }

  private static FleetComparison made(SplitCheck check, SqlRow... rows) {
    FleetGroup group = new FleetGroup(5, 5, 0);
    return new FleetComparison(
        new FleetQuestion(List.of("function"), "space", false, 0),
        List.of(rows),
        ALPHA,
        new Groups(group, group, 2),
        check,
        List.of("a note"),
        List.of());
  }

  /** Percents of what is below a hundredth of the total show only if it changed. */
  @Test
  void percentsOfNextToNothingAreLeftOut() {
    SplitCheck none = new SplitCheck(0, List.of());
    FleetComparison comparison =
        made(
            none,
            shown("total", 1000, 5, false),
            shown("row", 10, 7, false),
            shown("row", 9.9, 8, false),
            shown("row", 9.9, 9, true),
            shown("row", 0, Double.POSITIVE_INFINITY, true));
    FleetAnswer answer = comparison.answer();
    ShownColumn percents =
        answer.shown().stream()
            .filter(column -> column.heading().equals("%"))
            .findFirst()
            .orElseThrow();
    List<String> texts = new ArrayList<>();
    IntStream.range(0, 5).forEach(row -> texts.add(percents.cell(row).toString()));
    assertThat(texts).containsExactly("5.0 %", "7.0 %", "", "9.0 %", "");
    assertThat(FleetComparison.margin(comparison.rows().get(0))).isEqualTo(7);
    // Without a test of the total, nobody knows what would have been found.
    assertThat(answer.findings().notes()).containsExactly("a note");
    assertThat(answer.findings().summary()).hasSize(2);
    assertThat(made(none).answer().findings().summary()).isEmpty();
  }

  /** A check that fails comes before the changes that it doubts, one that holds after them. */
  @Test
  void aFailedCheckComesFirst() {
    SqlRow total = shown("total", 1000, 5, false);
    SplitCheck sound = new SplitCheck(100, List.of(new SplitCheck.Kind("device", 40, 3, 9)));
    SplitCheck failed = new SplitCheck(100, List.of(new SplitCheck.Kind("device", 40, 10, 9)));
    List<String> fine = made(sound, total).answer().findings().summary();
    assertThat(fine).hasSize(3);
    assertThat(fine.get(2)).isEqualTo(sound.text()).startsWith("check:");
    List<String> doubted = made(failed, total).answer().findings().summary();
    assertThat(doubted).hasSize(3);
    assertThat(doubted.get(0)).isEqualTo(failed.text());
  }
}
