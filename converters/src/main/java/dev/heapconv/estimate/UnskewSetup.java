package dev.heapconv.estimate;

import dev.heapconv.combine.StackChoice;
import dev.heapconv.model.UnskewOptions;
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
    return of(new UnskewOptions(false, options.confidence()));
  }

  public double confidence() {
    return options.confidence();
  }
}
