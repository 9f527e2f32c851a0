package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** DuckDB with a database in memory. For one thread at a time. */
public final class FleetDatabase implements AutoCloseable {

  private final DuckDBConnection connection;

  private FleetDatabase(DuckDBConnection connection) {
    this.connection = connection;
  }

  /**
   * Opens a new database, which takes a second.
   *
   * @param threads how many it may use
   * @throws HeapConvException {@link ErrorId#NO_DUCKDB} if the library is not there
   */
  public static FleetDatabase open(int threads) throws HeapConvException {
    try {
      Properties options = new Properties();
      options.setProperty("threads", Integer.toString(threads));
      return new FleetDatabase(
          (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", options));
    } catch (LinkageError | SQLException e) {
      throw HeapConvException.input(ErrorId.NO_DUCKDB, "duckdb.jar").causedBy(e);
    }
  }

  DuckDBConnection duckDb() {
    return connection;
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows of an answer, each with its texts. */
  List<List<@Nullable String>> texts(String sql) throws SQLException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** A text in SQL. */
  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A name in SQL. */
  static String named(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Reads a CSV file of labels.
   *
   * @throws HeapConvException {@link ErrorId#BAD_LABELS}
   */
  public FleetLabels readLabels(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw HeapConvException.unreadable(
          file.toString(), new java.nio.file.NoSuchFileException(file.toString()));
    }
    String csv = "read_csv(" + quoted(file.toString()) + ", header = true, all_varchar = true)";
    try {
      List<String> header = new ArrayList<>();
      for (List<@Nullable String> column : texts("DESCRIBE SELECT * FROM " + csv)) {
        header.add(String.valueOf(column.get(0)));
      }
      return FleetLabels.of(header, texts("SELECT * FROM " + csv), file.toString());
    } catch (SQLException e) {
      throw HeapConvException.input(
              ErrorId.BAD_LABELS, file.toString(), HeapConvException.reason(new IOException(e)))
          .causedBy(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing of it is needed any more.
    }
  }
}
