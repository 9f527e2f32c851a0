package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.RecordedUnskewer;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.TcmallocUnskewer;
import dev.heapconv.unskew.ToSampleUnskewer;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the samples of one stack by the rules of a scheme. Confined to one thread while samples
 * are added; afterwards any thread may compute estimates, which change nothing.
 */
interface StackTally {

  /**
   * @param size requested bytes
   * @param allocated allocated bytes; 0 if unknown
   * @param extra what the scheme also records: the bytes to sample, or the weight
   */
  void add(long size, long allocated, double extra);

  /** Adds totals of samples whose sizes are not known. Supported only by {@code to-sample}. */
  default void addTotals(long sampled, long toSample, double objects) {
    throw new IllegalStateException("this scheme does not allow totals");
  }

  Estimate objects(Intervals intervals);

  Estimate space(Intervals intervals);

  /** A new tally for a scheme with the sampling interval T in bytes; null if only sums matter. */
  static @Nullable StackTally of(Scheme scheme, long interval) {
    return switch (scheme) {
      case TO_SAMPLE -> new ToSample(new ToSampleUnskewer(interval));
      case RECORDED -> new Recorded(new RecordedUnskewer(interval));
      case TCMALLOC -> new Tcmalloc(new TcmallocUnskewer(interval));
      case WEIGHTED -> new WeightedTally(interval);
      case EXACT, SCALED -> null;
    };
  }

  /** How a scheme computes its estimates, for comments. */
  static String method(Scheme scheme, long interval) {
    return switch (scheme) {
      case TO_SAMPLE ->
          "bytes = bytes to sample + sampled bytes * "
              + interval
              + " (unbiased, maximum a posteriori)";
      case RECORDED ->
          "each sample of size a counts as 1/(1 - exp(-a/"
              + interval
              + ")) allocations, then summed";
      case TCMALLOC ->
          "each sample of requested size r and weight W counts as W/(r + 1) allocations of its"
              + " allocated size";
      case WEIGHTED ->
          "bytes are the sum of the weights; each sample counts as weight/size allocations";
      case EXACT, SCALED -> "as recorded";
    };
  }

  /** Scheme to-sample. Totals may omit their number of objects, which is then unknown. */
  final class ToSample implements StackTally {
    private final ToSampleUnskewer unskewer;
    private boolean objectsUnknown;

    ToSample(ToSampleUnskewer unskewer) {
      this.unskewer = unskewer;
    }

    @Override
    public void add(long size, long allocated, double extra) {
      unskewer.allocate(size, (long) extra);
    }

    @Override
    public void addTotals(long sampled, long toSample, double objects) {
      unskewer.addTotals(sampled, toSample, objects);
      objectsUnknown |= objects == 0 && sampled != 0;
    }

    @Override
    public Estimate objects(Intervals intervals) {
      Estimate known = unskewer.objects(intervals);
      return objectsUnknown ? Estimate.withoutInterval(known.value()) : known;
    }

    @Override
    public Estimate space(Intervals intervals) {
      return unskewer.space(intervals);
    }
  }

  /** Scheme recorded. */
  final class Recorded implements StackTally {
    private final RecordedUnskewer unskewer;

    Recorded(RecordedUnskewer unskewer) {
      this.unskewer = unskewer;
    }

    @Override
    public void add(long size, long allocated, double extra) {
      unskewer.add(1, size);
    }

    @Override
    public Estimate objects(Intervals intervals) {
      return unskewer.objects(intervals);
    }

    @Override
    public Estimate space(Intervals intervals) {
      return unskewer.space(intervals);
    }
  }

  /** Scheme tcmalloc. */
  final class Tcmalloc implements StackTally {
    private final TcmallocUnskewer unskewer;

    Tcmalloc(TcmallocUnskewer unskewer) {
      this.unskewer = unskewer;
    }

    @Override
    public void add(long size, long allocated, double extra) {
      unskewer.allocate(size, allocated, extra);
    }

    @Override
    public Estimate objects(Intervals intervals) {
      return unskewer.objects(intervals);
    }

    @Override
    public Estimate space(Intervals intervals) {
      return unskewer.space(intervals);
    }
  }
}
