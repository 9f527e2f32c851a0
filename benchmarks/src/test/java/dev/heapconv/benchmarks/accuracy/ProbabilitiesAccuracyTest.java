package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.StackSamples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Numbers of objects of stacks of programs, as sample logs in which each sample says how likely it
 * was tell them.
 */
@Tag("nightly")
class ProbabilitiesAccuracyTest {

  private static final Intervals AT_95 = Intervals.of(0.95);

  /** Samples from which a stack counts as having few, some and many. */
  private static final int[] CLASSES = {1, 2, 5, 20, 100};

  /** Of fewer stacks the share that is covered tells nothing. */
  private static final int ENOUGH = 100;

  private static final double PROMISED = 0.93;

  private static final Report REPORT = new Report("probabilities");

  private static Map<String, List<ProgramStack>> programs;

  @BeforeAll
  static void readLogs() throws IOException {
    programs = ProgramLogs.read();
    StringBuilder header = new StringBuilder("T");
    for (String of : List.of("1", "2-4", "5-19", "20-99", "100+")) {
      header.append("|").append(of).append("|covered|hi/lo");
    }
    REPORT.table("alloc_objects of stacks, by samples", header.toString());
  }

  @AfterAll
  static void writeTable() throws IOException {
    REPORT.write();
  }

  static List<Long> intervals() {
    return Report.intervals(4096L, 65536L, 524288L, 2097152L);
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsOfStacksHoldTheTruth(long interval) {
    List<Tally> classes = new ArrayList<>();
    for (int unused : CLASSES) {
      classes.add(new Tally());
    }
    programs.forEach(
        (program, stacks) -> {
          if (ProgramLogs.areOfUser() || ProgramLogs.isNew(program)) {
            measure(program, stacks, interval, classes);
          }
        });
    List<Object> row = new ArrayList<>(List.of(interval));
    for (Tally tally : classes) {
      row.addAll(List.of(tally.count(), tally.covered(), tally.width()));
    }
    REPORT.row(row);
    for (Tally tally : classes) {
      assertThat(tally.count() < ENOUGH ? 1 : tally.covered()).isGreaterThanOrEqualTo(PROMISED);
    }
  }

  private static void measure(
      String program, List<ProgramStack> stacks, long interval, List<Tally> classes) {
    StackSamples none = StackSamples.of(Scheme.WEIGHTED, 0);
    Draws draws = Draws.of(program, interval);
    long[] counts = new long[stacks.size()];
    StackSamples[] sampled = new StackSamples[stacks.size()];
    for (int i = 0; i < counts.length; i++) {
      ProgramStack stack = stacks.get(i);
      sampled[i] = none.copy();
      for (int at = 0; at < stack.sizes().length; at++) {
        int size = Math.max(1, stack.sizes()[at]);
        double probability = -Math.expm1(-(double) size / interval);
        long hit = draws.binomial(stack.freed()[at] + stack.kept()[at], probability);
        counts[i] += hit;
        for (long sample = 0; sample < hit; sample++) {
          sampled[i].add(size, 0, size / probability);
        }
      }
    }
    for (int i = 0; i < counts.length; i++) {
      int of = CLASSES.length - 1;
      while (of >= 0 && counts[i] < CLASSES[of]) {
        of--;
      }
      if (of >= 0) {
        classes.get(of).add(stacks.get(i).allocations(), sampled[i].objects(AT_95));
      }
    }
  }
}
