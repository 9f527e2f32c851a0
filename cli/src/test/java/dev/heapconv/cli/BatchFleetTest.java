package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchFleetTest extends BatchFixture {

  private Path profile() {
    return folder.resolve("fleet.pb.gz");
  }

  private Path table() {
    return folder.resolve("fleet.csv");
  }

  private CommandRun fleet(String... options) {
    java.util.ArrayList<String> all =
        new java.util.ArrayList<>(
            List.of("--merge-into", profile().toString(), "--summary", table().toString()));
    all.addAll(List.of(options));
    return batch(all.toArray(new String[0]));
  }

  private Pprof read() {
    return Pprof.decode(TestData.bytes(profile()));
  }

  /** Live bytes by group. */
  private Map<String, Long> spaceByGroup() {
    Pprof pprof = read();
    Map<String, Long> groups = new TreeMap<>();
    for (Sample sample : pprof.profile.getSampleList()) {
      String group = String.join(",", pprof.labels(sample).values());
      groups.merge(group, sample.getValue(3), Long::sum);
    }
    return groups;
  }

  @Test
  void aDamagedArchiveCountsWithItsMembersWhenResumed() throws IOException {
    byte[] zip = Containers.zip("one", BatchTraces.small(1), "two", BatchTraces.small(3000));
    put("cut.zip", Arrays.copyOf(zip, zip.length * 2 / 3));
    assertThat(fleet().status()).isEqualTo(5);
    Map<String, Long> first = spaceByGroup();
    assertThat(first).isNotEmpty();

    assertThat(fleet("--resume").status()).isEqualTo(5);
    assertThat(spaceByGroup()).isEqualTo(first);
  }

  @Test
  void addsUpAllInputs() throws IOException {
    put("a.pftrace", BatchTraces.small(2));
    put("b.pftrace", BatchTraces.small(3));
    put("c.zip", Containers.zip("one", BatchTraces.small(1)));
    put("bad.pftrace", new byte[] {1});
    assertThat(fleet().status()).isEqualTo(5);
    assertThat(spaceByGroup()).isEqualTo(Map.of("", 3000L + 6000 + 1000));
    assertThat(read().profile.getSampleCount()).isEqualTo(3);
    List<Map<String, String>> rows = rows();
    assertThat(rows.get(0))
        .containsEntry("function", "work2")
        .containsEntry("library", "app.so")
        .containsEntry("objects", "4")
        .containsEntry("space", "4000")
        .doesNotContainKey("group");
    assertThat(row("main"))
        .containsEntry("space", "0")
        .containsEntry("space_high", "0")
        .containsEntry("space_cum", "10000")
        .containsEntry("space_cum_low", "10000")
        .containsEntry("space_cum_percent", "100.0000")
        .containsEntry("alloc_objects_cum", "10");
    assertThat(row("work1")).containsEntry("space_percent", "30.0000");
    assertThat(rows).extracting(row -> row.get("function")).doesNotContain("malloc");
  }

  /** The lines of the table, cells by the ids of their columns. */
  private List<Map<String, String>> rows() throws IOException {
    List<String> lines = Files.readAllLines(table());
    List<String> ids = List.of(lines.get(0).split(","));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells).hasSize(ids.size());
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(ids.get(i), cells[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private Map<String, String> row(String function) throws IOException {
    return rows().stream()
        .filter(row -> row.get("function").equals(function))
        .findFirst()
        .orElseThrow();
  }

  /** The cells of a column of a table with tabs, from the top. */
  private List<String> column(String id, String... options) throws IOException {
    String file = folder.resolve("totals.tsv").toString();
    List<String> all = new ArrayList<>(List.of("--resume", "--summary", file));
    all.addAll(List.of(options));
    assertThat(batch(all.toArray(new String[0])).status()).isZero();
    List<String> lines = Files.readAllLines(Path.of(file));
    int at = List.of(lines.get(0).split("\t")).indexOf(id);
    return lines.stream().skip(1).map(line -> line.split("\t", -1)[at]).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "function, work2|work4|work1|work3|main, 6000|4000|3000|3000|0",
    "stack, work2;main|work4;main|work1;main|work3;main, 6000|4000|3000|3000",
    "library, /app.so, 16000",
    "file, (unknown file), 16000",
    "process, com.example.app|other, 13000|3000",
    "heap, 'com.example.app, libc.malloc|other, libc.malloc', 13000|3000",
  })
  void tablesHaveEveryGroupingOfTop(String by, String names, String spaces) throws IOException {
    put("a.pftrace", BatchTraces.small(4));
    put("b.pftrace", BatchTraces.small(2));
    put("c.pftrace", BatchTraces.trace("other", 5, 7, 2));
    assertThat(String.join("|", column(by, "--by", by))).isEqualTo(names);
    assertThat(String.join("|", column("space", "--by", by))).isEqualTo(spaces);
  }

  @Test
  void tablesAreSortedFilteredAndLimitedLikeThoseOfTop() throws IOException {
    put("a.pftrace", BatchTraces.small(4));
    put("c.pftrace", BatchTraces.trace("other", 5, 7, 2));
    assertThat(column("function", "--sort", "space_cum", "-n", "2"))
        .containsExactly("main", "work2");
    assertThat(column("function", "--sort", "name", "--filter", "2$|main"))
        .containsExactly("main", "work2");
    assertThat(column("function", "--cum", "-n", "1")).containsExactly("main");
    assertThat(column("function", "--allocator-frames", "-n", "1")).containsExactly("malloc");
    // Of each group so many, and shares of the group.
    String[] grouped = {"--group-by", "process", "--by", "stack", "-n", "1"};
    assertThat(column("group", grouped)).containsExactly("com.example.app", "other");
    assertThat(column("stack", grouped)).containsExactly("work4;main", "work2;main");
    assertThat(column("space_percent", grouped)).containsExactly("40.0000", "66.6667");
  }

  @ParameterizedTest
  @CsvSource({
    "totals.csv, 'alloc_objects,alloc_objects_low,'",
    "totals.tsv, 'alloc_objects\talloc_objects_low\t'",
    "totals.json, '{\"tool\":\"heapconv '",
    "totals.md, '### `com.example.app`\\n\\n| `space` | ± | % | cum % | `objects` |'",
    "totals.txt, 'Sum of 2 recordings\n'",
  })
  void tablesHaveTheFormatOfTheirName(String name, String begin) throws IOException {
    put("a.pftrace", BatchTraces.small(4));
    put("b.pftrace", BatchTraces.small(2));
    Path file = folder.resolve(name);
    assertThat(batch("--summary", file.toString(), "--group-by", "process").status()).isZero();
    assertThat(Files.readString(file))
        .startsWith(begin.replace("\\t", "\t").replace("\\n", "\n"))
        .contains("com.example.app", "work4");
  }

  @ParameterizedTest
  @CsvSource({
    "totals.pb.gz, --by=function, '--summary writes a table'",
    "totals, --by=function, '--summary writes a table'",
    "totals.csv, --by=dump, 'expected function'",
    "totals.csv, --sort=size, '--sort: no column'",
  })
  void tablesThatCannotBeMadeAreKnownBeforeTheFirstInputIsRead(
      String name, String option, String message) {
    put("a.pftrace", BatchTraces.small(4));
    CommandRun run = batch("--summary", folder.resolve(name).toString(), option);
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err().lines().findFirst().orElseThrow()).contains(message);
    assertThat(out()).doesNotExist();
  }

  @Test
  void addsHalfWidthsInQuadrature() throws IOException {
    put("a.pftrace", BatchTraces.trace("x", 1, 1, 1, 4096));
    assertThat(fleet().status()).isZero();
    double[] one = spaceOfWork1();
    put("b.pftrace", BatchTraces.trace("x", 1, 1, 1, 4096));
    assertThat(fleet("--resume").err()).contains("1 converted, 1 already done");
    double[] two = spaceOfWork1();
    assertThat(two[0]).isEqualTo(2 * one[0]);
    assertThat(two[2] - two[0])
        .isCloseTo(Math.sqrt(2) * (one[2] - one[0]), org.assertj.core.data.Offset.offset(2.0));
  }

  private double[] spaceOfWork1() throws IOException {
    Map<String, String> row = row("work1");
    return Stream.of("space", "space_low", "space_high")
        .mapToDouble(id -> Double.parseDouble(row.get(id)))
        .toArray();
  }

  @Test
  void groupsByWhatTheTraceTells() throws IOException {
    put("a.pftrace", BatchTraces.trace("com.example.app", 5, 7, 1));
    // A process that only its uid ties to the package, under a second user of the device.
    put("b.pftrace", BatchTraces.trace("helper", 1_010_001, 8, 2));
    put("c.pftrace", BatchTraces.trace("com.example.app:remote", 5, 8, 3));
    put("d.pftrace", BatchTraces.trace("/system/bin/other", 5, 8, 4));
    fleet("--group-by", "package-version");
    assertThat(spaceByGroup())
        .isEqualTo(
            Map.of("com.example.app 7", 1000L, "com.example.app 8", 9000L, "unknown", 10_000L));
    // Groups are made when parts are added: another key needs nothing converted again.
    assertThat(fleet("--resume", "--group-by", "process").err())
        .contains("0 converted, 4 already done");
    assertThat(spaceByGroup()).hasSize(4).containsEntry("helper", 3000L);
    fleet("--resume", "--group-by", "build");
    assertThat(spaceByGroup()).isEqualTo(Map.of("maker/device:14/BUILD/1:user/keys", 20_000L));
    fleet("--resume", "--group-by", "heap");
    assertThat(spaceByGroup()).isEqualTo(Map.of("libc.malloc", 20_000L));
  }

  @Test
  void totalsAreTheSameBytesForAnyNumberOfThreads() throws IOException {
    for (int i = 1; i <= 9; i++) {
      put(i + ".pftrace", BatchTraces.trace("process " + i % 3, 5, i, i, 4096));
    }
    assertThat(fleet("--group-by", "process", "-j", "1").status()).isZero();
    byte[] expectedProfile = TestData.bytes(profile());
    byte[] expectedTable = TestData.bytes(table());
    assertThat(fleet("--group-by", "process", "-j", "4", "--restart").status()).isZero();
    assertThat(profile()).hasBinaryContent(expectedProfile);
    assertThat(table()).hasBinaryContent(expectedTable);
  }

  @Test
  void partsOfFinishedInputsAreNotLost() throws IOException {
    put("a.pftrace", BatchTraces.small(1));
    put("set.zip", Containers.zip("x", BatchTraces.small(2), "y", BatchTraces.small(3)));
    // The first run makes no parts: the second has to make them, and the third only adds them.
    assertThat(batch().status()).isZero();
    assertThat(fleet("--resume").err()).contains("3 converted");
    assertThat(fleet("--resume").err()).contains("0 converted, 2 already done");
    assertThat(spaceByGroup()).isEqualTo(Map.of("", 10_000L));
  }

  @Test
  void aDamagedPartIsMadeAgainByTheNextBatch() throws IOException {
    put("a.pftrace", BatchTraces.small(1));
    put("set.zip", Containers.zip("x", BatchTraces.small(2), "y", BatchTraces.small(3)));
    assertThat(fleet().status()).isZero();
    byte[] before = TestData.bytes(profile());
    try (Stream<Path> files = Files.walk(out().resolve(".heapconv/fleet"))) {
      for (Path part : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(part, bytes);
      }
    }
    CommandRun next = fleet("--resume");
    assertThat(next.status()).as(next.err()).isZero();
    assertThat(next.err()).contains("3 converted, 0 already done");
    assertThat(profile()).hasBinaryContent(before);
  }

  /** That everything was freed is a result. */
  @Test
  void viewsThatAreZeroAreKept() throws IOException {
    String header = "{\"heapconv\":1,\"scheme\":\"exact\",\"interval\":1}\n";
    String alloc = "{\"alloc\":1,\"size\":10,\"frames\":[\"main\"]}\n";
    put("freed", (header + alloc + "{\"free\":1}\n").getBytes(StandardCharsets.UTF_8));
    Path summary = folder.resolve("fleet.csv");
    CommandRun run = batch("--merge-into", profile().toString(), "--summary", summary.toString());
    assertThat(run.status()).isZero();
    assertThat(Pprof.decode(Files.readAllBytes(profile())).sampleTypes())
        .isEqualTo(Pprof.decode(Files.readAllBytes(out().resolve("freed.pb.gz"))).sampleTypes())
        .contains("objects", "space");
    assertThat(summary).content().contains("space,");
  }

  @Test
  void totalsInTheOutputFolderTakeNoOutputsPlace() throws IOException {
    put("fleet", BatchTraces.small(1));
    String totals = out().resolve("fleet.pb.gz").toString();
    assertThat(batch("--merge-into", totals).status()).isZero();
    assertThat(outputs()).hasSize(2).contains("fleet.pb.gz");
  }

  @ParameterizedTest
  @CsvSource({"--merge-into, .pb", "--summary, .csv", "--learn-sizes, .sizes"})
  void totalsReplaceNoInput(String option, String extension) throws IOException {
    byte[] trace = BatchTraces.small(1);
    Path input = put("in" + extension, trace);
    Path link = Files.createSymbolicLink(folder.resolve("link" + extension), input);
    Path hard = Files.createLink(folder.resolve("hard" + extension), input);
    Path folderLink = Files.createSymbolicLink(folder.resolve("folder"), in());
    for (Path file : List.of(input, link, hard, folderLink.resolve("in" + extension))) {
      CommandRun refused = batch(option, file.toString());
      refused.isOneLine(ExitStatus.OUTPUT, file + ": is also an input");
      assertThat(input).hasBinaryContent(trace);
      assertThat(file).exists();
      assertThat(out().resolve("manifest.jsonl")).doesNotExist();
    }
  }

  @Test
  void totalsReplaceNoOtherFileOfTheBatch() throws IOException {
    put("a", BatchTraces.small(1));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    String twice = "is the place of two outputs";
    batch("--summary", folder + "/x.csv", "--learn-sizes", link + "/x.csv")
        .isOneLine(ExitStatus.OUTPUT, twice);
    batch("--learn-sizes", out() + "/manifest.jsonl").isOneLine(ExitStatus.OUTPUT, twice);
    Path weights = Files.writeString(folder.resolve("w.csv"), "a,1\n");
    batch("--weights", weights.toString(), "--summary", weights.toString())
        .isOneLine(ExitStatus.OUTPUT, "is also an input");
    assertThat(weights).hasContent("a,1");
  }
}
