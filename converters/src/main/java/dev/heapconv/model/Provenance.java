package dev.heapconv.model;

import java.util.Locale;
import java.util.Objects;

/**
 * Where the facts come from that decide all numbers of a heap. Readers state it, where they can
 * after a test against the numbers, and what users are told of certainty is read from it. What the
 * recording lacks is said by notices, see {@link Effects}.
 *
 * @param scheme where it is known from how samples were taken, and whether they are scaled
 * @param interval where the sampling interval is known from
 */
public record Provenance(Evidence scheme, Evidence interval, Live live, Allocated allocated) {

  /** Of formats that state all facts: nothing else has to be said of their heaps. */
  public static final Provenance STATED =
      new Provenance(Evidence.STATED, Evidence.STATED, Live.MOMENT, Allocated.RECORDING);

  public Provenance {
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(live, "live");
    Objects.requireNonNull(allocated, "allocated");
  }

  /** Where a fact is known from, from the surest to the least sure. */
  public enum Evidence {
    /** The file or its format says so, and no number contradicts it. */
    STATED,
    /** The numbers of the file show it. */
    SHOWN,
    /** The user said so. */
    TOLD,
    /**
     * The file says so in a field that some producers fill otherwise, and its numbers cannot tell.
     */
    UNTESTED,
    /** Nothing says so: it is what is usual. */
    ASSUMED,
    /** Nothing says so, and nothing is usual. */
    UNKNOWN;

    /** The name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether numbers that depend on the fact may be called exact or reliable. */
    public boolean isSure() {
      return this == STATED || this == SHOWN || this == TOLD;
    }

    /** The less sure of the two. */
    public Evidence and(Evidence other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /** What the numbers of live memory are. */
  public enum Live {
    /** What was allocated and not freed at a moment. */
    MOMENT,
    /** Likewise, with what a garbage collector had not yet found to be free. */
    UNCOLLECTED,
    /** A difference of two moments, which may be negative. */
    DIFFERENCE,
    /** A sum or mean over a time, or over several processes: scrapes, merges. */
    OVER_TIME,
    /** What was live when it was most. */
    PEAK,
    /** A sum of several peaks, which may be of different times: more was never live. */
    PEAKS,
    /** Of a process that ended before the recording did: it holds nothing any more. */
    ENDED;

    /** The name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private boolean isPeak() {
      return this == PEAK || this == PEAKS;
    }

    /** Of a sum: that of several kinds is no heap at a moment. */
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

  /** Since when what was allocated is counted. */
  public enum Allocated {
    /** Since the process began. */
    PROCESS,
    /** Since the recording began. */
    RECORDING,
    /** In a stretch of time between two looks at the process. */
    STRETCH;

    /** The name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The same with other evidence of how samples were taken, and how often. */
  public Provenance withSampling(Evidence ofScheme, Evidence ofInterval) {
    return new Provenance(ofScheme, ofInterval, live, allocated);
  }

  /** The same with another meaning of live numbers. */
  public Provenance withLive(Live other) {
    return new Provenance(scheme, interval, other, allocated);
  }

  /** Of the sum of this heap and another: as sure as the less sure one. */
  public Provenance and(Provenance other) {
    return new Provenance(
        scheme.and(other.scheme),
        interval.and(other.interval),
        live.and(other.live),
        allocated == other.allocated ? allocated : Allocated.STRETCH);
  }

  /** How sure it is what the numbers stand for. */
  public Evidence sampling() {
    return scheme.and(interval);
  }
}
