package dev.heapconv.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The tables of {@code benchmarks/tables.py}, for programs that only pretend to convert. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class TablesTest {

  /** A figure with its least and its most. */
  private static final Pattern SPREAD = Pattern.compile("([\\d.]+) \\(([\\d.]+)–([\\d.]+)\\)");

  @TempDir Path folder;
  private Path log;
  private Path heapconv;

  private record Result(int status, String output) {

    /** The cells of the lines of all tables. */
    List<List<String>> cells() {
      return output
          .lines()
          .filter(line -> line.startsWith("| "))
          .map(line -> Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ", -1)))
          .toList();
    }
  }

  @BeforeEach
  void programs() throws IOException {
    for (String needed : List.of("python3", "javac", "timeout")) {
      NotTested.unless(
          Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
              .anyMatch(path -> Files.isExecutable(Path.of(path, needed))),
          "benchmarks/tables.py",
          needed + " not found; install it, such as with apt-get");
    }
    log = folder.resolve("log");
    heapconv = script("heapconv", "echo \"$*\" >>" + log);
  }

  @Test
  void conversionsAreComparedWithOnePlainPass() throws Exception {
    Result result = run(List.of(), "recordings", "--runs", "3", "--rows", "^`truth_i4096`");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output()).contains("medians of 3 runs", "commit ");
    List<List<String>> cells = result.cells();
    assertThat(cells).hasSize(2);
    assertThat(cells.get(1)).hasSameSizeAs(cells.get(0)).startsWith("`truth_i4096`", "5.7 KB");
    assertThat(figures(cells.get(1))).isEqualTo(7);
    // One run more than are measured, for each command.
    Path recording = TestData.recording("truth_i4096");
    List<String> runs = Files.readAllLines(log);
    assertThat(runs).filteredOn(line -> line.equals("-q " + recording)).hasSize(4);
    assertThat(runs).filteredOn(line -> line.startsWith("-q " + recording + " -o ")).hasSize(8);
    assertThat(runs).filteredOn(line -> line.endsWith(" --raw")).hasSize(4);
  }

  @Test
  void thePlainPassReadsWhatTheRecordingHolds() throws Exception {
    String printed = printed(PlainPass::main, TestData.recording("truth_i4096").toString());
    RecordedProfile profile =
        HeapConv.read(InputSource.file(TestData.recording("truth_i4096")), ReadOptions.DEFAULT);
    RecordedHeap heap = profile.heaps().get(0);
    long live = Arrays.stream(heap.column(View.SPACE)).sum();
    assertThat(printed)
        .isEqualToIgnoringNewLines(
            "%d samples of %d stacks, %d bytes live".formatted(heap.rows(), heap.rows(), live));
  }

  @Test
  void theStepsOfAWarmConversionAreComparedWithOnePlainPass() throws Exception {
    String printed =
        printed(WarmPasses::main, TestData.recording("truth_i4096").toString(), "0.001");
    assertThat(printed.strip().split(" "))
        .hasSize(4)
        .allSatisfy(millis -> assertThat(Double.parseDouble(millis)).isPositive());
  }

  @Test
  void commandsHaveTheirTimeAndMemory() throws Exception {
    Result result = run(List.of(), "start", "--runs", "2", "--rows", "info|--version");
    assertThat(result.status()).as(result.output()).isZero();
    List<List<String>> cells = result.cells();
    assertThat(cells)
        .extracting(line -> line.get(0))
        .containsExactly("command", "`--version`", "`truth_i4096`, `info`");
    assertThat(figures(cells.get(2))).isEqualTo(3);
    assertThat(cells.get(2).get(4)).matches("\\d+ MB");
  }

  @Test
  void aFailingProgramEndsWithItsMessage() throws Exception {
    heapconv = script("broken", "[ \"$1\" = --version ] || { echo 'no such trace' >&2; exit 3; }");
    Result result = run(List.of(), "recordings", "--runs", "1", "--rows", "^`truth_i4096`");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.output()).contains("ended with 3: no such trace").doesNotContain("Traceback");
  }

  @Test
  void aPeerHasFiguresAndARatioOfItsOwn() throws Exception {
    cached("samples-1M.jsonl");
    script("jq", "echo jq-9.9");
    String path = "PATH=" + folder + File.pathSeparator + System.getenv("PATH");
    Result result =
        run(List.of(path), "peers", "--runs", "2", "--rows", "^live bytes per stack.* jq$");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output()).contains("Peers: jq-9.9.");
    List<List<String>> cells = result.cells();
    assertThat(cells.get(1)).hasSameSizeAs(cells.get(0)).contains("5.0 MB");
    assertThat(cells.get(1)).filteredOn(cell -> SPREAD.matcher(cell).matches()).hasSize(7);
    assertThat(Files.readAllLines(log)).filteredOn(line -> line.startsWith("-q ")).hasSize(3);
  }

  @Test
  void aPeerThatIsNotThereIsLeftOutWithAdvice() throws Exception {
    Result result =
        run(List.of("JFRCONV=" + folder.resolve("none.jar")), "peers", "--rows", "jfr as");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output())
        .contains("left out: heapconv-table.jfr as pprof", "set JFRCONV to the jar");
    assertThat(result.cells()).hasSize(1);
  }

  @Test
  void aSeriesShowsHowTimeGrowsAndWhatASmallHeapDoesNotHold() throws Exception {
    cached("stacks-10000.csv");
    cached("stacks-100000.csv");
    heapconv =
        script(
            "small",
            "case \"$HEAPCONV_JAVA_OPTS $*\" in\n"
                + "*-Xmx1g*stacks-100000*) echo 'heapconv: out of memory' >&2; exit 1 ;;\n"
                + "esac");
    Result result =
        run(
            List.of(),
            "scale",
            "--runs",
            "1",
            "--rows",
            "^(10|100),000 samples of as many.* pprof$");
    assertThat(result.status()).as(result.output()).isZero();
    List<List<String>> cells = result.cells();
    assertThat(cells).hasSize(3);
    assertThat(cells.get(1).get(4)).isEmpty();
    assertThat(cells.get(1)).endsWith("ok");
    assertThat(cells.get(2).get(4)).matches("-?\\d+\\.\\d\\d");
    assertThat(cells.get(2).get(6)).matches("out of memory after [\\d.]+ s \\(status 1\\)");
  }

  @Test
  void aSeriesEndsWithTheFirstLineThatTakesTooLong() throws Exception {
    cached("stacks-10000.csv");
    cached("stacks-100000.csv");
    heapconv = script("slow", "case $1 in --version) ;; *) exec sleep 60 ;; esac");
    Result result =
        run(
            List.of(),
            "scale",
            "--limit",
            "1",
            "--rows",
            "^(10|100),000 samples of as many.* pprof$");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.cells()).hasSize(2);
    assertThat(result.cells().get(1).get(2)).isEqualTo("more than 1 s");
  }

  private interface Program {
    void main(String[] arguments) throws IOException;
  }

  private static String printed(Program program, String... arguments) throws IOException {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.main(arguments);
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Pretends that a generated input has been made. */
  private void cached(String name) throws IOException {
    Files.write(
        Files.createDirectories(folder.resolve("cache")).resolve(name), new byte[5_000_000]);
  }

  /** How many figures a line has; each lies between its least and its most. */
  private static int figures(List<String> line) {
    int figures = 0;
    for (String cell : line) {
      Matcher spread = SPREAD.matcher(cell);
      if (spread.matches()) {
        double median = Double.parseDouble(spread.group(1));
        assertThat(Double.parseDouble(spread.group(2))).isLessThanOrEqualTo(median);
        assertThat(Double.parseDouble(spread.group(3))).isGreaterThanOrEqualTo(median);
        figures++;
      }
    }
    return figures;
  }

  private Path script(String name, String text) throws IOException {
    Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private Result run(List<String> variables, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("env", "HEAPCONV=" + heapconv));
    command.addAll(variables);
    command.addAll(List.of("python3", TestData.root().resolve("benchmarks/tables.py").toString()));
    command.addAll(List.of("--cache", folder.resolve("cache").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }
}
