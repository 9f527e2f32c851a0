package dev.heapconv.fleet;

import java.io.IOException;
import java.util.List;

/**
 * Answers queries about tables of fleets, which it knows as {@code a_recordings} and {@code
 * a_functions}; where two groups are compared, the other as {@code b_recordings} and {@code
 * b_functions}. DuckDB and Spark SQL understand the same queries.
 */
@FunctionalInterface
public interface SqlEngine {

  /**
   * @param parameters the values of the question marks in {@code sql}: text and whole numbers
   * @throws IOException if the query is wrong or a table cannot be read; its message says why
   */
  List<SqlRow> rows(String sql, List<Object> parameters) throws IOException;
}
