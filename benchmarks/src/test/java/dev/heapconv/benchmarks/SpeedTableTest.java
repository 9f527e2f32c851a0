package dev.heapconv.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.File;
import java.io.IOException;
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

/**
 * The tables of {@code benchmarks/speed.py}, {@code peers.py} and {@code scale.py}, for programs
 * that only pretend to convert.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class SpeedTableTest {

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
    for (String needed : List.of("python3", "sha256sum", "javac", "timeout")) {
      NotTested.unless(
          Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
              .anyMatch(path -> Files.isExecutable(Path.of(path, needed))),
          "benchmarks/speed.py",
          needed + " not found; install it, such as with apt-get");
    }
    log = folder.resolve("log");
    heapconv = script("heapconv", "echo \"$*\" >>" + log);
  }

  @Test
  void smallInputsAreComparedWithABareStartOfJava() throws Exception {
    Result result = run(List.of(), "--runs", "3", "--rows", "^`(info )?truth_i4096`");
    assertThat(result.status()).as(result.output()).isZero();
    List<List<String>> cells = result.cells();
    assertThat(cells)
        .extracting(line -> line.get(0))
        .containsExactly("input", "`info truth_i4096`", "`truth_i4096`");
    assertThat(cells.get(0)).contains("bare JVM, s").doesNotContain("sha256sum, s");
    assertThat(cells.get(2).get(1)).isEqualTo("5.7 KB");
    assertFigures(cells.subList(1, 3));
    // One run more than are measured, for each line.
    Path recording = TestData.recording("truth_i4096");
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.equals("info " + recording))
        .hasSize(4);
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.startsWith("-q " + recording + " -o "))
        .hasSize(4);
  }

  @Test
  void largeInputsAreComparedWithOnePassOverTheBytes() throws Exception {
    Path large = Files.write(folder.resolve("large.pftrace"), new byte[5_000_000]);
    Result result = run(List.of(), "--runs", "2", "--options=--dump all", large.toString());
    assertThat(result.status()).as(result.output()).isZero();
    List<List<String>> cells = result.cells();
    assertThat(cells.get(0)).contains("sha256sum, s").doesNotContain("bare JVM, s");
    assertThat(cells.get(1)).startsWith("`large.pftrace`", "5.0 MB");
    assertFigures(cells.subList(1, 2));
    assertThat(Files.readAllLines(log)).filteredOn(line -> line.endsWith(" --dump all")).hasSize(3);
    assertThat(result.output()).contains("options --dump all", "medians of 2 runs");
  }

  @Test
  void traceconvHasItsColumnsAndLeavesNothingBehind() throws Exception {
    Path written = folder.resolve("written");
    Path traceconv =
        script(
            "traceconv",
            "[ \"$1\" = profile ] || exit 0\n"
                + "mkdir \"$TMPDIR/heap_profile-1\" && echo \"$TMPDIR\" >>"
                + written);
    Result result =
        run(List.of("TRACECONV=" + traceconv), "--runs", "1", "--rows", "^`(info )?truth_i4096`");
    assertThat(result.status()).as(result.output()).isZero();
    List<List<String>> cells = result.cells();
    assertThat(cells.get(0)).contains("traceconv, s", "traceconv/heapconv");
    assertThat(cells.get(1)).hasSameSizeAs(cells.get(0)).endsWith("", "", "", "", "");
    assertFigures(cells.subList(2, 3));
    assertThat(Files.readAllLines(written))
        .hasSize(2)
        .allMatch(path -> !Files.exists(Path.of(path)));
  }

  @Test
  void aFailingProgramEndsWithItsMessage() throws Exception {
    heapconv = script("broken", "[ \"$1\" = --version ] || { echo 'no such trace' >&2; exit 3; }");
    Result result = run(List.of(), "--runs", "1", "--rows", "^`truth_i4096`");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.output()).contains("ended with 3: no such trace").doesNotContain("Traceback");
  }

  @Test
  void aFailingTraceconvIsLeftOut() throws Exception {
    Path traceconv = script("traceconv", "echo 'no profiles' >&2; exit 1");
    Result result =
        run(List.of("TRACECONV=" + traceconv), "--runs", "1", "--rows", "^`truth_i4096`");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output()).contains("without traceconv: ", "no profiles");
    assertThat(result.cells().get(1)).endsWith("", "", "", "", "");
  }

  @Test
  void aPeerHasFiguresAndARatioOfItsOwn() throws Exception {
    cached("samples-1M.jsonl");
    script("jq", "echo jq-9.9");
    String path = "PATH=" + folder + File.pathSeparator + System.getenv("PATH");
    Result result =
        run("peers.py", List.of(path), "--runs", "2", "--rows", "^live bytes per stack.* jq$");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output()).contains("Peers: jq-9.9.");
    List<List<String>> cells = result.cells();
    assertThat(cells.get(1)).hasSameSizeAs(cells.get(0)).contains("5.0 MB");
    assertThat(cells.get(1)).filteredOn(cell -> SPREAD.matcher(cell).matches()).hasSize(6);
    assertThat(Files.readAllLines(log)).filteredOn(line -> line.startsWith("-q ")).hasSize(3);
  }

  @Test
  void aPeerThatIsNotThereIsLeftOutWithAdvice() throws Exception {
    Result result =
        run("peers.py", List.of("JFRCONV=" + folder.resolve("none.jar")), "--rows", "^JFR");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output()).contains("left out: JFR allocations", "set JFRCONV to the jar");
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
        run("scale.py", List.of(), "--runs", "1", "--rows", "^(10|100),000 samples of as many");
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
        run("scale.py", List.of(), "--limit", "1", "--rows", "^(10|100),000 samples of as many");
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.cells()).hasSize(2);
    assertThat(result.cells().get(1).get(2)).isEqualTo("more than 1 s");
  }

  /** Pretends that a generated input has been made. */
  private void cached(String name) throws IOException {
    Files.write(
        Files.createDirectories(folder.resolve("cache")).resolve(name), new byte[5_000_000]);
  }

  /** Every figure lies between its least and its most. */
  private static void assertFigures(List<List<String>> lines) {
    for (List<String> line : lines) {
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
      assertThat(figures).as(line.toString()).isIn(6, 10);
      assertThat(line.get(8)).matches("\\d+ MB");
    }
  }

  private Path script(String name, String text) throws IOException {
    Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private Result run(List<String> variables, String... arguments) throws Exception {
    return run("speed.py", variables, arguments);
  }

  private Result run(String program, List<String> variables, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("env", "HEAPCONV=" + heapconv));
    command.addAll(variables);
    command.addAll(
        List.of("python3", TestData.root().resolve("benchmarks").resolve(program).toString()));
    command.addAll(List.of("--cache", folder.resolve("cache").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }
}
