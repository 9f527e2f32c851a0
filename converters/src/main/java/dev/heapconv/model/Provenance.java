package dev.heapconv.model;

import java.util.Locale;
import java.util.Objects;

/**
 * The sources of the facts that decide all numbers of a heap. Readers set it, after a test against
 * the numbers where they can, and statements about certainty follow from it. Missing parts of a
 * recording are notices, see {@link Effects}.
 *
 * @param scheme source of the sampling scheme, including whether the numbers are scaled
 * @param interval source of the sampling interval
 * @param live meaning of the numbers of live memory
 * @param allocated time from which allocations are counted
 */
public record Provenance(Evidence scheme, Evidence interval, Live live, Allocated allocated) {

  /** The provenance of a format that states all facts, so that nothing else has to be added. */
  public static final Provenance STATED =
      new Provenance(Evidence.STATED, Evidence.STATED, Live.MOMENT, Allocated.RECORDING);

  public Provenance {
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(live, "live");
    Objects.requireNonNull(allocated, "allocated");
  }

  /** The source of a fact, from the surest to the least sure. */
  public enum Evidence {
    /** The file or its format states it, and no number contradicts it. */
    STATED,
    /** The numbers of the file show it. */
    SHOWN,
    /** The user states it. */
    TOLD,
    /**
     * The file states it in a field that some producers use otherwise, and the numbers do not
     * decide.
     */
    UNTESTED,
    /** Nothing states it, so the usual value is assumed. */
    ASSUMED,
    /** Nothing states it, and there is no usual value. */
    UNKNOWN;

    /** Returns the name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether numbers that depend on the fact may be called exact or reliable. */
    public boolean isSure() {
      return this == STATED || this == SHOWN || this == TOLD;
    }

    /**
     * Returns the less sure source of the two.
     *
     * @param other the other source
     */
    public Evidence and(Evidence other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /** The meaning of the numbers of live memory. */
  public enum Live {
    /** Memory that was allocated and not freed at a moment. */
    MOMENT,
    /**
     * Memory that was allocated and not freed at a moment, including garbage that a collector had
     * not yet found.
     */
    UNCOLLECTED,
    /** A difference between two moments, which may be negative. */
    DIFFERENCE,
    /** A sum or mean over a time, or over several processes, such as a merge. */
    OVER_TIME,
    /** Live memory at its maximum. */
    PEAK,
    /** A sum of several maxima, possibly from different times, so live memory was never more. */
    PEAKS,
    /** Memory of a process that ended before the recording did, so it holds nothing any more. */
    ENDED;

    /** Returns the name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private boolean isPeak() {
      return this == PEAK || this == PEAKS;
    }

    /**
     * Returns the meaning of a sum of two numbers. If their meanings differ, the sum is usually no
     * heap at a moment.
     *
     * @param other the meaning of the other number
     */
    public Live and(Live other) {
      if (isPeak() && other.isPeak()) {
        return PEAKS;
      }
      if (this == other || other == ENDED) {
        return this;
      }
      return this == ENDED
          ? other
          : this == DIFFERENCE || other == DIFFERENCE ? DIFFERENCE : OVER_TIME;
    }
  }

  /** The time from which allocations are counted. */
  public enum Allocated {
    /** From the beginning of the process. */
    PROCESS,
    /** From the beginning of the recording. */
    RECORDING,
    /** Between two looks at the process. */
    STRETCH;

    /** Returns the name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns a copy with different sources of scheme and interval.
   *
   * @param ofScheme source of the sampling scheme
   * @param ofInterval source of the sampling interval
   */
  public Provenance withSampling(Evidence ofScheme, Evidence ofInterval) {
    return new Provenance(ofScheme, ofInterval, live, allocated);
  }

  /** Returns a copy with a different meaning of live memory. */
  public Provenance withLive(Live other) {
    return new Provenance(scheme, interval, other, allocated);
  }

  /**
   * Returns the provenance of the sum of this heap and another one: each fact is as sure as the
   * less sure one.
   *
   * @param other the provenance of the other heap
   */
  public Provenance and(Provenance other) {
    return new Provenance(
        scheme.and(other.scheme),
        interval.and(other.interval),
        live.and(other.live),
        allocated == other.allocated ? allocated : Allocated.STRETCH);
  }

  /** Returns the less sure of scheme and interval, on which the meaning of the numbers depends. */
  public Evidence sampling() {
    return scheme.and(interval);
  }
}
