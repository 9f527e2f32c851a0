package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * One program, recorded several times: however its recordings are added up, sums are the same, but
 * that those which are read together tell one another about sizes.
 */
class SumsOfRecordingsTest extends BatchFixture {

  private static final int RECORDINGS = 20;
  private static final long INTERVAL = 4096;

  /** Sizes of the blocks of each call site, and how many of them a run allocates. */
  private static final int[] SIZES = {24, 64, 300, 1500};

  private static final int[] COUNTS = {40_000, 20_000, 8_000, 1_500};

  private final List<Path> traces = new ArrayList<>();
  private Path together;

  @BeforeEach
  void record() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    TraceBuilder all = new TraceBuilder();
    TraceBuilder.Sequence sequence = all.sequence(1);
    List<TraceBuilder.Heap> heaps = new ArrayList<>();
    for (int i = 0; i < RECORDINGS; i++) {
      int pid = 100 + i;
      long[][] samples = samples(random);
      String process = i % 2 == 0 ? "server" : "worker";
      TraceBuilder one = new TraceBuilder().process(pid, process);
      TraceBuilder.Sequence ofOne = one.sequence(1);
      TraceBuilder.Heap heap = heap(pid, samples, ofOne);
      traces.add(put("run" + i + ".pftrace", dumped(one, ofOne, heap)));
      all.process(pid, process);
      heaps.add(heap(pid, samples, sequence));
    }
    together = folder.resolve("together.pftrace");
    Files.write(together, dumped(all, sequence, heaps.toArray(TraceBuilder.Heap[]::new)));
  }

  private static byte[] dumped(
      TraceBuilder trace, TraceBuilder.Sequence sequence, TraceBuilder.Heap... heaps) {
    sequence.flush().dump(heaps);
    return trace.bytes();
  }

  /** What heapprofd records of one run, of blocks smaller than the interval. */
  private static long[][] samples(SplittableRandom random) {
    long[][] samples = new long[SIZES.length][2];
    for (int site = 0; site < SIZES.length; site++) {
      double each = (double) SIZES[site] / INTERVAL;
      int hit =
          BinomialDistribution.of(COUNTS[site], -Math.expm1(-each))
              .createSampler(random::nextLong)
              .sample();
      samples[site][0] = hit;
      PoissonDistribution.Sampler more =
          PoissonDistribution.of(each).createSampler(random::nextLong);
      for (int i = 0; i < hit; i++) {
        int hits = 0;
        while (hits == 0) {
          hits = more.sample();
        }
        samples[site][1] += hits * INTERVAL;
      }
    }
    return samples;
  }

  private static TraceBuilder.Heap heap(int pid, long[][] samples, TraceBuilder.Sequence sequence) {
    TraceBuilder.Heap heap = TraceBuilder.heap(pid, "libc.malloc", 1_000_000_000L);
    heap.samples.setSamplingIntervalBytes(INTERVAL);
    for (int site = 0; site < samples.length; site++) {
      long stack = sequence.stack("main", "site" + site, "malloc");
      heap.row(stack, samples[site][0], samples[site][1], 0, 0);
    }
    return heap;
  }

  private static JsonNode top(Object... words) {
    List<String> all = new ArrayList<>(List.of("-f", "json", "-q"));
    for (Object word : words) {
      all.add(word.toString());
    }
    return new ObjectMapper().readTree(CommandRun.of(all.toArray(String[]::new)).isOk().out());
  }

  /** The interval of the number of objects of a row, or of everything if it has no name. */
  private static double[] interval(JsonNode table, String name) {
    JsonNode numbers = table.get("totals");
    for (JsonNode row : table.get("rows")) {
      numbers =
          row.path("name").asString("").equals(name) && !name.isEmpty() ? row.get("self") : numbers;
    }
    JsonNode objects = numbers.get("objects");
    return new double[] {objects.get("low").asDouble(), objects.get("high").asDouble()};
  }

  /** A file of their sum does not say what each told of the others. */
  private static void assertSameNumbers(JsonNode table, JsonNode expected) {
    for (String view : List.of("objects", "space")) {
      double value = expected.get("totals").get(view).get("value").asDouble();
      JsonNode found = table.get("totals").get(view);
      assertThat(found.get("value").asDouble()).isCloseTo(value, within(2.0));
    }
    // What is known of their intervals is that of each recording by itself.
    JsonNode objects = table.get("totals").get("objects");
    double truth = 20.0 * (COUNTS[0] + COUNTS[1]);
    assertThat(objects.path("high").asDouble(Double.POSITIVE_INFINITY)).isGreaterThan(truth);
  }

  private static void assertSame(JsonNode table, JsonNode expected) {
    for (String name : List.of("", "site0", "site1")) {
      // Ends are rounded to whole objects; and one half-width alone adds otherwise than two, so
      // that it matters a little whether stacks or recordings come first.
      double[] ends = interval(expected, name);
      assertThat(interval(table, name)).as(name).containsExactly(ends, within(2 + ends[1] / 500));
    }
  }

  @Test
  void everyWayToReadThemTogetherGivesTheSameNumbers() {
    JsonNode expected = top(traces.toArray());

    Path sum = folder.resolve("sum.pb.gz");
    List<String> merge = new ArrayList<>(List.of("-q", "-o", sum.toString()));
    traces.forEach(trace -> merge.add(trace.toString()));
    CommandRun.of(merge.toArray(String[]::new)).isOk();
    assertSameNumbers(top(sum), expected);
    merge.add("--add");
    CommandRun.of(merge.toArray(String[]::new)).isOk();
    assertSameNumbers(top(sum), expected);

    double[] alone = interval(top(together), "site1");
    double[] ends = interval(expected, "site1");
    assertThat(ends[1] / ends[0]).isLessThan(alone[1] / alone[0]);
    assertThat(20.0 * COUNTS[1]).isBetween(ends[0], ends[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"function", "stack", "library", "process", "heap"})
  void everythingIsTheSameBySomethingElse(String by) {
    double[] expected = interval(top(together), "");
    assertThat(interval(top(together, "--by", by), "")).isEqualTo(expected);
  }

  @Test
  void theManifestSaysTheSameOfARecordingWithAllOfThem() throws IOException {
    double[] expected = interval(top(together), "");
    put("all.pftrace", Files.readAllBytes(together));
    assertThat(batch().status()).isZero();
    JsonNode objects = manifest().get("all.pftrace").get("totals").get("objects");
    assertThat(new double[] {objects.get("low").asDouble(), objects.get("high").asDouble()})
        .containsExactly(expected, within(1.0));
  }
}
