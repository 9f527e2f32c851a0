package dev.heapconv.transform;

import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.transform.SizeKnowledge.KnowledgeSource;
import dev.heapconv.unskew.sizes.KnownSizes;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import dev.heapconv.unskew.sizes.StackEstimates;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import org.jspecify.annotations.Nullable;

/** The laws of the sizes of the stacks of a heapprofd recording, which all its dumps share. */
final class WeightedEstimation {

  private final WeightedUnskewer.RecordingUnskewer recording;
  private final @Nullable KnownSizes[] known;

  /** Numbers of the stacks of a recording by their ids; null if rows are the stacks. */
  private final int @Nullable [] numbers;

  /**
   * @param heap of any dump
   * @param unskewer for its sampling
   */
  WeightedEstimation(
      RecordedHeap heap, StackTable stacks, WeightedUnskewer unskewer, UnskewSetup setup) {
    RecordingCells shared = heap.basis() instanceof DumpCells basis ? basis.cells() : null;
    int[] numberOf = new int[shared == null ? 0 : stacks.stackCount()];
    StackCells[] cells = shared == null ? new StackCells[heap.rows()] : shared.cells();
    known = new KnownSizes[cells.length];
    RecordedSums rows = new RecordedSums(heap);
    ReferenceSizes.Lookup reference = lookup(stacks, setup.sizes());
    for (int i = 0; i < cells.length; i++) {
      int stack = shared == null ? heap.stack(i) : shared.stack(i);
      if (shared == null) {
        cells[i] = unskewer.cells();
        rows.addSides(i, cells[i]);
      } else {
        numberOf[stack] = i;
      }
      known[i] = reference == null ? null : reference.of(stack);
    }
    numbers = shared == null ? null : numberOf;
    recording = unskewer.recording(cells, known);
  }

  private static ReferenceSizes.@Nullable Lookup lookup(
      StackTable stacks, @Nullable ReferenceSizes sizes) {
    if (sizes == null) {
      return null;
    }
    StackNames names = new StackNames(false);
    names.over(stacks);
    return sizes.lookup(names);
  }

  /** The same object for all heaps of one recording. */
  static Object key(RecordedHeap heap) {
    return heap.basis() instanceof DumpCells basis ? basis.cells().recording() : heap;
  }

  private int number(RecordedHeap heap, int row) {
    return numbers == null ? row : numbers[heap.stack(row)];
  }

  StackEstimates estimate(RecordedHeap heap, int row, RecordedSums rows) {
    return recording.estimate(
        number(heap, row),
        rows.allocCount(row),
        rows.allocBytes(row),
        rows.freeCount(row),
        rows.freeBytes(row));
  }

  /** Where the sizes of a stack are known from. */
  KnowledgeSource source(RecordedHeap heap, int row) {
    int number = number(heap, row);
    KnownSizes sizes = known[number];
    if (sizes != null) {
      return ReferenceSizes.source(sizes);
    }
    return KnowledgeSource.STACK;
  }
}
