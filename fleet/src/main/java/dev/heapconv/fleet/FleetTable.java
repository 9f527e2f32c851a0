package dev.heapconv.fleet;

import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a fleet, each a folder with a folder for each day: {@code
 * functions/date=2026-11-24/*.parquet}. Columns may be added; whatever else changes is another
 * {@link #SCHEMA}.
 */
public enum FleetTable {
  /** A row for each function of a heap of a process of a recording. */
  FUNCTIONS,
  /** A row for each recording, also for those without a heap profile and those that failed. */
  RECORDINGS,
  /** A row for each recording that failed. */
  ERRORS;

  /** Number of the schema, which is stored in each file. */
  public static final int SCHEMA = 1;

  /** The name of {@link #SCHEMA} in the metadata of a file. */
  public static final String SCHEMA_KEY = "heapconv_schema";

  /** The name of the program's version in the metadata of a file. */
  public static final String VERSION_KEY = "heapconv_version";

  /** How many columns of functions are of their heap, which come first; then those of a name. */
  public static final int HEAP_COLUMNS = 10;

  static final int NAME_COLUMNS = 2;

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
  public record Column(String name, Type type, String meaning) {}

  /** Its name, which is that of its folder. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The columns in the order of a row; the day is none, as the name of the folder says it. */
  public List<Column> columns() {
    return switch (this) {
      case FUNCTIONS -> functions();
      case RECORDINGS -> recordings();
      case ERRORS -> errors();
    };
  }

  private static void addNames(List<Column> columns) {
    columns.add(new Column("recording", Type.TEXT, "path of the input, or `archive.zip!member`"));
    columns.add(
        new Column("device", Type.TEXT, "its device; without a name of its own the recording"));
  }

  private static void addOrigin(List<Column> columns, String of) {
    addNames(columns);
    columns.add(new Column("package", Type.TEXT, "Android package of " + of));
    columns.add(new Column("version_name", Type.TEXT, "version of the package, as labels say"));
    columns.add(new Column("version_code", Type.INTEGER, "version of the package, as a number"));
    columns.add(new Column("build", Type.TEXT, "fingerprint of the device's system"));
    columns.add(new Column("labels", Type.LABELS, "other labels"));
  }

  private static List<Column> functions() {
    List<Column> columns = new ArrayList<>();
    addOrigin(columns, "the process");
    columns.add(new Column("process", Type.TEXT, "name of the process; empty if unknown"));
    columns.add(new Column("heap", Type.TEXT, "name of the heap"));
    columns.add(
        new Column(
            "sampling_interval", Type.INTEGER, "mean bytes between samples; 1 if all is recorded"));
    columns.add(new Column("function", Type.TEXT, "name of the function, as in `top`"));
    columns.add(new Column("library", Type.TEXT, "file of its code"));
    columns.add(new Column("samples", Type.INTEGER, "recorded live allocations of its own"));
    columns.add(new Column("alloc_samples", Type.INTEGER, "recorded allocations of its own"));
    for (View view : VIEWS) {
      Type type = view.isBytes() ? Type.NUMBER : Type.ROUNDED;
      String own = "estimate of its own " + meaning(view);
      columns.add(new Column(view.name(), type, own));
      columns.add(
          new Column(
              view.name() + "_var",
              Type.ROUNDED,
              "its variance by sampling, which adds up; null if unknown"));
      columns.add(
          new Column(
              view.name() + "_model",
              Type.ROUNDED,
              "its standard error by the model of sizes, which adds up, as all rows share it"));
      columns.add(
          new Column(
              view.name() + "_total", type, own + " and of what it calls; null unless wanted"));
    }
    return columns;
  }

  private static String meaning(View view) {
    return (view.isBytes() ? "bytes" : "objects") + (view.isLive() ? " alive" : " allocated");
  }

  private static List<Column> recordings() {
    List<Column> columns = new ArrayList<>();
    addOrigin(columns, "the recording, if it has only one");
    columns.add(
        new Column("sampling_interval", Type.INTEGER, "that of all heaps; null if they differ"));
    columns.add(
        new Column("weight", Type.NUMBER, "how many devices this one stands for; null: one"));
    columns.add(
        new Column(
            "status",
            Type.TEXT,
            "`ok`; `empty` if a recording has no heap profile, which counts as 0; `failed`"));
    columns.add(new Column("bytes", Type.INTEGER, "size of the input"));
    columns.add(new Column("sha256", Type.TEXT, "hash of the input"));
    columns.add(new Column("recorded_at", Type.TIME, "time of the last dump, in UTC"));
    for (View view : VIEWS) {
      columns.add(new Column(view.name(), Type.NUMBER, "estimate of all " + meaning(view)));
    }
    return columns;
  }

  private static List<Column> errors() {
    List<Column> columns = new ArrayList<>();
    addNames(columns);
    columns.add(new Column("id", Type.TEXT, "what went wrong ([errors.md](errors.md))"));
    columns.add(new Column("message", Type.TEXT, "the same as text"));
    return columns;
  }
}
