package dev.heapconv.model;

import dev.heapconv.unskew.sizes.RecordingCells;
import java.util.List;

/**
 * What the estimates of a heap are made from, beside its recorded sums. How they are made depends
 * on how the heap was sampled.
 */
public sealed interface EstimateBasis
    permits EstimateBasis.Sums,
        EstimateBasis.DumpCells,
        EstimateBasis.StoredBasis,
        RecordedUnits,
        SampledRows {

  /** Nothing but the sums. */
  enum Sums implements EstimateBasis {
    /** As they were recorded. */
    PLAIN,
    /** The producer scaled those of each stack by their mean size. */
    SCALED_BY_MEAN,
    /**
     * Bytes are whole sampling intervals, as those of heapprofd are that another program has
     * stored: of which size the allocations were that they stand for is lost.
     */
    WHOLE_INTERVALS
  }

  /** What all dumps of a heapprofd recording tell about the sizes of its stacks. */
  record DumpCells(RecordingCells cells) implements EstimateBasis {}

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
