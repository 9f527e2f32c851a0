package dev.heapconv.estimate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;

/** Makes no estimates, because every allocation was recorded. */
final class CompleteNumbers implements HeapEstimator {

  private static final Remark EXACT =
      new Remark(Topic.EXACT, "every allocation was recorded: numbers are exact");

  private static final Remark AS_STATED =
      new Remark(Topic.EXACT, "numbers are as stored: nothing proves that all was recorded");

  private static final Remark INCOMPLETE =
      Remark.note("numbers are as recorded, but incomplete: see the warnings");

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    boolean isSure = heap.info().provenance().sampling().isSure() && !of.isDoubtful();
    of.remark(of.isIncomplete() ? INCOMPLETE : isSure ? EXACT : AS_STATED);
    return EstimatedColumns.asRecorded(heap);
  }
}
