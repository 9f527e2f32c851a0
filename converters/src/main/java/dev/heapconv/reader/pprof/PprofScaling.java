package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.Known;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.ScalingEvidence;
import dev.heapconv.unskew.samples.ScalingEvidence.Verdict;

/**
 * Whether the numbers of a pprof or OTLP profile are raw or scaled by their producer, and with
 * which interval. Scaling twice would be the worst error: small objects would be multiplied by
 * thousands. So a profile is raw only if its numbers show it, its format is known to be, or the
 * user says so.
 *
 * @param byMean whether each stack may have been scaled by the mean size of its objects
 * @param ofHits whether bytes are whole intervals, so that they alone are scaled
 */
public record PprofScaling(
    Scheme scheme,
    long interval,
    Evidence ofScheme,
    Evidence ofInterval,
    boolean ofHits,
    boolean byMean) {

  private PprofScaling(Scheme scheme, long interval, Evidence ofScheme, Evidence ofInterval) {
    this(scheme, interval, ofScheme, ofInterval, false, false);
  }

  /** The sampling interval of Fuchsia's memory sampler. */
  private static final long FUCHSIA_INTERVAL = 131072;

  /** What heapprofd uses unless it is told otherwise. */
  private static final long HEAPPROFD_INTERVAL = 4096;

  /**
   * What a profile says of itself.
   *
   * @param interval mean sampling interval in bytes; 0 if it states none, 1 if everything is said
   *     to have been recorded
   * @param sizes whether rows state the sizes of objects, as producers do that scale
   * @param isMoment whether its numbers are neither differences nor sums over a time, of which
   *     those below the interval refute nothing
   * @param inPairs whether there are objects where there are bytes
   */
  public record Stated(long interval, boolean sizes, boolean isMoment, boolean inPairs) {}

  /** Of this program, with the interval that it stored; 0 if unknown. */
  public static PprofScaling ofOwn(long interval) {
    return stated(interval == 1 ? Scheme.EXACT : Scheme.SCALED, interval);
  }

  private static PprofScaling stated(Scheme scheme, long interval) {
    return new PprofScaling(scheme, interval, Evidence.STATED, Evidence.STATED);
  }

  /** Of Fuchsia: without a period raw, sampled every 128 KiB; with the period 1 scaled. */
  static PprofScaling ofFuchsia(
      PprofContent content, PprofColumns columns, ReadOptions options, Notices notices) {
    if (content.period == 0 && columns.haveBytes()) {
      Known<Long> interval = options.interval(FUCHSIA_INTERVAL, Evidence.STATED);
      return new PprofScaling(
          Scheme.RECORDED, interval.value(), Evidence.STATED, interval.evidence());
    }
    warnIfIgnored(options.samplingInterval(), notices);
    return stated(Scheme.SCALED, content.period > 1 ? content.period : 0);
  }

  /**
   * Of Perfetto's traceconv: as heapprofd recorded them, without the interval.
   *
   * @param shown what the rows show it to be; 0 if nothing
   */
  static PprofScaling ofTraceconv(long shown, long given, Notices notices) {
    if (shown > 0) {
      if (given != shown) {
        warnIfIgnored(given, notices);
      }
      return new PprofScaling(Scheme.WEIGHTED, shown, Evidence.STATED, Evidence.SHOWN);
    }
    if (given > 0) {
      return new PprofScaling(Scheme.WEIGHTED, given, Evidence.STATED, Evidence.TOLD);
    }
    notices.add(
        ErrorId.UNKNOWN_INTERVAL,
        "the profile",
        HEAPPROFD_INTERVAL + " bytes, the usual one, is assumed");
    return new PprofScaling(Scheme.WEIGHTED, HEAPPROFD_INTERVAL, Evidence.STATED, Evidence.ASSUMED);
  }

  /** Of any other producer. */
  public static PprofScaling of(
      ScalingEvidence numbers, Stated stated, ReadOptions options, Notices notices) {
    long given = options.samplingInterval();
    boolean isTold = options.scaled() != null && given > 0;
    long used = stated.interval > 1 && !isTold ? stated.interval : given;
    if (numbers.areHits(stated.interval)) {
      warnIfIgnored(given, notices);
      return new PprofScaling(
          Scheme.SCALED, stated.interval, Evidence.SHOWN, Evidence.SHOWN, true, false);
    }
    Verdict verdict = numbers.of(stated.interval > 1 ? stated.interval : used, stated.sizes);
    switch (verdict.kind()) {
      case SCALED -> {
        return shown(verdict, stated, options, notices);
      }
      case RAW -> {
        if (stated.isMoment && stated.inPairs) {
          warnIfContradicted(options, true, notices);
          if (given > 0 && used != given) {
            warnIfIgnored(given, notices);
          }
          return new PprofScaling(
              Scheme.RECORDED,
              used,
              Evidence.SHOWN,
              used == given ? Evidence.TOLD : Evidence.UNTESTED);
        }
      }
      case UNDECIDED -> {}
    }
    return undecided(used, stated, options, notices);
  }

  private static PprofScaling shown(
      Verdict verdict, Stated stated, ReadOptions options, Notices notices) {
    long interval = verdict.interval();
    warnIfContradicted(options, false, notices);
    if (options.samplingInterval() != interval) {
      warnIfIgnored(options.samplingInterval(), notices);
    }
    boolean isStated = interval == stated.interval;
    if (!isStated && stated.interval > 0) {
      notices.add(ErrorId.REFUTED_INTERVAL, stated.interval, interval);
    }
    return new PprofScaling(
        Scheme.SCALED,
        interval,
        Evidence.SHOWN,
        isStated ? Evidence.STATED : Evidence.SHOWN,
        false,
        verdict.byMean());
  }

  private static PprofScaling undecided(
      long used, Stated stated, ReadOptions options, Notices notices) {
    Boolean scaled = options.scaled();
    long given = options.samplingInterval();
    Evidence ofInterval =
        used == 0
            ? Evidence.UNKNOWN
            : used == given ? Evidence.TOLD : stated.sizes ? Evidence.STATED : Evidence.UNTESTED;
    boolean isRaw = scaled == null ? given > 0 && stated.interval == 0 : !scaled;
    if (isRaw && used > 1 && stated.inPairs) {
      return new PprofScaling(Scheme.RECORDED, used, Evidence.TOLD, ofInterval);
    }
    if (used != given || isRaw) {
      warnIfIgnored(given, notices);
    }
    if (isRaw && scaled != null) {
      notices.add(ErrorId.CANNOT_UNSKEW);
    }
    if (scaled != null && scaled) {
      return new PprofScaling(Scheme.SCALED, used, Evidence.TOLD, ofInterval, false, true);
    }
    if (stated.interval == 1) {
      return new PprofScaling(Scheme.EXACT, 1, Evidence.UNTESTED, Evidence.UNTESTED);
    }
    Evidence ofScheme = stated.sizes && used > 0 ? Evidence.STATED : Evidence.ASSUMED;
    if (ofScheme == Evidence.ASSUMED && stated.inPairs) {
      notices.add(ErrorId.UNSTATED_SCALING);
    }
    return new PprofScaling(Scheme.SCALED, isRaw ? 0 : used, ofScheme, ofInterval);
  }

  private static void warnIfIgnored(long given, Notices notices) {
    if (given > 0) {
      notices.add(ErrorId.INTERVAL_IGNORED);
    }
  }

  private static void warnIfContradicted(ReadOptions options, boolean isRaw, Notices notices) {
    Boolean scaled = options.scaled();
    if (scaled != null && scaled == isRaw) {
      notices.add(ErrorId.REFUTED_SCALED, isRaw ? "raw" : "scaled");
    }
  }

  /** A heap of such numbers with how they are estimated, unless samples are unskewed. */
  public RecordedHeap on(RecordedHeap heap) {
    if (ofHits) {
      return heap.withBasis(new HitBytes(heap, interval));
    }
    return byMean ? heap.withBasis(EstimateBasis.MEANS) : heap;
  }

  /** Whether nothing of it has been unskewed. */
  boolean isRaw() {
    return !scheme.isPassThrough();
  }

  /** Whether samples must be unskewed one by one. */
  public boolean ofUnits() {
    return scheme == Scheme.RECORDED;
  }

  /**
   * Where the facts of a heap come from.
   *
   * @param isDifference whether numbers are negative
   * @param isOverTime whether it says how long it took
   */
  public Provenance provenance(boolean isDifference, boolean isOverTime, boolean hasLive) {
    return new Provenance(
        ofScheme,
        ofInterval,
        isDifference
            ? Provenance.Live.DIFFERENCE
            : isOverTime && hasLive ? Provenance.Live.OVER_TIME : Provenance.Live.MOMENT,
        isOverTime ? Provenance.Allocated.STRETCH : Provenance.Allocated.RECORDING);
  }
}
