package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Formats;
import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
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
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
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
  private boolean adds;

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
    write(BatchPart.WHOLE, origins, List.of(result("device-1", known), result("device-2", known)));
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
    write(
        BatchPart.WHOLE,
        origins(null),
        List.of(result("device-1", trace), result("device-2", without)));
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
        BatchPart.WHOLE,
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

  private FleetTableWriter writer(BatchPart part, FleetOrigins origins) throws IOException {
    return new FleetTableWriter(
        table(),
        part,
        new DuckDbTables(folder),
        origins,
        AggregateOptions.DEFAULT.withCumulative(callers),
        "heapconv 0",
        adds);
  }

  private List<Notice> write(BatchPart part, FleetOrigins origins, List<ReadResult> results)
      throws IOException {
    try (FleetTableWriter writer = writer(part, origins)) {
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
    assertThat(write(BatchPart.WHOLE, origins(null), RESULTS)).isEmpty();
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
    write(BatchPart.WHOLE, origins(null), RESULTS);
    SqlRow without = ask(sql);
    assertThat(without.number("x")).isNaN();
    callers = true;
    write(BatchPart.WHOLE, origins(null), RESULTS);
    SqlRow with = ask(sql);
    assertThat(with.number("x")).isPositive();
    assertThat(with.count("n")).isGreaterThan(without.count("n"));
    assertThat(ask("SELECT sum(space) AS x FROM a_functions").number("x"))
        .isCloseTo(sum(View.SPACE), within(1e-9 * sum(View.SPACE)));
  }

  @Test
  void daysAreReplacedAsAWhole() throws IOException {
    String named = "\\d{4}-\\d\\d-\\d\\d";
    write(BatchPart.WHOLE, origins(named), RESULTS);
    String part = "part-1-of-1-0000.parquet";
    assertThat(files())
        .containsExactly(
            "functions/date=2026-11-20/" + part,
            "functions/date=2026-11-21/" + part,
            "recordings/date=2026-11-20/" + part,
            "recordings/date=2026-11-21/" + part);
    byte[] first = Files.readAllBytes(table().resolve("functions/date=2026-11-20/" + part));
    // The same again is the same, and the other day stays.
    assertThat(write(BatchPart.WHOLE, origins(named), RESULTS.subList(0, 3))).isEmpty();
    assertThat(table().resolve("functions/date=2026-11-20/" + part)).hasBinaryContent(first);
    assertThat(files()).hasSize(4);
  }

  private void isRefused(ErrorId id, BatchPart part, String date, int from, int to, String says)
      throws IOException {
    TreeSet<String> before = files();
    assertThatThrownBy(() -> write(part, origins(date), RESULTS.subList(from, to)))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(id);
              assertThat(e.isOfOutput()).isTrue();
            })
        .hasMessageContaining(says);
    assertThat(files()).isEqualTo(before);
    assertThat(ask("SELECT count(*) AS n FROM a_recordings").count("n")).isEqualTo(3);
  }

  @Test
  void aDayLosesNoRecordings() throws IOException {
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 3));
    isRefused(ErrorId.LOST_RECORDINGS, BatchPart.WHOLE, null, 2, 6, "would lose 2 recordings");
    // Also where parts take the place of a whole day.
    isRefused(ErrorId.LOST_RECORDINGS, new BatchPart(1, 2), null, 1, 3, "lose 1 recording that");
  }

  @Test
  void aDayHasNoRecordingsUnderTwoNames() throws IOException {
    List<ReadResult> renamed = new ArrayList<>();
    for (String recording : RECORDINGS.subList(0, 3)) {
      renamed.add(
          result("renamed/device-1/" + recording, TestData.bytes(TestData.recording(recording))));
    }
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 2));
    for (boolean each : new boolean[] {false, true}) {
      adds = each;
      assertThatThrownBy(() -> write(BatchPart.WHOLE, origins(null), renamed))
          .hasMessageContaining("already has 2 of these recordings under other names, such as ");
    }
    assertThat(ask("SELECT count(*) AS n FROM a_recordings").count("n")).isEqualTo(2);
  }

  @Test
  void aRecordingIsInATableOnce() throws IOException {
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 3));
    String named = "\\d{4}-\\d\\d-\\d\\d";
    for (boolean each : new boolean[] {false, true}) {
      adds = each;
      isRefused(
          ErrorId.KNOWN_RECORDINGS, BatchPart.WHOLE, named, 2, 6, "already has 1 of these record");
    }
  }

  /** What came late, and what came again, of a day: in any order, the table is the same. */
  @Test
  void lateRecordingsAreAddedToTheirDay() throws IOException {
    List<ReadResult> all = new ArrayList<>(RESULTS);
    all.add(result("device-8/bad", new byte[] {1, 2, 3}));
    write(BatchPart.WHOLE, origins(null), all);
    String sums =
        "SELECT count(*) AS n, count(DISTINCT r.recording) AS r, sum(f.space) AS s FROM"
            + " a_recordings r LEFT JOIN a_functions f USING (recording)";
    SqlRow whole = ask(sums);
    adds = true;
    write(BatchPart.WHOLE, origins(null), List.of(result("device-8/bad", new byte[] {4, 5})));
    assertThat(ask(sums).values()).isEqualTo(whole.values());
    FileUtils.deleteDirectory(table().toFile());
    write(BatchPart.WHOLE, origins(null), all.subList(4, 7));
    write(BatchPart.WHOLE, origins(null), all.subList(0, 3));
    assertThat(ask(sums).count("r")).isEqualTo(6);
    write(BatchPart.WHOLE, origins(null), all.subList(2, 5));
    assertThat(ask(sums).count("n")).isEqualTo(whole.count("n"));
    assertThat(ask(sums).number("s"))
        .isCloseTo(whole.number("s"), within(1e-9 * whole.number("s")));
    // The failure was repaired: its row is gone.
    assertThat(files()).anyMatch(name -> name.startsWith("errors"));
    write(
        BatchPart.WHOLE,
        origins(null),
        List.of(result("device-8/bad", TestData.bytes(TestData.recording("names")))));
    assertThat(table().resolve("errors/date=2026-11-24")).doesNotExist();
    assertThat(ask(sums).count("r")).isEqualTo(7);
  }

  /** Of two days, it was in the middle of the first. */
  @Test
  void whatAKilledReplacementLeftIsReplaced() throws IOException {
    String named = "\\d{4}-\\d\\d-\\d\\d";
    write(BatchPart.WHOLE, origins(named), RESULTS);
    TreeSet<String> all = files();
    List<byte[]> contents = new ArrayList<>();
    for (String file : all) {
      contents.add(Files.readAllBytes(table().resolve(file)));
    }
    Path day = table().resolve("functions/date=2026-11-20");
    Files.move(day.resolve("part-1-of-1-0000.parquet"), day.resolve("part-1-of-1-0001.parquet"));
    Path hidden = table().resolve(".heapconv-new-part-1-of-1/functions/date=2026-11-20");
    Files.writeString(
        Files.createDirectories(hidden).resolve("part-1-of-1-0002.parquet"), "half of a file");
    write(BatchPart.WHOLE, origins(named), RESULTS);
    assertThat(files()).isEqualTo(all);
    for (String file : all) {
      assertThat(table().resolve(file)).hasBinaryContent(contents.remove(0));
    }
  }

  @Test
  void partsOfADayAreBesideEachOther() throws IOException {
    write(new BatchPart(1, 2), origins(null), RESULTS.subList(0, 3));
    write(new BatchPart(2, 2), origins(null), RESULTS.subList(3, 6));
    write(new BatchPart(2, 2), origins(null), RESULTS.subList(3, 6));
    assertThat(ask("SELECT count(*) AS n FROM a_recordings").count("n")).isEqualTo(6);
    write(BatchPart.WHOLE, origins(null), RESULTS);
    assertThat(files()).noneMatch(name -> name.contains("of-2"));
    assertThat(ask("SELECT count(*) AS n FROM a_recordings").count("n")).isEqualTo(6);
  }

  @Test
  void whatFailsIsARowAndWhatIsEmptyCounts() throws IOException {
    List<ReadResult> results = new ArrayList<>(RESULTS);
    results.add(result("device-8/bad", new byte[] {1, 2, 3}));
    results.add(result("device-9/empty", TestData.bytes(TestData.recording("rejected"))));
    write(BatchPart.WHOLE, origins(null), results);
    try (DuckDbTables tables = new DuckDbTables(folder)) {
      tables.open("a", table());
      List<SqlRow> errors =
          tables.rows("SELECT * FROM read_parquet('" + table() + "/errors/*/*.parquet')");
      assertThat(errors).extracting(row -> row.text("device")).contains("8");
      assertThat(tables.rows("SELECT DISTINCT status FROM a_recordings ORDER BY 1"))
          .extracting(row -> row.text("status"))
          .contains("failed", "ok");
    }
    // Without the failure, its row is gone.
    results.set(6, result("device-8/bad", TestData.bytes(TestData.recording("names"))));
    write(BatchPart.WHOLE, origins(null), results);
    assertThat(files()).noneMatch(name -> name.startsWith("errors"));
  }

  @Test
  void aLockSaysWhoHoldsIt() throws IOException {
    try (FleetTableWriter first = writer(BatchPart.WHOLE, origins(null))) {
      assertThat(first.files()).isEmpty();
      for (BatchPart part : List.of(BatchPart.WHOLE, new BatchPart(1, 2))) {
        assertThatThrownBy(() -> writer(part, origins(null)))
            .isInstanceOfSatisfying(
                HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.TABLE_LOCKED))
            .hasMessageContaining(Long.toString(ProcessHandle.current().pid()))
            .hasMessageContaining(".heapconv-lock-part-1-of-1");
      }
    }
    try (FleetTableWriter one = writer(new BatchPart(1, 2), origins(null));
        FleetTableWriter other = writer(new BatchPart(2, 2), origins(null))) {
      assertThat(one).isNotSameAs(other);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aLockOfAProcessThatHasEndedIsNone() throws IOException {
    Files.createDirectories(table());
    Path lock = table().resolve(".heapconv-lock-part-1-of-1");
    String host = InetAddress.getLocalHost().getHostName();
    Files.writeString(lock, "process 999999999 on " + host + " since 2026-11-24T10:00:00Z\n");
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 1));
    assertThat(lock).doesNotExist();
    // Its number may be that of a younger process, such as this one.
    String reused = "process " + ProcessHandle.current().pid() + " on " + host;
    Files.writeString(lock, reused + " since 2001-01-01T10:00:00Z\n");
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 1));
    Path other = table().resolve(".heapconv-lock-part-2-of-7");
    Files.writeString(other, reused + " since 2001-01-01T10:00:00Z\n");
    write(BatchPart.WHOLE, origins(null), RESULTS.subList(0, 1));
    assertThat(other).doesNotExist();
    Files.writeString(lock, reused + " since 2101-01-01T10:00:00Z\n");
    assertThatThrownBy(() -> writer(BatchPart.WHOLE, origins(null))).hasMessageContaining(reused);
    Files.writeString(lock, "process 999999999 on elsewhere since 2026-11-24T10:00:00Z\n");
    assertThatThrownBy(() -> writer(BatchPart.WHOLE, origins(null)))
        .hasMessageContaining("elsewhere");
    // Who is refused leaves no lock.
    assertThatThrownBy(() -> writer(new BatchPart(1, 2), origins(null)))
        .hasMessageContaining("elsewhere");
    assertThat(table().resolve(".heapconv-lock-part-1-of-2")).doesNotExist();
  }
}
