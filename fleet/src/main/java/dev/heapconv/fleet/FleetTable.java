package dev.heapconv.fleet;

import dev.heapconv.model.View;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The tables of a fleet, each a folder with a folder for each day: {@code
 * functions/date=2026-11-24/*.parquet}. New columns keep the {@link #SCHEMA}; any other change
 * makes a new one. {@link FleetFolder} says which rows count.
 */
public enum FleetTable {
  /** A row for each function of a heap of a process of a recording. */
  FUNCTIONS,
  /** A row for each recording, also for those without a heap profile and those that failed. */
  RECORDINGS,
  /** A row for each recording that failed. */
  ERRORS;

  /** Number of the schema, which each file states. */
  public static final int SCHEMA = 3;

  /** The name of {@link #SCHEMA} in the metadata of a file. */
  public static final String SCHEMA_KEY = "heapconv_schema";

  /** The name of the program's version in the metadata of a file. */
  public static final String VERSION_KEY = "heapconv_version";

  /** The column of what file a row was written to, in each table. */
  static final String FILE_ID = "file_id";

  /** The column of when that was. */
  static final String WRITTEN = "written";

  /** The views that a table has, in the order of its columns. */
  static final List<View> VIEWS =
      List.of(View.SPACE, View.OBJECTS, View.ALLOC_SPACE, View.ALLOC_OBJECTS);

  /** The type of a column, with its name in DuckDB's SQL. */
  public enum Type {
    /** A {@link String}. */
    TEXT("VARCHAR"),
    /** A {@link Long}. */
    INTEGER("BIGINT"),
    /** A {@link Double}. */
    NUMBER("DOUBLE"),
    /** A {@link Float}. */
    ROUNDED("FLOAT"),
    /** A {@link java.time.LocalDateTime}, of UTC. */
    TIME("TIMESTAMP"),
    /** A {@link java.util.Map} of texts. */
    LABELS("MAP(VARCHAR, VARCHAR)");

    private final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    String sql() {
      return sql;
    }
  }

  /**
   * A column.
   *
   * @param meaning a sentence for users
   */
  public record Column(String name, Type type, String meaning) {

    /** Whether it is the same in all rows of a file. */
    boolean isOfFile() {
      return name.equals(FILE_ID) || name.equals(WRITTEN);
    }
  }

  /** Returns the name of the table, which is that of its folder. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the columns in the order of a row. The day is not one of them, because the name of the
   * folder states it.
   */
  public List<Column> columns() {
    return All.COLUMNS.getOrDefault(folder(), List.of());
  }

  /** Read from a file, from which the documents are made, too. */
  private static final class All {
    static final Map<String, List<Column>> COLUMNS = read();

    private static Map<String, List<Column>> read() {
      Map<String, List<Column>> columns = new HashMap<>();
      try (InputStream in = FleetTable.class.getResourceAsStream("columns.tsv")) {
        String file = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        for (String line : file.lines().toList()) {
          String[] fields = line.split("\t");
          columns
              .computeIfAbsent(fields[0], table -> new ArrayList<>())
              .add(new Column(fields[1], Type.valueOf(fields[2]), fields[3]));
        }
        columns.replaceAll((table, all) -> List.copyOf(all));
        return Map.copyOf(columns);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
