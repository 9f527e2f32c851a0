package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.plan.Population;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The query of docs/fleet.md that compares two versions, on simulated fleets. */
@Tag("slow")
class VersionsQueryTest {

  private static final Pattern QUERY =
      Pattern.compile("```sql\n(WITH versions AS.*?);\n```", Pattern.DOTALL);

  private static final int FUNCTIONS = 1_000;

  /** What the document calls the versions. */
  private static final String BEFORE = "com.example.app 1203";

  private static final String AFTER = "com.example.app 1204";

  private final SplittableRandom random = new SplittableRandom(1203);
  private final Map<String, Double> changes = new TreeMap<>();
  private Connection duckdb;
  private PreparedStatement insertion;

  @BeforeEach
  void open() throws SQLException {
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    duckdb.setAutoCommit(false);
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(
          "CREATE TABLE totals (\"group\" VARCHAR, function VARCHAR, devices BIGINT,"
              + " devices_percent DOUBLE, space_mean DOUBLE, space_mean_low DOUBLE,"
              + " space_mean_high DOUBLE)");
    }
    insertion = duckdb.prepareStatement("INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  @AfterEach
  void close() throws SQLException {
    insertion.close();
    duckdb.close();
  }

  static List<Arguments> devices() {
    return Effort.of(
        1, List.of(Arguments.of(50, 400), Arguments.of(200, 200), Arguments.of(1000, 300)));
  }

  /**
   * A table has no row of a function that no device of the version has; most functions of a fleet
   * are so rare that this happens by chance. Intervals of 95 % hold the truth in 93 % at least.
   */
  @ParameterizedTest
  @MethodSource("devices")
  void rareFunctionsThatDidNotChangeAreSeldomReported(int before, int after) throws Exception {
    for (double mean : new double[] {0.5, 1, 2, 4, 8}) {
      double share = 2 * mean / (before + after);
      int appearing = 0;
      for (int i = 0; i < FUNCTIONS; i++) {
        String function = mean + "/" + i;
        boolean had = add(BEFORE, function, before, share);
        appearing += add(AFTER, function, after, share) || had ? 1 : 0;
      }
      common(before, after);
      query();
      assertThat(changes.size())
          .as("false alarms, if %s devices of a version have a function", mean)
          .isLessThanOrEqualTo((int) (0.07 * appearing));
      try (Statement statement = duckdb.createStatement()) {
        statement.execute("DELETE FROM totals");
      }
    }
  }

  @Test
  void functionsThatAppearedOrDisappearedAreReported() throws Exception {
    common(200, 200);
    add(AFTER, "new", 200, 0.2);
    add(BEFORE, "gone", 200, 0.2);
    query();
    assertThat(changes).containsOnlyKeys("new", "gone");
    assertThat(changes.get("new")).isPositive();
    assertThat(changes.get("gone")).isNegative();
  }

  @Test
  void nothingIsKnownOfAVersionOnASingleDevice() throws Exception {
    common(200, 1);
    add(BEFORE, "gone", 200, 0.2);
    query();
    assertThat(changes).isEmpty();
  }

  /** A function that every device has, and of which all have the same. */
  private void common(int before, int after) throws SQLException {
    for (String version : new String[] {BEFORE, AFTER}) {
      int devices = version.equals(BEFORE) ? before : after;
      row(version, "main", devices, devices, Population.of(devices, 0.95), filled(devices));
    }
  }

  private static double[] filled(int devices) {
    double[] values = new double[devices];
    Arrays.fill(values, 1e6);
    return values;
  }

  /**
   * Adds the row of a function.
   *
   * @param share of devices that have it; how much follows a distribution with a long tail
   * @return whether there is one
   */
  private boolean add(String version, String function, int devices, double share)
      throws SQLException {
    double[] values = new double[devices];
    int having = 0;
    for (int device = 0; device < devices; device++) {
      if (random.nextDouble() < share) {
        values[having++] = 4096 * Math.exp(gaussian());
      }
    }
    if (having > 0) {
      row(version, function, having, devices, Population.of(devices, 0.95), values);
    }
    return having > 0;
  }

  private double gaussian() {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  private void row(
      String version, String function, int having, int of, Population devices, double[] values)
      throws SQLException {
    int[] members = new int[having];
    for (int i = 0; i < having; i++) {
      members[i] = i;
    }
    Estimate mean = devices.mean(members, values, having);
    insertion.setString(1, version);
    insertion.setString(2, function);
    insertion.setLong(3, having);
    insertion.setDouble(4, 100.0 * having / of);
    insertion.setDouble(5, mean.value());
    insertion.setObject(6, mean.hasInterval() ? mean.low() : null);
    insertion.setObject(7, mean.hasInterval() ? mean.high() : null);
    insertion.addBatch();
  }

  /** Finds all changes that the query reports. */
  private void query() throws IOException, SQLException {
    String document = Files.readString(TestData.root().resolve("docs/fleet.md"));
    Matcher query = QUERY.matcher(document);
    assertThat(query.find()).isTrue();
    String sql = query.group(1).replace("'tables/totals/*.parquet'", "totals");
    assertThat(sql).contains("FROM totals", BEFORE, AFTER).endsWith("LIMIT 50");
    insertion.executeBatch();
    changes.clear();
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(sql.replace("LIMIT 50", ""))) {
      while (rows.next()) {
        changes.put(rows.getString("function"), rows.getDouble("change"));
      }
    }
  }
}
