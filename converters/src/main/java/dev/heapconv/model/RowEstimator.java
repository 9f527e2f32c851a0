package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;

/**
 * Estimates rows of a {@link RecordedHeap} whose sums alone do not tell enough, because each
 * recorded unit must be unskewed by its own size before units are summed. Implementations are
 * immutable: any number of threads may use one, each through a cursor of its own.
 */
public interface RowEstimator {

  /** Estimates for one thread, with intervals of one level. */
  Cursor cursor(Intervals intervals);

  /** One clause on how the estimates are made, for comments. */
  String method();

  /** Confined to the thread that asked for it. */
  @FunctionalInterface
  interface Cursor {

    /**
     * The estimate of a view of a row. Views of one row are asked for in order, rows too: an
     * implementation may keep the row at hand.
     */
    Estimate estimate(int row, View view);
  }
}
