package dev.heapconv.estimate;

import dev.heapconv.combine.StackChoice;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.unskew.Sampling;
import org.jspecify.annotations.Nullable;

/**
 * How recorded numbers become estimates, and what else is known.
 *
 * @param sizes sizes of the program's allocations that other recordings know better; null for none
 * @param choice which stacks to keep of the result
 */
public record UnskewSetup(
    UnskewOptions options, @Nullable ReferenceSizes sizes, StackChoice choice) {

  /** With nothing else known, and all stacks. */
  public static UnskewSetup of(UnskewOptions options) {
    return new UnskewSetup(options, null, StackChoice.ALL);
  }

  /** The same without estimates: all stacks with what was recorded of them. */
  UnskewSetup withoutEstimates() {
    return of(
        new UnskewOptions(false, options.cutoff(), options.cutoffBytes(), options.confidence()));
  }

  public double confidence() {
    return options.confidence();
  }

  /** How a heap was sampled, with the cutoff to use. */
  Sampling sampling(HeapInfo heap) {
    return heap.sampling().withCutoff(cutoff(heap));
  }

  /** The cutoff in bytes to use for a heap. */
  long cutoff(HeapInfo heap) {
    return switch (options.cutoff()) {
      case RECORDED -> heap.sampling().cutoff();
      case INTERVAL -> heap.samplingInterval();
      case DOCUMENTED -> Sampling.documentedCutoff(heap.samplingInterval());
      case BYTES -> options.cutoffBytes();
    };
  }
}
