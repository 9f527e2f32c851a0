package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AllocatorFrames;
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
 * What it brings to know the sizes that the code of a program states. In some functions the size of
 * each stack that allocates one size only is given; the table says how accurate the estimates of
 * these stacks are, those of the others, and the totals. With no function known, the first columns
 * are of the stacks that a binary would tell in three of ten functions.
 */
@Tag("nightly")
class CodeSizesAccuracyTest {

  private static final int RUNS = 2;

  /** Recorded allocations from which stacks count as having few, some and many. */
  private static final int[] CLASSES = {5, 20, 100};

  /** In how many of ten functions the sizes are known. */
  private static final int[] KNOWN = {0, 3, 6, 10};

  private static final int OF = 10;
  private static final double PROMISED = 0.92;

  /** Of fewer stacks the share that is covered says little. */
  private static final int MANY = 150;

  private static final Report REPORT = new Report("code");

  private static Map<String, List<ProgramStack>> programs;

  /** What one line says. */
  private static final class Line {
    final Tally[] known = {new Tally(), new Tally(), new Tally()};
    final Tally[] others = {new Tally(), new Tally(), new Tally()};
    final Tally totals = new Tally();
  }

  @BeforeAll
  static void readLogs() throws IOException {
    programs = ProgramLogs.read();
    StringBuilder header = new StringBuilder("T|known");
    for (String of : List.of("", "other ")) {
      for (String n : List.of("n=5..19", "n=20..99", "n>=100")) {
        header.append("|").append(of).append(n).append("|within2|covered|hi/lo");
      }
    }
    REPORT.table(
        "Sizes known from code, alloc_objects: stacks of known sizes, other stacks, totals",
        header + "|est/true|covered|hi/lo");
  }

  @AfterAll
  static void writeTable() throws IOException {
    REPORT.write();
  }

  static List<Long> intervals() {
    return Report.intervals(4096L, 4099L, 32771L, 65536L, 131071L);
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsHoldTheTruth(long interval) throws IOException {
    Map<Integer, Line> lines = new LinkedHashMap<>();
    for (Map.Entry<String, List<ProgramStack>> program : programs.entrySet()) {
      for (int run = 0; run < RUNS; run++) {
        for (int known : KNOWN) {
          measure(
              program.getKey(),
              program.getValue(),
              interval,
              run,
              known,
              lines.computeIfAbsent(known, unused -> new Line()));
        }
      }
    }
    lines.forEach((known, line) -> addRow(interval, known, line));
    lines.forEach(
        (known, line) -> {
          for (Tally stacks : line.known) {
            if (known > 0 && stacks.count() >= MANY) {
              assertThat(stacks.covered()).as("%s at %s", known, interval).isGreaterThan(PROMISED);
            }
          }
        });
  }

  private static boolean isKnown(ProgramStack stack, int known) {
    if (stack.sizes().length > 1) {
      return false;
    }
    for (String function : stack.leafFirst()) {
      if (!AllocatorFrames.isAllocator(function)) {
        return Math.floorMod(function.hashCode(), OF) < known;
      }
    }
    return false;
  }

  private static void measure(
      String program, List<ProgramStack> stacks, long interval, int run, int known, Line line)
      throws IOException {
    SimulatedHeap heap = new SimulatedHeap(interval, 1);
    Draws draws = Draws.of("code", program, interval, run);
    List<ProgramStack> seen = new ArrayList<>();
    for (ProgramStack stack : stacks) {
      if (heap.add(heap.stacks().size(), stack, List.of(stack), draws) > 0) {
        seen.add(stack);
      }
    }
    if (seen.isEmpty()) {
      return;
    }
    RecordedProfile recorded = Outputs.read(heap.trace());
    Outputs.stackNumbers(recorded)
        .forEach(
            (stack, number) -> {
              if (isKnown(seen.get(number), known)) {
                recorded.stacks().setAllocationSize(stack, seen.get(number).sizes()[0]);
              }
            });
    EstimatedProfile estimated = Outputs.estimate(recorded, null);
    assertThat(estimated.notices()).isEqualTo(recorded.notices());
    Estimate[] allocations = Outputs.allocations(estimated, seen.size());
    for (int i = 0; i < allocations.length; i++) {
      SimulatedHeap.RecordedTruth truth = heap.stacks().get(i);
      boolean isOfKnown = isKnown(seen.get(i), known == 0 ? KNOWN[1] : known);
      for (int size = CLASSES.length - 1; size >= 0; size--) {
        if (truth.recorded() >= CLASSES[size]) {
          (isOfKnown ? line.known : line.others)[size].add(truth.allocations(), allocations[i]);
          break;
        }
      }
    }
    line.totals.add(heap.allocations(), Outputs.total(estimated, View.ALLOC_OBJECTS));
  }

  private static void addRow(long interval, int known, Line line) {
    List<Object> row = new ArrayList<>(List.of(interval, known + " of " + OF));
    for (Tally[] side : List.of(line.known, line.others)) {
      for (Tally stacks : side) {
        row.addAll(List.of(stacks.count(), stacks.withinTwo(), stacks.covered(), stacks.width()));
      }
    }
    row.addAll(List.of(line.totals.ratio(), line.totals.covered(), line.totals.width()));
    REPORT.row(row);
  }
}
