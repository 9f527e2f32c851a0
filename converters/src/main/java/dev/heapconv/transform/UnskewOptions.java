package dev.heapconv.transform;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import org.jspecify.annotations.Nullable;

/**
 * How recorded numbers become estimates.
 *
 * @param unskew whether to estimate at all; otherwise the recorded numbers are kept
 * @param cutoff the size from which heapprofd recorded every allocation
 * @param cutoffBytes the size if {@code cutoff} is {@link Cutoff#BYTES}
 * @param confidence confidence level of the intervals, above 0 and below 1
 * @param pooling whether stacks of a recording tell about the sizes of one another
 * @param sizes sizes of the program's allocations that other recordings know better; null for none
 * @param choice which stacks to keep of the result
 */
public record UnskewOptions(
    boolean unskew,
    Cutoff cutoff,
    long cutoffBytes,
    double confidence,
    boolean pooling,
    @Nullable LaboratorySizes sizes,
    StackChoice choice) {

  /** The size from which heapprofd records every allocation. */
  public enum Cutoff {
    /** {@link HeapInfo#cutoff()}, which depends on the release of Perfetto. */
    RECORDED,
    /** The sampling interval. */
    INTERVAL,
    /** The size sampled with 99 % probability, as heapprofd's design document describes. */
    DOCUMENTED,
    /** A number of bytes. */
    BYTES
  }

  public static final UnskewOptions DEFAULT =
      new UnskewOptions(true, Cutoff.RECORDED, 0, 0.95, true, null);

  public UnskewOptions {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence level must be between 0 and 1");
    }
    if (cutoff == Cutoff.BYTES && cutoffBytes < 1) {
      throw new IllegalArgumentException("the cutoff must be at least one byte");
    }
  }

  /** With all stacks. */
  public UnskewOptions(
      boolean unskew,
      Cutoff cutoff,
      long cutoffBytes,
      double confidence,
      boolean pooling,
      @Nullable LaboratorySizes sizes) {
    this(unskew, cutoff, cutoffBytes, confidence, pooling, sizes, StackChoice.ALL);
  }

  /** The same with other knowledge of the sizes of allocations. */
  public UnskewOptions withSizes(boolean fromOtherStacks, @Nullable LaboratorySizes known) {
    return new UnskewOptions(
        unskew, cutoff, cutoffBytes, confidence, fromOtherStacks, known, choice);
  }

  /** The same with other stacks to keep. */
  public UnskewOptions withChoice(StackChoice other) {
    return new UnskewOptions(unskew, cutoff, cutoffBytes, confidence, pooling, sizes, other);
  }

  /** The cutoff in bytes to use for a heap. */
  long cutoff(HeapInfo heap) {
    return switch (cutoff) {
      case RECORDED -> heap.cutoff();
      case INTERVAL -> heap.samplingInterval();
      case DOCUMENTED -> WeightedUnskewer.documentedCutoff(heap.samplingInterval());
      case BYTES -> cutoffBytes;
    };
  }
}
