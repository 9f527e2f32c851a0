package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.Difference;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.StackSums;
import dev.heapconv.query.Subject;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The page adds up what Java wrote; the sums are those that Java makes. */
@Tag("slow")
final class ReportSumsTest extends ReportInNode {

  private static final double EXACTNESS = 1e-8;
  private static final int CHOICES = 20;

  @ParameterizedTest
  @ValueSource(
      strings = {"cc1plus_i512", "phases_i512", "truth_i4096", "customheap_all", "python_i4096"})
  void sumsOfChosenStacksAreThoseOfJava(String recording) throws Exception {
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.ALL);
    List<EstimatedHeap> summed = new ArrayList<>();
    profile.heaps().forEach(heap -> summed.add(StackSums.of(List.of(heap))));
    List<HeapSeries> series = HeapSeries.of(profile.withHeaps(summed), stack -> stack);
    Random random = new Random(recording.hashCode());
    List<Map<String, Object>> states = new ArrayList<>();
    for (int i = 0; i < CHOICES; i++) {
      int heap = random.nextInt(series.size());
      List<EstimatedHeap> dumps = series.get(heap).dumps();
      int dump = random.nextInt(dumps.size());
      String focus = focus(profile, dumps.get(dump), random);
      states.add(Map.of("heap", heap, "dump", dump, "focus", focus, "onlyCards", true));
    }
    List<JsonNode> shown = shown(write(profile), states);
    for (int i = 0; i < CHOICES; i++) {
      Map<String, Object> state = states.get(i);
      EstimatedHeap heap = series.get((int) state.get("heap")).dumps().get((int) state.get("dump"));
      for (View view : heap.views()) {
        EstimateSums sums = EstimateSums.ofStacks();
        addMatching(sums, profile.stacks(), heap, heap.column(view), (String) state.get("focus"));
        assertSame(sums, shown.get(i).get("cards").get(view.name()), state + " " + view);
      }
    }
  }

  static Stream<Path> oneOfEachKind() {
    Stream<Path> dumps =
        Stream.of(
                "go/go119_rate32768.heap.pb.gz",
                "gperftools/tc_rate32768_t4.heap.gz",
                "jemalloc/je530_lg15_t4_acc1_names.heap",
                "tcmalloc/handmade_heap.pb.gz",
                "v8/v8_interval32768.heapprofile")
            .map(TestData.own("alloc")::resolve);
    return Stream.concat(Effort.of(3, TestData.varied()).stream().map(TestData::recording), dumps);
  }

  /** What is wrong about the sizes of a stack is so twice. */
  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void sumsOfHeapsTogetherAreTheTotalsOfJava(Path file) throws Exception {
    EstimatedProfile one =
        HeapConv.unskew(Conversions.read(file, ReadOptions.DEFAULT), UnskewOptions.DEFAULT);
    EstimatedProfile twice = Merging.sideBySide(List.of(one, one));
    // With a filter, even one that all stacks pass, the page adds up itself.
    List<JsonNode> shown =
        shown(
            twice,
            Map.of("heap", -1, "onlyCards", true),
            Map.of("heap", -1, "onlyCards", true, "ignore", "$x"));
    for (View view : twice.views()) {
      JsonNode total = shown.get(0).get("cards").get(view.name());
      JsonNode sum = shown.get(1).get("cards").get(view.name());
      assertThat(sum.isNull()).isEqualTo(total.isNull());
      for (int end = 0; !total.isNull() && end < 2; end++) {
        double value = Math.abs(total.get("value").asDouble());
        double expected = total.get("interval").get(end).asDouble();
        assertThat(sum.get("interval").get(end).asDouble())
            .as("%s %s", view, end)
            .isCloseTo(expected, within(EXACTNESS * (value + Math.abs(expected))));
      }
    }
  }

  @Test
  void sumsOfADifferenceAndOfItsNoiseAreThoseOfJava() throws Exception {
    EstimatedProfile base = Conversions.estimated("truth_i512", DumpSelector.LAST);
    EstimatedProfile changed = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    Comparison comparison = Comparison.of(base, changed, GroupBy.STACK);
    Path file = folder.resolve("difference.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      Difference question = new Difference(AggregateOptions.DEFAULT, null, null);
      new HtmlWriter().write(new Asked(new Subject(changed, base), question), OPTIONS, out);
    }
    EstimatedProfile difference = comparison.difference();
    EstimatedHeap heap = comparison.heaps(Compared.DIFFERENCE).get(0);
    EstimatedHeap noise = comparison.heaps(Compared.NOISE).get(0);
    Random random = new Random(1);
    List<Map<String, Object>> states = new ArrayList<>();
    for (int i = 0; i < CHOICES; i++) {
      String focus = focus(difference, heap, random);
      states.add(Map.of("heap", 0, "focus", focus, "onlyCards", true));
    }
    List<JsonNode> shown = shown(file, states);
    for (int i = 0; i < CHOICES; i++) {
      for (View view : heap.views()) {
        String focus = (String) states.get(i).get("focus");
        JsonNode card = shown.get(i).get("cards").get(view.name());
        EstimateSums sums = EstimateSums.ofDifferences();
        addMatching(sums, difference.stacks(), heap, heap.column(view), focus);
        assertSame(sums, card, focus + " " + view);
        EstimateSums ofNoise = EstimateSums.ofDifferences();
        addMatching(ofNoise, difference.stacks(), noise, noise.column(view), focus);
        assertSameEnds(ofNoise, card.get("noise"), "noise of " + focus + " " + view);
      }
    }
  }

  private Path write(EstimatedProfile profile) throws Exception {
    Path file = folder.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(profile, OPTIONS, out);
    }
    return file;
  }

  /** A regular expression for a function of a heap. */
  private static String focus(EstimatedProfile profile, EstimatedHeap heap, Random random) {
    if (heap.rows() == 0) {
      return ".";
    }
    int[] frames = profile.stacks().frames(heap.stack(random.nextInt(heap.rows())));
    if (frames.length == 0) {
      return ".";
    }
    int frame = frames[random.nextInt(frames.length)];
    String name = FrameNames.of(profile.stacks(), frame, profile.stacks().lines(frame).get(0));
    return "^" + name.replaceAll("[^\\w ]", ".") + "$";
  }

  private static void addMatching(
      EstimateSums sums, StackTable stacks, EstimatedHeap heap, Column column, String focus) {
    Pattern pattern = Pattern.compile(focus, Pattern.CASE_INSENSITIVE);
    boolean[] matching = new boolean[stacks.frameCount()];
    for (int frame = 0; frame < matching.length; frame++) {
      matching[frame] = matches(stacks, frame, pattern);
    }
    for (int row = 0; row < heap.rows(); row++) {
      if (Arrays.stream(stacks.frames(heap.stack(row))).anyMatch(frame -> matching[frame])) {
        sums.add(0, column, row);
      }
    }
  }

  private static boolean matches(StackTable stacks, int frame, Pattern pattern) {
    return pattern.matcher(FrameNames.library(stacks, frame)).find()
        || stacks.lines(frame).stream()
            .anyMatch(line -> pattern.matcher(FrameNames.of(stacks, frame, line)).find());
  }

  private static void assertSame(EstimateSums sums, JsonNode sum, String what) {
    double value = sums.value(0);
    assertThat(sum.get("value").asDouble())
        .as(what)
        .isCloseTo(value, within(EXACTNESS * Math.abs(value)));
    assertSameEnds(sums, sum.get("interval"), what);
  }

  private static void assertSameEnds(EstimateSums sums, JsonNode interval, String what) {
    if (!sums.hasInterval(0)) {
      assertThat(interval.get(1).isNull()).as(what).isTrue();
      return;
    }
    double exactness = EXACTNESS * Math.max(Math.abs(sums.value(0)), sums.high(0) - sums.low(0));
    assertThat(interval.get(0).asDouble()).as(what).isCloseTo(sums.low(0), within(exactness));
    assertThat(interval.get(1).asDouble()).as(what).isCloseTo(sums.high(0), within(exactness));
  }
}
