package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.ScaledNumbers;

/** The estimates of the rows of a heap whose producer scaled them. */
final class ScaledRows implements RowEstimator {

  private final RecordedHeap heap;
  private final StackTable stacks;
  private final ScaledNumbers scaled;

  ScaledRows(RecordedHeap heap, StackTable stacks, ScaledNumbers scaled) {
    this.heap = heap;
    this.stacks = stacks;
    this.scaled = scaled;
  }

  @Override
  public Estimate estimate(int row, View view) {
    if (isEmpty(row)) {
      // A producer may list stacks of which it sampled nothing, or not; the same is known of them.
      return Estimate.ZERO;
    }
    double value = heap.value(view, row);
    if (!View.ALL.contains(view)) {
      return Estimate.withoutInterval(value);
    }
    if (isUnsampled(heap.stack(row))) {
      return Estimate.exact(value);
    }
    long bytes = view.isLive() ? heap.liveBytes(row) : heap.allocBytes(row);
    long objects = view.isLive() ? heap.liveCount(row) : heap.allocCount(row);
    long size = Label.size(heap.labels(row), objects, bytes);
    if (size > 0) {
      return scaled.ofSize(value, size, view.isBytes());
    }
    long samples = heap.samples(view, row);
    if (samples > 0) {
      return scaled.ofSamples(samples, value, objects, bytes, view.isBytes());
    }
    if (heap.basis() == EstimateBasis.Sums.SCALED_BY_MEAN) {
      return scaled.byMean(value, objects, bytes, view.isBytes());
    }
    return view.isBytes() ? scaled.space(value) : scaled.objects(value, bytes);
  }

  @Override
  public String method() {
    return scaled.method();
  }

  private boolean isEmpty(int row) {
    for (View view : heap.views()) {
      if (heap.value(view, row) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a stack is the one frame of what its producer put beside sampled rows. */
  private boolean isUnsampled(int stack) {
    return stack != StackTable.ROOT
        && stacks.parent(stack) == StackTable.ROOT
        && stacks.lines(stacks.frame(stack)).get(0).function().equals(View.UNSAMPLED);
  }
}
