package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Dumps of other samplers against the tools that read them and against what the programs counted
 * themselves. jeprof and google-pprof sum in doubles, as we do, and round each stack. google/pprof
 * cuts off the fraction of each line, which loses objects: there ours are never less, and never
 * more by as much as there are lines. Writes a table of all into {@code target/alloc-peers.md}.
 */
class AllocPeerTest {

  private static final Path FOLDER = TestData.own("alloc");
  private static final List<String> TABLE = new ArrayList<>();

  /** Dumps that cannot give the truth: what was lost is said in testdata/README.md. */
  private static final List<String> LOSSY =
      List.of(
          "je521_lg12_t4_acc1",
          "je521_lg19_t1_acc0",
          "je530biased_lg15_t1_acc1",
          "tc_rate524288_t1_nowarmup");

  static List<Path> sampledDumps() {
    List<Path> dumps = new ArrayList<>();
    TestData.list(FOLDER.resolve("jemalloc"), ".heap").forEach(dumps::add);
    TestData.list(FOLDER.resolve("gperftools"), ".heap").forEach(dumps::add);
    TestData.list(FOLDER.resolve("gperftools"), ".heap.gz").forEach(dumps::add);
    return dumps;
  }

  private static RecordedProfile read(Path file) throws IOException {
    return Conversions.read(file, ReadOptions.DEFAULT);
  }

  private static EstimatedProfile convert(Path file) throws IOException {
    return HeapConv.unskew(read(file), UnskewOptions.DEFAULT);
  }

  private static Estimate total(EstimatedProfile profile, View view) {
    EstimateSums total = EstimateSums.ofStacks();
    for (EstimatedHeap heap : profile.heaps()) {
      if (heap.column(view) != null) {
        total.addAll(0, heap.column(view));
      }
    }
    return total.estimate(0);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceAll("\\.heap(\\.gz)?$", "");
  }

  /** Sum of the numbers of a file of collapsed stacks; -1 without one. */
  private static long collapsed(Path file) throws IOException {
    if (!Files.exists(file)) {
      return -1;
    }
    long sum = 0;
    for (String line : Files.readAllLines(file)) {
      sum += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
    return sum;
  }

  private static long lines(Path dump) throws IOException {
    RecordedProfile raw = read(dump);
    long lines = 1;
    for (long count : raw.heaps().get(0).column(View.OBJECTS)) {
      lines += 1 + count;
    }
    for (long count : raw.heaps().get(0).column(View.ALLOC_OBJECTS)) {
      lines += 1 + count;
    }
    return lines;
  }

  @ParameterizedTest
  @MethodSource("sampledDumps")
  void agreesWithThePeersToRounding(Path dump) throws IOException {
    EstimatedProfile ours = convert(dump);
    boolean jemalloc = dump.getParent().endsWith("jemalloc");
    String reference = jemalloc ? stem(dump) : stem(dump) + ".heap";
    Path peers = dump.resolveSibling("ref");
    String tool = jemalloc ? ".jeprof." : ".google-pprof.";
    Path pprofFile = peers.resolve(reference + ".pprof.pb.gz");
    EstimatedProfile pprof = Files.exists(pprofFile) ? convert(pprofFile) : null;
    int stacks = ours.heaps().get(0).rows();
    for (View view : ours.views()) {
      double value = total(ours, view).value();
      String name = view.isLive() ? "inuse_" + view.name() : view.name();
      long peer = collapsed(peers.resolve(reference + tool + name + ".collapsed"));
      // google/pprof takes the size asked for, gperftools its class: up to 3 % more for these.
      double below = jemalloc ? 0 : 0.03 * value;
      if (peer >= 0) {
        assertThat(value)
            .as(dump + " " + view.name())
            .isBetween(peer - stacks - 1.0 - below, peer + stacks + 1.0);
      }
      double truncated =
          pprof == null || pprof.heaps().get(0).column(view) == null
              ? -1
              : total(pprof, view).value();
      if (truncated >= 0) {
        assertThat(value - truncated)
            .as(dump + " " + view.name())
            .isBetween(-0.001 - below, (double) lines(dump));
      }
      addToTable(dump, view, truncated, peer, total(ours, view));
    }
  }

  private static void addToTable(Path dump, View view, double pprof, long peer, Estimate ours)
      throws IOException {
    Map<String, Long> truths = truths(dump, view);
    TABLE.add(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %s | %s | %.0f [%.0f, %.0f] |",
            dump.getFileName(),
            view.name(),
            truths.isEmpty() ? "" : Long.toString(sum(truths)),
            pprof < 0 ? "" : String.format(Locale.ROOT, "%.0f", pprof),
            peer < 0 ? "" : Long.toString(peer),
            ours.value(),
            ours.low(),
            ours.high()));
  }

  /**
   * What the program counted, by function: jemalloc records usable sizes, gperftools and Go
   * requested ones. Empty when it is not known.
   */
  private static Map<String, Long> truths(Path dump, View view) throws IOException {
    String name =
        dump.getFileName()
            .toString()
            .replaceAll("(\\.0004)?\\.(heap|allocs|jeprof-raw).*", "")
            .replaceAll("^(je530_series_lg15)\\.\\d+\\.5\\.f$", "$1");
    Path file = dump.resolveSibling(name + ".truth.json");
    Map<String, Long> truths = new TreeMap<>();
    if (Files.exists(file)) {
      boolean usable = dump.getParent().endsWith("jemalloc");
      String key =
          (view.isLive() ? "inuse_" : "alloc_")
              + (!view.isBytes() ? "objects" : usable ? "usable" : "space");
      new ObjectMapper()
          .readTree(file.toFile())
          .get("functions")
          .properties()
          .forEach(
              function -> truths.put(function.getKey(), function.getValue().get(key).asLong()));
    }
    return truths;
  }

  private static long sum(Map<String, Long> truths) {
    return truths.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Of the functions where frames have names, and of the whole dumps where they have none: they are
   * drawn apart from one another, but for the views of one, each of which is looked at alone.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.95, 0.99})
  void theTruthLiesInTheIntervalsAsOftenAsTheySay(double confidence) throws IOException {
    UnskewOptions options = new UnskewOptions(true, confidence);
    List<Path> named =
        List.of(
            FOLDER.resolve("jemalloc/je530_lg15_t1_acc1.jeprof-raw"),
            FOLDER.resolve("go/go119_rate32768.heap.debug1.txt"),
            FOLDER.resolve("go/go123_rate524288.heap.debug1.txt"));
    for (View view : View.ALL) {
      List<String> missed = new ArrayList<>();
      int looked = 0;
      for (Path dump : named) {
        EstimatedProfile profile = HeapConv.unskew(read(dump), options);
        Map<String, Long> truths = truths(dump, view);
        assertThat(truths).hasSizeGreaterThanOrEqualTo(8);
        for (Map.Entry<String, Long> truth : truths.entrySet()) {
          looked++;
          addMiss(missed, dump, truth.getKey(), truth.getValue(), sum(profile, view, truth));
        }
      }
      for (Path dump : sampledDumps()) {
        EstimatedProfile profile = HeapConv.unskew(read(dump), options);
        Map<String, Long> truths = truths(dump, view);
        boolean isSampled = profile.heaps().get(0).info().samplingInterval() > 1;
        // One dump is that of jeprof-raw.
        if (isSampled
            && profile.views().contains(view)
            && !truths.isEmpty()
            && !LOSSY.contains(stem(dump))
            && !stem(dump).equals("je530_lg15_t1_acc1")) {
          looked++;
          addMiss(missed, dump, "all", sum(truths), total(profile, view));
        }
      }
      assertThat(looked).isGreaterThanOrEqualTo(30);
      assertThat(missed)
          .as("%s at %s: outside are, of %d", view.name(), confidence, looked)
          .hasSizeLessThanOrEqualTo(mostMisses(looked, 1 - confidence));
    }
  }

  private static void addMiss(
      List<String> missed, Path dump, String name, long truth, Estimate estimate) {
    if (truth < estimate.low() || truth > estimate.high()) {
      missed.add(dump.getFileName() + " " + name + " " + truth + " " + estimate);
    }
  }

  /** More of n misses, each of probability p, than this have a probability of 0.1 %. */
  private static int mostMisses(int n, double p) {
    return BinomialDistribution.of(n, p).inverseSurvivalProbability(0.001);
  }

  /** What the stacks hold that pass through a function. */
  private static Estimate sum(
      EstimatedProfile profile, View view, Map.Entry<String, Long> function) {
    EstimateSums sum = EstimateSums.ofStacks();
    EstimatedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      if (passes(profile.stacks(), heap.stack(row), function.getKey())) {
        sum.add(0, heap.column(view), row);
      }
    }
    return sum.estimate(0);
  }

  private static boolean passes(StackTable stacks, int stack, String function) {
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      String name = stacks.lines(stacks.frame(s)).get(0).function();
      if (name.replaceAll("\\(.*", "").equals(function)) {
        return true;
      }
    }
    return false;
  }

  /** What recorded everything has what the program counted, and what its C++ runtime allocated. */
  @ParameterizedTest
  @CsvSource({"jemalloc/je530_lg0_t1_acc1, 1, 81920", "gperftools/tc_heapprofile.0004, 2, 4568"})
  void everythingThatWasAllocatedIsThere(String name, long objects, long bytes) throws IOException {
    Path dump = FOLDER.resolve(name + ".heap");
    EstimatedProfile profile = convert(dump);
    assertThat(total(profile, View.ALLOC_OBJECTS))
        .isEqualTo(Estimate.exact(sum(truths(dump, View.ALLOC_OBJECTS)) + objects));
    assertThat(total(profile, View.ALLOC_SPACE))
        .isEqualTo(Estimate.exact(sum(truths(dump, View.ALLOC_SPACE)) + bytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "go119_rate32768.heap",
        "go119_rate32768.allocs",
        "go123_rate524288.heap",
        "go123_rate524288.allocs",
        "go123_rate1.heap"
      })
  void goTextAgreesWithWhatGoScaledItself(String name) throws IOException {
    Path text = FOLDER.resolve("go").resolve(name + ".debug1.txt");
    EstimatedProfile ours = convert(text);
    EstimatedProfile scaled = convert(FOLDER.resolve("go").resolve(name + ".pb.gz"));
    for (View view : View.ALL) {
      double own = total(ours, view).value();
      double theirs = total(scaled, view).value();
      assertThat(own - theirs)
          .as(name + " " + view.name())
          .isBetween(-0.001, scaled.heaps().get(0).rows() + 1.0);
      addToTable(text, view, theirs, -1, total(ours, view));
    }
  }

  @Test
  void goTextHasFunctionsFilesAndLines() throws IOException {
    EstimatedProfile go = convert(FOLDER.resolve("go/go123_rate524288.heap.debug1.txt"));
    long named = 0;
    for (int frame = 0; frame < go.stacks().frameCount(); frame++) {
      named += go.stacks().lines(frame).get(0).line() > 0 ? 1 : 0;
    }
    assertThat(named).isGreaterThan(go.stacks().frameCount() * 9L / 10);
  }

  @Test
  void symbolsOfRawJeprofAreUsed() throws IOException {
    EstimatedProfile raw = convert(FOLDER.resolve("jemalloc/je530_lg15_t1_acc1.jeprof-raw"));
    EstimatedProfile plain = convert(FOLDER.resolve("jemalloc/je530_lg15_t1_acc1.heap"));
    for (View view : View.ALL) {
      assertThat(total(raw, view).value()).isEqualTo(total(plain, view).value());
    }
    List<String> functions = new ArrayList<>();
    for (int frame = 0; frame < raw.stacks().frameCount(); frame++) {
      functions.add(raw.stacks().lines(frame).get(0).function());
    }
    assertThat(functions).contains("site_16()", "site_mix(unsigned long)", "main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"je521_lg12_t4_acc1", "je521_lg19_t1_acc0", "je530biased_lg15_t1_acc1"})
  void biasedDumpsAreWarnedAbout(String name) throws IOException {
    assertThat(
            Conversions.noticeIds(
                Conversions.read(
                    FOLDER.resolve("jemalloc/" + name + ".heap"), ReadOptions.DEFAULT)))
        .contains(ErrorId.BIASED_DUMP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "je530_lg12_t4_acc1",
        "je530_lg0_t1_acc1",
        "je531_lg15_t4_acc1_names",
        "je530_lg19_t4_acc0"
      })
  void unbiasedDumpsAreNot(String name) throws IOException {
    assertThat(
            Conversions.noticeIds(
                Conversions.read(
                    FOLDER.resolve("jemalloc/" + name + ".heap"), ReadOptions.DEFAULT)))
        .isEmpty();
  }

  @Test
  void tcmallocPassesThroughWithItsLabelsAndViews() throws IOException {
    EstimatedProfile profile = convert(FOLDER.resolve("tcmalloc/handmade_heap.pb.gz"));
    assertThat(total(profile, View.OBJECTS).value()).isEqualTo(52 + 65536 + 1);
    assertThat(total(profile, View.SPACE).value()).isEqualTo(2129920 + 1048576 + 8388608);
    assertThat(total(profile, new View("stale_space", "bytes")).value()).isEqualTo(4194304);
    assertThat(profile.heaps().get(0).labels(0))
        .anyMatch(
            label ->
                label.key().equals("request")
                    && label.number() == 40000
                    && label.unit().equals("bytes"))
        .anyMatch(label -> label.key().equals("access_allocated") && "hot".equals(label.text()));
  }

  @Test
  void v8SizesPassThroughScaledOnce() throws IOException {
    EstimatedProfile profile = convert(FOLDER.resolve("v8/v8_interval32768.heapprofile"));
    JsonNode truth =
        new ObjectMapper()
            .readTree(FOLDER.resolve("v8/v8_interval32768.truth.json").toFile())
            .get("functions");
    double inuse = 0;
    for (JsonNode function : truth) {
      inuse += function.get("inuse_space").asDouble();
    }
    assertThat(total(profile, View.SPACE).value() / inuse).isBetween(0.95, 1.05);
    TABLE.add(
        String.format(
            Locale.ROOT,
            "| v8_interval32768.heapprofile | space | %.0f | | | %.0f |",
            inuse,
            total(profile, View.SPACE).value()));
  }

  @Test
  void ourOwnOutputReadBackIsTheSame() throws IOException {
    EstimatedProfile once = convert(FOLDER.resolve("jemalloc/je530_lg15_t1_acc1.heap"));
    byte[] written = Conversions.write(once, dev.heapconv.Format.PPROF);
    EstimatedProfile twice = HeapConv.unskew(Conversions.read(written), UnskewOptions.DEFAULT);
    for (View view : View.ALL) {
      assertThat(total(twice, view).value())
          .isCloseTo(total(once, view).value(), org.assertj.core.data.Offset.offset(21.0));
    }
    assertThat(twice.heaps().get(0).info().process()).isEqualTo("alloc_truth_je");
    assertThat(twice.heaps().get(0).info().heap()).isEqualTo("malloc");
  }

  @AfterAll
  static void writeTable() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| file | view | truth | google/pprof or Go | jeprof or google-pprof | ours |");
    lines.add("|---|---|---|---|---|---|");
    TABLE.sort(null);
    lines.addAll(TABLE);
    Path target = Path.of("target");
    if (Files.isDirectory(target)) {
      Files.write(target.resolve("alloc-peers.md"), lines);
    }
  }
}
