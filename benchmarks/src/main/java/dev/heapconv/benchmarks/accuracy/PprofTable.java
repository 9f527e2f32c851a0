package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.EstimatedProfile;
import java.io.IOException;
import java.util.List;

/** What is left of estimates and intervals in a pprof file that heapconv writes and reads again. */
final class PprofTable {

  private static final Long[] INTERVALS = {1024L, 4096L, 4099L, 65536L};

  private static final int STACKS_OF_FAMILY = 40;

  private PprofTable() {}

  static void print(Settings settings, Report report) throws IOException {
    report.table(
        "pprof",
        "Through a pprof file: largest relative change of estimate and ends, covered (n >= 20)"
            + " before and after",
        2,
        "T|view|stacks|estimate|low|high|covered|after|hi/lo|after");
    for (long interval : settings.intervals(INTERVALS)) {
      SimulatedHeap heap = heap(settings, interval);
      EstimatedProfile direct =
          Outputs.estimate(Outputs.read("pprof", heap.trace()), Settings.LEVEL);
      Range[][] before = Outputs.byStack(direct, heap.stacks());
      Range[][] after = Outputs.byStack(Outputs.throughPprof(direct), heap.stacks());
      for (int view = 0; view < ViewTotals.VIEWS.size(); view++) {
        row(heap, view, before, after, report);
      }
    }
  }

  private static SimulatedHeap heap(Settings settings, long interval) {
    SimulatedHeap heap = new SimulatedHeap(interval);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    Draws draws = settings.draws("pprof", interval);
    for (Family family : TuningFamilies.ALL) {
      for (int i = 0; i < STACKS_OF_FAMILY; i++) {
        SimulatedStack stack = family.site(interval, draws).run(Family.allocations(draws), draws);
        heap.add(
            family.label(),
            List.of("leaf_" + family.label() + "_" + i),
            stack.truth(),
            sampler.record(stack, draws));
      }
    }
    return heap;
  }

  private static void row(
      SimulatedHeap heap, int view, Range[][] before, Range[][] after, Report report) {
    Tally direct = new Tally(1);
    Tally again = new Tally(1);
    double value = 0;
    double low = 0;
    double high = 0;
    for (int i = 0; i < heap.stacks(); i++) {
      Range a = before[i][view];
      Range b = after[i][view];
      value = Math.max(value, change(a.value(), b.value()));
      low = Math.max(low, change(a.low(), b.low()));
      high = Math.max(high, change(a.high(), b.high()));
      double truth = heap.truth(i).get(view);
      long recorded = heap.recorded(i).recorded(view);
      direct.add(truth, recorded, a);
      again.add(truth, recorded, b);
    }
    report.row(
        "" + heap.interval(),
        ViewTotals.VIEWS.get(view).name(),
        heap.stacks(),
        value,
        low,
        high,
        direct.coveredSome(0),
        again.coveredSome(0),
        direct.width(),
        again.width());
  }

  /** Below one object or byte nothing is shown. */
  private static double change(double before, double after) {
    if (before == after) {
      return 0;
    }
    double larger = Math.max(before, after);
    return larger < Double.POSITIVE_INFINITY
        ? Math.abs(after - before) / Math.max(1, larger)
        : larger;
  }
}
