package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * Facts about a stack that do not come from its recorded numbers.
 *
 * @param function a number, from 0, of the allocating function of the program. Stacks of one
 *     function are expected to have similar sizes
 * @param named the sizes that the names of its innermost functions suggest; null if they suggest
 *     none. Stacks are similar only if this is equal as well
 * @param known sizes from the code of the program or from reference recordings; null if unknown
 * @param elsewhere evidence from recordings of the stack with other samplings; null if there is
 *     none
 */
public record SiteFacts(
    int function,
    @Nullable NamedSizes named,
    @Nullable KnownSizes known,
    @Nullable SizesElsewhere elsewhere) {

  /**
   * Creates facts without recordings with other samplings.
   *
   * @param function a number, from 0, of the allocating function of the program
   * @param named the sizes that the names of its innermost functions suggest; null if they suggest
   *     none
   * @param known sizes from the code of the program or from reference recordings; null if unknown
   */
  public SiteFacts(int function, @Nullable NamedSizes named, @Nullable KnownSizes known) {
    this(function, named, known, null);
  }

  /**
   * Returns these facts together with the evidence from recordings with one more sampling.
   *
   * @param more the evidence; null if there is none
   */
  public SiteFacts and(@Nullable SizesElsewhere more) {
    return more == null
        ? this
        : new SiteFacts(function, named, known, elsewhere == null ? more : elsewhere.and(more));
  }

  /** Returns these facts without the known sizes. */
  SiteFacts withoutKnown() {
    return new SiteFacts(function, named, null, elsewhere);
  }

  /**
   * Returns facts that contain only the function.
   *
   * @param function a number, from 0, of the allocating function of the program
   */
  public static SiteFacts of(int function) {
    return new SiteFacts(function, null, null);
  }
}
