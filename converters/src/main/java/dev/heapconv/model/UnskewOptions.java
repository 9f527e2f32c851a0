package dev.heapconv.model;

/**
 * How recorded numbers become estimates.
 *
 * @param unskew whether to apply the sampling correction; otherwise the recorded numbers are kept
 * @param confidence confidence level of the intervals, above 0 and below 1, such as 0.95
 */
public record UnskewOptions(boolean unskew, double confidence) {

  /** Applies the sampling correction, with 95 % intervals. */
  public static final UnskewOptions DEFAULT = new UnskewOptions(true, 0.95);

  /**
   * Creates options; the record describes its components.
   *
   * @throws IllegalArgumentException if the confidence level is out of range
   */
  public UnskewOptions {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence level must be between 0 and 1");
    }
  }
}
