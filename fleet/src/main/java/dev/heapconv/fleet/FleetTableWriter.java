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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
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

  private final FleetOrigins origins;
  private final AggregateOptions rows;
  private final String version;
  private final Path table;
  private final BatchPart part;
  private final FleetFolder folder;
  private final DuckDbTables database;
  private final Map<FleetTable, DuckDBAppender> appenders = new EnumMap<>(FleetTable.class);
  private final Set<String> dates = new TreeSet<>();
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
    this.table = table;
    this.part = part;
    this.folder = FleetFolder.open(new LocalFiles(table), table.toString(), part);
    try {
      for (FleetTable each : FleetTable.values()) {
        database.execute(
            each.columns().stream()
                .map(column -> column.name() + " " + column.type().sql())
                .collect(Collectors.joining(", ", "CREATE TABLE " + each + " (date DATE, ", ")")));
      }
      openAppenders();
    } catch (SQLException e) {
      close();
      throw unwritable(e);
    }
  }

  private void openAppenders() throws SQLException {
    for (FleetTable each : FleetTable.values()) {
      DuckDBAppender appender = database.connection().createAppender("main", each.name());
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
        for (List<@Nullable Object> row : made.functions()) {
          append(FleetTable.FUNCTIONS, made.date(), row);
        }
        append(FleetTable.RECORDINGS, made.date(), made.recording());
        if (made.error() != null) {
          append(FleetTable.ERRORS, made.date(), made.error());
        }
        if (held > ROWS) {
          flush();
        }
      } catch (SQLException e) {
        throw unwritable(e);
      }
    }
  }

  private void append(FleetTable table, LocalDate date, List<? extends @Nullable Object> row)
      throws SQLException {
    DuckDBAppender appender = Objects.requireNonNull(appenders.get(table));
    appender.beginRow();
    appender.append(date);
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
    } else if (value instanceof String text) {
      appender.append(text);
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
    write(FleetTable.FUNCTIONS, "function, library, recording, process, heap");
    write(FleetTable.RECORDINGS, "recording");
    write(FleetTable.ERRORS, "recording");
    for (FleetTable each : FleetTable.values()) {
      database.execute("TRUNCATE " + each);
    }
    held = 0;
    files++;
    openAppenders();
  }

  private void write(FleetTable table, String order) throws SQLException, IOException {
    String columns = table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    for (SqlRow row : database.rows("SELECT DISTINCT CAST(date AS VARCHAR) AS day FROM " + table)) {
      String day = row.text("day");
      Path folders = Files.createDirectories(this.table.resolve(folder.newDay(table, day)));
      String file = folders.resolve("%s-%04d.parquet".formatted(part, files)).toString();
      database.execute(
          ("COPY (SELECT %s FROM %s WHERE date = '%s' ORDER BY %s) TO %s (FORMAT parquet,"
                  + " COMPRESSION zstd, ROW_GROUP_SIZE %d, KV_METADATA {%s: '%d', %s: %s})")
              .formatted(
                  columns,
                  table,
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
      if (part.equals(BatchPart.WHOLE)) {
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
      String day = "recordings/date=" + date;
      String old = DuckDbTables.quoted(table.resolve(day), "/*.parquet");
      String all =
          DuckDbTables.quoted(
              table.resolve(folder.newDay(FleetTable.RECORDINGS, date)), "/*.parquet");
      if (!database.rows("FROM glob(" + old + ")").isEmpty()) {
        String lost =
            ("SELECT count(*) AS lost FROM read_parquet(%s, hive_partitioning = false) ANTI JOIN"
                    + " read_parquet(%s, hive_partitioning = false) USING (recording)")
                .formatted(old, all);
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
