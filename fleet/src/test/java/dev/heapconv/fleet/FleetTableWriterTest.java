package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Formats;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TraceAttributes;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a table holds of recordings, and how its files are replaced. */
@Tag("slow")
class FleetTableWriterTest {

  private static final LocalDate DAY = LocalDate.of(2026, 11, 24);
  private static final List<String> RECORDINGS =
      List.of("truth_i512", "truth_i4096", "truth_i32768", "sqlite_i4096", "names", "truth_i1");

  private static final List<ReadResult> RESULTS = new ArrayList<>();

  @TempDir Path folder;

  private boolean callers;

  /** A recording under another name. */
  private record Named(String name, byte[] bytes) implements RecordingReader.Source {
    @Override
    public RecordingReader.Stat stat() {
      return new RecordingReader.Stat(bytes.length, 0);
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  @BeforeAll
  static void read() {
    for (int i = 0; i < RECORDINGS.size(); i++) {
      RESULTS.add(
          result(
              "device-" + i / 2 + "/2026-11-2" + i / 3 + "/" + RECORDINGS.get(i),
              TestData.bytes(TestData.recording(RECORDINGS.get(i)))));
    }
  }

  private static ReadResult result(String name, byte[] bytes) {
    List<ReadResult> results = new ArrayList<>();
    RecordingReader reader =
        new RecordingReader(
            Formats.STANDARD, ReadOptions.DEFAULT, UnskewSetup.of(UnskewOptions.DEFAULT));
    reader.read(new Named(name, bytes), member -> false, results::add);
    return results.get(0);
  }

  private Path table() {
    return folder.resolve("table");
  }

  private static FleetOrigins origins(@Nullable String date) {
    return new FleetOrigins(
        Pattern.compile("device-(\\d+)"),
        date == null ? null : Pattern.compile(date),
        DAY,
        FleetLabels.NONE,
        null);
  }

  private static byte[] withAttribute(byte[] trace, String key, String value) {
    TraceAttributes.Attribute.Builder attribute =
        TraceAttributes.Attribute.newBuilder().setKey(key).setStringValue(value);
    TracePacket.Builder packet =
        TracePacket.newBuilder()
            .setTraceAttributes(TraceAttributes.newBuilder().addAttribute(attribute));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(trace);
    bytes.writeBytes(Trace.newBuilder().addPacket(packet).build().toByteArray());
    return bytes.toByteArray();
  }

  @Test
  void attributesOfRecordingsAreLabelsUnlessLabelsSayOtherwise() throws IOException {
    byte[] trace = TestData.bytes(TestData.recording("truth_i512"));
    byte[] known = withAttribute(withAttribute(trace, "app.cohort", "beta"), "lane", "5");
    Path file = Files.writeString(folder.resolve("labels.csv"), "device,lane,build\n2,6,b\n");
    FleetLabels labels;
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      labels = FleetLabels.read(engine, file, "labels.csv");
    }
    FleetOrigins origins =
        new FleetOrigins(Pattern.compile("device-(\\d+)"), null, DAY, labels, null);
    write(origins, List.of(result("device-1", known), result("device-2", known)));
    assertThat(
            ask("SELECT string_agg(DISTINCT device || labels['app.cohort'] || labels['lane'] ||"
                    + " cardinality(labels), ' ') AS found FROM a_functions")
                .text("found")
                .split(" "))
        .containsExactlyInAnyOrder("1beta52", "2beta62");
  }

  /** Of python3.11, which is alone at the end: 29,016 KiB by the kernel's statistics. */
  @Test
  void recordingsSayHowMuchOfTheirProcessIsExplained() throws IOException {
    byte[] trace = TestData.bytes(TestData.recording("mixed_deflate"));
    byte[] without = TestData.bytes(TestData.recording("truth_i512"));
    write(origins(null), List.of(result("device-1", trace), result("device-2", without)));
    assertThat(
            ask("SELECT string_agg(concat_ws(' ', device, rss, round(explained, 3), explained_of),"
                    + " ', ' ORDER BY device) AS found FROM a_recordings")
                .text("found"))
        .isEqualTo("1 29712384 0.036 anonymous, 2");
  }

  @Test
  void hashedDevicesAreNamedNowhere() throws IOException {
    FleetOrigins origins =
        new FleetOrigins(Pattern.compile("device-\\d+"), null, DAY, FleetLabels.NONE, "salt");
    byte[] trace = TestData.bytes(TestData.recording("truth_i512"));
    write(
        origins,
        List.of(
            result("in/device-7/device-7-a", trace),
            result("in/device-7/b", trace),
            result("in/device-8/b", trace),
            result("in/device-8/broken", new byte[9])));
    for (FleetTable table : FleetTable.values()) {
      SqlRow row =
          ask(
              "SELECT count(DISTINCT device) AS devices, count(DISTINCT recording) AS recordings,"
                  + " min(length(device)) AS length, min(length(recording)) AS of_recording FROM "
                  + DayFiles.read(
                      files().stream()
                          .filter(file -> file.startsWith(table.folder()))
                          .map(table()::resolve)
                          .toList()));
      boolean errors = table == FleetTable.ERRORS;
      assertThat(row.count("devices")).isEqualTo(errors ? 1 : 2);
      assertThat(row.count("recordings"))
          .isEqualTo(errors ? 1 : table == FleetTable.RECORDINGS ? 4 : 3);
      assertThat(row.count("length")).isEqualTo(32);
      assertThat(row.count("of_recording")).isEqualTo(32);
    }
  }

  private FleetTableWriter writer(FleetOrigins origins) throws IOException {
    return new FleetTableWriter(
        table(),
        new DuckDbTables(folder),
        origins,
        AggregateOptions.DEFAULT.withCumulative(callers),
        "heapconv 0");
  }

  private List<Notice> write(FleetOrigins origins, List<ReadResult> results) throws IOException {
    try (FleetTableWriter writer = writer(origins)) {
      for (ReadResult result : results) {
        writer.add(result);
      }
      return writer.finish(AtomicFile.Guard.NONE);
    }
  }

  private SqlRow ask(String sql) throws IOException {
    try (DuckDbTables tables = new DuckDbTables(folder)) {
      tables.open("a", table());
      return tables.rows(sql).get(0);
    }
  }

  private TreeSet<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(table())) {
      TreeSet<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .forEach(file -> names.add(table().relativize(file).toString()));
      return names;
    }
  }

  private static double sum(View view) {
    return RESULTS.stream()
        .map(result -> ((ReadResult.Recording) result).profile())
        .flatMap(profile -> profile.latestDumps().stream())
        .mapToDouble(heap -> Objects.requireNonNull(heap.column(view)).total())
        .sum();
  }

  @Test
  void sumsAreThoseOfSingleRecordings() throws IOException {
    assertThat(write(origins(null), RESULTS)).isEmpty();
    for (View view : List.of(View.SPACE, View.ALLOC_SPACE, View.OBJECTS, View.ALLOC_OBJECTS)) {
      double exact = sum(view);
      double tolerance = exact * (view.isBytes() ? 1e-9 : 1e-3);
      String of = view.name();
      assertThat(ask("SELECT sum(" + of + ") AS x FROM a_functions").number("x"))
          .as(of)
          .isCloseTo(exact, within(tolerance));
      assertThat(ask("SELECT sum(" + of + ") AS x FROM a_recordings").number("x"))
          .isCloseTo(exact, within(exact * 1e-9));
    }
    SqlRow counts =
        ask(
            "SELECT count(*) AS n, count(DISTINCT device) AS devices, min(date) = '2026-11-24' AS d"
                + " FROM a_recordings WHERE status = 'ok'");
    assertThat(counts.count("n")).isEqualTo(RECORDINGS.size());
    assertThat(counts.count("devices")).isEqualTo(3);
    assertThat(counts.values().get("d")).isEqualTo(true);
  }

  @Test
  void callersHaveRowsIfWanted() throws IOException {
    String sql = "SELECT count(*) AS n, max(space_total - space) AS x FROM a_functions";
    write(origins(null), RESULTS);
    SqlRow without = ask(sql);
    assertThat(without.number("x")).isNaN();
    callers = true;
    write(origins(null), RESULTS);
    SqlRow with = ask(sql);
    assertThat(with.number("x")).isPositive();
    assertThat(with.count("n")).isGreaterThan(without.count("n"));
    assertThat(ask("SELECT sum(space) AS x FROM a_functions").number("x"))
        .isCloseTo(sum(View.SPACE), within(1e-9 * sum(View.SPACE)));
  }

  /** What a table says that does not depend on when it was written, row by row. */
  private List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    try (DuckDbTables tables = new DuckDbTables(folder)) {
      tables.open("a", table());
      for (String sql :
          List.of(
              "SELECT * EXCLUDE (file_id, labels) FROM a_functions",
              "SELECT * EXCLUDE (file_id, written, labels) FROM a_recordings")) {
        tables.rows(sql).forEach(row -> rows.add(new TreeMap<>(row.values()).toString()));
      }
    }
    rows.sort(null);
    return rows;
  }

  private List<String> rowsAfter(List<List<ReadResult>> runs, String... dates) throws IOException {
    FileUtils.deleteDirectory(table().toFile());
    for (int i = 0; i < runs.size(); i++) {
      write(origins(dates.length == 0 ? null : dates[i]), runs.get(i));
    }
    return rows();
  }

  private static ReadResult bad(String device) {
    return result(device + "/bad", new byte[] {1, 2, 3});
  }

  private static ReadResult repaired(String device) {
    return result(device + "/bad", TestData.bytes(TestData.recording("names")));
  }

  /** Late recordings, the same again, and what was repaired: the table is the same. */
  @Test
  void inWhateverOrderRecordingsComeTheNewestOfEachCounts() throws IOException {
    List<ReadResult> all = new ArrayList<>(RESULTS);
    all.add(repaired("device-8"));
    all.add(bad("device-9"));
    List<String> whole = rowsAfter(List.of(all));
    assertThat(whole).hasSizeGreaterThan(20);
    assertThat(rowsAfter(List.of(all, all))).isEqualTo(whole);
    List<ReadResult> broken = List.of(bad("device-8"), repaired("device-9"));
    assertThat(rowsAfter(List.of(broken, all.subList(4, 8), all.subList(0, 5)))).isEqualTo(whole);
  }

  /** A recording that was repaired has no error any more, and one that fails now, no functions. */
  @Test
  void errorsBelongToTheNewestRowOfTheirRecording() throws IOException {
    write(origins(null), List.of(bad("device-8"), repaired("device-9")));
    assertThat(errors()).containsExactly("device-8/bad");
    write(origins(null), List.of(repaired("device-8"), bad("device-9")));
    assertThat(errors()).containsExactly("device-9/bad");
    assertThat(ask("SELECT string_agg(DISTINCT recording, ' ') AS r FROM a_functions").text("r"))
        .isEqualTo("device-8/bad");
    write(origins(null), List.of(result("device-8/bad", withAttribute(new byte[0], "no", "heap"))));
    assertThat(ask("SELECT count(*) AS n FROM a_functions").count("n")).isZero();
    assertThat(
            ask("SELECT string_agg(status, ' ' ORDER BY recording) AS s FROM a_recordings")
                .text("s"))
        .isEqualTo("empty failed");
  }

  private List<String> errors() throws IOException {
    try (DuckDbTables tables = new DuckDbTables(folder)) {
      tables.open("a", table());
      return tables
          .rows(
              "FROM read_parquet('%s/errors/*/*.parquet') SEMI JOIN a_recordings USING (recording,"
                      .formatted(table())
                  + " file_id)")
          .stream()
          .map(row -> row.text("recording"))
          .toList();
    }
  }

  /** The SQL of docs/table.md for an engine. */
  private static String documented(String engine) throws IOException {
    String document = Files.readString(TestData.root().resolve("docs/table.md"));
    Matcher views = Pattern.compile("(?s)```sql\n-- " + engine + "\n(.*?)```").matcher(document);
    assertThat(views.find()).isTrue();
    return views.group(1);
  }

  /** Whoever asks with DuckDB itself gets the same rows. */
  @Test
  void theDocumentedViewsAreThoseOfTheProgram() throws IOException, SQLException {
    write(origins(null), RESULTS);
    write(origins(null), List.of(bad("device-8"), bad("device-9")));
    write(origins("\\d{4}-\\d\\d-\\d\\d"), RESULTS.subList(0, 2));
    write(
        origins(null),
        List.of(repaired("device-8"), result(RESULTS.get(4).facts().name(), new byte[1])));
    try (DuckDbTables tables = new DuckDbTables(folder)) {
      tables.execute(documented("DuckDB").replace("'fleet/", "'" + table() + "/"));
      tables.execute("CREATE SCHEMA fleet");
      for (FleetTable of : FleetTable.values()) {
        String loaded =
            "CREATE TABLE fleet.%s_files AS FROM read_parquet('%s/*/*.parquet',"
                + " hive_partitioning = true, union_by_name = true)";
        String name = of.folder();
        tables.execute(
            loaded.formatted(name.substring(0, name.length() - 1), table().resolve(name)));
      }
      // DuckDB has all of BigQuery's syntax that these views use.
      tables.execute(documented("BigQuery, [^\n]*"));
      tables.open("a", table());
      for (String of : List.of("functions", "recordings")) {
        String same = "(FROM %1$s EXCEPT FROM %2$s) UNION ALL (FROM %2$s EXCEPT FROM %1$s)";
        String asked = "(SELECT * EXCLUDE (labels) FROM %s)";
        for (String own : List.of("a_" + of, "fleet." + of)) {
          assertThat(
                  tables.rows(
                      "SELECT 1 FROM ("
                          + same.formatted(asked.formatted(of), asked.formatted(own))
                          + ")"))
              .isEmpty();
        }
        assertThat(tables.rows("FROM " + of + " LIMIT 1")).isNotEmpty();
      }
      for (String errors : List.of("errors", "fleet.errors")) {
        assertThat(tables.rows("FROM " + errors + " ORDER BY recording"))
            .extracting(row -> row.text("recording"))
            .containsExactly(RESULTS.get(4).facts().name(), "device-9/bad");
      }
      assertThat(
              tables
                  .rows(
                      "SELECT sum(files) - count(*) AS n FROM (SELECT count(*) AS files FROM"
                          + " read_parquet('"
                          + table()
                          + "/recordings/*/*.parquet') GROUP BY recording)")
                  .get(0)
                  .count("n"))
          .isEqualTo(4);
    }
  }

  /** Its day was wrong: it moves to another. */
  @Test
  void aRecordingIsOfOneDay() throws IOException {
    String named = "\\d{4}-\\d\\d-\\d\\d";
    List<String> whole = rowsAfter(List.of(RESULTS), named);
    write(origins(null), RESULTS.subList(0, 2));
    assertThat(ask("SELECT count(*) AS n FROM a_recordings").count("n")).isEqualTo(6);
    assertThat(rows()).isNotEqualTo(whole);
    write(origins(named), RESULTS.subList(1, 3));
    write(origins(named), RESULTS.subList(0, 2));
    assertThat(rows()).isEqualTo(whole);
  }

  @Test
  void filesNeverChange() throws IOException {
    write(origins(null), RESULTS.subList(0, 3));
    TreeSet<String> first = files();
    assertThat(first)
        .hasSize(2)
        .allMatch(name -> name.matches("\\w+/date=2026-11-24/[0-9a-f]{32}\\.parquet"));
    List<byte[]> contents = new ArrayList<>();
    for (String file : first) {
      contents.add(Files.readAllBytes(table().resolve(file)));
    }
    write(origins(null), RESULTS);
    write(origins(null), RESULTS.subList(0, 3));
    assertThat(files()).hasSize(6).containsAll(first);
    for (String file : first) {
      assertThat(table().resolve(file)).hasBinaryContent(contents.remove(0));
    }
  }

  /** What the files of a table are until somebody kills who adds to it. */
  private record KilledFiles(TableFiles files, AtomicInteger renames) implements TableFiles {

    @Override
    public List<String> list(String folder) throws IOException {
      return files.list(folder);
    }

    @Override
    public @Nullable Instant changed(String name) throws IOException {
      return files.changed(name);
    }

    @Override
    public void move(String from, String to) throws IOException {
      if (renames.getAndDecrement() == 0) {
        throw new IOException("killed");
      }
      files.move(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      files.delete(name);
    }
  }

  /** The rows of each recording. */
  private Map<String, List<String>> byRecording() throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    Pattern recording = Pattern.compile("[{ ]recording=([^,}]*)");
    for (String row : rows()) {
      Matcher name = recording.matcher(row);
      assertThat(name.find()).isTrue();
      rows.computeIfAbsent(name.group(1), unused -> new ArrayList<>()).add(row);
    }
    return rows;
  }

  /** Every recording has the rows that it had before, or those that it has after. */
  @Test
  void whoeverIsKilledBetweenTwoRenamesLeavesWholeRecordings() throws IOException {
    String named = "\\d{4}-\\d\\d-\\d\\d";
    List<ReadResult> old = new ArrayList<>(RESULTS.subList(0, 4));
    old.add(bad("device-1/2026-11-20"));
    write(origins(named), old);
    Map<String, List<String>> before = byRecording();
    List<ReadResult> fresh = new ArrayList<>(RESULTS.subList(3, 6));
    fresh.add(result(RESULTS.get(2).facts().name(), new byte[] {9}));
    fresh.add(repaired("device-1/2026-11-20"));
    List<Map<String, List<String>>> states = new ArrayList<>();
    boolean isKilled = true;
    for (int renames = 0; isKilled; renames++) {
      try (FleetTableWriter writer = writer(origins(named))) {
        for (ReadResult result : fresh) {
          writer.add(result);
        }
        writer.write();
        String hidden = table().relativize(writer.hidden()).toString();
        TableFiles files = new KilledFiles(new LocalFiles(table()), new AtomicInteger(renames));
        isKilled = isKilled(files, hidden);
      }
      states.add(byRecording());
    }
    Map<String, List<String>> after = states.get(states.size() - 1);
    assertThat(states).hasSizeGreaterThan(4).first().isEqualTo(before);
    assertThat(after).hasSize(7).isNotEqualTo(before);
    for (Map<String, List<String>> state : states) {
      for (String recording : after.keySet()) {
        assertThat(state.get(recording)).isIn(before.get(recording), after.get(recording));
      }
    }
    assertThat(files()).noneMatch(name -> name.startsWith("."));
  }

  private boolean isKilled(TableFiles files, String hidden) {
    try {
      new FleetFolder(files, "t").publish(List.of(hidden));
      return false;
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("killed");
      return true;
    }
  }

  @Test
  void whatKilledRunsLeftLongAgoIsDeleted() throws IOException {
    Path old = Files.createDirectories(table().resolve(".heapconv-new-old/functions"));
    Path young = Files.createDirectories(table().resolve(".heapconv-new-young"));
    Files.setLastModifiedTime(
        old.getParent(), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
    write(origins(null), RESULTS.subList(0, 1));
    assertThat(old.getParent()).doesNotExist();
    assertThat(young).exists();
  }

  /** Under another path, a recording would count twice. */
  @Test
  void copiesUnderOtherNamesAreSaid() throws IOException {
    write(origins(null), RESULTS.subList(0, 3));
    assertThat(write(origins(null), RESULTS.subList(0, 4))).isEmpty();
    byte[] trace = TestData.bytes(TestData.recording(RECORDINGS.get(1)));
    assertThat(write(origins(null), List.of(result("srv/device-0/x", trace))))
        .containsExactly(
            Notice.of(ErrorId.COPIED_INPUTS, 1L, "srv/device-0/x", RESULTS.get(1).facts().name()));
  }
}
