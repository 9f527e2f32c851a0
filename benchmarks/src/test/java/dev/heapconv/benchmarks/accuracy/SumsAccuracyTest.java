package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.Totals;
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
 * Sums over stacks, as tables have them: what functions allocated by themselves, by how many of
 * their stacks were recorded; what was allocated below functions; and totals. The truth is of all
 * stacks, recorded or not.
 */
@Tag("nightly")
class SumsAccuracyTest {

  private static final int RUNS = 2;

  /** Recorded stacks from which functions count as having few, some and many. */
  private static final int[] CLASSES = {1, 2, 4, 10, 30};

  private static final double PROMISED_OF_CLASS = 0.86;
  private static final double PROMISED = 0.9;

  private static final Report REPORT = new Report("sums");

  private static Map<String, List<ProgramStack>> programs;

  /** What one line says. */
  private static final class Line {
    final List<Tally> classes = new ArrayList<>();
    final Tally several = new Tally();
    final Tally below = new Tally();
    final Tally totals = new Tally();

    Line() {
      for (int unused : CLASSES) {
        classes.add(new Tally());
      }
    }

    void add(ProgramSums.Sum self, Estimate estimate) {
      int of = CLASSES.length - 1;
      while (self.recorded < CLASSES[of]) {
        of--;
      }
      classes.get(of).add(self.objects(View.ALLOC_OBJECTS), estimate);
      if (self.recorded > 1) {
        several.add(self.objects(View.ALLOC_OBJECTS), estimate);
      }
    }
  }

  @BeforeAll
  static void readLogs() throws IOException {
    programs = ProgramLogs.read();
    StringBuilder header = new StringBuilder("T|program");
    for (String of : List.of("1", "2-3", "4-9", "10-29", "30+", "2+", "below", "totals")) {
      header.append("|").append(of).append("|covered|hi/lo|est/true");
    }
    REPORT.table(
        "Sums of alloc_objects: functions by recorded stacks, what is allocated below functions,"
            + " totals",
        header.toString());
  }

  @AfterAll
  static void writeTable() throws IOException {
    REPORT.write();
  }

  static List<Long> intervals() {
    return Report.intervals(4096L, 4099L, 32771L, 131071L);
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsOfSumsHoldTheTruth(long interval) throws IOException {
    Map<String, Line> lines = new LinkedHashMap<>();
    for (Map.Entry<String, List<ProgramStack>> program : programs.entrySet()) {
      for (int run = 0; run < RUNS; run++) {
        List<Line> to = new ArrayList<>();
        to.add(lines.computeIfAbsent("all programs", unused -> new Line()));
        if (ProgramLogs.areOfUser()) {
          to.add(lines.computeIfAbsent(program.getKey(), unused -> new Line()));
        } else if (ProgramLogs.isNew(program.getKey())) {
          to.add(lines.computeIfAbsent("new programs", unused -> new Line()));
        }
        measure(program.getKey(), program.getValue(), interval, run, to);
      }
    }
    lines.forEach((name, line) -> addRow(interval, name, line));
    if (ProgramLogs.areOfUser()) {
      return;
    }
    lines.forEach(
        (name, line) -> {
          String of = name + " at " + interval;
          for (Tally functions : line.classes) {
            assertThat(functions.covered()).as(of).isGreaterThan(PROMISED_OF_CLASS);
          }
          for (Tally sums : List.of(line.several, line.below, line.totals)) {
            assertThat(sums.covered()).as(of).isGreaterThan(PROMISED);
          }
        });
  }

  private static void measure(
      String program, List<ProgramStack> stacks, long interval, int run, List<Line> lines)
      throws IOException {
    ProgramSums sums = new ProgramSums(program, stacks, interval, run);
    SimulatedHeap heap = sums.heap;
    if (heap.stacks().isEmpty()) {
      return;
    }
    EstimatedProfile profile = Outputs.estimate(Outputs.read(heap.trace()), null);
    Answer result = Totals.of(profile, AggregateOptions.DEFAULT.withLimit(0), View.ALLOC_OBJECTS);
    NumberColumn ofSelf = result.get(View.ALLOC_OBJECTS, "value");
    NumberColumn ofBelow = result.find(View.ALLOC_OBJECTS, true, "value");
    for (int row : result.order()) {
      ProgramSums.Sum truth = sums.self.get(result.name(row));
      ProgramSums.Sum all = sums.below.get(result.name(row));
      for (Line line : lines) {
        if (truth != null && truth.recorded > 0) {
          line.add(truth, ofSelf.at(row).estimate());
        }
        if (all != null && all.recorded > 1) {
          line.below.add(all.objects(View.ALLOC_OBJECTS), ofBelow.at(row).estimate());
        }
      }
    }
    lines.forEach(
        line -> line.totals.add(heap.allocations(), Outputs.total(profile, View.ALLOC_OBJECTS)));
  }

  private static void addRow(long interval, String name, Line line) {
    List<Tally> tallies = new ArrayList<>(line.classes);
    tallies.addAll(List.of(line.several, line.below, line.totals));
    List<Object> row = new ArrayList<>(List.of(interval, name));
    for (Tally tally : tallies) {
      row.addAll(List.of(tally.count(), tally.covered(), tally.width(), tally.ratio()));
    }
    REPORT.row(row);
  }
}
