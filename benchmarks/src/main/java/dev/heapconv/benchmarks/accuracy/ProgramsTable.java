package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.transform.ReferenceSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whole programs as they ran: all their stacks with their functions in one heap, so that what
 * stacks of one function have in common can be used, and their process totals.
 */
final class ProgramsTable {

  private static final Long[] INTERVALS = {512L, 4096L, 8192L, 32768L, 262144L};

  /** Recordings of each program: the same allocations, sampled anew. */
  private static final int RUNS = 3;

  /** The class of stacks that a reference recording was measured on: few samples, but some. */
  private static final int FEW_FROM = 5;

  private static final String ALL = "all programs";

  private static final String NEW = "new programs";

  /** All of them, their allocations spread over {@link #DUMPS} dumps. */
  private static final String WITH_DUMPS = "all, 32 dumps";

  private static final int DUMPS = 32;

  /** Recorded allocations of stacks with many. */
  private static final int MANY = 100;

  /** All of them, with the sizes of a recording of another run at {@link #REFERENCE_INTERVAL}. */
  private static final String WITH_SIZES = "all, sizes from 512";

  private static final long REFERENCE_INTERVAL = 512;

  /** Always printed: these, and what can be compared with the recording of a compiler. */
  private static final Set<String> PRINTED =
      Set.of(ALL, NEW, WITH_DUMPS, WITH_SIZES, "cc1plus", "clang");

  private final Settings settings;
  private final Report report;

  ProgramsTable(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /** What one line says. */
  private static final class Line {
    final Tally few = new Tally();
    final Tally some = new Tally();
    final Tally many = new Tally();
    final TotalsTally counts = new TotalsTally();
    final TotalsTally bytes = new TotalsTally();

    void add(Line other) {
      few.add(other.few);
      some.add(other.some);
      many.add(other.many);
      counts.add(other.counts);
      bytes.add(other.bytes);
    }
  }

  void print() throws IOException {
    Map<String, List<LoggedStack>> programs = ProgramLogs.read();
    Map<Long, Map<String, Line>> lines = new LinkedHashMap<>();
    for (long interval : settings.intervals(INTERVALS)) {
      Map<String, Line> of = new LinkedHashMap<>();
      of.put(ALL, new Line());
      of.put(NEW, new Line());
      of.put(WITH_DUMPS, new Line());
      if (interval > REFERENCE_INTERVAL) {
        of.put(WITH_SIZES, new Line());
      }
      for (Map.Entry<String, List<LoggedStack>> program : programs.entrySet()) {
        if (settings.families().matcher(program.getKey()).find()) {
          Line line = new Line();
          for (int run = 0; run < RUNS; run++) {
            measure(program.getKey(), program.getValue(), interval, run, line, of);
          }
          of.get(ALL).add(line);
          if (ProgramLogs.isNew(program.getKey())) {
            of.get(NEW).add(line);
          }
          of.put(program.getKey(), line);
        }
      }
      lines.put(interval, of);
    }
    report.table(
        "Programs of set B (not used for tuning) as they ran, alloc_objects: stacks with n = 5 to"
            + " 19, 20 to 99 and more, process totals",
        2,
        "T|program|n=5..19|within2|covered|hi/lo|n=20..99|within2|covered|hi/lo|n>=100|within2|covered|hi/lo|est/true|covered|hi/lo|bytes"
            + " e/t|covered");
    lines.forEach((interval, of) -> of.forEach((program, line) -> row(interval, program, line)));
  }

  /**
   * @param of lines of all programs: with dumps, and if there is one with a reference recording
   */
  private void measure(
      String program,
      List<LoggedStack> stacks,
      long interval,
      int run,
      Line line,
      Map<String, Line> of)
      throws IOException {
    SimulatedHeap heap = heap(program, stacks, interval, run);
    if (heap.stacks() == 0) {
      return;
    }
    RecordedProfile recorded = Outputs.read(program, heap.trace());
    add(line, heap, Outputs.estimate(recorded, Settings.LEVEL));
    SimulatedHeap dumps = withDumps(program, stacks, interval, run);
    if (dumps.stacks() > 0) {
      RecordedProfile last = Outputs.read(program, dumps.trace());
      add(of.get(WITH_DUMPS), dumps, Outputs.estimate(last, Settings.LEVEL));
    }
    Line withSizes = of.get(WITH_SIZES);
    if (withSizes != null) {
      SimulatedHeap reference = heap(program, stacks, REFERENCE_INTERVAL, RUNS + run);
      EstimatedProfile known =
          Outputs.estimate(Outputs.read(program, reference.trace()), Settings.LEVEL);
      ReferenceSizes sizes = ReferenceSizes.of(List.of(known));
      add(withSizes, heap, Outputs.estimate(recorded, Settings.LEVEL, sizes));
    }
  }

  private SimulatedHeap heap(String program, List<LoggedStack> stacks, long interval, int run) {
    SimulatedHeap heap = new SimulatedHeap(interval);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    Draws draws = settings.draws("programs", program, interval, run);
    for (LoggedStack stack : stacks) {
      SimulatedStack done = stack.run();
      heap.add(program, stack.leafFirst(), done.truth(), sampler.record(done, draws));
    }
    return heap;
  }

  private SimulatedHeap withDumps(
      String program, List<LoggedStack> stacks, long interval, int run) {
    SimulatedHeap heap = new SimulatedHeap(interval, DUMPS);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    Draws draws = settings.draws("dumps", program, interval, run);
    for (LoggedStack stack : stacks) {
      SimulatedStack done = stack.run();
      List<RecordedStack> parts = new ArrayList<>();
      for (SimulatedStack part : done.parts(DUMPS, draws)) {
        parts.add(sampler.record(part, draws));
      }
      heap.add(program, stack.leafFirst(), done.truth(), parts);
    }
    return heap;
  }

  private static void add(Line line, SimulatedHeap heap, EstimatedProfile profile)
      throws IOException {
    Range[][] ranges = Outputs.byStack(profile, heap.stacks());
    for (int i = 0; i < heap.stacks(); i++) {
      long recorded = heap.recorded(i).allocs();
      Tally tally = recorded >= MANY ? line.many : recorded >= Tally.SOME ? line.some : line.few;
      if (recorded >= FEW_FROM) {
        tally.add(heap.truth(i).allocObjects(), recorded, ranges[i][0]);
      }
    }
    Range[] totals = Outputs.totals(profile);
    line.counts.add(totals[0], heap.total().allocObjects(), heap.seen().allocObjects());
    line.bytes.add(totals[1], heap.total().allocSpace(), heap.seen().allocSpace());
  }

  private void row(long interval, String program, Line line) {
    Object[] row = {
      "" + interval,
      program,
      line.few.stacks(),
      line.few.withinTwo(),
      line.few.covered(),
      line.few.widthAll(),
      line.some.stacks(),
      line.some.withinTwo(),
      line.some.covered(),
      line.some.widthAll(),
      line.many.stacks(),
      line.many.withinTwo(),
      line.many.covered(),
      line.many.widthAll(),
      line.counts.ratio(),
      line.counts.covered(),
      line.counts.width(),
      line.bytes.ratio(),
      line.bytes.covered()
    };
    if (PRINTED.contains(program)) {
      report.row(row);
    } else {
      report.detail(row);
    }
  }
}
