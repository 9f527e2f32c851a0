package dev.heapconv.estimate;

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

  /** Adds what was freed and what is live of the stack of a row. */
  void addSides(int row, StackCells cells) {
    cells.addSides(allocCount(row), allocBytes(row), freeCount(row), freeBytes(row));
  }
}
