package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices with much memory hold 10,000 bytes of f and those with little 1,000, give or take a
 * fifth, in both versions; the new version came to those with much first: 30 of 130 devices had it
 * before, and 90 of 150 after. Each of the first 10 of a class stands for 5 devices.
 */
class SectionsAndWeightsTest {

  @TempDir private static Path folder;

  private static DuckDbTables engine;

  @BeforeAll
  static void write() throws Exception {
    TestTables.write("mixed-classes.sql", folder);
    engine = new DuckDbTables(folder);
    engine.open("a", folder);
    engine.open("b", folder);
  }

  @AfterAll
  static void close() throws IOException {
    engine.close();
  }

  private static FleetComparison compare(String... by) throws IOException {
    FleetQuestion question = new FleetQuestion(List.of(by), "space", false, 10);
    TableSelection before = TableSelection.parse("t?version_code=1", "a");
    TableSelection after = TableSelection.parse("t?version_code=2", "b");
    return FleetComparison.of(engine, question, before, after, 0.05, 0.95);
  }

  private static SqlRow row(FleetComparison comparison, String name) {
    return comparison.rows().stream()
        .filter(row -> row.text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherMixOfDevicesIsNoChangeWithinClasses() throws IOException {
    // All devices taken together, f seems to have grown.
    assertThat(row(compare("function"), "f").number("change")).isGreaterThan(2000);

    FleetComparison comparison = compare("labels.class");
    SqlRow much = row(comparison, "much");
    assertThat(List.of(much.count("n_a"), much.count("n_b"), much.count("n")))
        .containsExactly(30L, 90L, 120L);
    SqlRow little = row(comparison, "little");
    assertThat(List.of(little.count("n_a"), little.count("n_b"))).containsExactly(100L, 60L);
    assertThat(comparison.rows()).allMatch(found -> found.number("q") > 0.05);

    // Each class counts by the harmonic mean of how many devices it has in both groups.
    double weightMuch = 70.0 * 130 / 200;
    double weightLittle = 140.0 * 100 / 240;
    double expected =
        (weightMuch * much.number("change") + weightLittle * little.number("change"))
            / (weightMuch + weightLittle);
    SqlRow total = comparison.rows().get(0);
    assertThat(total.isTotal()).isTrue();
    assertThat(total.number("change")).isCloseTo(expected, withinPercentage(1e-6));
    assertThat(total.number("mean_b") - total.number("mean_a"))
        .isCloseTo(expected, withinPercentage(1e-6));
    assertThat(comparison.notes())
        .anyMatch(note -> note.startsWith("total: of the changes within 2 sections, each counts"));
    assertThat(comparison.question().names(total)).containsExactly("total");
    assertThat(compare("labels.class", "function").rows())
        .anyMatch(found -> found.isRow() && found.count("n") == 160 && found.count("k") == 160);
  }

  @Test
  void devicesOfNoWeightAreNothingToRead() throws IOException {
    try (DuckDbTables other = new DuckDbTables(folder)) {
      other.open("b", folder);
      other.keep("a_recordings", "SELECT * REPLACE (0 AS weight) FROM b_recordings");
      other.keep("a_functions", "FROM b_functions");
      FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 0);
      TableSelection all = TableSelection.parse("t", "a");
      assertThatThrownBy(() -> new SelectionCheck().add(other, question, all))
          .hasMessage("nothing to read: all recordings that meet the conditions have the weight 0");
    }
  }

  @Test
  void weightsCountInChangesAsTheyDoInMeans() throws IOException {
    FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 0);
    SqlRow row = row(compare("function"), "f");
    for (String version : List.of("1", "2")) {
      TableSelection group = TableSelection.parse("t?version_code=" + version, "a");
      SqlRow fleet =
          FleetFigures.of(engine, question, group, 0.95, null).rows().stream()
              .filter(found -> found.text("name").equals("f"))
              .findFirst()
              .orElseThrow();
      String side = version.equals("1") ? "_a" : "_b";
      assertThat(row.number("mean" + side)).isCloseTo(fleet.number("mean"), withinPercentage(1e-6));
    }
  }

  /** No device is in both groups, so that both errors add up. */
  @Test
  void weightsMakeChangesLessCertain() throws IOException {
    FleetQuestion question = new FleetQuestion(List.of("function"), "space", false, 0);
    double squares = 0;
    for (String version : List.of("1", "2")) {
      TableSelection group = TableSelection.parse("t?version_code=" + version, "a");
      SqlRow total = FleetFigures.of(engine, question, group, 0.95, null).rows().get(0);
      squares += Math.pow(total.number("standard_error"), 2);
    }
    assertThat(compare("function").rows().get(0).number("error"))
        .isCloseTo(Math.sqrt(squares), withinPercentage(1e-6));
  }
}
