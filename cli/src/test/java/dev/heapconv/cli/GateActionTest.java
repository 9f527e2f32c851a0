package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The GitHub Action, run as a runner runs it. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class GateActionTest {

  private static final Path SCRIPT = TestData.root().resolve(".github/action/gate.sh");
  private static final Path PHASES = TestData.own("heapprofd/phases_i512.pftrace");
  private static final String FIRST = PHASES + "#first";
  private static final String LAST = PHASES + "#last";

  @TempDir Path folder;
  private Path program;

  @BeforeEach
  void installProgram() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("a program's folder"));
    program =
        Files.writeString(
            bin.resolve("heapconv"),
            "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    Main.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * What a step did.
   *
   * @param output what it added to the file of its outputs
   * @param summary likewise, to the summary of the job
   */
  private record Step(int status, String log, String output, String summary) {}

  private Step run(String base, String changed, String failOn, Map<String, String> inputs)
      throws Exception {
    Path output = Files.writeString(folder.resolve("output"), "earlier=1\n");
    Path summary = Files.writeString(folder.resolve("summary"), "earlier\n");
    Map<String, String> variables =
        new HashMap<>(
            Map.of(
                "GATE_BASE",
                base,
                "GATE_NEW",
                changed,
                "GATE_FAIL_ON",
                failOn,
                "GATE_VIEW",
                "",
                "GATE_INCONCLUSIVE",
                "fail",
                "GATE_ARGS",
                "",
                "GATE_HEAPCONV",
                program.toString(),
                "GITHUB_OUTPUT",
                output.toString(),
                "GITHUB_STEP_SUMMARY",
                summary.toString(),
                "RUNNER_TEMP",
                folder.toString()));
    variables.putAll(inputs);
    ProcessRun run = ProcessRun.in(folder, variables, "bash", SCRIPT.toString());
    assertThat(run.err()).isEmpty();
    assertThat(Files.list(folder).filter(path -> path.toString().contains("heapconv-gate.")))
        .isEmpty();
    String outputs = Files.readString(output);
    String summaries = Files.readString(summary);
    assertThat(outputs).startsWith("earlier=1\n");
    assertThat(summaries).startsWith("earlier\n");
    return new Step(
        run.status(), run.out(), outputs.substring(10), summaries.substring("earlier\n".length()));
  }

  private Step run(String base, String changed, String failOn) throws Exception {
    return run(base, changed, failOn, Map.of());
  }

  @Test
  void growthFailsTheStep() throws Exception {
    Step step = run(FIRST, LAST, "\nspace>5%\n  \ntotal:space>1%\n");
    assertThat(step.status()).isEqualTo(6);
    assertThat(step.output()).isEqualTo("outcome=fail\nstatus=6\n");
    assertThat(step.log())
        .contains("::error title=Heap growth::FAIL: 3 regressions beyond ")
        .contains("space>5%25, total:space>1%25");
    assertThat(step.summary())
        .startsWith(
            "### Heap growth\n\n    base  " + FIRST + "\n    new   " + LAST + "\n\n**FAIL**")
        .contains("| `grow_cache()` |");
  }

  @Test
  void withoutGrowthItPasses() throws Exception {
    Step step = run(LAST, LAST, "space>5%");
    assertThat(step.status()).isZero();
    assertThat(step.output()).isEqualTo("outcome=pass\nstatus=0\n");
    assertThat(step.log()).doesNotContain("::error", "::warning");
    assertThat(step.summary()).contains("**PASS**");
  }

  @Test
  void aPassThatCouldNotSeeGrowthByTheLimitIsAnnotated() throws Exception {
    Step step = run(LAST, LAST, "total:space>1%");
    assertThat(step.status()).isZero();
    assertThat(step.output()).isEqualTo("outcome=pass\nstatus=0\n");
    assertThat(step.log())
        .containsOnlyOnce(
            "\n"
                + "::warning title=Heap growth::PASS, but growth of space below 2.3 %25 in total"
                + " cannot be seen; the limit is 1 %25. ")
        .doesNotContain("::error");
    assertThat(step.summary()).contains("**PASS**, but growth of space below 2.3 % in total");
    Step strict = run(LAST, LAST, "total:space>1%", Map.of("GATE_ARGS", "--strict"));
    assertThat(strict.status()).isEqualTo(7);
    assertThat(strict.output()).isEqualTo("outcome=inconclusive\nstatus=7\n");
  }

  @ParameterizedTest
  @CsvSource({"fail, 7, ::error", "warn, 0, ::warning"})
  void anInconclusiveComparisonFailsOrWarns(String choice, int status, String kind)
      throws Exception {
    Step step =
        run(
            LAST,
            LAST,
            "space>5%",
            Map.of("GATE_INCONCLUSIVE", choice, "GATE_ARGS", "--filter\nno such function\n"));
    assertThat(step.status()).isEqualTo(status);
    assertThat(step.output()).isEqualTo("outcome=inconclusive\nstatus=7\n");
    assertThat(step.log()).contains(kind + " title=Heap growth::INCONCLUSIVE: no functions");
    assertThat(step.summary()).contains("**INCONCLUSIVE**");
  }

  @Test
  void theViewComesFirstInTheSummary() throws Exception {
    Step step = run(FIRST, LAST, "space>5%", Map.of("GATE_VIEW", "alloc_space"));
    assertThat(step.summary()).contains("| base | new | alloc\\_space |");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "missing.heap||space>5%|3|missing.heap",
        "||space>5%|2|'base' is empty",
        "|a.heap| |2|'fail-on' is empty",
        "missing.heap||space>5|2|has no unit",
      })
  void whatCannotBeComparedIsAnError(
      String base, String changed, String failOn, int status, String message) throws Exception {
    Step step =
        run(
            base == null ? changed == null ? "" : LAST : base,
            changed == null ? LAST : changed,
            failOn == null ? "" : failOn);
    assertThat(step.status()).isEqualTo(status);
    assertThat(step.output()).isEqualTo("outcome=error\nstatus=" + status + "\n");
    assertThat(step.log()).containsPattern("::error title=Heap growth::[^\n]*" + message);
    assertThat(step.summary()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "--version", "--quiet\n-V"})
  void whatComparesNothingDoesNotPass(String arguments) throws Exception {
    Step step = run(FIRST, LAST, "space>5%", Map.of("GATE_ARGS", arguments));
    assertThat(step.status()).isEqualTo(2);
    assertThat(step.output()).contains("outcome=error");
    assertThat(step.log()).contains("compared nothing");
  }

  @Test
  void wrongChoicesAndProgramsAreErrors() throws Exception {
    assertThat(run(LAST, LAST, "space>5%", Map.of("GATE_INCONCLUSIVE", "no")).log())
        .contains("'inconclusive' must be fail or warn, not 'no'");
    Step step = run(LAST, LAST, "space>5%", Map.of("GATE_HEAPCONV", "./none"));
    assertThat(step.output()).isEqualTo("outcome=error\nstatus=127\n");
    assertThat(step.status()).isEqualTo(127);
  }

  /** A pull request can choose names; they are never run, and never options. */
  @ParameterizedTest
  @ValueSource(
      strings = {"a b.pftrace", "$(touch ran).pftrace", "`touch ran`;'\".pftrace", "-q.pftrace"})
  void namesOfFilesAreOnlyNames(String name) throws Exception {
    Files.copy(PHASES, folder.resolve(name));
    Step step = run(name + "#first", name, "space>5%");
    assertThat(step.output()).isEqualTo("outcome=fail\nstatus=6\n");
    assertThat(step.summary()).contains("    new   " + name + "\n");
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void namesOfFunctionsAreNoCommandsToTheRunner() throws Exception {
    String log = "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n";
    Path base = Files.writeString(folder.resolve("base.jsonl"), log + alloc("main", 8));
    Path changed =
        Files.writeString(folder.resolve("new.jsonl"), log + alloc("::add-mask::secret", 8000));
    Step step = run(base.toString(), changed.toString(), "space>5%");
    assertThat(step.output()).startsWith("outcome=fail\n");
    Matcher stopped =
        Pattern.compile("::stop-commands::([0-9a-f]{32})\n(.*?)::\\1::\n", Pattern.DOTALL)
            .matcher(step.log());
    assertThat(stopped.find()).isTrue();
    assertThat(stopped.group(2)).contains("::add-mask::");
    assertThat(stopped.replaceAll("").lines())
        .filteredOn(line -> line.stripLeading().startsWith("::"))
        .allMatch(line -> line.startsWith("::error title="));
  }

  private static String alloc(String function, int size) {
    return "{\"alloc\":1,\"size\":%d,\"frames\":[\"%s\"]}\n".formatted(size, function);
  }

  /** Text in {@code ${{ }}} would become part of the script. */
  @Test
  void theActionPassesItsInputsAsVariablesOnly() throws Exception {
    String action = Files.readString(TestData.root().resolve("action.yml"));
    String steps = action.substring(action.indexOf("\nruns:"));
    assertThat(steps.lines().filter(line -> line.contains("run:")))
        .containsExactly("      run: bash \"$GITHUB_ACTION_PATH/.github/action/gate.sh\"");
    List<String> inputs =
        Pattern.compile("^  ([a-z-]+):$", Pattern.MULTILINE)
            .matcher(action.substring(action.indexOf("\ninputs:"), action.indexOf("\noutputs:")))
            .results()
            .map(input -> input.group(1))
            .toList();
    assertThat(inputs).contains("base", "new", "fail-on");
    String expected =
        inputs.stream()
            .map(
                name ->
                    "        GATE_%s: ${{ inputs.%s }}\n"
                        .formatted(name.toUpperCase(Locale.ROOT).replace('-', '_'), name))
            .collect(Collectors.joining());
    assertThat(steps).contains("      env:\n" + expected + "      run:");
    Set<String> read = new TreeSet<>();
    Matcher variables = Pattern.compile("GATE_[A-Z_]+").matcher(Files.readString(SCRIPT));
    while (variables.find()) {
      read.add(variables.group());
    }
    assertThat(read).hasSize(inputs.size()).allMatch(name -> steps.contains(name + ": "));
  }

  @Test
  void shellcheckFindsNothingInTheScripts() throws Exception {
    NotTested.unless(
        ProcessRun.in(folder, Map.of(), "sh", "-c", "command -v shellcheck").status() == 0,
        "rules of shellcheck",
        "it is not on the PATH; apt-get install shellcheck");
    Path root = TestData.root();
    List<String> command = new ArrayList<>(List.of("shellcheck", "--severity=warning"));
    command.addAll(List.of("-x", "--source-path=SCRIPTDIR", SCRIPT.toString()));
    for (String script :
        List.of(
            "install.sh",
            ".github/release.sh",
            "cli/src/main/launcher/heapconv.sh",
            "cli/src/main/launcher/classdata.sh")) {
      command.add(root.resolve(script).toString());
    }
    try (Stream<Path> peers = Files.list(root.resolve("docs/dev/peers"))) {
      peers.map(Path::toString).filter(name -> name.endsWith(".sh")).sorted().forEach(command::add);
    }
    ProcessRun run = ProcessRun.in(folder, Map.of(), command.toArray(String[]::new));
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isZero();
  }
}
