package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Figures of another implementation, in NumPy and SciPy, on the devices of {@code
 * prototype-devices.csv}: 40 in both groups, 25 in the first only, 15 in the second only. Its
 * p-values of permutations are from 200,000 random ones.
 */
class FleetComparisonTest {

  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("function"), "space", false, 0);

  private static final Map<String, FleetComparison> COMPARISONS = new HashMap<>();

  @TempDir private static Path folder;

  private static DuckDbTables engine;

  @BeforeAll
  static void write() throws Exception {
    Path devices = folder.resolve("devices.csv");
    try (InputStream in = FleetComparisonTest.class.getResourceAsStream("prototype-devices.csv")) {
      Files.copy(Objects.requireNonNull(in), devices);
    }
    engine = new DuckDbTables(folder);
    TestTables.write("prototype-table.sql", folder);
    engine.open("a", folder);
    engine.open("b", folder);
  }

  @AfterAll
  static void close() throws IOException {
    engine.close();
  }

  private static SqlRow compare(String parts, int row, double alpha) throws IOException {
    FleetComparison comparison = COMPARISONS.get(parts + alpha);
    if (comparison == null) {
      String some = parts.equals("both") ? "" : "&package=" + parts;
      TableSelection before = TableSelection.parse("t?version_code=1" + some, "a");
      TableSelection after = TableSelection.parse("t?version_code=2" + some, "b");
      comparison = FleetComparison.of(engine, QUESTION, before, after, alpha, 0.95);
      COMPARISONS.put(parts + alpha, comparison);
    }
    return comparison.rows().stream()
        .filter(found -> found.text("name").equals("f" + row))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvFileSource(resources = "prototype-changes.csv", numLinesToSkip = 1)
  void anotherImplementationComesToTheSame(
      String parts,
      int row,
      long k,
      double change,
      double error,
      double degrees,
      double p,
      double permuted)
      throws IOException {
    SqlRow found = compare(parts, row, 0.05);
    assertThat(found.count("k")).isEqualTo(k);
    assertClose(found, "change", change);
    assertClose(found, "error", error);
    assertClose(found, "degrees", degrees);
    if (p > 0.05) {
      assertClose(found, "p", p);
    }
    if (parts.equals("paired")) {
      // With an alpha of nearly 1, draws decide about all rows: at least 1,000.
      double noise = 2 * Math.sqrt(permuted / 2 / 1000);
      assertThat(compare(parts, row, 0.999).number("p"))
          .isCloseTo(permuted, offset(4 * noise + 0.002));
    }
  }

  private static void assertClose(SqlRow row, String column, double expected) {
    assertThat(row.number(column))
        .as(column)
        .isCloseTo(expected, offset(1e-9 * Math.abs(expected)));
  }
}
