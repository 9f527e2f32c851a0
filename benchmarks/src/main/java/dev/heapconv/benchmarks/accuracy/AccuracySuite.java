package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Measures what heapconv says of simulated and recorded heaps whose truth is known, and prints a
 * table for each question. The figures are the same on every run: the seeds are fixed. Start it
 * with {@code benchmarks/accuracy.sh}, which names the options.
 */
public final class AccuracySuite {

  static final List<String> BLOCKS = List.of("recordings", "stacks", "logged", "programs", "gate");

  /** Most stacks hide below a large interval; so many tries for each that is wanted are enough. */
  private static final int TRIES = 50;

  /** Powers of two, and others that are not. */
  private static final Long[] INTERVALS = {
    129L, 256L, 1024L, 1300L, 4096L, 4099L, 5000L, 16384L, 65536L, 262144L, 524288L
  };

  /** A logged stack with fewer allocations tells too little of the sizes of its site. */
  private static final int FEWEST_LOGGED = 10;

  private final Settings settings;
  private final Report report;

  private AccuracySuite(Settings settings) {
    this.settings = settings;
    report = new Report(System.out, settings.detail());
  }

  /** Prints the tables. */
  public static void main(String[] arguments) throws IOException {
    Settings settings = Settings.parse(arguments);
    new AccuracySuite(settings).run();
  }

  private void run() throws IOException {
    long start = System.nanoTime();
    for (String block : BLOCKS) {
      if (settings.blocks().contains(block)) {
        run(block);
      }
    }
    report.text("\n" + Math.round((System.nanoTime() - start) / 1e9) + " s");
  }

  private void run(String block) throws IOException {
    switch (block) {
      case "recordings" -> RecordingsTable.print(settings, report);
      case "stacks" -> stacks();
      case "logged" -> logged();
      case "gate" -> new GateTable(settings, report).print();
      default -> new ProgramsTable(settings, report).print();
    }
  }

  /** Set A: every family in one heap, each stack with a leaf function of its own. */
  private void stacks() throws IOException {
    StacksTable table = new StacksTable("stacks", "Stacks of set A (in sample)");
    for (long interval : settings.intervals(INTERVALS)) {
      SimulatedHeap heap = new SimulatedHeap(interval);
      for (Family family : TuningFamilies.ALL) {
        if (settings.families().matcher(family.label()).find()) {
          Draws draws = settings.draws("stacks", interval, family.label());
          add(
              heap,
              family.label(),
              draws,
              i ->
                  new NamedSite(
                      List.of("leaf_" + family.label() + "_" + i), family.site(interval, draws)));
        }
      }
      table.add(heap);
    }
    table.print(report);
  }

  /** Set B: stacks of each program with the sizes that were logged, and other counts. */
  private void logged() throws IOException {
    StacksTable table =
        new StacksTable("logged", "Stacks of set B (not used for tuning), a heap a program");
    Map<String, List<LoggedStack>> programs = ProgramLogs.read();
    for (long interval : settings.intervals(INTERVALS)) {
      for (Map.Entry<String, List<LoggedStack>> program : programs.entrySet()) {
        if (settings.families().matcher(program.getKey()).find()) {
          SimulatedHeap heap = new SimulatedHeap(interval);
          Draws draws = settings.draws("logged", interval, program.getKey());
          List<LoggedStack> stacks =
              program.getValue().stream().filter(s -> s.allocations() >= FEWEST_LOGGED).toList();
          add(
              heap,
              program.getKey(),
              draws,
              i -> {
                LoggedStack stack = stacks.get(draws.below(stacks.size()));
                return new NamedSite(stack.leafFirst(), stack.site());
              });
          table.add(heap);
        }
      }
    }
    table.printAll(report);
    table.printAll(report, "Of these, programs that are new to every prior", ProgramLogs::isNew);
    table.printFamilies(report);
  }

  private record NamedSite(List<String> leafFirst, Site site) {}

  /** Adds so many stacks of which something was recorded. */
  private void add(SimulatedHeap heap, String kind, Draws draws, IntFunction<NamedSite> sites) {
    HeapprofdSampler sampler = new HeapprofdSampler(heap.interval());
    int last = heap.stacks() + settings.stacks();
    for (int i = 0; i < TRIES * settings.stacks() && heap.stacks() < last; i++) {
      NamedSite site = sites.apply(i);
      SimulatedStack stack = site.site().run(Family.allocations(draws), draws);
      heap.add(kind, site.leafFirst(), stack.truth(), sampler.record(stack, draws));
    }
  }
}
