package dev.heapconv.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a sampler recorded of one heap at one dump: per row a stack and sums over its sampled
 * allocations. The arrays have one element a row; a stack stands in one row only, or where there
 * are labels in one row with the same labels. The record does not copy the arrays: nobody may write
 * to them.
 *
 * <p>The sums are the recorded numbers, under every scheme. What they are worth depends on it:
 * under {@code weighted}, {@code exact} and {@code scaled} they are all that estimates are made of;
 * under the others, whose units must be unskewed one by one, {@code estimator} knows the units.
 *
 * @param views the views the recording has: of the four all, only the allocated or only the live
 *     ones; then extra ones
 * @param stacks stack ids
 * @param allocCount recorded allocations since profiling began; all 0 where the views lack them
 * @param allocBytes recorded bytes of these
 * @param liveCount recorded allocations that are not freed; all 0 where the views lack them
 * @param liveBytes recorded bytes of these
 * @param estimator makes the estimates; null where they are made of the sums
 * @param extras numbers of the extra views
 * @param labels the labels of each row; empty when no row has any
 */
public record RecordedHeap(
    HeapInfo info,
    List<View> views,
    int[] stacks,
    long[] allocCount,
    long[] allocBytes,
    long[] liveCount,
    long[] liveBytes,
    @Nullable RowEstimator estimator,
    List<ExtraColumn> extras,
    List<List<Label>> labels) {

  public RecordedHeap {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    extras = List.copyOf(extras);
    labels = List.copyOf(labels);
    int rows = stacks.length;
    if (allocCount.length != rows
        || allocBytes.length != rows
        || liveCount.length != rows
        || liveBytes.length != rows) {
      throw new IllegalArgumentException("columns differ in length");
    }
    if (!labels.isEmpty() && labels.size() != rows) {
      throw new IllegalArgumentException("labels and rows differ in number");
    }
  }

  /** Sums that estimates can be made of, without extra views or labels. */
  public RecordedHeap(
      HeapInfo info,
      List<View> views,
      int[] stacks,
      long[] allocCount,
      long[] allocBytes,
      long[] liveCount,
      long[] liveBytes) {
    this(
        info,
        views,
        stacks,
        allocCount,
        allocBytes,
        liveCount,
        liveBytes,
        null,
        List.of(),
        List.of());
  }

  public int rows() {
    return stacks.length;
  }

  /** The recorded numbers of a view, one a row. */
  public long[] column(View view) {
    for (ExtraColumn extra : extras) {
      if (extra.view().equals(view)) {
        return extra.values();
      }
    }
    if (view.isLive()) {
      return view.isBytes() ? liveBytes : liveCount;
    }
    return view.isBytes() ? allocBytes : allocCount;
  }
}
