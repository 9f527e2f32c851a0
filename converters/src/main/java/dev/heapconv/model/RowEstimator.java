package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;

/**
 * Estimates rows of a {@link RecordedHeap} whose sums alone are not enough, because each recorded
 * unit must be unskewed by its own size before units are summed. Implementations are immutable: any
 * number of threads may use one, each with its own cursor.
 */
public non-sealed interface RowEstimator extends EstimateBasis {

  /**
   * A cursor for one thread.
   *
   * @param confidence level of the intervals, above 0 and below 1
   */
  RowCursor cursor(double confidence);

  /** How the estimates are computed, as a clause for comments. */
  String method();

  /** Confined to the thread that created it. */
  @FunctionalInterface
  interface RowCursor {

    /**
     * The estimate of a view of a row. Callers ask for rows in order, and for the views of each row
     * in order, so an implementation may cache the current row.
     */
    Estimate estimate(int row, View view);
  }
}
