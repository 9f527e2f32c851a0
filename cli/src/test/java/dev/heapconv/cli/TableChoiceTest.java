package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TableChoiceTest extends CommandLineFixture {

  @Test
  void colorsAreWhatTheOptionSays() {
    String trace = recording("truth_i4096");
    assertThat(run(trace, "--color", "always").isOk().out()).contains("\u001b[1m");
    assertThat(run(trace, "--color", "auto").isOk().out()).doesNotContain("\u001b");
    outIsTerminal = true;
    assertThat(run(trace, "--color", "never").isOk().out()).doesNotContain("\u001b");
    run(trace, "--color", "sometimes").isUsageError("auto, always, never");
  }

  @Test
  void summaryWithoutOutputNamesTheFunctionsOfTheProgram() {
    CommandRun run = CommandRun.of("-q", recording("truth_i4096"));

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("truth (5248), libc.malloc", "Live  ", "site_40000_kept()", "Heaviest paths")
        .doesNotContain(" malloc ")
        .doesNotContain("\u001b");
  }

  @Test
  void valuesAreThoseRecordedWithoutUnskewing() throws Exception {
    CommandRun run = CommandRun.of("-q", "--raw", "-f", "json", recording("truth_i4096"));
    JsonNode json = JsonMapper.shared().readTree(run.out());
    long sum = 0;
    for (JsonNode row : json.path("rows")) {
      sum += row.at("/self/space/value").asLong();
    }

    assertThat(sum).isPositive().isEqualTo(json.at("/totals/space/value").asLong());
    assertThat(json.at("/totals/objects/value")).isEqualTo(json.at("/totals/objects/samples"));
  }

  @Test
  void threadsAreRowsWhereTheRecordingKnowsThem() {
    String trace = TestData.own("perfetto/chromium_symbols.pftrace").toString();
    String header = "thread,process_name,pid,heap_name,dump_number,time_nanos";

    assertThat(run("-q", trace, "--by", "thread", "-f", "csv").isOk().out())
        .contains(header)
        .contains("1310720,", ",\"pid 4321, thread 4322\",,4321,,,")
        .contains("1245184,", ",\"pid 4321, thread 4321\",,4321,,,");
    assertThat(run("growth", "-q", trace, "--by", "thread").isOk().out())
        .contains("first 1.19 MiB, peak 2.44 MiB, last 2.44 MiB")
        .contains("pid 4321, thread 4321", "pid 4321, thread 4322");
    // What is read back from pprof says it, too.
    String pprof = inFolder("chromium.pb.gz");
    run(trace, "-o", pprof).isOk();
    assertThat(run("-q", pprof, "--by", "thread").isOk().out()).contains("pid 4321, thread 4322");
    String named = TestData.own("perfetto/chr_threads.pftrace").toString();
    assertThat(run("-q", named, "--by", "thread").isOk().out())
        .contains("Renderer (42), Compositor (43)")
        .doesNotContain("thread Compositor");
    assertThat(run("-q", recording("overrun"), "--by", "thread").isOk().out())
        .contains("(unknown thread)");
    run("diff", trace, trace, "--by", "thread").isUsageError("thread");
  }

  /** An app that the system killed and started again, beside one of which two processes live. */
  @Test
  void runsOfARestartedProgramAreOneRow() {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(7);
    long stack = sequence.stack("main", "work");
    for (int pid : new int[] {1200, 1300, 1400}) {
      trace.process(pid, "com.example.app");
      long time = pid * 1_000_000_000L;
      TraceBuilder.Heap heap =
          TraceBuilder.heap(pid, "libc.malloc", time).row(stack, 4, 4000, 1, 1000);
      heap.samples.setDisconnected(pid < 1400);
      sequence.dump(heap);
    }
    for (int pid : new int[] {2001, 2002}) {
      trace.process(pid, "renderer");
    }
    sequence.dump(
        TraceBuilder.heap(2001, "libc.malloc", 1_400_000_000_000L).row(stack, 1, 500, 0, 0),
        TraceBuilder.heap(2002, "libc.malloc", 1_400_000_000_000L).row(stack, 1, 600, 0, 0));
    String file = file("restarts.pftrace", trace.bytes());

    String text = run(file).isOk().out();
    assertThat(text)
        .contains("5 heaps of 3 processes, with 2 earlier")
        .containsPattern(
            "\n2.93 KiB .* com.example.app \\(1400\\) and 2 earlier runs, libc.malloc\n")
        .contains("renderer (2001)", "renderer (2002)")
        .containsOnlyOnce("2 processes com.example.app ended before the trace did")
        .doesNotContain("(1200)", "(1300)");
    assertThat(run("-q", file, "--by", "process", "-f", "csv").isOk().out())
        .contains("com.example.app (1400) and 2 earlier runs")
        .contains("12000,");
    assertThat(run("-q", file, "--process", "1300").isOk().out()).contains("(1300)");
  }

  @Test
  void linesAreRowsWhereTheRecordingKnowsThem() {
    String trace = recording("inlined_symbolized");

    // Allocations as large as the interval are all recorded: 3,000 of 976 bytes, by inlined code.
    CommandRun self = run("-q", trace, "--by", "line", "-f", "csv").isOk();
    assertThat(self.out())
        .contains("samples_cum,function,line\r\n")
        .contains(",3000,3000,raw,/data/bench/traces/src/inlined.cc:12\r\n")
        .contains(",2928000,2928000,2928000,plain,99.2193,2928000,")
        .contains(",libc.so.6+0x27249,\r\n");
    assertThat(run("-q", trace, "--by", "line", "--cum").isOk().out())
        .containsPattern("2.79 MiB .* app::meshes\\(int\\) +inlined.cc:16\n")
        .containsPattern("main +inlined.cc:26\n")
        .containsPattern("main +inlined.cc:29\n");
    assertThat(run("-q", trace, "--by", "line", "-f", "md").isOk().out())
        .contains("| `raw` | `/data/bench/traces/src/inlined.cc:12` |");
    String none = recording("inlined");
    assertThat(run("-q", none, "--by", "line").isOk().out())
        .containsPattern("2.79 MiB .* app::meshes\\(int\\)\n");
    assertThat(run("diff", "-q", none, trace, "--by", "line", "-f", "csv").isOk().out())
        .contains(",2928000,0,-2928000,", ",app::meshes(int),\r\n")
        .contains(",0,2928000,2928000,", ",raw,/data/bench/traces/src/inlined.cc:12\r\n");
  }

  @Test
  void dumpsAreAllReadWhenTheyAreTheRows() {
    String trace = recording("phases_i512");

    assertThat(CommandRun.of("-q", "--by", "dump", trace).out())
        .contains("dump 1 of 10", "dump 10 of 10");
    assertThat(CommandRun.of("-q", "--by", "dump", "--dump", "2", trace).out())
        .contains("dump 2 of 10")
        .doesNotContain("dump 1 of 10");
    assertThat(CommandRun.of("-q", trace).out()).contains("dump 10 of 10");
  }

  @ParameterizedTest
  @CsvSource({
    "out.csv, 'alloc_objects,'",
    "out.tsv, 'alloc_objects\t'",
    "out.json, '{\"tool\":'",
    "out.md, |",
    "out.txt, /"
  })
  void outputsTellTheirFormat(String name, String begin) throws Exception {
    String trace = recording("customheap_all");
    Path out = folder.resolve(name);

    assertThat(CommandRun.of("-q", "--by", "heap", trace, "-o", out.toString()).status()).isZero();
    assertThat(Files.readString(out)).startsWith(begin).contains("dev.heapconv.gpu");
    assertThat(CommandRun.of("-q", trace, "-o", out.toString()).status()).isZero();
    assertThat(Files.readString(out)).startsWith(begin).contains("gpu_texture");
  }

  @Test
  void limitFilterAndSortReachTheTable() {
    String trace = recording("truth_i4096");
    CommandRun run =
        CommandRun.of(
            "-q",
            "-f",
            "csv",
            "--limit",
            "2",
            "--filter",
            "^site_40000",
            "--sort",
            "alloc_objects_cum",
            trace);

    assertThat(run.out().lines().skip(1)).hasSize(2).allMatch(line -> line.contains("site_40000"));
  }

  /** Of what totals are, where only some rows are shown. */
  @Test
  void aFilterIsNamedBesideTheTotals() {
    String trace = recording("truth_i4096");
    assertThat(run("--filter", "^site_40000", trace).isOk().out())
        .contains("\nLive        109 MiB")
        .contains(
            "\nFilter      rows that match '^site_40000'; totals and shares are of everything\n");
    assertThat(run(trace).isOk().out()).doesNotContain("Filter");
    assertThat(run("--peek", "^site_40000", trace).isOk().out()).doesNotContain("Filter");
    assertThat(run("--filter", "^site_40000", "--json", trace).isOk().out())
        .contains("\"filter\":\"^site_40000\"");
    assertThat(run("--json", trace).isOk().out()).doesNotContain("\"filter\"");
  }

  @Test
  void onlyTablesHaveRows() {
    for (String option : new String[] {"--by=library", "--cum", "-n3", "--peek=x", "--list=x"}) {
      run(option, "-f", "pprof", "-o", inFolder("o"), "no-such-file")
          .isUsageError("applies to tables only; write text, csv, tsv, json or md");
    }
    run("--tree", "-o", inFolder("o.csv"), "no-such-file").isUsageError("--tree", "as text");
    run("--by", "library", "-o", inFolder("o.pftrace"), recording("names"))
        .isUsageError("--by has no effect on a trace");
  }

  /** The command that needs no name was called top. */
  @ParameterizedTest
  @ValueSource(strings = {"", "--by library", "--tree", "-f csv -n 3", "--peek=^site_mixed"})
  void topIsAnotherNameThatIsNotListed(String options) {
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    words.removeIf(String::isEmpty);
    words.add(recording("truth_i4096"));
    String expected = run(words.toArray(String[]::new)).isOk().out();
    words.add(0, "top");
    assertThat(run(words.toArray(String[]::new)).isOk().out()).isEqualTo(expected);
    assertThat(run("--help").out() + run("help", "options").out()).doesNotContain(" top ");
    run("top", recording("names"), "-o", inFolder("out.pb.gz")).isOk();
    assertThat(folder.resolve("out.pb.gz")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource({
    "-q, --by, 'function, stack, library, file, line, process, heap, thread, dump, label:NAME'",
    "diff, --by, 'function, stack, library, file, line, process, heap, dump'"
  })
  void wrongValuesListTheAllowedOnes(String command, String option, String allowed) {
    CommandRun run = CommandRun.of(command, option, "module", "-o", "out", "no-such-file");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains(option, "expected " + allowed + " but was 'module'")
        .hasLineCount(2);
  }

  @Test
  void valuesMayHaveCapitals() {
    String trace = ownRecording("truth_i4096");

    CommandRun run = CommandRun.of("-q", "--by", "Library", "--view", "Alloc_Space", trace);

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(CommandRun.of("-q", "--by", "library", "--view", "alloc_space", trace).out());
  }

  @Test
  void aViewThatNobodyKnowsIsBadUsage() {
    CommandRun run = CommandRun.of("-q", "--view=size", ownRecording("truth_i4096"));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("unknown view 'size'; choose one of alloc_objects, alloc_space, objects, space")
        .hasLineCount(1);
  }

  @Test
  void viewsThatOnlySomeInputsHaveCanBeAskedFor() {
    Path series = TestData.own("alloc/fuchsia/genA/session-manager.cm_partial_1106");
    CommandRun run = CommandRun.of("-q", "--view", "deallocated_space", series.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).containsPattern("(?m)^ *deallocated_space ");
  }

  private static String ownRecording(String name) {
    return TestData.recording(name).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "inuse_space, space",
    "INUSE_OBJECTS, objects",
    "live, space",
    "leaked, space",
    "allocated, alloc_space",
    "allocations, alloc_objects"
  })
  void viewsHaveTheNamesOfOtherTools(String name, String view) {
    String trace = recording("truth_i1");

    assertThat(run("--view", name, trace).isOk().out())
        .isEqualTo(run("--view", view, trace).isOk().out());
  }

  @Test
  void aPeekShowsWhoCallsAFunction() {
    String trace = recording("truth_i4096");

    assertThat(run("--peek", "^site_mixed", trace).isOk().out())
        .containsPattern("25.1 MiB .* function +site_mixed_wide")
        .containsPattern("26.0 MiB .* caller +run_mixed")
        .containsPattern("25.1 MiB .* self +site_mixed_wide");
    assertThat(run("--peek", "^run_mixed", trace, "-f", "csv").isOk().out())
        .containsPattern(",function,library,role\r\n")
        .containsPattern(",main,truth,caller\r\n")
        .containsPattern(",site_mixed_wide\\(unsigned int\\),truth,callee\r\n");
    run("--peek", "x", "--by", "library", trace).isUsageError("--peek", "omit --by");
  }

  @Test
  void aListingShowsTheSourceBesideTheSumsOfLines() throws Exception {
    String go = TestData.own("alloc/series/go.3.pb.gz").toString();
    StringBuilder source = new StringBuilder();
    for (int line = 1; line <= 20; line++) {
      source.append("\tline ").append(line).append('\n');
    }
    // Compiled in a folder work/go: the one with the longest common end is it.
    Files.createDirectories(folder.resolve("work/go"));
    Files.writeString(folder.resolve("work/go/main.go"), source);
    file("main.go", "not this one");

    // go tool pprof -list says 5.69 MB and 5.04 MB.
    String out =
        run("-q", go, "--list", "main.(big|small)$", "--source-path", folder.toString())
            .isOk()
            .out();
    assertThat(out)
        .contains(
            "main.big\n  5.69 MiB \u00b13 % itself, 5.69 MiB \u00b13 % with callees (52.9 %)\n")
        .containsPattern("\n +- +- +4      line 4\n")
        .containsPattern("\n5.69 MiB .* 5.69 MiB .* 7      line 7\n")
        .containsPattern("\n +- +- +10      line 10\n")
        .containsPattern("\n5.04 MiB .* 5.04 MiB .* 5      line 5\n")
        .doesNotContain("line 1\n", "line 11\n", "note:");
    assertThat(
            run(go, "--list", "main.big", "--source-path", folder.toString(), "-f", "csv")
                .isOk()
                .out())
        .contains(",source\r\n", "go/main.go:7,    line 7\r\n");
  }

  @Test
  void aListingWithoutSourceSaysWhichFileIsMissing() {
    String trace = recording("inlined_symbolized");
    String out = run("-q", trace, "--list", "^raw$").isOk().out();

    assertThat(out)
        .containsPattern("\n2.79 MiB +2.79 MiB +12\n")
        .contains("\nnote: /data/bench/traces/src/inlined.cc was not found; say where it is with ");
    assertThat(run("-q", trace, "--list", "^raw$", "--json").isOk().out())
        .contains("\"line\":\"/data/bench/traces/src/inlined.cc:12\",\"source\":\"\",");
    assertThat(run("-q", trace, "--list", "libc_start_main").isOk().out())
        .contains(
            "\n__libc_start_main\n  nothing itself, 2.81 MiB \u00b11 % with callees (100.0 %)\n");
    assertThat(run("-q", trace, "--list", "^nothing$").isOk().out())
        .contains("no functions match the filter");
    run("--list", "x", "--by", "file", trace).isUsageError("--list", "omit --by");
    run("--source-path", "x", trace).isUsageError("--source-path", "--list");
  }

  @Test
  void aSumSaysOfHowManyRecordingsItIs() {
    assertThat(run("-q", "--add", recording("truth_i512"), recording("truth_i4096")).isOk().out())
        .startsWith("truth, libc.malloc    sum of 2 recordings\nLive ")
        .doesNotContain("dump 1 of 1", "note: sum of");
  }

  @Test
  void aTreeEndsWhereItsCallsGetSmall() {
    String trace = recording("truth_i4096");
    String tree = run("--tree", trace).isOk().out();
    assertThat(tree).containsPattern("\n  [\\d,]+ more calls below 5 %, \\d+\\.\\d % in total\n");
    assertThat(run("--tree", "-n", "1", trace).isOk().out())
        .containsPattern("\n  [\\d,]+ more calls, \\d+\\.\\d %\n");

    assertThat(tree)
        .contains(" 97.8 %    106 MiB  main\n", "\u251c\u2500 run_mixed > site_mixed_wide\n")
        .doesNotContain("site_256_kept");
    String heaviest = run("--tree", "-n", "1", trace).isOk().out();
    assertThat(heaviest).contains("site_mixed_wide").doesNotContain("site_40000_kept");
    assertThat(run("--tree", "-n", "0", trace).isOk().out())
        .contains("site_256_kept", "site_40000_kept");
    run("--tree", "--by", "library", trace).isUsageError("--by has no effect on --tree");
  }

  @Test
  void cumulativeStacksMakeNoSense() {
    assertThat(CommandRun.of("--by", "stack", "--cum", "x").err())
        .contains("--cum can only be used with");
  }

  @Test
  void viewThatIsNotThereIsTold() {
    CommandRun run =
        CommandRun.of(
            "-q",
            "--view",
            "space",
            TestData.own("heapprofd/synthetic/art_heap.pftrace").toString());

    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run.err()).contains("no view 'space'; the profile has alloc_objects, alloc_space");
  }
}
