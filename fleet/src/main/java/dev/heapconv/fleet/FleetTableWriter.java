package dev.heapconv.fleet;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.query.AggregateOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
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
  private final boolean adds;
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
   * @param adds whether days keep what they have of other recordings
   */
  public FleetTableWriter(
      Path table,
      BatchPart part,
      DuckDbTables database,
      FleetOrigins origins,
      AggregateOptions rows,
      String version,
      boolean adds)
      throws IOException {
    this.adds = adds;
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

  private HeapConvException unwritable(SQLException e) {
    return HeapConvException.unwritable(table.toString(), DuckDbTables.reason(e));
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
    for (FleetTable each : FleetTable.values()) {
      write(each);
      database.execute("TRUNCATE " + each);
    }
    held = 0;
    files++;
    openAppenders();
  }

  private void write(FleetTable of) throws SQLException, IOException {
    for (SqlRow row : database.rows("SELECT DISTINCT CAST(date AS VARCHAR) AS day FROM " + of)) {
      String day = row.text("day");
      String rows = "SELECT * FROM %s WHERE date = '%s'".formatted(of, day);
      DayFiles.write(database, of, rows, newFile(of, day), version);
    }
  }

  private Path newFile(FleetTable of, String day) {
    return table.resolve(folder.newDay(of, day)).resolve("%s-%04d.parquet".formatted(part, files));
  }

  @Override
  public synchronized List<Notice> finish(AtomicFile.Guard guard) throws IOException {
    List<Notice> notices = origins.notices();
    write();
    return notices;
  }

  /**
   * Writes what was added, whatever is not known of it: that is for who adds up the {@link
   * FleetOrigins#counts} of all writers.
   *
   * @throws HeapConvException as {@link DayCheck} says
   */
  public synchronized void write() throws IOException {
    try {
      flush();
      keepOthers();
    } catch (SQLException e) {
      throw unwritable(e);
    }
    folder.replace(dates);
  }

  /** Writes what days have of recordings that are not among these. */
  private void keepOthers() throws IOException, SQLException {
    List<Path> had = paths(folder.recordings(dates));
    if (had.isEmpty() || dates.isEmpty()) {
      return;
    }
    List<Path> fresh = paths(folder.newRecordings(dates));
    createView("had", had);
    createView("fresh", fresh);
    for (String date : DayCheck.of(database::rows, table.toString(), adds)) {
      for (FleetTable each : FleetTable.values()) {
        List<Path> old = paths(folder.oldFiles(each, date));
        DayFiles.keep(database, each, old, fresh, newFile(each, date), version);
      }
    }
  }

  private List<Path> paths(List<String> names) {
    return names.stream().map(table::resolve).toList();
  }

  private void createView(String name, List<Path> files) throws SQLException {
    String date = "regexp_extract(filename, 'date=([0-9-]*)[^=]*$', 1) AS date FROM ";
    database.execute(
        "CREATE VIEW " + name + " AS SELECT recording, sha256, " + date + DayFiles.read(files));
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
    folder.close();
  }
}
