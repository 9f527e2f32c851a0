package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.Process;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each column of a table, of recordings made by hand: a new column fails until its values are here.
 * All values were worked out by hand.
 */
class FleetTableValuesTest {

  /** The normal quantile of 95 %: an interval of this half-width has a variance of 1. */
  private static final double Z = 1.959964;

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static final LocalDate DAY = LocalDate.of(2026, 11, 24);

  @TempDir private Path folder;

  /** What is estimated of a stack. */
  private record Row(
      int stack, long live, Estimate space, Estimate objects, Estimate allSpace, Estimate all) {}

  /** One with that much noise of sampling, in standard deviations, and no error of a model. */
  private static Estimate noisy(double value, double deviation) {
    return new Estimate(value, value - Z * deviation, value + Z * deviation);
  }

  /**
   * One whose model of sizes may be wrong by a part. Of the upper part, functions have 0.8 in
   * common, on the log scale.
   */
  private static Estimate modelled(double value, double deviation, double below, double above) {
    double noise = Z * deviation;
    double common = value * (Math.pow(1 + above, 0.8) - 1);
    return new Estimate(
        value,
        value - Math.hypot(noise, below * value),
        value + Math.hypot(noise, common),
        value * (1 - below),
        value * (1 + above));
  }

  private static EstimatedHeap heap(HeapInfo info, Row... rows) {
    List<Column.Builder> columns = new ArrayList<>();
    int[] stacks = new int[rows.length];
    long[] live = new long[rows.length];
    long[] allocated = new long[rows.length];
    for (int view = 0; view < FleetTable.VIEWS.size(); view++) {
      columns.add(new Column.Builder(rows.length));
    }
    for (int i = 0; i < rows.length; i++) {
      Row row = rows[i];
      stacks[i] = row.stack;
      live[i] = row.live;
      allocated[i] = row.live + 2;
      columns.get(0).set(i, row.space);
      columns.get(1).set(i, row.objects);
      columns.get(2).set(i, row.allSpace);
      columns.get(3).set(i, row.all);
    }
    return new EstimatedHeap(
        info,
        FleetTable.VIEWS,
        stacks,
        columns.stream().map(Column.Builder::column).toList(),
        allocated,
        live,
        List.of());
  }

  private static int stack(StackTable table, String... outermostFirst) {
    int mapping =
        table.mappingCount() > 0
            ? 0
            : table.addMapping(new Mapping("/data/app/libapp.so", "", 0, 65536, 0));
    int stack = StackTable.ROOT;
    for (String name : outermostFirst) {
      int frame = table.addFrame(mapping, name.hashCode(), new SourceLine(name, "", 0));
      stack = table.addStack(stack, frame);
    }
    return stack;
  }

  private static ReadResult recording(
      String name, String system, StackTable stacks, EstimatedHeap... heaps) {
    CaptureInfo capture =
        new CaptureInfo(name, "", system, "", Presentation.UNKNOWN, Map.of("lane", "5"));
    return new ReadResult.Recording(
        new ReadResult.Facts(name, null, 1234, 0, "ab12", 0),
        new EstimatedProfile(capture, stacks, Arrays.asList(heaps), List.of(), 0.95, List.of()));
  }

  /** A program of one heap: {@code main} calls {@code f}, by itself and in {@code g}. */
  private static ReadResult first(String name) {
    StackTable stacks = new StackTable();
    long time = 1_790_000_000_123_456_789L;
    HeapInfo info =
        HeapInfo.of("libc.malloc", Sampling.weighted(4096))
            .withProcess(new Process(17, "com.example.app", "com.example.app 1203", ""))
            .withTimes(time, 0)
            .withFacts(Facts.ofMemory(8192, Fact.HEAP, 6500, 500, 0));
    return recording(
        name,
        "vendor/device:16",
        stacks,
        heap(
            info,
            new Row(
                stack(stacks, "main", "f"),
                1,
                noisy(1000, 30),
                modelled(10, 1, 0.2, 0.3),
                noisy(3000, 50),
                Estimate.withoutInterval(30)),
            new Row(
                stack(stacks, "main", "g", "f"),
                2,
                noisy(2000, 40),
                modelled(20, 2, 0.2, 0.3),
                noisy(4000, 60),
                Estimate.withoutInterval(40)),
            new Row(
                stack(stacks, "main"),
                1,
                Estimate.exact(500),
                Estimate.exact(5),
                Estimate.exact(600),
                new Estimate(2049, 0, INFINITE))));
  }

  /** Two processes of two packages, one of them with two heaps. */
  private static ReadResult second() {
    StackTable stacks = new StackTable();
    int main = stack(stacks, "main");
    Row row =
        new Row(
            main, 1, Estimate.exact(7), Estimate.exact(1), Estimate.exact(8), Estimate.exact(2));
    HeapInfo app =
        HeapInfo.of("libc.malloc", Sampling.weighted(4096))
            .withProcess(new Process(1, "app", "app", ""))
            .withFacts(Facts.ofMemory(8192, Fact.HEAP, 6500, 500, 0));
    HeapInfo other =
        app.withProcess(new Process(2, "other", "other", "")).withSampling(Sampling.COMPLETE);
    return recording(
        "device-2/b",
        "",
        stacks,
        heap(app, row),
        heap(app.withHeap("custom"), row),
        heap(other, row));
  }

  private static ReadResult failure(String name, ErrorId error) {
    return new ReadResult.Failure(
        new ReadResult.Facts(name, null, -1, 0, null, 0), error, "it is cut");
  }

  /** Writes a table; returns the values of its rows as text, by column. */
  private Map<FleetTable, List<Map<String, String>>> write() throws IOException {
    Map<FleetTable, List<Map<String, String>>> all = new TreeMap<>();
    Path file =
        Files.writeString(
            folder.resolve("labels.csv"),
            "device,version_name,weight,cohort,build\n1,12.3,3,beta,\n2,,,alpha,mine\n");
    Path table = folder.resolve("table");
    FleetLabels labels;
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      labels = FleetLabels.read(engine, file, "labels.csv");
    }
    FleetOrigins origins =
        new FleetOrigins(Pattern.compile("device-(\\d+)"), null, DAY, labels, null);
    try (FleetTableWriter writer =
        new FleetTableWriter(
            table,
            new DuckDbTables(folder),
            origins,
            AggregateOptions.DEFAULT.withCumulative(true),
            "heapconv 0")) {
      writer.add(failure("device-4/d", ErrorId.NO_HEAP_PROFILE));
      writer.add(failure("c", ErrorId.UNKNOWN_FORMAT));
      writer.add(second());
      writer.add(first("device-1/a"));
      writer.finish(AtomicFile.Guard.NONE);
    }
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      for (FleetTable each : FleetTable.values()) {
        List<Map<String, String>> rows = new ArrayList<>();
        String files = table.resolve(each.folder()) + "/*/*.parquet";
        String sql =
            "SELECT CAST(COLUMNS(* EXCLUDE (labels)) AS VARCHAR)%s FROM read_parquet('%s',"
                + " filename = true, hive_partitioning = false) ORDER BY recording, %s";
        boolean isOfErrors = each == FleetTable.ERRORS;
        if (isOfErrors) {
          sql = sql.replace(" EXCLUDE (labels)", "");
        }
        for (SqlRow row :
            engine.rows(
                sql.formatted(
                    isOfErrors ? "" : ", CAST(labels AS VARCHAR) AS labels",
                    files,
                    each == FleetTable.FUNCTIONS ? "process, heap, function" : "1"))) {
          Map<String, String> texts = new TreeMap<>();
          row.values().forEach((column, value) -> texts.put(column, String.valueOf(value)));
          rows.add(texts);
        }
        all.put(each, rows);
      }
    }
    return all;
  }

  /** Rows become files whenever there are more than memory is to hold, and none gets lost. */
  @Test
  void tooManyRowsAreSeveralFiles() throws IOException {
    Path table = folder.resolve("several");
    FleetOrigins origins =
        new FleetOrigins(Pattern.compile("device-(\\d+)"), null, DAY, FleetLabels.NONE, null);
    DuckDbTables database = new DuckDbTables(folder);
    // A recording has four rows: three of functions, and its own.
    try (FleetTableWriter writer =
        new FleetTableWriter(
            table, database, origins, AggregateOptions.DEFAULT.withCumulative(true), "v", 4)) {
      for (int i = 1; i <= 5; i++) {
        writer.add(first("device-" + i + "/a"));
      }
      writer.finish(AtomicFile.Guard.NONE);
    }
    assertThatThrownBy(() -> database.rows("SELECT 1")).isInstanceOf(IOException.class);
    for (Map.Entry<String, String> each :
        Map.of("recordings", "1 2 2", "functions", "3 6 6").entrySet()) {
      String files = "read_parquet('" + table + "/" + each.getKey() + "/*/*.parquet')";
      try (DuckDbTables engine = new DuckDbTables(folder)) {
        List<String> rows = new ArrayList<>();
        for (SqlRow file :
            engine.rows("SELECT count(*) AS n FROM " + files + " GROUP BY file_id ORDER BY n")) {
          rows.add(String.valueOf(file.count("n")));
        }
        assertThat(String.join(" ", rows)).as(each.getKey()).isEqualTo(each.getValue());
        assertThat(engine.rows("SELECT DISTINCT recording FROM " + files)).hasSize(5);
      }
    }
  }

  private static String joined(String text, int times) {
    return String.join(" ", Collections.nCopies(times, text));
  }

  /**
   * The values of the rows in order: of functions f, g and main of the first recording, then main
   * of the heaps of the second. What is null is {@code -}.
   */
  private static final Map<FleetTable, Map<String, String>> EXPECTED =
      Map.of(
          FleetTable.FUNCTIONS,
          Map.ofEntries(
              Map.entry("recording", joined("device-1/a", 3) + " " + joined("device-2/b", 3)),
              Map.entry("device", "1 1 1 2 2 2"),
              Map.entry("package", joined("com.example.app", 3) + " app app other"),
              Map.entry("version_name", "12.3 12.3 12.3 - - -"),
              Map.entry("version_code", "1203 1203 1203 - - -"),
              Map.entry("build", joined("vendor/device:16", 3) + " mine mine mine"),
              Map.entry(
                  "labels",
                  joined("{cohort=beta,lane=5}", 3) + " " + joined("{cohort=alpha,lane=5}", 3)),
              Map.entry("process", joined("com.example.app", 3) + " app app other"),
              Map.entry("heap", joined("libc.malloc", 3) + " custom libc.malloc libc.malloc"),
              Map.entry("sampling_interval", "4096 4096 4096 4096 4096 1"),
              Map.entry("function", "f g main main main main"),
              Map.entry("library", joined("libapp.so", 6)),
              Map.entry("samples", "3 0 1 1 1 1"),
              Map.entry("alloc_samples", "7 0 3 3 3 3"),
              Map.entry("space", "3000.0 0.0 500.0 7.0 7.0 7.0"),
              // 30^2 + 40^2 with 8 binary digits: a multiple of 16.
              Map.entry("space_var", "2496.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("space_model_low", "0.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("space_model_high", "0.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("space_total", "3000.0 2000.0 3500.0 7.0 7.0 7.0"),
              Map.entry("objects", "30.0 0.0 5.0 1.0 1.0 1.0"),
              Map.entry("objects_var", "5.0 0.0 0.0 0.0 0.0 0.0"),
              // 0.2 (10 + 20) / 1.96, and (1.3^0.8 - 1) (10 + 20) / 1.96: multiples of 1 / 64.
              Map.entry("objects_model_low", "3.0625 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("objects_model_high", "3.578125 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("objects_total", "30.0 20.0 35.0 1.0 1.0 1.0"),
              Map.entry("alloc_space", "7000.0 0.0 600.0 8.0 8.0 8.0"),
              // 50^2 + 60^2: a multiple of 32.
              Map.entry("alloc_space_var", "6112.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("alloc_space_model_low", "0.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("alloc_space_model_high", "0.0 0.0 0.0 0.0 0.0 0.0"),
              Map.entry("alloc_space_total", "7000.0 4000.0 7600.0 8.0 8.0 8.0"),
              // 2049 with 11 binary digits.
              Map.entry("alloc_objects", "70.0 0.0 2050.0 2.0 2.0 2.0"),
              Map.entry("alloc_objects_var", "- 0.0 - 0.0 0.0 0.0"),
              Map.entry("alloc_objects_model_low", "- 0.0 - 0.0 0.0 0.0"),
              Map.entry("alloc_objects_model_high", "- 0.0 - 0.0 0.0 0.0"),
              // 30 + 40 + 2049.
              Map.entry("alloc_objects_total", "70.0 40.0 2120.0 2.0 2.0 2.0")),
          FleetTable.RECORDINGS,
          Map.ofEntries(
              Map.entry("recording", "c device-1/a device-2/b device-4/d"),
              Map.entry("device", "c 1 2 4"),
              Map.entry("package", "- com.example.app - -"),
              Map.entry("version_name", "- 12.3 - -"),
              Map.entry("version_code", "- 1203 - -"),
              Map.entry("build", "- vendor/device:16 mine -"),
              Map.entry("labels", "{} {cohort=beta,lane=5} {cohort=alpha,lane=5} {}"),
              Map.entry("sampling_interval", "- 4096 - -"),
              Map.entry("weight", "- 3.0 - -"),
              Map.entry("status", "failed ok ok empty"),
              Map.entry("bytes", "- 1234 1234 -"),
              Map.entry("sha256", "- ab12 ab12 -"),
              Map.entry("recorded_at", "- 2026-09-21T14:13:20.123456 - -"),
              Map.entry("space", "- 3500.0 21.0 -"),
              Map.entry("objects", "- 35.0 3.0 -"),
              Map.entry("alloc_space", "- 7600.0 24.0 -"),
              Map.entry("alloc_objects", "- 2119.0 6.0 -"),
              Map.entry("rss", "- 8192 - -"),
              // Of 6,500 bytes and 500 that are swapped out.
              Map.entry("explained", "- 0.5 - -"),
              Map.entry("explained_of", "- heap - -")),
          FleetTable.ERRORS,
          Map.ofEntries(
              Map.entry("recording", "c"),
              Map.entry("device", "c"),
              Map.entry("id", "unknown-format"),
              Map.entry("message", "it_is_cut")));

  /** Each test writes the table itself: mutation testing blames no test for what all share. */
  @ParameterizedTest
  @EnumSource
  void eachColumnHasItsValues(FleetTable table) throws IOException {
    List<Map<String, String>> rows = write().get(table);
    SoftAssertions all = new SoftAssertions();
    for (FleetTable.Column column : table.columns()) {
      if (!column.isOfFile()) {
        List<String> values =
            rows.stream()
                .map(row -> row.getOrDefault(column.name(), "-"))
                .map(text -> text.replace(", ", ",").replaceAll("(\\d) (\\d)", "$1T$2"))
                .map(text -> text.replace(' ', '_'))
                .toList();
        all.assertThat(String.join(" ", values))
            .as(column.name())
            .isEqualTo(EXPECTED.get(table).get(column.name()));
      }
    }
    all.assertAll();
  }

  /** The rows of an input name one file, which is theirs, and the time of this test. */
  @Test
  void rowsNameTheirFileAndItsTime() throws IOException {
    LocalDateTime begun = LocalDateTime.now(ZoneOffset.UTC).minusSeconds(1);
    Map<FleetTable, List<Map<String, String>>> all = write();
    LocalDateTime ended = LocalDateTime.now(ZoneOffset.UTC);
    List<String> ids = new ArrayList<>();
    all.forEach(
        (table, rows) -> {
          for (Map<String, String> row : rows) {
            ids.add(row.get(FleetTable.FILE_ID));
            assertThat(row.get("filename"))
                .endsWith(
                    "%s/date=2026-11-24/%s.parquet"
                        .formatted(table.folder(), row.get(FleetTable.FILE_ID)));
          }
        });
    assertThat(ids).doesNotContainNull().hasSize(11);
    assertThat(ids.stream().distinct()).hasSize(1);
    for (Map<String, String> row : all.get(FleetTable.RECORDINGS)) {
      LocalDateTime written =
          LocalDateTime.parse(String.valueOf(row.get(FleetTable.WRITTEN)).replace(' ', 'T'));
      assertThat(written).isBetween(begun, ended);
    }
  }

  @Test
  void onlyIdAndTimeAreOfTheFile() {
    assertThat(
            Stream.of(FleetTable.values())
                .flatMap(table -> table.columns().stream())
                .filter(FleetTable.Column::isOfFile)
                .map(FleetTable.Column::name)
                .distinct())
        .containsExactlyInAnyOrder("file_id", "written");
  }

  private FleetTableWriter writer(Path table) throws IOException {
    return new FleetTableWriter(
        table,
        new DuckDbTables(folder),
        new FleetOrigins(Pattern.compile("device-(\\d+)"), null, DAY, FleetLabels.NONE, null),
        AggregateOptions.DEFAULT,
        "heapconv 0");
  }

  private List<Notice> add(ReadResult... results) throws IOException {
    try (FleetTableWriter writer = writer(folder.resolve("copies"))) {
      for (ReadResult result : results) {
        writer.add(result);
      }
      return writer.finish(AtomicFile.Guard.NONE);
    }
  }

  /** The content of a recording counts once: under another name it would count twice. */
  @Test
  void copiesUnderOtherNamesAreSaid() throws IOException {
    assertThat(add(first("device-1/a"))).isEmpty();
    assertThat(add(first("device-1/a"))).as("the same again").isEmpty();
    assertThat(
            add(
                first("device-1/b"),
                first("device-1/c"),
                failure("device-1/d", ErrorId.MALFORMED_PACKET)))
        .containsExactly(Notice.of(ErrorId.COPIED_INPUTS, 2L, "device-1/b", "device-1/a"));
  }

  /** Tasks of a job leave it to the job to name their files. */
  @Test
  void filesStayHiddenUntilTheyAreNamed() throws IOException {
    Path table = folder.resolve("hidden");
    Path hidden;
    try (FleetTableWriter writer = writer(table)) {
      assertThat(writer.deviceOf("device-17/x")).isEqualTo("17");
      assertThat(writer.deviceOf("x")).isEmpty();
      writer.add(first("device-1/a"));
      writer.write();
      hidden = writer.hidden();
      assertThat(hidden.getParent()).isEqualTo(table);
      assertThat(hidden).isDirectoryContaining("glob:**functions");
      assertThat(table).isDirectoryNotContaining("glob:**/functions");
    }
    assertThat(hidden).doesNotExist();
  }

  /** The one error is that of the table, whoever notices it: closing says nothing else. */
  @Test
  void aTableBelowAFileIsUnwritable() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path table = file.resolve("table");
    try (FleetTableWriter empty = writer(table)) {
      assertThat(empty.hidden().getParent()).isEqualTo(table);
    }
    try (FleetTableWriter writer = writer(table)) {
      writer.add(first("device-1/a"));
      assertThatThrownBy(() -> writer.finish(AtomicFile.Guard.NONE))
          .isInstanceOfSatisfying(
              HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.CANNOT_WRITE))
          .hasMessageContaining(file + " is not a folder");
    }
    assertThat(file).isRegularFile();
  }

  private static @Nullable FleetRows rows(ReadResult result) {
    FleetOrigins origins = new FleetOrigins(null, null, DAY, FleetLabels.NONE, null);
    return FleetRows.of(result, origins, AggregateOptions.DEFAULT);
  }

  /** Archives are no recordings, and neither is what stands beside these in them. */
  @Test
  void onlyRecordingsHaveRows() {
    ReadResult.Facts archive = new ReadResult.Facts("a.zip", null, 9, 0, null, 0);
    ReadResult.Facts member = new ReadResult.Facts("a.zip!b", "b", 9, 0, null, 0);
    assertThat(rows(new ReadResult.Archive(archive, List.of()))).isNull();
    ErrorId text = ErrorId.UNKNOWN_FORMAT;
    assertThat(rows(new ReadResult.Failure(member, text, "a text"))).isNull();
    assertThat(rows(new ReadResult.Failure(archive, text, "a text"))).isNotNull();
    FleetRows empty = rows(new ReadResult.Failure(member, ErrorId.NO_HEAP_PROFILE, "no heap"));
    assertThat(empty).isNotNull();
    assertThat(empty.error()).isNull();
    assertThat(empty.functions()).isEmpty();
    assertThat(empty.date()).isEqualTo(DAY);
    FleetRows broken = rows(new ReadResult.Failure(member, ErrorId.MALFORMED_PACKET, "it is cut"));
    assertThat(broken).isNotNull();
    assertThat(broken.error()).contains("a.zip!b", "it is cut");
  }

  /** Labels say more than recordings; what is no number is no version code. */
  @Test
  void originsHaveTheColumnsThatTellRecordingsApart() {
    Map<String, String> labels = Map.of("version_name", "1.2", "weight", "2.5", "cohort", "x");
    FleetOrigin known = new FleetOrigin("r", "d", DAY, labels);
    assertThat(known.columns("app 12", null))
        .containsExactly("r", "d", "app", "1.2", 12L, null, Map.of("cohort", "x"));
    assertThat(known.weight()).isEqualTo(2.5);
    FleetOrigin unknown = new FleetOrigin("r", "d", DAY, Map.of("package", ""));
    assertThat(unknown.columns("app x", null))
        .containsExactly("r", "d", "app", null, null, null, Map.of());
    assertThat(unknown.columns(null, null))
        .containsExactly("r", "d", null, null, null, null, Map.of());
    assertThat(unknown.weight()).isNull();
    FleetOrigin labelled =
        new FleetOrigin("r", "d", DAY, Map.of("package", "p", "version_code", "7", "build", "b"));
    assertThat(labelled.columns("app 12", null))
        .containsExactly("r", "d", "p", null, 7L, "b", Map.of());
  }
}
