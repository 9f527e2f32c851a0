package dev.heapconv.table;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.unskew.Scheme;

/** Where the facts of a heap come from, in words. */
public final class ProvenanceText {

  private ProvenanceText() {}

  /** What live numbers are called. */
  static String live(Live live) {
    return switch (live) {
      case MOMENT -> "Live";
      case UNCOLLECTED -> "Uncollected";
      case DIFFERENCE -> "Difference";
      case OVER_TIME -> "Over time";
      case ENDED -> "Ended";
    };
  }

  /** How often samples were taken; empty if that is unknown. */
  public static String sampling(HeapInfo heap) {
    long interval = heap.samplingInterval();
    boolean isComplete = heap.scheme() == Scheme.EXACT || interval == 1;
    return interval > 1
        ? "sampled every " + HumanNumbers.size(interval)
        : isComplete ? "every allocation recorded" : "";
  }

  /** A fact with what it is known from. */
  public static String from(String fact, Evidence evidence) {
    return switch (evidence) {
      case STATED -> fact;
      case SHOWN -> fact + ", as the numbers show";
      case TOLD -> fact + ", as the options say";
      case UNTESTED -> fact + ", as the file says";
      case ASSUMED -> "assumed: " + fact;
      case UNKNOWN -> "unknown whether " + fact;
    };
  }

  /** Live bytes or objects. */
  static String live(Live live, String unit) {
    return switch (live) {
      case MOMENT, ENDED -> "live " + unit;
      case UNCOLLECTED -> "uncollected " + unit;
      case DIFFERENCE -> "change of live " + unit;
      case OVER_TIME -> "live " + unit + " over time";
    };
  }

  /** What verdicts on a heap rest on without being sure; empty if all is sure. */
  static String doubt(HeapInfo heap) {
    Evidence scheme = heap.provenance().scheme();
    if (!scheme.isSure() && scheme != Evidence.UNTESTED) {
      String fact =
          switch (heap.scheme()) {
            case SCALED -> "scaled by its producer";
            case EXACT -> "every allocation recorded";
            case WEIGHTED, RECORDED, TO_SAMPLE, TCMALLOC -> "samples, not scaled";
          };
      return from(fact, scheme);
    }
    String sampling = sampling(heap);
    Evidence evidence = heap.provenance().sampling();
    return sampling.isEmpty() || evidence.isSure() ? "" : from(sampling, evidence);
  }
}
