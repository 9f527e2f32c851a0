package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever happens to those who add to a table, each recording has the rows that it had before, or
 * those that it has after; and adding again gives the rows of a run that nothing disturbed.
 */
@Timeout(value = 1800, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetKillTest extends BatchFixture {

  private static final int KILLS = Effort.of(4, 50);
  private static final int INPUTS = Effort.of(40, 200);

  /** Columns that tell when a row was written, which is another time. */
  private static final String EXCLUDED = " EXCLUDE (file_id, labels%s)";

  private final Random random = new Random(65);

  private void putInputs(int stacks) throws IOException {
    for (int i = 0; i < INPUTS; i++) {
      // Copies of a device would count once.
      byte[] trace = BatchTraces.trace("com.example.app", 1, i, stacks + i % 9, 4096);
      put("day-2026-11-2" + i % 3 + "/device-" + i % 7 + "/" + i + ".pftrace", trace);
    }
    put("day-2026-11-20/device-7/bad.pftrace", new byte[] {(byte) stacks});
  }

  private static List<String> words(Path table, Path inputs) {
    return List.of(
        "fleet",
        "add",
        table.toString(),
        inputs.toString(),
        "--device",
        "device-(\\d)",
        "--date",
        "day-([-\\d]*)",
        "-q");
  }

  private Path addAlone(String table) {
    Path alone = folder.resolve(table);
    CommandRun run = CommandRun.of(words(alone, in()).toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    return alone;
  }

  private Process start(String log) throws IOException {
    return startProgram(Redirect.to(folder.resolve(log).toFile()), List.of(), words(table(), in()));
  }

  /** Views of what counts in a table, which all begin with a word. */
  private static void open(Statement sql, String name, Path table) throws SQLException {
    String files = "read_parquet('" + table + "/%s/*/*.parquet', hive_partitioning = true)";
    sql.execute(
        ("CREATE OR REPLACE TABLE %s_recordings AS FROM %s QUALIFY row_number() OVER (PARTITION BY"
                + " recording ORDER BY written DESC, file_id DESC) = 1")
            .formatted(name, files.formatted("recordings")));
    for (String of : List.of("functions", "errors")) {
      sql.execute(
          "CREATE OR REPLACE TABLE %1$s_%2$s AS FROM %3$s SEMI JOIN %1$s_recordings USING"
                  .formatted(name, of, files.formatted(of))
              + " (recording, file_id)");
    }
  }

  /** How many rows of a table are not those of others, by all columns. */
  private static long others(Statement sql, String of, String name, String... known)
      throws SQLException {
    String columns =
        "SELECT *" + EXCLUDED.formatted(of.equals("recordings") ? ", written" : "") + " FROM ";
    if (of.equals("errors")) {
      columns = "SELECT recording, device, id FROM ";
    }
    List<String> all = new ArrayList<>();
    for (String one : known) {
      all.add(columns + one + "_" + of);
    }
    try (ResultSet found =
        sql.executeQuery(
            "SELECT count(*) FROM ("
                + columns
                + name
                + "_"
                + of
                + " EXCEPT ("
                + String.join(" UNION ", all)
                + "))")) {
      assertThat(found.next()).isTrue();
      return found.getLong(1);
    }
  }

  private static long count(Statement sql, String from) throws SQLException {
    try (ResultSet found = sql.executeQuery("SELECT count(*) FROM " + from)) {
      assertThat(found.next()).isTrue();
      return found.getLong(1);
    }
  }

  /** Whether a table has the rows of another, and no others. */
  private static void assertSame(Statement sql, String name, String other) throws SQLException {
    for (String of : List.of("recordings", "functions", "errors")) {
      assertThat(count(sql, name + "_" + of)).isEqualTo(count(sql, other + "_" + of));
      assertThat(others(sql, of, name, other)).as(of).isZero();
      assertThat(others(sql, of, other, name)).as(of).isZero();
    }
  }

  /** Every recording is whole, as one table has it or as the other has it. */
  private static void assertWhole(Statement sql, String name) throws SQLException {
    for (String of : List.of("recordings", "functions", "errors")) {
      assertThat(others(sql, of, name, "old", "fresh")).as(of).isZero();
    }
    assertThat(count(sql, name + "_recordings")).isEqualTo(INPUTS + 1);
    String sums =
        "(SELECT recording FROM %1$s_recordings LEFT JOIN (SELECT recording, sum(space) AS own FROM"
            + " %1$s_functions GROUP BY 1) USING (recording) WHERE coalesce(space, 0) <>"
            + " coalesce(own, 0))";
    assertThat(count(sql, sums.formatted(name))).isZero();
  }

  @Test
  void killsTwoWritersAndAReaderLeaveTheRowsOfAnUndisturbedRun() throws Exception {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duckDb.createStatement()) {
      putInputs(2);
      open(sql, "old", addAlone("old"));
      CommandRun.of(words(table(), in()).toArray(String[]::new));
      putInputs(11);
      long begun = System.nanoTime();
      open(sql, "fresh", addAlone("fresh"));
      long took = (System.nanoTime() - begun) / 1_000_000;
      assertThat(count(sql, "(FROM old_functions EXCEPT FROM fresh_functions)")).isPositive();
      int killed = 0;
      for (int i = 0; i < KILLS; i++) {
        Process process = start("killed.log");
        // A process of its own also has to start.
        if (!process.waitFor(random.nextLong(200, 1500 + 2 * took), TimeUnit.MILLISECONDS)) {
          killed++;
        }
        process.destroyForcibly().waitFor();
        open(sql, "killed", table());
        assertWhole(sql, "killed");
      }
      assertThat(killed).isPositive();

      Process one = start("one.log");
      Process other = start("other.log");
      int answers = 0;
      do {
        String[] asked = {"fleet", table().toString(), "--by", "device", "-f", "csv", "-q"};
        assertThat(CommandRun.of(asked).isOk().out().lines().count()).isEqualTo(1 + 7);
        open(sql, "read", table());
        assertWhole(sql, "read");
        answers++;
      } while (one.isAlive() || other.isAlive());
      assertThat(answers).isPositive();
      assertThat(List.of(one.waitFor(), other.waitFor()))
          .containsOnly(ExitStatus.SOME_INPUTS_FAILED);
      open(sql, "both", table());
      assertSame(sql, "both", "fresh");
    }
    try (Stream<Path> files = Files.walk(table())) {
      assertThat(files.filter(file -> file.toString().endsWith(".parquet")))
          .allMatch(file -> file.toString().contains("date=2026-11-2"));
    }
  }
}
