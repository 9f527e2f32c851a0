package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.query.GateVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions to a small table, which fleet-table.sql describes, in DuckDB. */
class FleetTableTest {

  @TempDir private static Path folder;

  private static DuckDbTables engine;

  @BeforeAll
  static void write() throws Exception {
    TestTables.write("fleet-table.sql", folder.resolve("table"));
    engine = new DuckDbTables(folder);
    engine.open("a", folder.resolve("table"));
    engine.open("b", folder.resolve("table"));
  }

  @AfterAll
  static void close() throws IOException {
    engine.close();
  }

  private static FleetQuestion by(String... columns) {
    return new FleetQuestion(List.of(columns), "space", false, 0);
  }

  private static TableSelection version(int version, String side) {
    return TableSelection.parse("table?version_code=" + version, side);
  }

  private static FleetAnswer ask(FleetQuestion question, String table) throws IOException {
    return FleetFigures.of(engine, question, TableSelection.parse(table, "a"), 0.95, null);
  }

  private static SqlRow row(FleetAnswer answer, String name) {
    return answer.rows().stream()
        .filter(row -> answer.question().names(row).get(0).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + answer));
  }

  private static double number(FleetAnswer answer, String name, String column) {
    return row(answer, name).number(column);
  }

  /** The mean of the devices' means by itself, with the weights of the table. */
  private static double mean(String condition) throws IOException {
    String sql =
        "SELECT sum(w * x) / (SELECT sum(w) FROM (SELECT device, max(coalesce(weight, 1)) AS w"
            + " FROM a_recordings WHERE version_code = 1201 AND space IS NOT NULL GROUP BY 1)) AS"
            + " mean FROM (SELECT f.device, sum(f.space) / max(traces) AS x, max(w) AS w FROM"
            + " a_functions f JOIN (SELECT device, max(coalesce(weight, 1)) AS w, count(*) AS"
            + " traces FROM a_recordings WHERE version_code = 1201 AND space IS NOT NULL GROUP BY"
            + " 1) r ON f.device = r.device WHERE version_code = 1201 AND "
            + condition
            + " GROUP BY 1)";
    return engine.rows(sql).get(0).number("mean");
  }

  @Test
  void noCharacterOfANameIsASeparator() throws IOException {
    List<String> devices = List.of("a\u001fb", "\u001e", "\u001d", "\u001d2", "a\u001d1");
    FleetQuestion question = by("device", "library");
    try (DuckDbTables other = new DuckDbTables(folder)) {
      other.open("b", folder.resolve("table"));
      for (String part : List.of("functions", "recordings")) {
        String device = "['%s'][1 + CAST(right(device, 1) AS INT) %% 5]";
        other.keep(
            "a_" + part,
            ("SELECT * REPLACE (" + device + " AS device) FROM b_" + part)
                .formatted(String.join("', '", devices)));
      }
      FleetAnswer answer =
          FleetFigures.of(other, question, TableSelection.parse("table", "a"), 0.95, null);
      List<SqlRow> rows = answer.rows().stream().filter(SqlRow::isRow).toList();
      assertThat(rows.stream().map(row -> question.names(row).get(0)).distinct())
          .containsExactlyInAnyOrderElementsOf(devices);
      assertThat(rows.stream().map(row -> question.names(row).get(1)).distinct())
          .contains("lib0.so")
          .allMatch(library -> library.isEmpty() || library.startsWith("lib"));
    }
  }

  @Test
  void totalsSayWhatDevicesHold() throws IOException {
    FleetAnswer answer = ask(by("function"), "table?version_code=1201");
    assertThat(answer.rows().get(0).isTotal()).isTrue();
    // One device also sent a recording without a heap profile, and another only one that failed.
    assertThat(number(answer, "f0", "n")).isEqualTo(100);
    assertThat(number(answer, "f0", "k")).isEqualTo(100);
    assertThat(number(answer, "f7", "k")).isEqualTo(12);
    assertThat(number(answer, "f7", "p50")).isZero();
    for (int f : new int[] {0, 7, 9, 39}) {
      double expected = mean("function = 'f" + f + "'");
      assertThat(number(answer, "f" + f, "mean")).isCloseTo(expected, offset(1e-9 * expected));
    }
    double all = mean("1 = 1");
    assertThat(number(answer, "total", "mean")).isCloseTo(all, offset(1e-9 * all));
    assertThat(number(answer, "f9", "heavy_tail")).isEqualTo(1);
    assertThat(number(answer, "f0", "heavy_tail")).isZero();
    // It holds nothing itself.
    assertThat(answer.rows()).noneMatch(row -> row.text("name").equals("main"));
  }

  @Test
  void partsOfAnotherVersionAreNotRead() throws Exception {
    Path table = folder.resolve("other");
    TestTables.write("other-schema.sql", table);
    try (DuckDbTables other = new DuckDbTables(folder)) {
      assertThatThrownBy(() -> other.open("a", table))
          .isInstanceOfSatisfying(
              HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.OTHER_FLEET_TABLE))
          .hasMessageContaining("schema 2; this one reads 3");
    }
  }

  /** Each device has one object, so that nothing but the model of sizes may be wrong. */
  @Test
  void theErrorOfTheModelIsThatOfTheMean() throws IOException {
    FleetQuestion objects = new FleetQuestion(List.of("function"), "objects", false, 0);
    FleetAnswer answer = ask(objects, "table?version_code=1201");
    assertThat(number(answer, "f0", "mean")).isCloseTo(1, offset(1e-9));
    assertThat(number(answer, "f0", "mean_low")).isCloseTo(1 - 1.96 * 0.1, offset(1e-4));
    assertThat(number(answer, "f0", "mean_high")).isCloseTo(1 + 1.96 * 0.2, offset(1e-4));
  }

  /** Devices without weights: the quantiles are values of devices. */
  @Test
  void quantilesAreValuesThatSuchAPartOfDevicesDoesNotExceed() throws IOException {
    FleetAnswer answer = ask(by("function"), "table?labels.cohort=odd&version_code=1202");
    List<Double> values =
        engine
            .rows(
                "SELECT space, coalesce(weight, 1) AS w FROM a_functions f JOIN (SELECT device,"
                    + " max(weight) AS weight FROM a_recordings GROUP BY 1) r ON f.device ="
                    + " r.device WHERE function = 'f4' AND version_code = 1202 AND"
                    + " labels['cohort'] = 'odd' ORDER BY space")
            .stream()
            .flatMap(row -> Stream.generate(() -> row.number("space")).limit(row.count("w")))
            .toList();
    for (int percent : new int[] {50, 95, 99}) {
      double expected = values.get((percent * values.size() + 99) / 100 - 1);
      assertThat(number(answer, "f4", "p" + percent)).isIn(expected, Double.NaN);
    }
    assertThat(number(answer, "f4", "p50")).isNotNaN();
  }

  /** How many of n devices exceed a quantile of all devices is binomial. */
  @ParameterizedTest
  @CsvSource({"60, 50", "60, 95", "100, 95", "300, 99", "1000, 50", "1000, 95", "1000, 99"})
  void quantilesLieBetweenTheValuesOfDevices(int n, int percent) throws IOException {
    try (DuckDbTables other = new DuckDbTables(folder)) {
      other.open("b", folder.resolve("table"));
      String device = " * REPLACE (concat('device ', i) AS device, concat('r ', i) AS recording";
      String devices = " FROM (SELECT * FROM b_%s LIMIT 1), range(1, %d) AS devices(i)";
      other.keep(
          "a_recordings",
          "SELECT" + device + ", NULL AS weight)" + devices.formatted("recordings", n + 1));
      other.keep(
          "a_functions",
          "SELECT" + device + ", i AS space)" + devices.formatted("functions", n + 1));
      SqlRow row =
          FleetFigures.of(other, by("process"), TableSelection.parse("table", "a"), 0.95, null)
              .rows()
              .get(0);
      BinomialDistribution above = BinomialDistribution.of(n, (100 - percent) / 100.0);
      int fewest = above.inverseCumulativeProbability(0.025);
      int most = above.inverseCumulativeProbability(0.975);
      double p = row.number("p" + percent);
      double high = row.number("p" + percent + "_high");
      if (fewest == 0) {
        assertThat(List.of(p, high)).containsOnly(Double.NaN);
      } else {
        assertThat(p).isEqualTo(Math.ceil(n * percent / 100.0));
        // The heaviest device has n; approximated ranks are never too narrow.
        assertThat(high - (n + 1 - fewest)).isBetween(0.0, 1.0);
        assertThat(n - most - row.number("p" + percent + "_low")).isBetween(0.0, 1.0);
      }
    }
  }

  @Test
  void rowsOfFewDevicesAreAddedUp() throws IOException {
    FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 10);
    FleetAnswer answer = ask(question, "table?version_code=1201");
    FleetAnswer all = ask(by("function"), "table?version_code=1201");
    SqlRow other = answer.rows().get(answer.rows().size() - 1);
    assertThat(other.text("kind")).isEqualTo("other");
    double few = 0;
    for (SqlRow row : all.rows()) {
      if (row.count("k") < 10) {
        few += row.number("total");
      }
    }
    assertThat(other.number("total")).isCloseTo(few, offset(1e-6));
    assertThat(answer.rows()).allMatch(row -> row == other || row.count("k") >= 10);
  }

  @Test
  void rowsOfRecordingsHaveTheirOwnDevices() throws IOException {
    FleetAnswer versions = ask(by("version_code"), "table");
    assertThat(versions.rows()).noneMatch(row -> row.isTotal());
    assertThat(number(versions, "1201", "n")).isEqualTo(100);
    assertThat(number(versions, "1202", "n")).isEqualTo(90);
    FleetAnswer functions = ask(by("version_code", "function"), "table");
    for (String expected : List.of("[1201, f7] 100 12", "[1202, f7] 90 20")) {
      assertThat(functions.rows())
          .anyMatch(
              row ->
                  expected.equals(
                      functions.question().names(row)
                          + " "
                          + row.count("n")
                          + " "
                          + row.count("k")));
    }
  }

  /** The recording as a whole has no package, but its rows have. */
  @Test
  void aRecordingOfSeveralPackagesIsOneOfEach() throws IOException {
    FleetAnswer second = ask(by("function"), "table?package=com.example.second");
    assertThat(number(second, "f0", "n")).isEqualTo(11);
  }

  @Test
  void whatCalleesHoldIsShownOnRequest() throws IOException {
    FleetQuestion question = new FleetQuestion(List.of("function"), "space", true, 0);
    FleetAnswer answer = ask(question, "table?version_code=1201");
    assertThat(number(answer, "main", "p50")).isEqualTo(5000);
    double own = number(ask(by("function"), "table?version_code=1201"), "total", "total");
    assertThat(number(answer, "total", "total")).isCloseTo(own, offset(1e-6));
  }

  @Test
  void noneOfNDevicesHasABound() throws IOException {
    TableSelection table = version(1201, "a");
    FleetAnswer none =
        FleetFigures.of(engine, by("function"), table, 0.95, Pattern.compile("^main$"));
    assertThat(number(none, "main", "k")).isZero();
    assertThat(number(none, "main", "devices_percent_high")).isCloseTo(3, offset(0.005));
    Pattern missing = Pattern.compile("nowhere");
    assertThat(FleetFigures.of(engine, by("function"), table, 0.95, missing).findings().notes())
        .contains("nothing matches on 0 of 100 devices, so on at most 3.0 % of all");
  }

  @Test
  void valuesOfConditionsAreNeverSql() throws IOException {
    TableSelection hostile =
        TableSelection.parse("table?device=' OR 1 = 1 --&labels.x']='; DROP VIEW a_functions", "a");
    assertThat(FleetFigures.of(engine, by("function"), hostile, 0.95, null).rows()).isEmpty();
    for (String wrong :
        new String[] {
          "t?a b=1", "t?version_code=1;2", "t?date=2026", "t?space=1", "t?device=\\' OR 1 = 1", "t?"
        }) {
      assertThatThrownBy(() -> TableSelection.parse(wrong, "a"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static FleetComparison compare(String more) throws IOException {
    return FleetComparison.of(
        engine,
        new FleetQuestion(List.of("function"), "space", false, 10),
        TableSelection.parse("table?version_code=1201" + more, "a"),
        TableSelection.parse("table?version_code=1202" + more, "b"),
        0.05,
        0.95);
  }

  @Test
  void versionsAreComparedByDevice() throws IOException {
    FleetAnswer answer = compare("").answer();
    assertThat(answer.answer().numbers())
        .extracting(column -> column.meta().id())
        .startsWith("k", "n", "mean_a", "mean_b", "change", "percent", "p", "q", "changed", "k_a");
    assertThat(answer.answer().main().meta().hasEnds()).isTrue();
    assertThat(answer.findings().summary().get(0))
        .matches(
            "\\d of 20 functions changed: f3 \\+[\\d.]+ % \\(.* KiB -> .* KiB per device\\).*;"
                + " total: .*");
    assertThat(answer.findings().summary().get(1))
        .isEqualTo("devices: 80 in both groups, 20 in the first only, 10 in the second only");
    assertThat(answer.findings().notes().get(0))
        .isEqualTo(
            "2 of 152 recordings of the first group have no space (no heap profile, or failed):"
                + " they are missing, not 0");
    assertThat(answer.findings().summary().get(2))
        .matches(
            "check: heapconv finds a change in \\d+ of 1,000 random splits of the same devices.*");
    List<?> changed =
        answer.rows().stream()
            .filter(row -> row.number("changed") == 1)
            .map(row -> row.text("name"))
            .toList();
    assertThat(changed.contains("f3")).isTrue();
    assertThat(changed).hasSizeLessThanOrEqualTo(4);
    assertThat(number(answer, "f3", "percent")).isCloseTo(50, offset(3.0));
    assertThat(number(answer, "f3", "n")).isEqualTo(110);
  }

  /** The SQL, against sums over all devices in Java. */
  @Test
  void sumsWithoutZerosAreThoseOfAllDevices() throws IOException {
    SimulatedDevices devices = new SimulatedDevices(40);
    double[][] before = values(1201);
    double[][] after = values(1202);
    for (int d = 0; d < before.length; d++) {
      devices.add(d % 3 == 0 ? 2 : 1, before[d], after[d]);
    }
    FleetAnswer expected =
        FleetComparison.of(
                devices,
                new FleetQuestion(List.of("function"), "space", false, 10),
                version(1201, "a"),
                version(1202, "b"),
                0.05,
                0.95)
            .answer();
    FleetAnswer found = compare("").answer();
    int compared = 0;
    for (SqlRow row : found.rows()) {
      if (row.text("kind").equals("other")) {
        continue;
      }
      String name = found.question().names(row).get(0);
      // Rows of few devices are not added up in memory, so that there is one test more.
      for (String column :
          List.of("k", "n", "mean_a", "mean_b", "change", "percent", "k_a", "k_b", "n_a", "n_b")) {
        double value = number(expected, name, column);
        assertThat(number(found, name, column))
            .as(name + " " + column)
            .isCloseTo(value, offset(1e-9 * Math.abs(value)));
        compared++;
      }
      // Devices have another order, so that other groups of them are drawn.
      double margin = FleetComparison.margin(row(expected, name));
      assertThat(FleetComparison.margin(row)).isCloseTo(margin, withinPercentage(5));
    }
    assertThat(compared).isGreaterThan(10 * 20);
  }

  /** What each device holds of each function on average, by its number; null for none. */
  private static double[][] values(int version) throws IOException {
    double[][] values = new double[110][];
    for (SqlRow row :
        engine.rows(
            """
            SELECT device, function, sum(f.space) / any_value(n) AS x FROM a_functions f
            JOIN (SELECT device, count(*) AS n FROM a_recordings
                  WHERE version_code = %1$d AND space IS NOT NULL GROUP BY 1) USING (device)
            WHERE version_code = %1$d GROUP BY 1, 2
            """
                .formatted(version))) {
      int device = Integer.parseInt(row.text("device").replace("device ", ""));
      values[device] = values[device] == null ? new double[40] : values[device];
      String function = row.text("function");
      if (!function.equals("main")) {
        values[device][Integer.parseInt(function.substring(1))] = row.number("x");
      }
    }
    return values;
  }

  @Test
  void limitsAreJudged() throws IOException {
    FleetComparison comparison = compare("");
    assertThat(verdict(comparison, false, 20).outcome()).isEqualTo(GateVerdict.Outcome.FAIL);
    assertThat(verdict(comparison, false, 20).failures().get(0).name()).isEqualTo("f3");
    assertThat(verdict(comparison, true, 20).outcome()).isEqualTo(GateVerdict.Outcome.PASS);
    GateVerdict strict = verdict(compare("&function=f9"), true, 1);
    assertThat(strict.outcome()).isEqualTo(GateVerdict.Outcome.INCONCLUSIVE);
    assertThat(strict.doubts().get(0))
        .isEqualTo(Notice.of(ErrorId.TOO_FEW_FOR_LIMIT, "total:space>1%"));
    GateVerdict few = verdict(compare("&device=device 30"), false, 5);
    assertThat(few.outcome()).isEqualTo(GateVerdict.Outcome.INCONCLUSIVE);
    assertThat(few.doubts().get(0).message())
        .startsWith("too few devices to test anything; devices: 1 in");
  }

  /** Each version has one date, so that only devices and labels tell. */
  @Test
  void splitsKeepTogetherWhatLabelsSay() throws IOException {
    SplitCheck check = compare("").check();
    assertThat(check.isSound()).isTrue();
    assertThat(check.kinds())
        .extracting(SplitCheck.Kind::together)
        .containsExactly("device", "labels.cohort");
    assertThat(check.kinds().get(1).units()).isBetween(0.9, 1.1);
    assertThat(compare("&labels.cohort=odd").check().kinds())
        .extracting(SplitCheck.Kind::together)
        .containsExactly("device");
  }

  @Test
  void recordingsWithoutADeviceAreADoubt() throws IOException {
    try (DuckDbTables other = new DuckDbTables(folder)) {
      for (String side : List.of("a", "b")) {
        other.open(side.equals("a") ? "c" : "d", folder.resolve("table"));
        for (String part : List.of("functions", "recordings")) {
          String device = "CASE WHEN device = 'device 7' THEN recording ELSE device END AS device";
          other.keep(
              side + "_" + part,
              "SELECT * REPLACE (%s) FROM %s_%s"
                  .formatted(device, side.equals("a") ? "c" : "d", part));
        }
      }
      FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 10);
      FleetComparison comparison =
          FleetComparison.of(other, question, version(1201, "a"), version(1202, "b"), 0.05, 0.95);
      assertThat(
              comparison.doubts().stream().filter(doubt -> doubt.id() == ErrorId.UNNAMED_DEVICES))
          .singleElement()
          .matches(doubt -> doubt.message().endsWith("look like a change: 1"));
    }
  }

  /** The total is sure of growth that no function is. */
  @Test
  void whatDevicesCannotShowOfRowsPassesUnlessTheGateIsStrict() throws IOException {
    FleetComparison comparison = compare("&library=lib2.so");
    SqlRow total = comparison.rows().get(0);
    double percent = 101 * total.number("detectable") / total.number("mean_a");
    GateVerdict.Limit limit = new GateVerdict.Limit("space", false, percent, true, "space>x%");
    GateVerdict verdict = FleetGate.of(comparison, List.of(limit), false);
    assertThat(verdict.outcome()).isEqualTo(GateVerdict.Outcome.PASS);
    assertThat(verdict.detectable())
        .extracting(GateVerdict.Detectable::ofTotal, GateVerdict.Detectable::isUnseen)
        .containsExactly(tuple(true, false), tuple(false, true));
    assertThat(FleetGate.of(comparison, List.of(limit), true).outcome())
        .isEqualTo(GateVerdict.Outcome.INCONCLUSIVE);
  }

  private static GateVerdict verdict(FleetComparison comparison, boolean ofTotal, double percent) {
    String text = (ofTotal ? "total:" : "") + "space>" + (int) percent + "%";
    GateVerdict.Limit limit = new GateVerdict.Limit("space", ofTotal, percent, true, text);
    return FleetGate.of(comparison, List.of(limit), false);
  }

  @Test
  void whatCannotBeComparedIsSaid() throws Exception {
    SelectionCheck check = new SelectionCheck();
    check.add(engine, by("function"), version(1201, "a"));
    assertThat(check.intervals()).containsExactly(4096L);
    assertThatThrownBy(() -> check.add(engine, by("function"), version(1, "a")))
        .hasMessage("nothing to read: no recording that meets the conditions has space");
    assertThatThrownBy(() -> check.add(engine, by("labels.cohorts"), version(1201, "a")))
        .hasMessage("no recording has labels.cohorts; labels are cohort");
    FleetQuestion objects = new FleetQuestion(List.of("function"), "alloc_space", false, 0);
    assertThatThrownBy(() -> check.add(engine, objects, version(1201, "a")))
        .hasMessage(
            "nothing to read: no recording that meets the conditions has alloc_space; they have"
                + " objects, space");
    assertThatThrownBy(() -> engine.open("a", folder))
        .hasMessage("is not the table of a fleet: it has no recordings");
  }
}
