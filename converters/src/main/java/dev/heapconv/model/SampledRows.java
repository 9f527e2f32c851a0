package dev.heapconv.model;

import dev.heapconv.unskew.samples.StackSamples;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows for which every sample is known. No samples may be added any more; do not modify it. */
public final class SampledRows implements EstimateBasis {

  private final StackSamples none;
  private final List<StackSamples[]> allocated;
  private final StackSamples[] live;

  /**
   * Creates rows. Takes ownership of the arrays: the caller must not modify them afterwards.
   *
   * @param none a stack without samples, with the scheme of the heap
   * @param allocated for each stretch of the recording, the samples of allocated memory, one
   *     element for each row. A stretch may have fewer rows; null for a row without samples
   * @param live the samples of live memory, one element for each row; null for a row without
   *     samples
   */
  public SampledRows(StackSamples none, List<StackSamples[]> allocated, StackSamples[] live) {
    this.none = none;
    this.allocated = List.copyOf(allocated);
    this.live = live;
  }

  /** Returns a stack without samples, with the scheme of the heap. */
  public StackSamples none() {
    return none;
  }

  /** Returns how many stretches of the recording have their own samples of allocated memory. */
  public int stretches() {
    return allocated.size();
  }

  /**
   * Returns the samples of allocated memory of a row in one stretch; null if there are none.
   *
   * @param stretch number of the stretch, from 0
   * @param row the row
   */
  public @Nullable StackSamples allocated(int stretch, int row) {
    StackSamples[] rows = allocated.get(stretch);
    return row < rows.length ? rows[row] : null;
  }

  /**
   * Returns the samples of live memory of a row; null if there are none.
   *
   * @param row the row
   */
  public @Nullable StackSamples live(int row) {
    return live[row];
  }
}
