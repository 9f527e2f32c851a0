package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a stack besides what was recorded of it.
 *
 * @param function a number, from 0, for the function of the program that allocates: stacks of one
 *     function are expected to be alike
 * @param named what the names of its innermost functions tell of its sizes; null for nothing. Only
 *     stacks with the same are alike
 * @param known what the code of the program or other recordings tell of its sizes; null for nothing
 */
public record SiteFacts(int function, @Nullable NamedSizes named, @Nullable KnownSizes known) {

  /** Nothing but its function. */
  public static SiteFacts of(int function) {
    return new SiteFacts(function, null, null);
  }
}
