package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files of days promise to other engines. */
class DayFilesTest {

  @TempDir Path folder;

  private Path write(DuckDbTables database, FleetTable table, String rows)
      throws SQLException, IOException {
    Path file = folder.resolve(table + ".parquet");
    DayFiles.write(database, table, rows, file, "heapconv 0");
    return file;
  }

  /** Without a null, or with nothing but nulls: files of all days can be read together. */
  @Test
  void columnsAreOptionalWhateverADayHolds() throws IOException, SQLException {
    try (DuckDbTables database = new DuckDbTables(folder)) {
      for (FleetTable table : FleetTable.values()) {
        String first = table.columns().get(0).name();
        for (String rows : List.of("'x' AS device", "'x' AS recording", "NULL AS " + first)) {
          Path file = write(database, table, "SELECT " + rows);
          List<SqlRow> columns =
              database.rows(
                  "SELECT name, repetition_type AS r FROM parquet_schema('%s') WHERE name IN (%s)"
                      .formatted(
                          file,
                          String.join(
                              ", ",
                              table.columns().stream().map(c -> "'" + c.name() + "'").toList())));
          assertThat(columns).extracting(c -> c.text("name")).hasSize(table.columns().size());
          assertThat(columns).extracting(column -> column.text("r")).containsOnly("OPTIONAL");
        }
      }
    }
  }

  /** Who asks for one function reads the groups that have it. */
  @Test
  void rowsAreSortedInGroupsOfWhichFewHaveAFunction() throws IOException, SQLException {
    try (DuckDbTables database = new DuckDbTables(folder)) {
      Path file =
          write(
              database,
              FleetTable.FUNCTIONS,
              "SELECT 'work' || (i * 7919 % 100) AS function, 'r' || i AS recording"
                  + " FROM range(200000) t(i)");
      List<SqlRow> groups =
          database.rows(
              ("SELECT row_group_num_rows AS n FROM parquet_metadata('%s') WHERE path_in_schema ="
                      + " 'function' AND 'work42' BETWEEN stats_min_value AND stats_max_value")
                  .formatted(file));
      long all =
          database
              .rows("SELECT num_row_groups AS n FROM parquet_file_metadata('" + file + "')")
              .get(0)
              .count("n");
      assertThat(all).isBetween(7L, 8L);
      assertThat(groups).hasSizeBetween(1, 2);
    }
  }
}
