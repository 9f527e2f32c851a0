package dev.heapconv.model;

import dev.heapconv.unskew.samples.StackSamples;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of which every sample is known, and no more of them come. Nobody may change it. */
public final class SampledRows implements EstimateBasis {

  private final StackSamples none;
  private final List<StackSamples[]> allocated;
  private final StackSamples[] live;

  /**
   * Takes ownership of the arrays.
   *
   * @param none no samples, by the scheme of the heap
   * @param allocated for each stretch of the recording, the samples of allocated memory, one
   *     element a row; stretches may have fewer rows; null for a row without samples
   * @param live the samples of live memory likewise
   */
  public SampledRows(StackSamples none, List<StackSamples[]> allocated, StackSamples[] live) {
    this.none = none;
    this.allocated = List.copyOf(allocated);
    this.live = live;
  }

  /** No samples, by the scheme of the heap. */
  public StackSamples none() {
    return none;
  }

  /** How many stretches of the recording have samples of allocated memory of their own. */
  public int stretches() {
    return allocated.size();
  }

  /** The samples of allocated memory of a row in one stretch; null if there are none. */
  public @Nullable StackSamples allocated(int stretch, int row) {
    StackSamples[] rows = allocated.get(stretch);
    return row < rows.length ? rows[row] : null;
  }

  /** The samples of live memory of a row; null if there are none. */
  public @Nullable StackSamples live(int row) {
    return live[row];
  }
}
