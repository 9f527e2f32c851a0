package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.query.EstimateSums;
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
 * Twenty runs of a program that are added up: what one stack allocated in all of them, by how many
 * of its allocations were recorded in each, and totals.
 */
@Tag("nightly")
class RunsAccuracyTest {

  private static final int RUNS = 20;

  /** Recorded allocations of a stack in a run from which there are few, some and many. */
  private static final int[] CLASSES = {1, 5, 20, 100};

  private static final double PROMISED = 0.88;

  private static final Report REPORT = new Report("runs");

  private static Map<String, List<ProgramStack>> programs;

  /** What one line says. */
  private static final class Line {
    final List<Tally> classes = new ArrayList<>();
    final Tally totals = new Tally();

    Line() {
      for (int unused : CLASSES) {
        classes.add(new Tally());
      }
    }
  }

  @BeforeAll
  static void readLogs() throws IOException {
    programs = ProgramLogs.read();
    StringBuilder header = new StringBuilder("T|program");
    for (String of : List.of("1-4", "5-19", "20-99", "100+", "totals")) {
      header.append("|").append(of).append("|covered|within 2x|hi/lo|est/true");
    }
    REPORT.table(
        "Sums of alloc_objects over " + RUNS + " runs: one stack, by what was recorded in each",
        header.toString());
  }

  @AfterAll
  static void writeTable() throws IOException {
    REPORT.write();
  }

  static List<Long> intervals() {
    return Report.intervals(4099L, 32771L);
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsOfOneStackInAllRunsHoldTheTruth(long interval) throws IOException {
    Map<String, Line> lines = new LinkedHashMap<>();
    for (Map.Entry<String, List<ProgramStack>> program : programs.entrySet()) {
      List<Line> to = new ArrayList<>();
      to.add(lines.computeIfAbsent("all programs", unused -> new Line()));
      if (ProgramLogs.areOfUser()) {
        to.add(lines.computeIfAbsent(program.getKey(), unused -> new Line()));
      } else if (ProgramLogs.isNew(program.getKey())) {
        to.add(lines.computeIfAbsent("new programs", unused -> new Line()));
      }
      measure(program.getKey(), program.getValue(), interval, to);
    }
    lines.forEach((name, line) -> addRow(interval, name, line));
    if (!ProgramLogs.areOfUser()) {
      lines.forEach(
          (name, line) -> {
            for (Tally stacks : line.classes) {
              assertThat(stacks.covered()).as(name + " at " + interval).isGreaterThan(PROMISED);
            }
          });
    }
  }

  private static void measure(
      String program, List<ProgramStack> stacks, long interval, List<Line> lines)
      throws IOException {
    Draws draws = Draws.of("runs", program, interval);
    long[] recorded = new long[stacks.size()];
    List<RecordedProfile> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      SimulatedHeap heap = new SimulatedHeap(interval, 1);
      for (int stack = 0; stack < recorded.length; stack++) {
        ProgramStack one = stacks.get(stack);
        recorded[stack] += heap.add(stack, one, List.of(one), draws);
      }
      if (!heap.stacks().isEmpty()) {
        runs.add(Outputs.read("run " + run, heap.trace()));
      }
    }
    EstimateSums sums = EstimateSums.ofOneStack(recorded.length);
    EstimateSums total = EstimateSums.ofStacks();
    for (EstimatedProfile run : HeapConv.unskewAll(runs, UnskewOptions.DEFAULT)) {
      Estimate[] allocations = Outputs.allocations(run, recorded.length);
      for (int stack = 0; stack < recorded.length; stack++) {
        if (allocations[stack] != null) {
          sums.add(stack, allocations[stack]);
        }
      }
    }
    total.addAll(0, sums.column(recorded.length));
    double truth = 0;
    for (int stack = 0; stack < recorded.length; stack++) {
      double all = (double) RUNS * stacks.get(stack).allocations();
      truth += all;
      int of = CLASSES.length - 1;
      while (of >= 0 && recorded[stack] < (long) RUNS * CLASSES[of]) {
        of--;
      }
      for (Line line : lines) {
        if (of >= 0) {
          line.classes.get(of).add(all, sums.estimate(stack));
        }
      }
    }
    for (Line line : lines) {
      line.totals.add(truth, total.estimate(0));
    }
  }

  private static void addRow(long interval, String name, Line line) {
    List<Tally> tallies = new ArrayList<>(line.classes);
    tallies.add(line.totals);
    List<Object> row = new ArrayList<>(List.of(interval, name));
    for (Tally tally : tallies) {
      row.addAll(
          List.of(tally.count(), tally.covered(), tally.withinTwo(), tally.width(), tally.ratio()));
    }
    REPORT.row(row);
  }
}
