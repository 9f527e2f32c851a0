package dev.heapconv.model;

import java.util.List;
import java.util.Objects;

/**
 * What a sampler recorded of one heap at one dump: per row a stack and sums over its sampled allocations. The arrays
 * have one element a row; a stack stands in one row only. The record does not copy them: nobody may write to them.
 *
 * @param views the views the recording has: all, only the allocated or only the live ones
 * @param stacks stack ids
 * @param allocCount recorded allocations since profiling began; all 0 where the views lack them
 * @param allocBytes recorded bytes of these
 * @param liveCount recorded allocations that are not freed; all 0 where the views lack them
 * @param liveBytes recorded bytes of these
 */
public record RecordedHeap(
    HeapInfo info,
    List<View> views,
    int[] stacks,
    long[] allocCount,
    long[] allocBytes,
    long[] liveCount,
    long[] liveBytes) {

  public RecordedHeap {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    int rows = stacks.length;
    if (allocCount.length != rows || allocBytes.length != rows || liveCount.length != rows || liveBytes.length != rows) {
      throw new IllegalArgumentException("columns differ in length");
    }
  }

  public int rows() {
    return stacks.length;
  }

  /** The recorded numbers of a view, one a row. */
  public long[] column(View view) {
    if (view.isLive()) {
      return view.isBytes() ? liveBytes : liveCount;
    }
    return view.isBytes() ? allocBytes : allocCount;
  }
}
