package dev.heapconv.reader.samplelog;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.unskew.Scheme;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the samples of a section fit the scheme and the interval of its header. */
final class SchemeEvidence {

  static final String RULE_OF_WEIGHTED =
      "an allocation below it has a multiple of it, any other its size";
  static final String RULE_OF_TCMALLOC =
      "a weight is at least the interval, and larger by at most the size";

  static final String BELOW_SIZE = "the weight, in bytes, is smaller than the size";

  private final LogHeader header;
  private final HitPositions positions;
  private long samples;
  private long refutedWeights;
  private long firstRefuted;
  private long lightWeights;
  private long belowSize;
  private long firstBelowSize;

  SchemeEvidence(LogHeader header) {
    this.header = header;
    positions = new HitPositions(header.interval());
  }

  /**
   * @param line of the record
   * @param extra the bytes to sample, or the weight
   */
  void add(long line, long size, double extra, boolean sizeKnown) {
    samples++;
    lightWeights += header.scheme() == Scheme.WEIGHTED && extra < header.interval() ? 1 : 0;
    if (header.scheme() == Scheme.TO_SAMPLE) {
      positions.add(size, (long) extra);
    } else if (recordsWeights() && !fits(size, extra, sizeKnown) && refutedWeights++ == 0) {
      firstRefuted = line;
    }
  }

  /**
   * Counts a weight that is smaller than the size of its allocation, whose record is left out.
   *
   * @param line of the record
   */
  void addBelowSize(long line) {
    if (belowSize++ == 0) {
      firstBelowSize = line;
    }
  }

  /**
   * Why no number can be made of the section, as a clause; null if there is no reason. A weight in
   * bytes is at least the size and, below the interval, at least the interval. Where some weights
   * are below their sizes and most of all are too light, they are in another unit, such as objects.
   */
  @Nullable String refusal() {
    boolean isUnit = belowSize > 0 && 2 * (belowSize + lightWeights) > belowSize + samples;
    return isUnit
        ? (belowSize + lightWeights)
            + " of "
            + (belowSize + samples)
            + " weights are too small, such as that at line "
            + firstBelowSize
            + ": "
            + BELOW_SIZE
        : null;
  }

  private boolean recordsWeights() {
    return header.scheme() == Scheme.WEIGHTED && !header.recordsProbabilities()
        || header.scheme() == Scheme.TCMALLOC && header.interval() > 1;
  }

  private boolean fits(long size, double weight, boolean sizeKnown) {
    if (header.scheme() == Scheme.TCMALLOC) {
      double behind = weight - header.interval();
      return behind >= 0 && behind <= size;
    }
    if (!sizeKnown) {
      return weight >= header.interval();
    }
    return size < header.interval()
        ? weight > 0 && weight % header.interval() == 0
        : weight == size;
  }

  /** Reports what is against the header. */
  void report(Notices notices, String process) {
    if (positions.areSwapped()) {
      notices.add(ErrorId.SWAPPED_POSITIONS, positions.count(), process);
    } else if (positions.areRefuted()) {
      notices.add(ErrorId.REFUTED_POSITIONS, positions.count(), process, header.interval());
    }
    if (refutedWeights > 0) {
      notices.add(
          ErrorId.REFUTED_WEIGHTS,
          refutedWeights,
          header.interval(),
          firstRefuted,
          header.scheme() == Scheme.TCMALLOC ? RULE_OF_TCMALLOC : RULE_OF_WEIGHTED);
    }
  }

  /** Adds what was found, for the author of what wrote the log. */
  void addFindings(Map<String, Object> findings) {
    findings.put("scheme_fits", !positions.areRefuted() && refutedWeights == 0);
    if (header.scheme() == Scheme.TO_SAMPLE) {
      findings.put("positions_tested", positions.count());
      findings.put("mean_position", positions.mean());
    } else if (recordsWeights()) {
      findings.put("weights_off_interval", refutedWeights);
    }
  }
}
