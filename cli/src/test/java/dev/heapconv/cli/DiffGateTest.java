package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code diff --fail-on} as a build meets it. */
class DiffGateTest {

  private static final Path PHASES = TestData.own("heapprofd/phases_i512.pftrace");
  private static final String FIRST = PHASES + "#first";
  private static final String LAST = PHASES + "#last";
  private static final Path EXACT = TestData.own("alloc/gperftools/tc_heapprofile.0001.heap");
  private static final Path EXACT_LATER = TestData.own("alloc/gperftools/tc_heapprofile.0004.heap");

  private static CommandRun run(Object... words) {
    return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  /** Recorded numbers differ by chance alone, and do not say by how much. */
  @Test
  void recordedNumbersAreNotJudged() {
    run("diff", FIRST, LAST, "--raw", "--fail-on", "space>5%").isUsageError("omit --raw");
  }

  /** That samples saw nothing live on either side says little of what there is. */
  @Test
  void nothingSampledIsNothingTested() {
    Path trace = TestData.own("heapprofd/late_attach.pftrace");
    CommandRun run = run("diff", trace, trace, "--fail-on", "space>5%");
    assertThat(run.out() + run.err()).contains("INCONCLUSIVE: NEW holds nothing to test");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE);
  }

  @Test
  void growthFailsAndIsNamed() {
    CommandRun result = run("diff", FIRST, LAST, "--fail-on", "space>5%");
    assertThat(result.status()).isEqualTo(6);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("FAIL: 3 regressions beyond space>5% and sampling noise (alpha 0.01, ")
        .contains("\n  total: space from 1.48 MiB to 3.74 MiB, +1")
        .containsPattern("\n  grow_cache\\(\\): space .* \\(certain\\)\n")
        .containsPattern("\n  late_only\\(\\): space .* \\(p < 0.000001\\)\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"space>5%", "objects>2k", "alloc_space>2%"})
  void theSameRecordingPasses(String limit) {
    CommandRun result = run("diff", LAST, LAST, "--fail-on", limit);
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith("PASS: no regressions beyond " + limit + " and sampling noise");
  }

  /** Growth by 2.3 % is what these recordings can show. */
  @Test
  void aPassSaysInTheSameLineThatItCouldNotSeeGrowthByTheLimit(@TempDir Path folder)
      throws IOException {
    String[] diff = {"diff", LAST, LAST, "--fail-on", "total:space>1%"};
    Path summary = folder.resolve("summary.md");
    String unseen = "growth of space below 2.3 % in total cannot be seen; the limit is 1 %. ";
    CommandRun result = run(diff[0], diff[1], diff[2], diff[3], diff[4], "-q", "-o", summary);
    assertThat(result.status()).isZero();
    assertThat(result.err())
        .startsWith("heapconv: PASS, but " + unseen + "No regressions beyond total:space>1% and");
    assertThat(Files.readString(summary)).startsWith("**PASS**, but " + unseen + "No regressions");

    CommandRun strict = run(diff[0], diff[1], diff[2], diff[3], diff[4], "--strict");
    assertThat(strict.status()).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(strict.out()).startsWith("INCONCLUSIVE: " + unseen + "Detectable\n  growth: ");
    assertThat(run("diff", LAST, LAST, "--fail-on", "total:space>3%", "--strict").status())
        .isZero();
  }

  @Test
  void jsonHasWhatALimitAllowsAndWhatCanBeSeen() {
    String[] diff = {"diff", LAST, LAST, "-q", "--json", "--fail-on", "total:space>1%"};
    assertThat(CommandRun.of(diff).out())
        .contains("\"outcome\":\"pass\",\"passed\":true,\"unseen\":true,\"strict\":false")
        .contains("\"doubts\":[],")
        .containsPattern("\"base\":3924480,\"diff\":9\\d{4},\"allowed\":39245,\"unseen\":true,");
    assertThat(
            run("diff", LAST, LAST, "-q", "--json", "--fail-on", "total:space>1%", "--strict")
                .out())
        .contains("\"outcome\":\"inconclusive\"", "\"unseen\":true,\"strict\":true")
        .contains(
            "\"doubts\":[{\"id\":\"unseen-growth\",\"message\":\"growth of space below 2.3 % in"
                + " total cannot be seen; the limit")
        .contains("\"values\":{\"view\":\"space\",\"growth\":\"2.3 % in total\",\"limit\":");
  }

  /** Small rows are recorded worst, and an amount is a larger part of them. */
  @Test
  void aLimitInUnitsIsComparedWithTheRowOfWhichLeastIsSeen() {
    String out = run("diff", LAST, LAST, "-q", "--fail-on", "objects>100").out();
    assertThat(out.replace("\n  ", " "))
        .startsWith(
            "PASS, but growth of objects below 490 in total and 197 in a row of 550 cannot");
  }

  @ParameterizedTest
  @CsvSource({
    "space>2MB, 6", // grow_cache
    "space>3MB, 0",
    "space>200%, 6", // late_only is new
    "total:space>153%, 6",
    "total:space>154%, 0",
    "objects>2k, 6",
    "objects>10k, 0",
  })
  void limitsAreInPercentBytesOrObjects(String limit, int status) {
    assertThat(run("diff", FIRST, LAST, "--fail-on", limit).status()).isEqualTo(status);
  }

  @Test
  void shrinkingNeverFails() {
    assertThat(run("diff", EXACT_LATER, EXACT, "--fail-on", "space>0").status()).isZero();
  }

  /** The same program: 312,500 blocks of 16, 50,000 of 100, 5,000 of 1,000 and 416 of 12,000. */
  @ParameterizedTest
  @CsvSource({"4096, 4096", "8192, 8192", "8192, 4096"})
  void noGrowthOfCountsIsSeenInAnIntervalThatGrew(long interval, long first, @TempDir Path folder)
      throws IOException {
    long[][] grown = {{882, 4_718_592}, {947, 5_226_496}, {829, 5_079_040}, {416, 4_992_000}};
    long[][] constant = {{1221, 1223}, {1204, 1221}, {1085, 1222}, {416, 0}};
    for (long[] row : constant) {
      row[0] = row[1] > 0 ? row[0] * 4096 / interval : row[0];
      row[1] = row[1] > 0 ? row[1] * 4096 / interval * interval : 4_992_000;
    }
    Path adaptive = trace(folder.resolve("adaptive.pftrace"), 8192, 4096, grown);
    Path same = trace(folder.resolve("same.pftrace"), interval, first, constant);

    assertThat(run("diff", same, adaptive, "--fail-on", "objects>50%").status()).isNotEqualTo(6);
    assertThat(run("diff", adaptive, same, "--fail-on", "objects>50%").status()).isNotEqualTo(6);
    assertThat(run("diff", adaptive, same, "--fail-on", "space>50%").status()).isZero();
  }

  private static Path trace(Path file, long interval, long first, long[][] rows)
      throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap heap = TraceBuilder.malloc(1);
    for (int i = 0; i < rows.length; i++) {
      heap.row(sequence.stack("main", "site_" + i), rows[i][0], rows[i][1], 0, 0);
    }
    heap.samples.setSamplingIntervalBytes(interval).setOrigSamplingIntervalBytes(first);
    sequence.dump(heap);
    return Files.write(file, trace.bytes());
  }

  @Test
  void aFilterChoosesWhatIsLookedAt() {
    assertThat(run("diff", FIRST, LAST, "--filter", "once", "--fail-on", "space>5%").status())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "heapprofd/truth_i1|heapprofd/phases_i512||no process and heap in common: BASE has truth"
            + " (libc.malloc), NEW has phases (libc.malloc)",
        "heapprofd/loss/stats_cfg|heapprofd/loss/stats_buf||NEW is incomplete (lost-trace-data)",
        "heapprofd/overrun|heapprofd/overrun||BASE is incomplete (buffer-overran, client-timeout)",
        "heapprofd/loss/stats_buf|heapprofd/loss/stats_cfg||BASE is incomplete (lost-trace-data)",
        "heapprofd/phases_i512|heapprofd/phases_i512|--filter=zzzz|no functions of NEW match the"
            + " filter",
        "heapprofd/phases_i512#last|heapprofd/phases_i512#first|--filter=late_only|no functions of"
            + " NEW match the filter",
        "heapprofd/phases_i512|heapprofd/phases_i512|--focus=zzzz|NEW holds nothing to test",
        "heapprofd/phases_i512|heapprofd/phases_i512|--alpha=1e-300 --filter=late|there are too few"
            + " samples to find growth (space>5%)",
        "heapprofd/mixed_deflate|heapprofd/deflate_python||NEW lacks what BASE has: phases"
            + " (libc.malloc)",
      })
  void nothingPassesByAccident(String base, String changed, String options, String doubt) {
    List<Object> words =
        new ArrayList<>(List.of("diff", recording(base), recording(changed), "--fail-on"));
    words.add("space>5%");
    words.addAll(options == null ? List.of() : List.of(options.split(" ")));
    CommandRun result = run(words.toArray());
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out().replaceAll("\n  ", " ")).startsWith("INCONCLUSIVE: ").contains(doubt);
  }

  private static String recording(String name) {
    int dump = name.indexOf('#');
    return dump < 0
        ? TestData.own(name + ".pftrace").toString()
        : TestData.own(name.substring(0, dump) + ".pftrace") + name.substring(dump);
  }

  @Test
  void aViewThatOneSideLacksIsNotCompared() {
    Path counted = TestData.own("alloc/jemalloc/je521_lg12_t4_acc1.heap");
    Path live = TestData.own("alloc/jemalloc/je521_lg19_t1_acc0.heap");
    CommandRun result = run("diff", live, counted, "--fail-on", "alloc_space>5%", "-q");
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out()).startsWith("INCONCLUSIVE: BASE has no alloc_space");
    assertThat(run("diff", counted, live, "--fail-on", "alloc_space>5%", "-q").out())
        .startsWith("INCONCLUSIVE: NEW has no alloc_space");
  }

  @Test
  void whatHasNoIntervalsIsRefusedEvenIfItIsTheSame() {
    String few = TestData.own("alloc/go/two_stacks.allocs.pb.gz").toString();
    CommandRun same = run("diff", few, few, "--fail-on", "space>1%", "-q");
    assertThat(same.err()).contains("so heapconv cannot tell growth from noise");
    assertThat(same.status()).isEqualTo(3);
    String other = TestData.own("alloc/go/go123_rate524288.allocs.pb.gz").toString();
    assertThat(run("diff", few, other, "--fail-on", "space>1%", "-q").status()).isNotIn(0, 6);
  }

  @Test
  void growthThatIsFoundFailsWhateverIsMissing(@TempDir Path folder) throws IOException {
    byte[] whole = TestData.recordingBytes("phases_i512");
    Path cut = folder.resolve("cut.pftrace");
    Files.write(cut, Arrays.copyOf(whole, whole.length * 8 / 10));
    CommandRun result = run("diff", FIRST, cut, "--fail-on", "space>5%", "-q");
    assertThat(result.status()).isEqualTo(6);
    assertThat(result.out().replace("\n  ", " "))
        .startsWith("FAIL: 4 regressions ")
        .contains(
            "tests); NEW is incomplete (truncated-trace, unfinished-dump). Detectable growth: ")
        .contains(" total: space from");
  }

  @Test
  void programsInOtherFoldersAreTheSame() {
    CommandRun result =
        run(
            "diff",
            recording("heapprofd/mixed_deflate"),
            recording("heapprofd/deflate_phases"),
            "--process=phases",
            "--fail-on=space>900%");
    assertThat(result.status()).isZero();
  }

  /** What is incomplete is converted without intervals. */
  @Test
  void aConvertedRecordingThatIsIncompleteIsRefused(@TempDir Path folder) {
    Path converted = folder.resolve("overrun.pb.gz");
    run("-q", recording("heapprofd/overrun"), "-o", converted);
    CommandRun result = run("diff", converted, converted, "--fail-on", "space>5%", "-f", "md");
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.err())
        .contains("the profiler's shared memory filled up")
        .contains("so heapconv cannot tell growth from noise");
  }

  /** One allocation of a byte is not in the base, which recorded every 512th byte. */
  @ParameterizedTest
  @ValueSource(strings = {"space>0%", "objects>0", "alloc_objects>0%"})
  void whatOneSideCouldNotSeeIsNoGrowth(String limit) {
    CommandRun result =
        run(
            "diff",
            recording("heapprofd/truth_i512"),
            recording("heapprofd/truth_i1"),
            "--fail-on",
            limit);
    assertThat(result.status()).isZero();
  }

  @Test
  void exactNumbersAreCertain() {
    CommandRun result = run("diff", EXACT, EXACT_LATER, "--fail-on", "space>5%", "-f", "csv");
    assertThat(result.status()).isEqualTo(6);
    assertThat(result.err()).contains("heapconv: FAIL: 9 regressions", "total: space", "(certain)");
  }

  /** What the truth says was allocated between these dumps is what differs. */
  @Test
  void twoDumpsOfOneTraceAreOneInput() {
    CommandRun named = run("diff", PHASES + "#3", PHASES + "#4", "--fail-on", "alloc_space>5%");
    assertThat(named.status()).isEqualTo(6);
    // The view that is limited is shown, and what was allocated is what the dumps differ by.
    assertThat(named.out())
        .containsPattern("\nAllocated .*: \\+1\\.95 MiB .* between dump 3 and dump 4\n")
        .contains("The total change in alloc_space is larger than sampling noise.\n")
        .containsPattern("\n +base +new +alloc_space ");
    assertThat(run("diff", PHASES, PHASES).out()).doesNotContain("between dump");
  }

  /** Where everything was recorded, the gate misses nothing. */
  @Test
  void anyGrowthOfExactNumbersIsFound() {
    assertThat(run("diff", EXACT, EXACT, "--fail-on", "space>5%").out().replace("\n  ", " "))
        .startsWith("PASS: no regressions beyond space>5% ")
        .contains(" tests). Any growth would have been found\n")
        .doesNotContain("Detectable growth");
  }

  /** 400 blocks of 1 KiB, then 3,200: beyond the interval, each is recorded. */
  @Test
  void aRowIsOneLineOfTheVerdict() {
    String out = run("diff", FIRST, LAST, "--fail-on=space>5%", "--fail-on=objects>5%").out();
    assertThat(out.replace("\n  ", " "))
        .startsWith("FAIL: 3 regressions beyond space>5%, objects>5%")
        .contains(
            " grow_cache(): space from 400 KiB to 3.13 MiB, +700.0 % (certain); objects from 400"
                + " to 3,200, +700.0 % (")
        .contains("Detectable growth: ");
  }

  /** Counts that the sizes are guessed for look as those of top do. */
  @Test
  void countsHaveNoMoreDigitsThanTheyAreSure() {
    String truth = recording("heapprofd/truth_i512");
    String other = recording("heapprofd/truth_i4096");
    assertThat(run("diff", truth, other).out())
        .containsPattern("\n  objects +[~\u2248][\\d,.]+k? to [~\u2248][\\d,.]+k?: ");
  }

  @Test
  void aSummaryForThePullRequestBeginsWithTheVerdict(@TempDir Path folder) throws IOException {
    Path summary = folder.resolve("summary.md");
    CommandRun result = run("diff", FIRST, LAST, "--fail-on", "space>5%", "-o", summary);
    assertThat(result.status()).isEqualTo(6);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("heapconv: FAIL: 3 regressions");
    assertThat(Files.readString(summary))
        .startsWith("**FAIL**: 3 regressions beyond space>5% and sampling noise")
        .contains("\n- `late_only()`: space from 0 to 121 KiB, new", "\n| base | new |");
  }

  @Test
  void everyOutputCanBeJudged(@TempDir Path folder) throws IOException {
    for (String name :
        new String[] {"d.pb.gz", "d.html", "d.folded", "d.speedscope.json", "d.tsv"}) {
      Path out = folder.resolve(name);
      CommandRun result =
          run("diff", FIRST, LAST, "--fail-on", "space>5%", "--by", "library", "-o", out);
      assertThat(result.status()).as(name).isEqualTo(6);
      assertThat(out).isNotEmptyFile();
    }
  }

  @Test
  void jsonHasTheVerdict() {
    assertThat(run("diff", FIRST, LAST, "--fail-on", "space>5%", "-f", "json").out())
        .contains(
            "\"verdict\":{\"outcome\":\"fail\",\"passed\":false,\"unseen\":false,\"strict\":false,"
                + "\"doubts\":[],\"alpha\":0.01,")
        .contains("\"detectable\":[{\"limit\":\"space>5%\",\"total\":true,\"base\":15")
        .contains("\"limit\":\"space>5%\",\"total\":false,\"name\":\"late_only()\",\"base\":0,");
  }

  @Test
  void numbersWithoutNoiseAreRefused(@TempDir Path folder) throws IOException {
    Path recorded = TestData.own("alloc/v8/v8_interval32768.heapprofile");
    Path more = folder.resolve("more.heapprofile");
    String text = Files.readString(recorded);
    Files.writeString(more, text.replace("\"selfSize\":5520192", "\"selfSize\":8520192"));
    for (Path other : List.of(more, recorded)) {
      CommandRun result = run("diff", recorded, other, "--fail-on", "space>5%", "-q");
      assertThat(result.status()).isEqualTo(3);
      assertThat(result.err())
          .contains("so heapconv cannot tell growth from noise")
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "space, is not a limit such as",
    "space>, is not a limit such as",
    "space>-1%, is not a limit such as",
    "space>NaN%, is not a limit such as",
    "space>Infinity%, is not a limit such as",
    // Larger than any double, and than any number of bytes.
    "space>1e309%, is not a limit such as",
    "total:space>1e999999999%, is not a limit such as",
    "space>1e300%, is not a limit such as",
    "space>1e-309%, is not a limit such as",
    "space>1e309B, is not a number of bytes",
    "objects>1e309, is not a number of allocations",
    "space>x, is not a number of bytes",
    "space>5, has no unit; did you mean space>5% or space>5MiB?",
    "total:alloc_space>0.5, has no unit; did you mean total:alloc_space>0.5%",
    "objects>x, is not a number of allocations",
  })
  void badLimitsAreBadUsage(String limit, String message) {
    CommandRun result = run("diff", FIRST, LAST, "--fail-on", limit);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void optionsWithoutEffectAreBadUsage() {
    assertThat(run("diff", FIRST, LAST, "--alpha", "0.05").err())
        .contains("--alpha needs --fail-on");
    assertThat(run("diff", FIRST, LAST, "--fail-on", "space>1%", "--alpha", "1").err())
        .contains("above 0 and below 1");
    assertThat(run("diff", FIRST, LAST, "--fail-on", "space>1%", "--by", "dump").status())
        .isEqualTo(2);
  }

  @Test
  void anUnknownViewIsNamed() {
    CommandRun result = run("diff", FIRST, LAST, "--fail-on", "speed>1%");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("speed").hasLineCount(1);
  }

  /** Programs find its interval there, whichever view failed. */
  @Test
  void everyFailureHasItsRowInJson() {
    String[] gate = {"--fail-on", "space>5%", "--fail-on", "alloc_objects>5%"};
    JsonNode json =
        JsonMapper.shared()
            .readTree(run("diff", FIRST, LAST, "--json", gate[0], gate[1], gate[2], gate[3]).out());
    Set<String> rows = new HashSet<>();
    json.get("rows").forEach(row -> rows.add(row.get("name").asString()));
    int named = 0;
    for (JsonNode failure : json.at("/verdict/failures")) {
      if (!failure.get("total").asBoolean()) {
        assertThat(rows).contains(failure.get("name").asString());
        named++;
      }
    }
    assertThat(named).isGreaterThan(2);
  }

  @Test
  void noiseIsFoldedAwayUnlessItIsAskedFor() {
    assertThat(run("diff", FIRST, LAST).out())
        .contains("\n  1 more row shows no significant change; -n 0 shows them\n")
        .doesNotContain("_GLOBAL__sub_I");
    assertThat(run("diff", FIRST, LAST, "-n", "0").out())
        .contains("_GLOBAL__sub_I")
        .doesNotContain("no more than noise");
    assertThat(run("diff", FIRST, LAST, "-f", "md").out())
        .contains("\n\n1 more row shows no significant change.\n");
    assertThat(run("diff", FIRST, LAST, "--json").out()).doesNotContain("_GLOBAL__sub_I");
    assertThat(run("diff", FIRST, LAST, "--json", "-n", "0").out()).contains("_GLOBAL__sub_I");
    assertThat(run("diff", FIRST, LAST, "-f", "csv").out()).contains("_GLOBAL__sub_I");
  }
}
