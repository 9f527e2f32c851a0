package dev.heapconv.estimate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;

/** Takes numbers that were subtracted from each other: their error has no known bound. */
final class DifferenceNumbers implements HeapEstimator {

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    of.method(
        "scaled: numbers of a difference, which may be negative, are used as stored;"
            + " intervals unknown");
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.ofDifference(EstimatedColumns.recorded(heap, view)));
    }
    return heap.estimated(columns);
  }
}
