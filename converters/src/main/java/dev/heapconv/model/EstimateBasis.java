package dev.heapconv.model;

import dev.heapconv.unskew.sizes.RecordingCells;
import java.util.List;

/**
 * What the estimates of a heap are made from, as far as its recorded sums are not all. How they are
 * made depends on its scheme.
 */
public sealed interface EstimateBasis
    permits EstimateBasis.SumsBasis,
        EstimateBasis.CellsBasis,
        EstimateBasis.StoredBasis,
        RowEstimator {

  /** Nothing but the sums. */
  EstimateBasis SUMS = new SumsBasis();

  /** Nothing but the sums. */
  record SumsBasis() implements EstimateBasis {}

  /**
   * The sums, and what all dumps of the recording tell about the sizes of its stacks.
   *
   * @param cells of the scheme {@code weighted}
   */
  record CellsBasis(RecordingCells cells) implements EstimateBasis {}

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
}
