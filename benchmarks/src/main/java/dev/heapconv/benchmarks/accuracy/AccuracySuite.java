package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.util.List;

/**
 * Measures what heapconv says of simulated and recorded heaps whose truth is known, and prints a
 * table for each question. The figures are the same on every run: the seeds are fixed. Start it
 * with {@code benchmarks/accuracy.sh}, which names the options.
 */
public final class AccuracySuite {

  static final List<String> BLOCKS = List.of("recordings", "stacks");

  /** Most stacks hide below a large interval; so many tries for each that is wanted are enough. */
  private static final int TRIES = 50;

  private final Settings settings;
  private final Report report = new Report(System.out);

  private AccuracySuite(Settings settings) {
    this.settings = settings;
  }

  /** Prints the tables. */
  public static void main(String[] arguments) throws IOException {
    Settings settings = Settings.parse(arguments);
    AccuracySuite suite = new AccuracySuite(settings);
    suite.run();
    if (settings.csv() != null) {
      suite.report.writeCsv(settings.csv());
    }
  }

  private void run() throws IOException {
    long start = System.nanoTime();
    if (settings.blocks().contains("recordings")) {
      RecordingsTable.print(settings, report);
    }
    if (settings.blocks().contains("stacks")) {
      for (HeapPlan plan : settings.heaps()) {
        stacks(plan);
      }
    }
    report.text(String.format("%n%d s", Math.round((System.nanoTime() - start) / 1e9)));
  }

  private void stacks(HeapPlan plan) throws IOException {
    StacksTable table =
        new StacksTable(
            settings, "stacks-" + plan.id(), "Stacks of set A (in sample), heaps " + plan.id());
    for (long interval : settings.intervals()) {
      SimulatedHeap heap = new SimulatedHeap(interval);
      for (Family family : TuningFamilies.ALL) {
        if (settings.families().matcher(family.label()).find()) {
          add(heap, family, plan);
          if (plan == HeapPlan.FAMILY) {
            table.add(heap);
            heap = new SimulatedHeap(interval);
          }
        }
      }
      if (plan != HeapPlan.FAMILY) {
        table.add(heap);
      }
    }
    table.print(report);
  }

  /** So many stacks of which something was recorded. */
  private void add(SimulatedHeap heap, Family family, HeapPlan plan) {
    long interval = heap.interval();
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    Draws draws = settings.draws("stacks", interval, family.label());
    int last = heap.stacks() + settings.stacks();
    Site site = null;
    for (int i = 0; i < TRIES * settings.stacks() && heap.stacks() < last; i++) {
      if (site == null || plan != HeapPlan.SHARED || i % HeapPlan.SHARING == 0) {
        site = family.site(interval, draws);
      }
      SimulatedStack stack = site.run(Family.allocations(draws), draws);
      heap.add(
          family.label(),
          List.of(plan.leaf(family.label(), i)),
          stack.truth(),
          sampler.record(stack, draws));
    }
  }
}
