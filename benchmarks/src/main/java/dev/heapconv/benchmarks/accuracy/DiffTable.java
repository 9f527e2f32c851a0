package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How often the difference of two runs shows a change, where there is one and where there is none.
 * Beside it the plain test of the recorded counts, which needs no model of sizes: {@code z = sum w
 * (n2 - n1) / sqrt(sum w^2 (n1 + n2))} over the stacks of a function, {@code w = (N1 + N2) / (n1 +
 * n2)}.
 */
final class DiffTable {

  private static final Long[] INTERVALS = {4096L, 32768L};

  private static final int PAIRS = 6;
  private static final int FUNCTIONS_OF_FAMILY = 12;
  private static final int STACKS_OF_FUNCTION = 3;
  private static final double MAX_ALLOCATIONS = 1e6;

  /** Standard deviations of a change that the plain test calls one, at 95 %. */
  private static final double SIGNIFICANT = 1.96;

  /** What a function does in the second run. */
  private enum Change {
    NONE("none"),
    SAME("none"),
    HALF_MORE("x1.5"),
    TWICE("x2"),
    THRICE("x3"),
    LARGER("size x2");

    final String column;

    Change(String column) {
      this.column = column;
    }

    SimulatedStack of(SimulatedStack stack) {
      return switch (this) {
        case NONE, SAME -> stack;
        case HALF_MORE -> stack.times(1.5);
        case TWICE -> stack.times(2);
        case THRICE -> stack.times(3);
        case LARGER -> stack.larger(2);
      };
    }
  }

  private final Settings settings;
  private final Report report;

  /** By interval, by, view, test and change: changes found, changes looked for. */
  private final Map<String, Map<String, int[]>> found = new LinkedHashMap<>();

  DiffTable(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /** A stack in both runs. */
  private record Both(String function, Change change, RecordedStack base, RecordedStack changed) {}

  void print() throws IOException {
    for (long interval : settings.intervals(INTERVALS)) {
      for (int pair = 0; pair < PAIRS; pair++) {
        measure(interval, pair);
      }
    }
    report.table(
        "diff",
        "Share of changes that diff shows (n >= 100 in the first run): none are false alarms",
        3,
        "T and rows|view|test|none|x1.5|x2|x3|size x2|rows");
    found.forEach(
        (key, changes) -> {
          List<Object> row = new ArrayList<>(List.of(key.split("/")));
          int rows = 0;
          for (String change : List.of("none", "x1.5", "x2", "x3", "size x2")) {
            int[] counts = changes.getOrDefault(change, new int[2]);
            row.add((double) counts[0] / counts[1]);
            rows += counts[1];
          }
          row.add(rows);
          report.row(row.toArray());
        });
  }

  private void measure(long interval, int pair) throws IOException {
    Draws draws = settings.draws("diff", interval, pair);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    SimulatedHeap first = new SimulatedHeap(interval);
    SimulatedHeap second = new SimulatedHeap(interval);
    List<Both> stacks = new ArrayList<>();
    for (Family family : TuningFamilies.ALL) {
      for (int f = 0; f < FUNCTIONS_OF_FAMILY; f++) {
        String function = "leaf_" + family.label() + "_" + f;
        Site site = family.site(interval, draws);
        Change change = Change.values()[f % Change.values().length];
        for (int s = 0; s < STACKS_OF_FUNCTION; s++) {
          SimulatedStack stack = site.run(Math.round(draws.logUniform(10, MAX_ALLOCATIONS)), draws);
          SimulatedStack other = change.of(stack);
          RecordedStack a = sampler.record(stack, draws);
          RecordedStack b = sampler.record(other, draws);
          if (a.seen() && b.seen()) {
            stacks.add(new Both(function, change, a, b));
            first.add(function, List.of(function), stack.truth(), a);
            second.add(function, List.of(function), other.truth(), b);
          }
        }
      }
    }
    RecordedProfile base = Outputs.read("base", first.trace());
    RecordedProfile changed = Outputs.read("changed", second.trace());
    for (View view : List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE)) {
      Set<String> byStack = Outputs.changedStacks(base, changed, view);
      Set<String> byFunction = Outputs.changedFunctions(base, changed, view);
      count(interval + " stack/" + view.name() + "/heapconv", byStack, stacks, false);
      count(interval + " function/" + view.name() + "/heapconv", byFunction, stacks, true);
    }
    String counts = View.ALLOC_OBJECTS.name() + "/plain";
    Range[][] before = Outputs.byStack(estimate(base), stacks.size());
    Range[][] after = Outputs.byStack(estimate(changed), stacks.size());
    count(interval + " stack/" + counts, plain(stacks, before, after, false), stacks, false);
    count(interval + " function/" + counts, plain(stacks, before, after, true), stacks, true);
  }

  private static EstimatedProfile estimate(RecordedProfile recorded) {
    return Outputs.estimate(recorded, Settings.LEVEL);
  }

  private static String row(List<Both> stacks, int stack, boolean byFunction) {
    return byFunction ? stacks.get(stack).function : "" + stack;
  }

  private void count(String key, Set<String> flagged, List<Both> stacks, boolean byFunction) {
    Map<String, Long> recorded = new LinkedHashMap<>();
    Map<String, Change> changes = new LinkedHashMap<>();
    for (int i = 0; i < stacks.size(); i++) {
      String row = row(stacks, i, byFunction);
      recorded.merge(row, stacks.get(i).base.allocs(), Long::sum);
      changes.put(row, stacks.get(i).change);
    }
    Map<String, int[]> counts = found.computeIfAbsent(key, k -> new LinkedHashMap<>());
    recorded.forEach(
        (row, n) -> {
          if (n >= Tally.MANY) {
            int[] both = counts.computeIfAbsent(changes.get(row).column, change -> new int[2]);
            both[0] += flagged.contains(row) ? 1 : 0;
            both[1]++;
          }
        });
  }

  private static Set<String> plain(
      List<Both> stacks, Range[][] before, Range[][] after, boolean byFunction) {
    Map<String, double[]> sums = new LinkedHashMap<>();
    for (int i = 0; i < stacks.size(); i++) {
      double n1 = stacks.get(i).base.allocs();
      double n2 = stacks.get(i).changed.allocs();
      double weight = (before[i][0].value() + after[i][0].value()) / (n1 + n2);
      double[] sum = sums.computeIfAbsent(row(stacks, i, byFunction), row -> new double[2]);
      sum[0] += weight * (n2 - n1);
      sum[1] += weight * weight * (n1 + n2);
    }
    Set<String> flagged = new LinkedHashSet<>();
    sums.forEach(
        (row, sum) -> {
          if (Math.abs(sum[0]) > SIGNIFICANT * Math.sqrt(sum[1])) {
            flagged.add(row);
          }
        });
    return flagged;
  }
}
