package dev.heapconv.model;

import dev.heapconv.unskew.Estimate;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What the estimates of a heap are made from, as far as its recorded sums are not all. How they are
 * made depends on its scheme.
 */
public sealed interface EstimateBasis
    permits EstimateBasis.SumsBasis,
        EstimateBasis.MeansBasis,
        EstimateBasis.RecordingBasis,
        EstimateBasis.StoredBasis,
        EstimateBasis.RowEstimator {

  /** Nothing but the sums. */
  EstimateBasis SUMS = new SumsBasis();

  /** The sums, of which the producer scaled those of each stack by their mean size. */
  EstimateBasis MEANS = new MeansBasis();

  /** The sums, of which the producer scaled those of each stack by their mean size. */
  record MeansBasis() implements EstimateBasis {}

  /** Nothing but the sums. */
  record SumsBasis() implements EstimateBasis {}

  /** The sums, and what else the recording tells about its stacks. */
  non-sealed interface RecordingBasis extends EstimateBasis {
    /** The same of other stacks of the same table. */
    RecordingBasis onStacks(IntUnaryOperator stackIds);
  }

  /** Estimates that were made before the heap was stored; the sums are these, rounded. */
  final class StoredBasis implements EstimateBasis {
    final List<Column> columns;
    final long[] recordedAlloc;
    final long[] recordedLive;
    private final double confidence;

    /**
     * Takes ownership of the arrays.
     *
     * @param columns one for each view
     * @param recordedAlloc recorded allocations per row; all 0 if unknown
     * @param recordedLive recorded live allocations per row; all 0 if unknown
     * @param confidence level of the intervals
     */
    public StoredBasis(
        List<Column> columns, long[] recordedAlloc, long[] recordedLive, double confidence) {
      this.columns = List.copyOf(columns);
      this.recordedAlloc = recordedAlloc;
      this.recordedLive = recordedLive;
      this.confidence = confidence;
    }

    /** Confidence level of the intervals. */
    public double confidence() {
      return confidence;
    }
  }

  /**
   * Estimates rows of a {@link RecordedHeap} whose sums alone are not enough, because each recorded
   * unit must be unskewed by its own size before units are summed. Implementations are immutable:
   * any number of threads may use one, each with its own cursor.
   */
  non-sealed interface RowEstimator extends EstimateBasis {

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
       * The estimate of a view of a row. Callers ask for rows in order, and for the views of each
       * row in order, so an implementation may cache the current row.
       */
      Estimate estimate(int row, View view);
    }
  }
}
