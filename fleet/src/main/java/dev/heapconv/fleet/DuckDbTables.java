package dev.heapconv.fleet;

import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** Tables of fleets in Parquet files, read by DuckDB in this process. For one thread. */
public final class DuckDbTables implements SqlEngine, AutoCloseable {

  /** With less, DuckDB cannot do its work in the temporary folder either. */
  private static final long MIN_MEMORY = 512L << 20;

  private static final String LIBRARY = "duckdb_jdbc.jar";

  /** More than its native code has on any system. */
  private static final int LIBRARY_BYTES = 80 << 20;

  private final DuckDBConnection connection;

  /** Those of open tables, in SQL: as names and as patterns. */
  private final List<String> folders = new ArrayList<>();

  /**
   * Opens a database in memory, which takes a second.
   *
   * @param temporary folder for data that do not fit into memory
   * @param settings in SQL, such as {@code threads = 1}
   * @throws HeapConvException {@link ErrorId#NO_DUCKDB} if the library is not there, {@link
   *     ErrorId#NO_TEMPORARY_FOLDER} if there is no place for its native code
   */
  public DuckDbTables(Path temporary, String... settings) throws IOException {
    try {
      connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
      execute("SET temp_directory = " + quoted(temporary.toString()));
      for (String setting : settings) {
        execute("SET " + setting);
      }
    } catch (LinkageError | SQLException e) {
      Temporary.checkNativeCode(LIBRARY, LIBRARY_BYTES);
      throw HeapConvException.input(ErrorId.NO_DUCKDB, LIBRARY).causedBy(e);
    }
  }

  /**
   * Opens a database in memory for one of several tasks on a machine. It does all its work on the
   * calling thread.
   *
   * @throws HeapConvException {@link ErrorId#NO_DUCKDB} if the library is not there, {@link
   *     ErrorId#NO_TEMPORARY_FOLDER} if there is no place for its native code
   */
  public static DuckDbTables onOneThread(Path temporary) throws IOException {
    return new DuckDbTables(temporary, "threads = 1");
  }

  /**
   * Opens a database in memory for questions to large tables, whose intermediate results go to
   * files rather than beyond a limit.
   *
   * @param memory bytes that it may use outside the Java heap
   * @throws HeapConvException {@link ErrorId#NO_DUCKDB} if the library is not there, {@link
   *     ErrorId#NO_TEMPORARY_FOLDER} if there is no place for its native code
   */
  public static DuckDbTables withMemory(Path temporary, long memory) throws IOException {
    return new DuckDbTables(
        temporary,
        "memory_limit = '" + Math.max(MIN_MEMORY, memory) + "B'",
        "preserve_insertion_order = false");
  }

  DuckDBConnection connection() {
    return connection;
  }

  /**
   * Opens a table as it is now, without what is added later.
   *
   * @param side {@code a} or {@code b}
   * @throws HeapConvException if the folder is no table, or a table of another schema
   */
  public void open(String side, Path table) throws IOException {
    try {
      // In this order: what these recordings have was there before them.
      List<Path> recordings = files(table, FleetTable.RECORDINGS);
      List<Path> functions = files(table, FleetTable.FUNCTIONS);
      if (recordings.isEmpty()) {
        throw HeapConvException.input(
            ErrorId.NOT_A_FLEET_TABLE, table.toString(), FleetTable.RECORDINGS.folder());
      }
      checkSchema(table, recordings);
      if (functions.isEmpty()) {
        throw HeapConvException.input(
            ErrorId.EMPTY_INPUT, table.toString(), "no recording in it has a heap profile");
      }
      checkSchema(table, functions);
      execute(
          ("CREATE OR REPLACE TEMP TABLE %s_newest AS SELECT recording, file_id FROM %s QUALIFY"
                  + " row_number() OVER (PARTITION BY recording ORDER BY written DESC, file_id"
                  + " DESC) = 1")
              .formatted(side, DayFiles.read(recordings)));
      boolean isReplaced =
          !rows("FROM %s ANTI JOIN %s_newest USING (recording, file_id) LIMIT 1"
                  .formatted(DayFiles.read(recordings), side))
              .isEmpty();
      createView(side, FleetTable.RECORDINGS, recordings, isReplaced);
      createView(
          side, FleetTable.FUNCTIONS, functions, isReplaced || !belong(functions, recordings));
      folders.add(quoted(table, "/"));
      folders.add(quoted(table.toAbsolutePath() + "/"));
    } catch (HeapConvException e) {
      throw e;
    } catch (SQLException | IOException e) {
      throw HeapConvException.unreadable(table.toString(), reason(e));
    }
  }

  private static List<Path> files(Path table, FleetTable of) throws IOException {
    LocalFiles files = new LocalFiles(table);
    List<Path> found = new ArrayList<>();
    for (String day : files.list(of.folder())) {
      for (String name : files.list(of.folder() + "/" + day)) {
        if (day.startsWith(FleetFolder.DAY) && name.endsWith(".parquet")) {
          found.add(table.resolve(of.folder()).resolve(day).resolve(name));
        }
      }
    }
    return found;
  }

  /**
   * Whether each file of functions is surely of one of recordings. A killed run leaves some without
   * recordings, which were to follow; and only names that heapconv gives say what files are of. To
   * ask the rows instead reads a column of the whole table.
   */
  private static boolean belong(List<Path> functions, List<Path> recordings) {
    Set<Path> known = new HashSet<>();
    recordings.forEach(file -> known.add(file.getFileName()));
    return functions.stream()
        .map(Path::getFileName)
        .allMatch(name -> FleetFolder.isNameOfRun(name.toString()) && known.contains(name));
  }

  /**
   * Makes the rows that count a view.
   *
   * @param some whether there may be others: most tables have none, and need no join
   */
  private void createView(String side, FleetTable of, List<Path> files, boolean some)
      throws SQLException {
    execute(
        ("CREATE OR REPLACE VIEW %s_%s AS SELECT * EXCLUDE (filename), CAST("
                + "regexp_extract(filename, 'date=([0-9-]*)[^=]*$', 1) AS DATE) AS date FROM %s%s")
            .formatted(
                side,
                of.folder(),
                DayFiles.read(files),
                some ? " SEMI JOIN " + side + "_newest USING (recording, file_id)" : ""));
  }

  /**
   * Has a table say what labels say of its recordings.
   *
   * @param replaced columns, in SQL
   */
  void join(String table, String labels, List<String> replaced) throws IOException {
    try {
      execute("ALTER VIEW %1$s RENAME TO %1$s_stored".formatted(table));
      execute(
          ("CREATE VIEW %1$s AS SELECT stored.* REPLACE (%2$s) FROM %1$s_stored AS stored LEFT JOIN"
                  + " %3$s AS label ON stored.recording = \"of recording\"")
              .formatted(table, String.join(", ", replaced), labels));
    } catch (SQLException e) {
      throw reason(e);
    }
  }

  /** Restricts the engine to the open tables for good, because queries contain text from users. */
  public void lock() throws IOException {
    try {
      execute("SET allowed_directories = " + folders);
      execute("SET enable_external_access = false");
      execute("SET lock_configuration = true");
    } catch (SQLException e) {
      throw reason(e);
    }
  }

  private void checkSchema(Path table, List<Path> files) throws IOException {
    List<SqlRow> found =
        rows(
            "SELECT CAST(decode(value) AS INT) AS schema, count(*) AS files FROM"
                + " parquet_kv_metadata("
                + DayFiles.list(files)
                + ") WHERE decode(key) = 'heapconv_schema' GROUP BY 1 ORDER BY 1");
    if (found.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NOT_A_FLEET_TABLE, table.toString(), "heapconv_schema in the files' metadata");
    }
    for (SqlRow version : found) {
      long schema = version.count("schema");
      if (schema != FleetTable.SCHEMA) {
        throw HeapConvException.input(
            ErrorId.OTHER_FLEET_TABLE, table.toString(), schema, FleetTable.SCHEMA);
      }
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A text in SQL. */
  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /**
   * A pattern of files in SQL.
   *
   * @param folder each character of which means itself
   */
  static String quoted(Path folder, String pattern) {
    return quoted(folder.toAbsolutePath().toString().replaceAll("[\\[*?]", "[$0]") + pattern);
  }

  @Override
  public List<SqlRow> rows(String sql) throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      ResultSetMetaData columns = found.getMetaData();
      List<SqlRow> rows = new ArrayList<>();
      Map<String, Integer> places = new HashMap<>();
      while (found.next()) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          values.put(columns.getColumnLabel(i), found.getObject(i));
        }
        rows.add(new SqlRow(values, places));
      }
      return rows;
    } catch (SQLException e) {
      throw reason(e);
    }
  }

  @Override
  public void scan(String sql, Consumer<double[]> row) throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      double[] values = new double[found.getMetaData().getColumnCount()];
      while (found.next()) {
        for (int i = 0; i < values.length; i++) {
          values[i] = found.getDouble(i + 1);
        }
        row.accept(values);
      }
    } catch (SQLException e) {
      throw reason(e);
    }
  }

  @Override
  public void keep(String table, String sql) throws IOException {
    try {
      execute("CREATE OR REPLACE TEMP TABLE " + table + " AS " + sql);
    } catch (SQLException e) {
      throw reason(e);
    }
  }

  /** DuckDB shows the query after the first line, and facts for programs at its end. */
  static IOException reason(Exception e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new IOException(line.replaceFirst(" *\\{\"exception_type\".*", ""), e);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw reason(e);
    }
  }
}
