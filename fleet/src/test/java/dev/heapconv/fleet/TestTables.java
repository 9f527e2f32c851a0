package dev.heapconv.fleet;

import dev.heapconv.testing.Effort;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Objects;

/** Tables that DuckDB writes itself. */
final class TestTables {

  private TestTables() {}

  /**
   * Runs a script.
   *
   * @param folder in place of {@code {table}}
   */
  static void write(String script, Path folder) throws Exception {
    Files.createDirectories(folder);
    Class<?> place = script.startsWith("fleet") ? Effort.class : TestTables.class;
    try (InputStream in = place.getResourceAsStream(script);
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      statement.execute(text.replace("{table}", folder.toString()));
    }
  }
}
