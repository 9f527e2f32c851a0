package dev.heapconv.fleet;

import dev.heapconv.fleet.FleetTable.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes and reads the files of days with DuckDB. */
final class DayFiles {

  /**
   * Rows of a group. Rows are sorted by function, so that who asks for one reads few groups; with
   * smaller ones, files are larger.
   */
  private static final int GROUP = 25_000;

  private DayFiles() {}

  /**
   * Writes rows to a file, whose folder is created, sorted. Columns are optional whatever the rows
   * are: DuckDB makes one required if it knows that no value is null, and engines refuse tables
   * whose files differ.
   *
   * @param rows in SQL, with columns of the table; those that lack are null
   * @param version of the program
   */
  static void write(DuckDbTables database, FleetTable table, String rows, Path file, String version)
      throws SQLException, IOException {
    Files.createDirectories(file.getParent());
    String none =
        columns(
            table,
            column -> "CAST(NULL AS " + column.type().sql() + ") AS \"" + column.name() + '"');
    database.execute(
        ("COPY (SELECT %s FROM (%s UNION ALL BY NAME (SELECT %s WHERE random() < 0)) ORDER BY %s)"
             + " TO %s (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE %d, KV_METADATA {%s: '%d',"
             + " %s: %s})")
            .formatted(
                columns(table, Column::name),
                rows,
                none,
                table == FleetTable.FUNCTIONS
                    ? "function, library, recording, process, heap"
                    : "recording",
                DuckDbTables.quoted(file.toString()),
                GROUP,
                FleetTable.SCHEMA_KEY,
                FleetTable.SCHEMA,
                FleetTable.VERSION_KEY,
                DuckDbTables.quoted(version)));
  }

  private static String columns(FleetTable table, Function<Column, String> text) {
    return table.columns().stream().map(text).collect(Collectors.joining(", "));
  }

  /** Parquet files as a table in SQL; {@code filename} says which a row is from. */
  static String read(Collection<Path> files) {
    return "read_parquet("
        + list(files)
        + ", hive_partitioning = false, union_by_name = true, filename = true)";
  }

  /** Files as a list in SQL. */
  static String list(Collection<Path> files) {
    return files.stream()
        .map(file -> DuckDbTables.quoted(file, ""))
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
