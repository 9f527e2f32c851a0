package dev.heapconv.estimate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.RecordedHeap;

/** Makes no estimates, because none are wanted. */
final class UnestimatedNumbers implements HeapEstimator {

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    of.note(
        "numbers are as recorded (unskew none): counts are numbers of samples, not of"
            + " allocations");
    return EstimatedColumns.asRecorded(heap);
  }
}
