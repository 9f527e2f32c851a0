package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a stack besides what was recorded of it.
 *
 * @param function a number, from 0, for the function of the program that allocates: stacks of one
 *     function are expected to be alike
 * @param named what the names of its innermost functions tell of its sizes; null for nothing. Only
 *     stacks with the same are alike
 * @param known what the code of the program or references tell of its sizes; null for nothing
 * @param elsewhere what recordings of it with other samplings tell of them; null for nothing
 */
public record SiteFacts(
    int function,
    @Nullable NamedSizes named,
    @Nullable KnownSizes known,
    @Nullable SizesElsewhere elsewhere) {

  /** Without recordings with other samplings. */
  public SiteFacts(int function, @Nullable NamedSizes named, @Nullable KnownSizes known) {
    this(function, named, known, null);
  }

  /** The same with what recordings with one more sampling tell; null for nothing. */
  public SiteFacts and(@Nullable SizesElsewhere more) {
    return more == null
        ? this
        : new SiteFacts(function, named, known, elsewhere == null ? more : elsewhere.and(more));
  }

  /** The same without known sizes. */
  SiteFacts withoutKnown() {
    return new SiteFacts(function, named, null, elsewhere);
  }

  /** Nothing but its function. */
  public static SiteFacts of(int function) {
    return new SiteFacts(function, null, null);
  }
}
