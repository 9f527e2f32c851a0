package dev.heapconv.reader.jfr;

import dev.heapconv.aggregate.SampleEstimator;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The samples of one heap that were taken in one way, by stack. */
final class JfrHeap {

  private final Supplier<StackSamples> none;
  private final RecordedRows rows = RecordedRows.ofSums(List.of());

  /** By row; null for a row without samples. */
  private final List<@Nullable StackSamples> allocated = new ArrayList<>();

  private final List<@Nullable StackSamples> live = new ArrayList<>();
  private long allocSamples;
  private long liveSamples;

  /**
   * @param none no samples of a stack yet, by the way in which they are taken
   */
  JfrHeap(Supplier<StackSamples> none) {
    this.none = none;
  }

  /**
   * Adds a sampled allocation.
   *
   * @param weight the bytes that it stands for, if the profiler says so; else 0
   */
  void addAllocated(int stack, long size, long weight) {
    int row = row(stack);
    samples(allocated, row).add(size, 0, weight);
    rows.addAlloc(row, 1, Math.max(size, weight));
    allocSamples++;
  }

  /** Adds a sampled allocation that is live at the end. */
  void addLive(int stack, long size, long weight) {
    int row = row(stack);
    samples(live, row).add(size, 0, weight);
    rows.addLive(row, 1, Math.max(size, weight));
    liveSamples++;
  }

  private int row(int stack) {
    int row = rows.row(stack);
    if (row == allocated.size()) {
      allocated.add(null);
      live.add(null);
    }
    return row;
  }

  private StackSamples samples(List<@Nullable StackSamples> ofRows, int row) {
    StackSamples samples = ofRows.get(row);
    if (samples == null) {
      samples = none.get();
      ofRows.set(row, samples);
    }
    return samples;
  }

  long allocSamples() {
    return allocSamples;
  }

  long liveSamples() {
    return liveSamples;
  }

  RecordedHeap heap(HeapInfo info, List<View> views) {
    StackSamples[] ofAllocated = allocated.toArray(new StackSamples[0]);
    StackSamples[] ofLive = live.toArray(new StackSamples[0]);
    return rows.heap(
        info, views, new SampleEstimator(none.get(), List.<StackSamples[]>of(ofAllocated), ofLive));
  }
}
