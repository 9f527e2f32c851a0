package dev.heapconv.fleet;

import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.query.AggregateOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Writes the table of a fleet with DuckDB. Memory does not depend on the number of recordings. */
public final class FleetTableWriter implements FleetSink {

  /** Rows to hold in memory, some 800 bytes each. */
  private static final int ROWS = 500_000;

  private final int mostRows;
  private final FleetOrigins origins;
  private final AggregateOptions rows;
  private final String version;
  private final Path table;
  private final FleetFolder folder;
  private final DuckDbTables database;
  private final Map<FleetTable, DuckDBAppender> appenders = new EnumMap<>(FleetTable.class);

  /** What the rows in memory say of each recording, by day: what the ids of files are made of. */
  private final Map<LocalDate, List<String>> held = new TreeMap<>();

  /** New files of recordings, which have no name yet. */
  private final List<Path> recordings = new ArrayList<>();

  private int heldRows;

  /**
   * @param database the engine, which this writer closes
   * @param rows options that choose the functions
   * @param version of the program
   */
  public FleetTableWriter(
      Path table,
      DuckDbTables database,
      FleetOrigins origins,
      AggregateOptions rows,
      String version)
      throws IOException {
    this(table, database, origins, rows, version, ROWS);
  }

  /**
   * @param mostRows more rows in memory become files at once
   */
  FleetTableWriter(
      Path table,
      DuckDbTables database,
      FleetOrigins origins,
      AggregateOptions rows,
      String version,
      int mostRows)
      throws IOException {
    this.mostRows = mostRows;
    this.origins = origins;
    this.rows = rows;
    this.version = version;
    this.database = database;
    this.table = table;
    this.folder = new FleetFolder(new LocalFiles(table), table.toString());
    try {
      for (FleetTable each : FleetTable.values()) {
        database.execute(
            each.columns().stream()
                .filter(column -> !column.isOfFile())
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
        held.computeIfAbsent(made.date(), day -> new ArrayList<>())
            .add(made.recording() + String.valueOf(made.error()));
        for (List<@Nullable Object> row : made.functions()) {
          append(FleetTable.FUNCTIONS, made.date(), row);
        }
        append(FleetTable.RECORDINGS, made.date(), made.recording());
        if (made.error() != null) {
          append(FleetTable.ERRORS, made.date(), made.error());
        }
        if (heldRows > mostRows) {
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
    heldRows++;
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

  /** Writes the rows in memory to a file of each table for each day. */
  private void flush() throws SQLException, IOException {
    for (DuckDBAppender appender : appenders.values()) {
      appender.close();
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    for (Map.Entry<LocalDate, List<String>> day : held.entrySet()) {
      String id = FleetFolder.newId(now + version + day.getValue());
      for (FleetTable each : FleetTable.values()) {
        write(each, day.getKey().toString(), id, now);
      }
    }
    for (FleetTable each : FleetTable.values()) {
      database.execute("TRUNCATE " + each);
    }
    held.clear();
    heldRows = 0;
    openAppenders();
  }

  private void write(FleetTable of, String day, String id, Instant now)
      throws SQLException, IOException {
    String where = " FROM %s WHERE date = '%s'".formatted(of, day);
    if (database.rows("SELECT 1" + where + " LIMIT 1").isEmpty()) {
      return;
    }
    String rows =
        "SELECT *, '%s' AS %s, CAST('%s' AS TIMESTAMP) AS %s%s"
            .formatted(
                id,
                FleetTable.FILE_ID,
                LocalDateTime.ofInstant(now, ZoneOffset.UTC),
                FleetTable.WRITTEN,
                where);
    Path file = table.resolve(folder.newFile(of, day, id));
    try {
      DayFiles.write(database, of, rows, file, version);
    } catch (IOException e) {
      throw HeapConvException.output(
              ErrorId.CANNOT_WRITE, table.toString(), AtomicFile.reason(e, table))
          .causedBy(e);
    }
    if (of == FleetTable.RECORDINGS) {
      recordings.add(file);
    }
  }

  @Override
  public String deviceOf(String input) {
    return origins.device(input);
  }

  @Override
  public synchronized List<Notice> finish(AtomicFile.Guard guard) throws IOException {
    List<Notice> notices = new ArrayList<>(origins.notices());
    try {
      flush();
      notices.addAll(copies());
    } catch (SQLException e) {
      throw unwritable(e);
    }
    folder.publish(List.of(folder.hidden()));
    return notices;
  }

  /**
   * Writes what was added to {@link #hidden}, even without devices or days: the caller, who adds up
   * the {@link FleetOrigins#counts} of all writers, decides about those.
   */
  public synchronized void write() throws IOException {
    try {
      flush();
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** Returns the folder of files that have no final names yet. */
  public Path hidden() {
    return table.resolve(folder.hidden());
  }

  /** Recordings that their days already have under other names would count twice. */
  private List<Notice> copies() throws IOException {
    List<Path> had = new ArrayList<>();
    for (Path day : recordings.stream().map(Path::getParent).distinct().toList()) {
      String place = FleetTable.RECORDINGS.folder() + "/" + day.getFileName();
      for (String name : new LocalFiles(table).list(place)) {
        had.add(table.resolve(place).resolve(name));
      }
    }
    if (had.isEmpty()) {
      return List.of();
    }
    String ok = "(SELECT recording, sha256 FROM %s WHERE status = 'ok')";
    SqlRow found =
        database
            .rows(
                ("SELECT count(DISTINCT fresh.recording) AS n, min(fresh.recording) AS copy,"
                        + " min_by(had.recording, fresh.recording) AS original FROM %s AS fresh"
                        + " JOIN %s AS had ON fresh.sha256 = had.sha256 AND fresh.recording <>"
                        + " had.recording")
                    .formatted(
                        ok.formatted(DayFiles.read(recordings)), ok.formatted(DayFiles.read(had))))
            .get(0);
    return found.count("n") == 0
        ? List.of()
        : List.of(
            Notice.of(
                ErrorId.COPIED_INPUTS,
                found.count("n"),
                found.text("copy"),
                found.text("original")));
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
    folder.close();
  }
}
