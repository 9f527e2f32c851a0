package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.LaboratorySizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A field recording of a compiler (T = 8192) beside a laboratory recording of the same work (T =
 * 512), whose estimates are sixteen times nearer to the truth and stand in for it. Stacks are the
 * same when their functions have the same names.
 */
final class CompilerTable {

  private static final String FIELD = "large/clang_i8192.pftrace.zst";
  private static final String LABORATORY = "large/clang_cont_i512.pftrace.zst";

  /** So many allocations must be recorded in the laboratory. */
  private static final int REFERENCE = 50;

  private static final int FEW_FROM = 5;

  private CompilerTable() {}

  /** The sums of the stacks of equal functions. */
  private static final class Sum {
    long recorded;
    double value;
    double below;
    double above;

    /** What stacks of one function do not know of their sizes, they have in common: ends add. */
    void add(Column column, int row, long samples) {
      recorded += samples;
      value += column.value(row);
      below += column.value(row) - column.low(row);
      above += column.high(row) - column.value(row);
    }

    Range range() {
      return new Range(value, value - below, value + above);
    }
  }

  static void print(Settings settings, Report report) throws IOException {
    Path folder = settings.recordings();
    if (!Files.exists(folder.resolve(FIELD))) {
      folder = Path.of("../shared/data/heapprofd");
    }
    if (!Files.exists(folder.resolve(FIELD))) {
      report.text("\nNo recording of a compiler in " + folder);
      return;
    }
    report.table(
        "compiler",
        "Field recording of a compiler (T = 8192) against the laboratory's (T = 512),"
            + " alloc_objects",
        1,
        "stacks with|stacks|within2|bias|covered|hi/lo|est/lab");
    EstimatedProfile reference = estimate(folder.resolve(LABORATORY), null);
    Map<String, Sum> laboratory = stacks(reference);
    row(report, "", stacks(estimate(folder.resolve(FIELD), null)), laboratory);
    LaboratorySizes sizes = LaboratorySizes.of(List.of(reference));
    row(report, ", sizes from it", stacks(estimate(folder.resolve(FIELD), sizes)), laboratory);
  }

  private static void row(
      Report report, String how, Map<String, Sum> field, Map<String, Sum> laboratory) {
    Tally few = new Tally(1);
    Tally some = new Tally(1);
    double[] totals = new double[4];
    field.forEach(
        (stack, sum) -> {
          Sum reference = laboratory.get(stack);
          if (sum.recorded >= FEW_FROM && reference != null && reference.recorded >= REFERENCE) {
            boolean isFew = sum.recorded < Tally.SOME;
            (isFew ? few : some).add(reference.value, sum.recorded, sum.range());
            totals[isFew ? 0 : 2] += sum.value;
            totals[isFew ? 1 : 3] += reference.value;
          }
        });
    row(report, "n = 5 to 19" + how, few, totals[0] / totals[1]);
    row(report, "n >= 20" + how, some, totals[2] / totals[3]);
  }

  private static void row(Report report, String which, Tally tally, double total) {
    report.row(
        which,
        tally.stacks(),
        tally.withinTwo(),
        tally.bias(),
        tally.covered(0),
        tally.widthAll(),
        total);
  }

  private static EstimatedProfile estimate(Path recording, LaboratorySizes sizes)
      throws IOException {
    return Outputs.estimate(
        HeapConv.read(InputSource.file(recording), ReadOptions.DEFAULT), Settings.LEVEL, sizes);
  }

  private static Map<String, Sum> stacks(EstimatedProfile profile) {
    Map<String, Sum> sums = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      Column column = heap.column(View.ALLOC_OBJECTS);
      for (int row = 0; column != null && row < heap.rows(); row++) {
        long recorded = heap.recorded(View.ALLOC_OBJECTS, row);
        if (recorded > 0) {
          sums.computeIfAbsent(names(profile.stacks(), heap.stack(row)), key -> new Sum())
              .add(column, row, recorded);
        }
      }
    }
    return sums;
  }

  private static String names(StackTable stacks, int stack) {
    StringBuilder names = new StringBuilder();
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      int frame = stacks.frame(at);
      for (SourceLine line : stacks.lines(frame)) {
        names.append(line.function().isEmpty() ? stacks.frameRelPc(frame) : line.function());
        names.append(';');
      }
    }
    return names.toString();
  }
}
