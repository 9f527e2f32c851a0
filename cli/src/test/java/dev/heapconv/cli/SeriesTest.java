package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files that are dumps of one process become dumps of one recording. */
class SeriesTest extends CommandLineFixture {

  private static final Path SERIES = TestData.own("alloc/series");

  private static final Predicate<String> CUT =
      line -> line.contains(" warning: ends in the middle of line ");

  private static final Path TRACECONV = TestData.own("heapprofd/ref/phases_i512");

  /** In an order that is not theirs. */
  private static List<String> dumps(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(SERIES)) {
      List<String> dumps =
          new ArrayList<>(
              files
                  .filter(file -> file.getFileName().toString().startsWith(prefix + "."))
                  .map(Path::toString)
                  .sorted(Collections.reverseOrder())
                  .toList());
      assertThat(dumps).hasSizeGreaterThan(3);
      return dumps;
    }
  }

  private static CommandRun run(List<String> files, String... options) {
    List<String> line = new ArrayList<>(List.of(options));
    line.addAll(files);
    return CommandRun.of(line.toArray(new String[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "je0, 6, leak+0x11c9, ",
    "jeacc, 6, leak+0x11c9, ",
    "gp, 5, leak+0x11c9, ",
    "go, 4, main.big, 0.224",
  })
  void theSiteThatLeaksComesFirst(String prefix, int dumps, String site, Double seconds)
      throws IOException {
    CommandRun run = run(dumps(prefix), "growth", "-q", "-f", "json");
    assertThat(run.err()).isEmpty();
    JsonNode json = JsonMapper.shared().readTree(run.out());

    assertThat(json.at("/growth/dumps").asInt()).isEqualTo(dumps);
    JsonNode first = json.at("/rows/0");
    assertThat(first.at("/growth/first").asLong()).isLessThan(first.at("/growth/last").asLong());
    assertThat(first.at("/name").asString()).isEqualTo(site);
    if (seconds == null) {
      assertThat(json.at("/growth/seconds").isNumber()).isFalse();
      assertThat(first.at("/growth/lifetime").isNumber()).isFalse();
    } else {
      assertThat(json.at("/growth/seconds").asDouble()).isCloseTo(seconds, within(0.001));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"growth", "--add"})
  void aWarningOfAllInputsIsGivenOnceWithTheirNumber(String command) throws IOException {
    List<String> files = new ArrayList<>();
    for (String dump : dumps("je0")) {
      String text = Files.readString(Path.of(dump));
      Path cut = folder.resolve(Path.of(dump).getFileName());
      files.add(Files.writeString(cut, text.substring(0, text.length() * 4 / 5)).toString());
    }
    String[] options = {command};
    List<String> notices = run(files, options).isOk().err().lines().filter(CUT).toList();
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0))
        .startsWith("heapconv: " + files.get(0))
        .endsWith("; likewise in 5 more inputs (-v lists them)");

    files.add("-v");
    assertThat(run(files, options).isOk().err().lines().filter(CUT)).hasSize(6);
  }

  @Test
  void theFilesInAFolderAreASeries(@TempDir Path dumps) throws IOException {
    for (String dump : dumps("je0")) {
      Path file = Path.of(dump);
      Files.copy(file, dumps.resolve(file.getFileName()));
    }
    Files.writeString(dumps.resolve("README.txt"), "Dumps of a leak.");
    Files.writeString(dumps.resolve(".unfinished.heap"), "heap");
    CommandRun run = CommandRun.of("growth", dumps.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(run(dumps("je0"), "growth").out().replace(SERIES + "/", dumps + "/"));
    assertThat(run.err())
        .contains(
            "heapconv: left out " + dumps.resolve("README.txt") + ", which is no heap profile")
        .doesNotContain("unfinished");
    assertThat(CommandRun.of(dumps.toString()).err()).contains("is a directory, not a file");
    assertThat(CommandRun.of("growth", dumps.resolve("none").toString()).err())
        .contains("no such file");
    Path empty = Files.createDirectory(dumps.resolve("empty"));
    assertThat(CommandRun.of("growth", empty.toString()).err())
        .contains(empty + ": no files in this folder");
  }

  @Test
  void withoutTimesGrowthIsThatOfADump() throws IOException {
    CommandRun run = run(dumps("je0"), "growth");

    assertThat(run.out()).contains("6 dumps\n", " a dump ", "space/dump");
  }

  @Test
  void dumpsAreTakenByNumber() throws IOException {
    for (String[] choice :
        new String[][] {{"2", "je0.1.heap"}, {"last", "je0.5.heap"}, {"max", "je0.5.heap"}}) {
      CommandRun all = run(dumps("je0"), "-q", "-f", "csv", "--dump", choice[0]);
      CommandRun one = CommandRun.of("-q", "-f", "csv", SERIES.resolve(choice[1]).toString());

      assertThat(all.err()).isEmpty();
      assertThat(all.out()).isEqualTo(one.out()).isNotEmpty();
    }
    assertThat(run(dumps("je0"), "--dump", "7").err()).contains("no dump 7", "only 6");
  }

  @Test
  void aReportHasThemAll() throws IOException {
    String report = inFolder("report.html");
    assertThat(run(dumps("gp"), "-q", "-o", report).status()).isZero();

    assertThat(Files.readString(Path.of(report)))
        .contains("<title>leak \u2013 gp.0003.heap to gp.0013.heap");
  }

  @Test
  void theFinalProfileOfFuchsiaIsTheLast() throws IOException {
    Path fuchsia = TestData.own("alloc/fuchsia/genA");
    try (Stream<Path> files = Files.list(fuchsia)) {
      CommandRun run = run(files.map(Path::toString).sorted().toList(), "growth", "-q");

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("_partial_1106 to", "_final_0,", "last 16.2 MiB");
    }
  }

  /** As the shell sorts them, dump 10 is the second. */
  private static List<String> ofTraceconv() throws IOException {
    return namesIn(TRACECONV).stream().map(name -> TRACECONV.resolve(name).toString()).toList();
  }

  private List<String> ofThisProgram() {
    CommandRun.of("-q", recording("phases_i512"), "--dump", "all", "-o", inFolder("dumps") + "/")
        .isOk();
    Path dumps = folder.resolve("dumps");
    return namesIn(dumps).stream().map(name -> dumps.resolve(name).toString()).toList();
  }

  /** Under names that say nothing, in an order that is not theirs. */
  private List<String> renamed(List<String> files) throws IOException {
    Path copies = Files.createTempDirectory(folder, "copies");
    List<String> others = new ArrayList<>();
    for (String file : files) {
      String name = "x" + (char) ('z' - others.size()) + ".pb.gz";
      others.add(Files.copy(Path.of(file), copies.resolve(name)).toString());
    }
    return others;
  }

  @Test
  void everyDumpOfHeapprofdGrowsFromTheFirstToTheLast() throws IOException {
    for (List<String> files :
        List.of(ofTraceconv(), ofThisProgram(), renamed(ofTraceconv()), renamed(ofThisProgram()))) {
      assertThat(run(files, "growth", "-q").out())
          .contains("10 dumps", "first 1.48 MiB, peak 5.08 MiB, last 3.74 MiB", "grow_cache()");
    }
  }

  @Test
  void theyAreNotAddedUpUnlessThatIsAskedFor() throws IOException {
    String sum = inFolder("sum.pb.gz");
    for (List<String> files : List.of(ofTraceconv(), renamed(ofThisProgram()))) {
      for (String[] command :
          new String[][] {{"-q"}, {"-q", "-o", sum}, {"fleet", "add", inFolder("table")}}) {
        CommandRun refused = run(files, command);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err())
            .contains(", 10 files, look like dumps of one process", "growth FILES", "--add");
        assertThat(Files.exists(Path.of(sum))).isFalse();
      }
      assertThat(run(files, "-q", "--add").out()).contains("31.6 MiB");
    }
    List<String> two = ofTraceconv().subList(0, 2);
    assertThat(run(two, "diff", "-q").status()).isZero();
  }

  @Test
  void heapsOfOneMomentAreAddedUpAndGrowEachAlone() {
    Path folder = TestData.own("heapprofd/ref/customheap_all");
    List<String> files =
        namesIn(folder).stream().map(name -> folder.resolve(name).toString()).toList();

    assertThat(run(files.subList(0, 3), "-q").status()).isZero();
    assertThat(run(files, "-q").status()).isEqualTo(2);
    assertThat(run(files, "growth", "-q").out()).contains("3 heaps of pid 16504");
  }

  @Test
  void theyAreNotAddedUp() throws IOException {
    CommandRun run = run(dumps("go"), "-o", inFolder("sum.pb.gz"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("look like dumps of one process", "'heapconv growth FILES'");
  }

  @Test
  void whatNothingShowsHasToBeSaid() throws IOException {
    String one = file("before.heapprofile", v8(1000));
    String other = file("after.heapprofile", v8(9000));

    CommandRun refused = CommandRun.of("growth", one, other);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("--series");
    assertThat(CommandRun.of("growth", "--series", one, other).out())
        .contains("first 0.98 KiB", "last 8.79 KiB");
    // Numbers say it, too.
    String first = file("Heap.20261124.101010.77.0.001.heapprofile", v8(1000));
    String second = file("Heap.20261124.111010.77.0.002.heapprofile", v8(9000));
    assertThat(CommandRun.of("growth", second, first).out()).contains("last 8.79 KiB");
    assertThat(CommandRun.of("growth", "--series", recording("truth_i4096"), one).err())
        .contains("--series needs several files");
  }

  @Test
  void otherProcessesAreNoSeries() throws IOException {
    List<String> two = List.of(dumps("je0").get(0), dumps("gp").get(0));

    assertThat(run(two, "growth").status()).isEqualTo(2);
    assertThat(run(two, "-q", "--dump", "last").status()).isZero();
  }

  private static String v8(int bytes) {
    return "{\"head\":{\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\","
        + "\"lineNumber\":-1,\"columnNumber\":-1},\"selfSize\":0,\"id\":1,\"children\":[{"
        + "\"callFrame\":{\"functionName\":\"cache\",\"scriptId\":\"1\",\"url\":\"a.js\","
        + "\"lineNumber\":1,\"columnNumber\":1},\"selfSize\":"
        + bytes
        + ",\"id\":2,\"children\":[]}]},\"samples\":[]}";
  }
}
