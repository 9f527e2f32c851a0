package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.benchmarks.traces.HeapTrace;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GateLimits;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often {@code diff --fail-on} fails for two recordings of a heap that did the same in both,
 * and how often it finds the one function that allocated a fifth more. Functions allocate as those
 * of real programs, each as often as is drawn.
 */
@Tag("nightly")
class GateAccuracyTest {

  /** A logged stack with fewer allocations tells too little of its sizes. */
  private static final int FEWEST_LOGGED = 10;

  /** Stacks of a heap, and pairs of recordings of such heaps. */
  private static final int[][] SIZES = {{50, 250}, {500, 50}, {6000, 4}};

  private static final int STACKS_OF_FUNCTION = 3;
  private static final double MAX_ALLOCATIONS = 1e6;
  private static final double ALPHA = 0.01;
  private static final double GROWTH = 1.2;

  /** Recorded allocations of the function that grows, in the base. */
  private static final long[] MIN = {300, 1000, 2000};

  private static final List<View> VIEWS =
      List.of(View.ALLOC_SPACE, View.ALLOC_OBJECTS, View.SPACE, View.OBJECTS);

  private final Report report = new Report("gate");

  /** By view and recorded allocations: how often the growth was found and looked for. */
  private final Map<String, int[]> found = new TreeMap<>();

  private List<ProgramStack> logged;

  /** What a function does in both runs. */
  private record Planned(String function, List<ProgramStack> stacks) {}

  @Test
  void alarmsAreAsRareAsAlphaAndGrowthIsFound() throws IOException {
    logged =
        ProgramLogs.read().values().stream()
            .flatMap(List::stream)
            .filter(stack -> stack.allocations() >= FEWEST_LOGGED)
            .toList();
    report.table(
        "Share of pairs without a change that fail at alpha 0.01, with limits of 0 %",
        "T|stacks|all views|a_space|a_objects|space|objects|pairs");
    int failed = 0;
    int pairs = 0;
    for (long interval : Report.intervals(512L, 4096L, 32768L, 262144L)) {
      for (int[] size : SIZES) {
        failed += measure(interval, size[0], size[1]);
        pairs += size[1];
      }
    }
    report.table(
        "Share of functions that grew by a fifth and are found with limits of 5 %",
        "view|recorded in base|found|functions");
    found.forEach(
        (key, counts) -> {
          List<Object> row = new ArrayList<>(List.of(key.split("/")));
          row.add((double) counts[0] / counts[1]);
          row.add(counts[1]);
          report.row(row);
        });
    report.write();
    // More alarms than this have a probability of 0.1 %.
    assertThat(failed)
        .isLessThanOrEqualTo(
            BinomialDistribution.of(pairs, ALPHA).inverseSurvivalProbability(0.001));
    found.forEach(
        (key, counts) -> {
          double least = key.endsWith("2000") ? 0.95 : key.endsWith("1000") ? 0.8 : 0.3;
          assertThat((double) counts[0] / counts[1]).as(key).isGreaterThan(least);
        });
  }

  /** How many pairs fail for any of the views. */
  private int measure(long interval, int stacks, int pairs) throws IOException {
    int[] failed = new int[VIEWS.size() + 1];
    for (int pair = 0; pair < pairs; pair++) {
      Draws draws = Draws.of("gate", interval, stacks, pair);
      List<Planned> plan = plan(stacks, draws);
      EstimatedProfile base = profile(plan, interval, draws, "");
      EstimatedProfile same = profile(plan, interval, draws, "");
      failed[0] += failures(base, same, VIEWS, 0).isEmpty() ? 0 : 1;
      for (int view = 0; view < VIEWS.size(); view++) {
        failed[view + 1] += failures(base, same, List.of(VIEWS.get(view)), 0).isEmpty() ? 0 : 1;
      }
      String grown = plan.get(draws.below(plan.size())).function;
      find(base, profile(plan, interval, draws, grown), grown);
    }
    List<Object> row = new ArrayList<>(List.of("" + interval, "" + stacks));
    for (int count : failed) {
      row.add((double) count / pairs);
    }
    row.add(pairs);
    report.row(row);
    return failed[0];
  }

  private List<Planned> plan(int stacks, Draws draws) {
    List<Planned> plan = new ArrayList<>();
    for (int f = 0; f * STACKS_OF_FUNCTION < stacks; f++) {
      ProgramStack site = logged.get(draws.below(logged.size()));
      List<ProgramStack> runs = new ArrayList<>();
      for (int s = 0; s < STACKS_OF_FUNCTION; s++) {
        runs.add(site.again(Math.round(draws.logUniform(10, MAX_ALLOCATIONS)), draws));
      }
      plan.add(new Planned("leaf_" + f, runs));
    }
    return plan;
  }

  /**
   * @param grown the function that does more than planned
   */
  private static EstimatedProfile profile(
      List<Planned> plan, long interval, Draws draws, String grown) throws IOException {
    HeapTrace trace = new HeapTrace(interval);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    for (Planned planned : plan) {
      for (int s = 0; s < STACKS_OF_FUNCTION; s++) {
        ProgramStack stack = planned.stacks.get(s);
        ProgramStack run = planned.function.equals(grown) ? stack.times(GROWTH) : stack;
        RecordedStack seen = sampler.record(run, draws);
        if (seen.seen()) {
          List<String> functions = List.of(planned.function, "caller_" + s, "main");
          trace.add(functions, seen.allocs(), seen.allocBytes(), seen.frees(), seen.freeBytes());
        }
      }
    }
    return Outputs.estimate(Outputs.read(trace.toByteArray()), null);
  }

  private static List<GateVerdict.Failure> failures(
      EstimatedProfile base, EstimatedProfile changed, List<View> views, double percent)
      throws IOException {
    List<GateVerdict.Limit> limits =
        views.stream().map(v -> new GateVerdict.Limit(v.name(), false, percent, true, "")).toList();
    GateLimits gate = new GateLimits(limits, ALPHA, false);
    Difference question = new Difference(AggregateOptions.DEFAULT, null, gate);
    Answer answer = question.ask(new Subject(changed, base));
    return Objects.requireNonNull(answer.verdict()).failures();
  }

  private void find(EstimatedProfile base, EstimatedProfile changed, String grown)
      throws IOException {
    long recorded = recorded(base, grown);
    for (View view : List.of(View.ALLOC_SPACE, View.ALLOC_OBJECTS)) {
      List<GateVerdict.Failure> failures = failures(base, changed, List.of(view), 5);
      for (int i = MIN.length - 1; i >= 0; i--) {
        if (recorded >= MIN[i]) {
          int[] counts =
              found.computeIfAbsent(
                  view.name() + "/from " + String.format(Locale.ROOT, "%6d", MIN[i]),
                  key -> new int[2]);
          counts[0] += failures.stream().anyMatch(f -> f.name().equals(grown)) ? 1 : 0;
          counts[1]++;
          break;
        }
      }
    }
  }

  private static long recorded(EstimatedProfile profile, String function) {
    EstimatedHeap heap = profile.heaps().get(0);
    long sum = 0;
    for (int row = 0; row < heap.rows(); row++) {
      int leaf = profile.stacks().frames(heap.stack(row))[0];
      if (profile.stacks().lines(leaf).get(0).function().equals(function)) {
        sum += heap.recordedAlloc(row);
      }
    }
    return sum;
  }
}
