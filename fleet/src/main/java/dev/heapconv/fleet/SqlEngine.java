package dev.heapconv.fleet;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Answers queries about tables of fleets, which it knows as {@code a_recordings} and {@code
 * a_functions}; in a comparison, the second group is {@code b_recordings} and {@code b_functions}.
 * DuckDB and Spark SQL understand the same queries.
 */
public interface SqlEngine {

  /**
   * @throws IOException if the query is wrong or a table cannot be read; its message says why
   */
  List<SqlRow> rows(String sql) throws IOException;

  /**
   * Keeps the answer to a query as a table, which later queries can name.
   *
   * @throws IOException as for {@link #rows}
   */
  void keep(String table, String sql) throws IOException;

  /**
   * Reads the numbers of an answer, of which there may be many.
   *
   * @param row gets the values of each row, which are no longer there afterwards; 0 for null
   * @throws IOException as for {@link #rows}
   */
  void scan(String sql, Consumer<double[]> row) throws IOException;
}
