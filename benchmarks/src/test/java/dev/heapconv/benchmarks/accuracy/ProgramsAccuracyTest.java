package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole programs as they ran: all their stacks with their functions in one heap, so that what
 * stacks of one function have in common can be used, and their process totals. The table says how
 * accurate estimates are; the test, that nine in ten of the 95 % intervals hold the truth, which is
 * what can be promised of programs that nobody has looked at: stacks of a program resemble each
 * other, so that one program can miss many at once.
 */
@Tag("nightly")
class ProgramsAccuracyTest {

  /** Recordings of each program: the same allocations, sampled anew. */
  private static final int RUNS = 3;

  /** Recorded allocations from which stacks count as having few, some and many. */
  private static final int[] CLASSES = {5, 20, 100};

  private static final int DUMPS = 32;

  /** Of recordings of other runs, which give sizes. */
  private static final long REFERENCE_INTERVAL = 512;

  /** Of a recording that is read together with those of larger ones. */
  private static final long FINER_INTERVAL = 4099;

  private static final double PROMISED = 0.9;

  private static final Report REPORT = new Report("programs");

  private static Map<String, List<ProgramStack>> programs;

  /** What one line says. */
  private static final class Line {
    final Tally[] stacks = {new Tally(), new Tally(), new Tally()};
    final Tally counts = new Tally();
    final Tally bytes = new Tally();

    void add(SimulatedHeap heap, EstimatedProfile profile) {
      Estimate[] allocations = Outputs.allocations(profile, heap.stacks().size());
      for (int i = 0; i < allocations.length; i++) {
        SimulatedHeap.RecordedTruth stack = heap.stacks().get(i);
        for (int size = CLASSES.length - 1; size >= 0; size--) {
          if (stack.recorded() >= CLASSES[size]) {
            stacks[size].add(stack.allocations(), allocations[i]);
            break;
          }
        }
      }
      counts.add(heap.allocations(), Outputs.total(profile, View.ALLOC_OBJECTS));
      bytes.add(heap.bytes(), Outputs.total(profile, View.ALLOC_SPACE));
    }
  }

  @BeforeAll
  static void readLogs() throws IOException {
    programs = ProgramLogs.read();
    REPORT.table(
        "Programs as they ran, alloc_objects: stacks with n = 5 to 19, 20 to 99 and more, process"
            + " totals",
        "T|program|n=5..19|within2|covered|hi/lo|n=20..99|within2|covered|hi/lo|n>=100|within2"
            + "|covered|hi/lo|est/true|covered|hi/lo|bytes e/t|covered");
  }

  @AfterAll
  static void writeTable() throws IOException {
    REPORT.write();
  }

  static List<Long> intervals() {
    return Report.intervals(512L, 4096L, 4099L, 32771L);
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsHoldTheTruth(long interval) throws IOException {
    Map<String, Line> lines = new LinkedHashMap<>();
    for (Map.Entry<String, List<ProgramStack>> program : programs.entrySet()) {
      for (int run = 0; run < RUNS; run++) {
        measure(program.getKey(), program.getValue(), interval, run, lines);
      }
    }
    lines.forEach((name, line) -> addRow(interval, name, line));
    if (ProgramLogs.areOfUser()) {
      return;
    }
    lines.forEach(
        (name, line) -> {
          for (Tally stacks : line.stacks) {
            assertThat(stacks.covered()).as("%s at %s", name, interval).isGreaterThan(PROMISED);
          }
          assertThat(line.counts.covered()).as(name).isGreaterThan(PROMISED);
          assertThat(line.bytes.covered()).as(name).isGreaterThan(PROMISED);
        });
  }

  private static void measure(
      String program, List<ProgramStack> stacks, long interval, int run, Map<String, Line> lines)
      throws IOException {
    SimulatedHeap heap = heap(program, stacks, interval, run);
    if (heap.stacks().isEmpty()) {
      return;
    }
    RecordedProfile recorded = Outputs.read(heap.trace());
    EstimatedProfile estimated = Outputs.estimate(recorded, null);
    line(lines, "all programs").add(heap, estimated);
    if (interval > FINER_INTERVAL) {
      RecordedProfile finer = Outputs.read("finer", finer(program, stacks, interval, run).trace());
      line(lines, "all, read with one at " + FINER_INTERVAL)
          .add(heap, HeapConv.unskewAll(List.of(recorded, finer), UnskewOptions.DEFAULT).get(0));
    }
    if (ProgramLogs.areOfUser()) {
      line(lines, program).add(heap, estimated);
      return;
    }
    if (ProgramLogs.isNew(program)) {
      line(lines, "new programs").add(heap, estimated);
    }
    SimulatedHeap dumps = new SimulatedHeap(interval, DUMPS);
    Draws draws = Draws.of("dumps", program, interval, run);
    for (ProgramStack stack : stacks) {
      dumps.add(stack, stack.parts(DUMPS, draws), draws);
    }
    if (!dumps.stacks().isEmpty()) {
      EstimatedProfile last = Outputs.estimate(Outputs.read(dumps.trace()), null);
      line(lines, "all, " + DUMPS + " dumps").add(dumps, last);
    }
    if (interval > REFERENCE_INTERVAL) {
      SimulatedHeap reference = heap(program, stacks, REFERENCE_INTERVAL, RUNS + run);
      EstimatedProfile known = Outputs.estimate(Outputs.read(reference.trace()), null);
      ReferenceSizes sizes = ReferenceSizes.of(List.of(known));
      line(lines, "all, sizes from " + REFERENCE_INTERVAL)
          .add(heap, Outputs.estimate(recorded, sizes));
    }
  }

  private static Line line(Map<String, Line> lines, String name) {
    return lines.computeIfAbsent(name, unused -> new Line());
  }

  private static SimulatedHeap heap(
      String program, List<ProgramStack> stacks, long interval, int run) {
    SimulatedHeap heap = new SimulatedHeap(interval, 1);
    Draws draws = Draws.of("programs", program, interval, run);
    for (ProgramStack stack : stacks) {
      heap.add(stack, List.of(stack), draws);
    }
    return heap;
  }

  /** Another run of a heap, at a finer interval, with the same numbers of stacks. */
  private static SimulatedHeap finer(
      String program, List<ProgramStack> stacks, long interval, int run) {
    SimulatedHeap coarse = new SimulatedHeap(interval, 1);
    SimulatedHeap finer = new SimulatedHeap(FINER_INTERVAL, 1);
    Draws draws = Draws.of("programs", program, interval, run);
    Draws others = Draws.of("programs", program, FINER_INTERVAL, RUNS + run);
    int unseen = stacks.size();
    for (ProgramStack stack : stacks) {
      int number = coarse.stacks().size();
      coarse.add(stack, List.of(stack), draws);
      boolean isSeen = coarse.stacks().size() > number;
      finer.add(isSeen ? number : unseen++, stack, List.of(stack), others);
    }
    return finer;
  }

  private static void addRow(long interval, String program, Line line) {
    List<Object> row = new ArrayList<>(List.of(interval, program));
    for (Tally stacks : line.stacks) {
      row.addAll(List.of(stacks.count(), stacks.withinTwo(), stacks.covered(), stacks.width()));
    }
    row.addAll(List.of(line.counts.ratio(), line.counts.covered(), line.counts.width()));
    row.addAll(List.of(line.bytes.ratio(), line.bytes.covered()));
    REPORT.row(row);
  }
}
