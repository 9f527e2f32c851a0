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

  private final Object key;

  /** Numbers of the stacks of a recording by their ids; null if rows are the stacks. */
  private final int @Nullable [] numbers;

  /**
   * @param heap of any dump
   * @param unskewer for its sampling
   * @param numberOf for the ids of all stacks; those of the recording are written
   */
  WeightedEstimation(
      RecordedHeap heap,
      StackTable stacks,
      WeightedUnskewer unskewer,
      UnskewSetup setup,
      int[] numberOf) {
    key = key(heap);
    RecordingCells shared = heap.basis() instanceof DumpCells basis ? basis.cells() : null;
    StackCells[] cells = shared == null ? new StackCells[heap.rows()] : shared.cells();
    known = new KnownSizes[cells.length];
    RecordedSums rows = new RecordedSums(heap);
    StackNames names = new StackNames(false);
    names.over(stacks);
    ReferenceSizes.Lookup reference = setup.sizes() == null ? null : setup.sizes().lookup(names);
    int[] functions = new int[cells.length];
    for (int i = 0; i < cells.length; i++) {
      int stack = shared == null ? heap.stack(i) : shared.stack(i);
      if (shared == null) {
        cells[i] = unskewer.cells();
        rows.addSides(i, cells[i]);
      } else {
        numberOf[stack] = i;
      }
      functions[i] = names.innermost(stack);
      known[i] = reference == null ? null : reference.of(stack);
    }
    numbers = shared == null ? null : numberOf;
    recording = unskewer.recording(cells, known, functions);
  }

  /** Whether a heap is of the same recording. */
  boolean isOf(RecordedHeap heap) {
    return key == key(heap);
  }

  /** The same object for all heaps of one recording. */
  private static Object key(RecordedHeap heap) {
    return heap.basis() instanceof DumpCells basis ? basis.cells().recording() : heap;
  }

  private int number(RecordedHeap heap, int row) {
    return numbers == null ? row : numbers[heap.stack(row)];
  }

  /** Of a row what decides its estimates. */
  EqualRows equalRows(RecordedHeap heap, int row, RecordedSums sums) {
    int stack = number(heap, row);
    return new EqualRows(
        stack,
        recording.lawNumber(stack),
        sums.allocCount(row),
        sums.allocBytes(row),
        sums.freeCount(row),
        sums.freeBytes(row));
  }

  /** The estimates of all rows of which the same was recorded. */
  StackEstimates estimate(EqualRows rows) {
    return recording.estimate(
        rows.stack, rows.allocCount, rows.allocBytes, rows.freeCount, rows.freeBytes);
  }

  /**
   * Rows of which the same was recorded, of stacks with the same sizes.
   *
   * @param stack number of one of the stacks; which one makes no difference
   */
  record EqualRows(
      int stack, long law, long allocCount, long allocBytes, long freeCount, long freeBytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof EqualRows rows
          && law == rows.law
          && allocCount == rows.allocCount
          && allocBytes == rows.allocBytes
          && freeCount == rows.freeCount
          && freeBytes == rows.freeBytes;
    }

    @Override
    public int hashCode() {
      long counts = 31 * (31 * law + allocCount) + freeCount;
      return Long.hashCode((31 * (31 * counts + allocBytes) + freeBytes) * 0x9E3779B97F4A7C15L);
    }
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
