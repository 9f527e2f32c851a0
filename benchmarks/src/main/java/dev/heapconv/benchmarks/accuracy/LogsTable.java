package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;

/** How well the stacks of sample logs and of text dumps are estimated. */
final class LogsTable {

  private static final Long[] INTERVALS = {512L, 4096L, 32768L, 524288L};

  /** Samples of a stack at most: logs are long enough. */
  private static final long MAX_SAMPLES = 2000;

  private static final int TRIES = 40;

  private LogsTable() {}

  static void print(Settings settings, Report report) throws IOException {
    for (LogScheme scheme : LogScheme.values()) {
      StacksTable table =
          new StacksTable(settings, "logs-" + scheme.id(), "Stacks of set A, " + scheme.id());
      for (long interval : settings.intervals(INTERVALS)) {
        SimulatedHeap heap = new SimulatedHeap(interval);
        SampleLog log = new SampleLog(scheme, heap);
        for (Family family : TuningFamilies.ALL) {
          if (settings.families().matcher(family.label()).find()) {
            add(settings, scheme, family, heap, log);
          }
        }
        table.add(heap, log.toByteArray());
      }
      table.printAll(report);
    }
  }

  private static void add(
      Settings settings, LogScheme scheme, Family family, SimulatedHeap heap, SampleLog log) {
    long interval = heap.interval();
    Draws draws = settings.draws("logs", scheme.id(), interval, family.label());
    int wanted = settings.stacks() / 2;
    int last = heap.stacks() + wanted;
    for (int i = 0; i < TRIES * wanted && heap.stacks() < last; i++) {
      Site site = family.site(interval, draws);
      SimulatedStack stack = site.run(Family.allocations(draws), draws);
      long[][] sampled = log.sample(stack, draws);
      long samples = 0;
      for (int size = 0; size < stack.sizes().length; size++) {
        samples += sampled[0][size] + sampled[1][size];
      }
      if (samples > 0 && samples <= MAX_SAMPLES) {
        log.add(family.label(), "leaf_" + family.label() + "_" + i, stack, sampled, draws);
      }
    }
  }
}
