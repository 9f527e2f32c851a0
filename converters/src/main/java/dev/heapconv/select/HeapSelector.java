package dev.heapconv.select;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warnings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes a profile of the heaps that a reader found and the user wants. */
public final class HeapSelector {

  private HeapSelector() {}

  /** The profile of heaps that each have one dump, or whose dumps are all at hand. */
  public static RecordedProfile profile(
      CaptureInfo capture,
      StackTable stacks,
      List<RecordedHeap> heaps,
      Warnings warnings,
      List<String> comments,
      Selection selection)
      throws HeapConvException {
    List<DumpSummary> dumps = new ArrayList<>();
    List<RecordedHeap> selected = new ArrayList<>();
    for (RecordedHeap heap : heaps) {
      dumps.add(summary(heap));
      if (isWanted(heap.info(), selection.dump())) {
        selected.add(heap);
      }
    }
    return profile(capture, stacks, selected, dumps, warnings, comments, selection);
  }

  /**
   * The profile of the dumps that were selected.
   *
   * @param selected numbers of the selected dumps of all heaps
   * @param dumps all dumps of all heaps
   * @throws HeapConvException if nothing is left
   */
  public static RecordedProfile profile(
      CaptureInfo capture,
      StackTable stacks,
      List<RecordedHeap> selected,
      List<DumpSummary> dumps,
      Warnings warnings,
      List<String> comments,
      Selection selection)
      throws HeapConvException {
    List<DumpSummary> taken = dumps.stream().filter(dump -> selection.takes(dump.info())).toList();
    if (taken.isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      dumps.forEach(dump -> names.add(dump.info().displayProcess() + " " + dump.info().heap()));
      throw HeapConvException.input(
          "nothing-selected",
          capture.source(),
          "no such process or heap; it holds " + String.join(", ", names));
    }
    List<RecordedHeap> heaps =
        selected.stream().filter(heap -> selection.takes(heap.info())).toList();
    if (heaps.isEmpty()) {
      int most = taken.stream().mapToInt(dump -> dump.info().dumps()).max().orElse(0);
      throw HeapConvException.input(
          "no-such-dump",
          capture.source(),
          "no such dump; there are " + most + " of the selected heaps");
    }
    return new RecordedProfile(capture, stacks, heaps, taken, warnings, comments);
  }

  private static boolean isWanted(HeapInfo info, DumpSelector choice) {
    if (choice instanceof DumpSelector.Number number) {
      return number.number() == info.dump();
    }
    return choice instanceof DumpSelector.All || info.dump() == info.dumps();
  }

  /** What a heap holds in total. */
  public static DumpSummary summary(RecordedHeap heap) {
    List<Long> totals = new ArrayList<>();
    for (View view : heap.views()) {
      double total = 0;
      for (long value : heap.column(view)) {
        total += value;
      }
      totals.add(Math.round(total));
    }
    return new DumpSummary(heap.info(), heap.views(), heap.rows(), totals);
  }
}
