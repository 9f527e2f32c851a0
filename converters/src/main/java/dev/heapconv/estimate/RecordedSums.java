package dev.heapconv.estimate;

import dev.heapconv.estimate.WeightedEstimation.EqualRows;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.unskew.sizes.StackCells;

/** What was recorded of the rows of a heap; what is live, if only that was recorded, as all. */
final class RecordedSums {

  private final RecordedHeap heap;
  private final boolean hasAllocs;
  private final boolean hasFrees;

  RecordedSums(RecordedHeap heap) {
    this.heap = heap;
    hasAllocs = heap.views().contains(View.ALLOC_SPACE);
    hasFrees = hasAllocs && heap.views().contains(View.SPACE);
  }

  long allocCount(int row) {
    return hasAllocs ? heap.allocCount(row) : heap.liveCount(row);
  }

  long allocBytes(int row) {
    return hasAllocs ? heap.allocBytes(row) : heap.liveBytes(row);
  }

  long freeCount(int row) {
    return hasFrees ? heap.allocCount(row) - heap.liveCount(row) : 0;
  }

  long freeBytes(int row) {
    return hasFrees ? heap.allocBytes(row) - heap.liveBytes(row) : 0;
  }

  /**
   * What tells rows apart whose estimates differ.
   *
   * @param stack number of the stack
   * @param law number of its sizes
   * @param whole recorded allocations of the stack in all dumps; 0 if they do not matter
   */
  EqualRows equalRows(int row, int stack, long law, long whole) {
    return new EqualRows(
        stack, law, whole, allocCount(row), allocBytes(row), freeCount(row), freeBytes(row));
  }

  /** Adds what was freed and what is live of the stack of a row. */
  void addSides(int row, StackCells cells) {
    cells.addSides(allocCount(row), allocBytes(row), freeCount(row), freeBytes(row));
  }
}
