package dev.heapconv.reader.jfr;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SampledRows;
import dev.heapconv.model.View;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The samples of one heap that were taken in one way, by stack and thread. */
final class JfrHeap {

  private final Supplier<StackSamples> none;
  private final RecordedRows rows = RecordedRows.ofSums(List.of());

  /** By row. */
  private final Map<Integer, StackSamples> allocated = new HashMap<>();

  private final Map<Integer, StackSamples> live = new HashMap<>();
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
  void addAllocated(int stack, List<Label> thread, long size, long weight) {
    int row = rows.row(stack, thread);
    allocated.computeIfAbsent(row, unused -> none.get()).add(size, 0, weight);
    rows.addAlloc(row, 1, Math.max(size, weight));
    allocSamples++;
  }

  /** Adds a sampled allocation that is live at the end. */
  void addLive(int stack, List<Label> thread, long size, long weight) {
    int row = rows.row(stack, thread);
    live.computeIfAbsent(row, unused -> none.get()).add(size, 0, weight);
    rows.addLive(row, 1, Math.max(size, weight));
    liveSamples++;
  }

  long allocSamples() {
    return allocSamples;
  }

  long liveSamples() {
    return liveSamples;
  }

  RecordedHeap heap(HeapInfo info, List<View> views) {
    return rows.heap(
        info,
        views,
        new SampledRows(none.get(), List.<StackSamples[]>of(ofRows(allocated)), ofRows(live)));
  }

  private StackSamples[] ofRows(Map<Integer, StackSamples> samples) {
    StackSamples[] ofRows = new StackSamples[rows.rows()];
    samples.forEach((row, ofRow) -> ofRows[row] = ofRow);
    return ofRows;
  }
}
