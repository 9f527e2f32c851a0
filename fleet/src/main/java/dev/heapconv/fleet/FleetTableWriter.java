package dev.heapconv.fleet;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.fleet.FleetTable.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.select.AggregateOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Writes the table of a fleet with DuckDB. Memory does not depend on the number of recordings. */
public final class FleetTableWriter implements FleetSink {

  /** Rows to hold in memory, some 800 bytes each. */
  private static final int ROWS = 500_000;

  /** Tables in memory, of which those of functions, their heaps and names become one in a file. */
  private enum Held {
    FUNCTIONS,
    HEAPS,
    NAMES,
    RECORDINGS,
    ERRORS;

    /** The columns that are held, after the number of the heap or name, or the day. */
    List<Column> columns() {
      List<Column> functions = FleetTable.FUNCTIONS.columns();
      int names = FleetTable.HEAP_COLUMNS;
      int numbers = names + FleetTable.NAME_COLUMNS;
      return switch (this) {
        case FUNCTIONS -> functions.subList(numbers, functions.size());
        case HEAPS -> functions.subList(0, names);
        case NAMES -> functions.subList(names, numbers);
        case RECORDINGS -> FleetTable.RECORDINGS.columns();
        case ERRORS -> FleetTable.ERRORS.columns();
      };
    }

    /** What is held before these columns. */
    String keys() {
      return switch (this) {
        case FUNCTIONS -> "h INTEGER, n INTEGER";
        case HEAPS -> "h INTEGER, date DATE";
        case NAMES -> "n INTEGER";
        default -> "date DATE";
      };
    }
  }

  private record Name(@Nullable Object function, @Nullable Object library) {}

  private final FleetOrigins origins;
  private final AggregateOptions rows;
  private final String version;
  private final FleetFolder folder;
  private final DuckDbTables database;
  private final Map<Held, DuckDBAppender> appenders = new EnumMap<>(Held.class);
  private final Map<Name, Integer> names = new HashMap<>();
  private final Set<String> dates = new TreeSet<>();
  private int heaps;
  private int held;
  private int files;

  /**
   * Locks the table, which {@link #close} unlocks.
   *
   * @param database which this closes
   * @param rows which functions are shown
   * @param version of the program
   */
  public FleetTableWriter(
      Path table,
      BatchPart part,
      DuckDbTables database,
      FleetOrigins origins,
      AggregateOptions rows,
      String version)
      throws IOException {
    this.origins = origins;
    this.rows = rows;
    this.version = version;
    this.database = database;
    this.folder = FleetFolder.open(table, part);
    try {
      for (Held each : Held.values()) {
        database.execute(
            each.columns().stream()
                .map(column -> column.name() + " " + column.type().sql())
                .collect(
                    Collectors.joining(
                        ", ", "CREATE TABLE held_" + each + " (" + each.keys() + ", ", ")")));
      }
      openAppenders();
    } catch (SQLException e) {
      close();
      throw unwritable(e);
    }
  }

  private void openAppenders() throws SQLException {
    for (Held each : Held.values()) {
      DuckDBAppender appender = database.connection().createAppender("main", "held_" + each);
      // Workers add rows one after another.
      appender.unsafeBreakThreadConfinement();
      appenders.put(each, appender);
    }
  }

  private static HeapConvException unwritable(SQLException e) {
    return HeapConvException.output(
            ErrorId.CANNOT_WRITE, "the table", String.valueOf(e.getMessage()).split("\n", 2)[0])
        .causedBy(e);
  }

  @Override
  public void add(ReadResult result) throws IOException {
    FleetRows made = FleetRows.of(result, origins, rows);
    if (made == null) {
      return;
    }
    synchronized (this) {
      try {
        dates.add(made.date().toString());
        for (FleetRows.HeapRows heap : made.heaps()) {
          append(Held.HEAPS, heap.first(), heaps, made.date());
          for (List<@Nullable Object> row : heap.rows()) {
            append(
                Held.FUNCTIONS,
                row.subList(FleetTable.NAME_COLUMNS, row.size()),
                heaps,
                number(new Name(row.get(0), row.get(1))));
          }
          heaps++;
        }
        append(Held.RECORDINGS, made.recording(), made.date());
        if (made.error() != null) {
          append(Held.ERRORS, made.error(), made.date());
        }
        if (held > ROWS) {
          flush();
        }
      } catch (SQLException e) {
        throw unwritable(e);
      }
    }
  }

  private int number(Name name) throws SQLException {
    Integer known = names.get(name);
    if (known == null) {
      known = names.size();
      names.put(name, known);
      append(Held.NAMES, Arrays.asList(name.function, name.library), known);
    }
    return known;
  }

  private void append(Held table, List<? extends @Nullable Object> row, Object... keys)
      throws SQLException {
    DuckDBAppender appender = Objects.requireNonNull(appenders.get(table));
    appender.beginRow();
    for (Object key : keys) {
      append(appender, key);
    }
    for (Object value : row) {
      append(appender, value);
    }
    appender.endRow();
    held++;
  }

  private static void append(DuckDBAppender appender, @Nullable Object value) throws SQLException {
    if (value instanceof Double number) {
      appender.append(number.doubleValue());
    } else if (value instanceof Float number) {
      appender.append(number.floatValue());
    } else if (value instanceof Long number) {
      appender.append(number.longValue());
    } else if (value instanceof Integer number) {
      appender.append(number.intValue());
    } else if (value instanceof String text) {
      appender.append(text);
    } else if (value instanceof LocalDate date) {
      appender.append(date);
    } else if (value instanceof LocalDateTime time) {
      appender.append(time);
    } else if (value instanceof Map<?, ?> labels) {
      appender.append(labels);
    } else {
      appender.appendNull();
    }
  }

  /** Writes the rows in memory to a file for each day. */
  private void flush() throws SQLException, IOException {
    for (DuckDBAppender appender : appenders.values()) {
      appender.close();
    }
    write(
        FleetTable.FUNCTIONS,
        "held_functions JOIN held_heaps USING (h) JOIN (SELECT *, row_number() OVER (ORDER BY"
            + " function, library) AS name FROM held_names) USING (n)",
        "name, h");
    write(FleetTable.RECORDINGS, "held_recordings", "recording");
    write(FleetTable.ERRORS, "held_errors", "recording");
    for (Held each : Held.values()) {
      database.execute("TRUNCATE held_" + each);
    }
    names.clear();
    heaps = 0;
    held = 0;
    files++;
    openAppenders();
  }

  private void write(FleetTable table, String from, String order) throws SQLException, IOException {
    String columns = table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    for (SqlRow row : database.rows("SELECT DISTINCT CAST(date AS VARCHAR) AS day FROM " + from)) {
      String day = row.text("day");
      String file = folder.newFile(table, day, files).toString();
      database.execute(
          ("COPY (SELECT %s FROM %s WHERE date = '%s' ORDER BY %s) TO %s (FORMAT parquet,"
                  + " COMPRESSION zstd, ROW_GROUP_SIZE %d, KV_METADATA {%s: '%d', %s: %s})")
              .formatted(
                  columns,
                  from,
                  day,
                  order,
                  DuckDbTables.quoted(file),
                  ROWS,
                  FleetTable.SCHEMA_KEY,
                  FleetTable.SCHEMA,
                  FleetTable.VERSION_KEY,
                  DuckDbTables.quoted(version)));
    }
  }

  @Override
  public synchronized List<Warning> finish(AtomicFile.Guard guard) throws IOException {
    List<Warning> warnings = new ArrayList<>(origins.warnings());
    warnings.addAll(write());
    return warnings;
  }

  /**
   * Writes what was added, whatever is not known of it: that is for who adds up the {@link
   * FleetOrigins.Counts} of all writers.
   */
  public synchronized List<Warning> write() throws IOException {
    List<Warning> warnings = new ArrayList<>();
    try {
      flush();
      if (folder.isWhole()) {
        warnings.addAll(replaced());
      }
    } catch (SQLException e) {
      throw unwritable(e);
    }
    folder.replace(dates);
    return warnings;
  }

  /** Warns of recordings that a day loses, because it had them and these inputs do not. */
  private List<Warning> replaced() throws IOException, SQLException {
    List<Warning> warnings = new ArrayList<>();
    for (String date : dates) {
      String old = folder.day(FleetTable.RECORDINGS, date) + "/*.parquet";
      String all = folder.newFile(FleetTable.RECORDINGS, date, 0).getParent() + "/*.parquet";
      if (!database.rows("FROM glob(" + DuckDbTables.quoted(old) + ")").isEmpty()) {
        String lost =
            "SELECT count(*) AS lost FROM read_parquet(%s) ANTI JOIN read_parquet(%s)"
                    .formatted(DuckDbTables.quoted(old), DuckDbTables.quoted(all))
                + " USING (recording)";
        long count = database.rows(lost).get(0).count("lost");
        if (count > 0) {
          warnings.add(Warning.of(ErrorId.RECORDINGS_REPLACED, count, date));
        }
      }
    }
    return warnings;
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
    folder.close();
  }
}
