package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis.Sums;
import dev.heapconv.model.Known;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.HeapprofdRows;
import dev.heapconv.unskew.samples.HeapprofdRows.Content;
import dev.heapconv.unskew.samples.HeapprofdRows.Sampler;
import dev.heapconv.unskew.samples.ScalingEvidence;
import dev.heapconv.unskew.samples.ScalingEvidence.Kind;
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
    Sampling sampling, Evidence ofScheme, Evidence ofInterval, boolean ofHits, boolean byMean) {

  private PprofScaling(Sampling sampling, Evidence ofScheme, Evidence ofInterval) {
    this(sampling, ofScheme, ofInterval, false, false);
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
   * @param isList whether rows list all that there is, such as each block with its size: samples
   *     are not listed so
   * @param isMoment whether its numbers are neither differences nor sums over a time, of which
   *     those below the interval refute nothing
   * @param inPairs whether there are objects where there are bytes
   */
  public record Stated(
      long interval, boolean sizes, boolean isList, boolean isMoment, boolean inPairs) {}

  /** Of this program, with the interval that it stored; 0 if unknown. */
  public static PprofScaling ofOwn(long interval) {
    return new PprofScaling(Sampling.scaled(interval), Evidence.STATED, Evidence.STATED);
  }

  /** Of Fuchsia: without a period raw, sampled every 128 KiB; with the period 1 scaled. */
  static PprofScaling ofFuchsia(
      PprofContent content, PprofColumns columns, GivenSampling given, Notices notices) {
    boolean isRaw = content.period == 0 && columns.haveBytes();
    Known<Boolean> scaled = given.scaled(new Known<>(!isRaw, Evidence.STATED), notices);
    Known<Long> interval =
        given.interval(
            isRaw ? FUCHSIA_INTERVAL : content.period > 1 ? content.period : 0, Evidence.STATED);
    return new PprofScaling(
        sampling(scaled.value(), interval.value()), scaled.evidence(), interval.evidence());
  }

  /** Of a share of all allocations that the profile does not state: samples, as recorded. */
  static PprofScaling ofUnknownShare(GivenSampling given, Notices notices) {
    Known<Boolean> scaled = given.scaled(new Known<>(false, Evidence.STATED), notices);
    return new PprofScaling(sampling(scaled.value(), 0), scaled.evidence(), Evidence.UNKNOWN);
  }

  private static Sampling sampling(boolean isScaled, long interval) {
    return Sampling.of(isScaled ? Scheme.SCALED : Scheme.RECORDED, interval);
  }

  /** Of Perfetto's traceconv: as heapprofd recorded them, without the interval. */
  static PprofScaling ofTraceconv(
      String heap, HeapprofdRows rows, GivenSampling given, Notices notices) {
    long shown = rows.interval();
    if (shown == 0 && !given.hasInterval()) {
      notices.add(
          ErrorId.UNKNOWN_INTERVAL,
          "the profile",
          HEAPPROFD_INTERVAL + " bytes, the usual one, is assumed");
    }
    Known<Long> interval =
        given.interval(
            shown,
            shown > 0
                ? new Known<>(shown, Evidence.SHOWN)
                : new Known<>(HEAPPROFD_INTERVAL, Evidence.ASSUMED),
            notices);
    if (given.scaled() != null) {
      return new PprofScaling(
          sampling(given.scaled(), interval.value()), Evidence.TOLD, interval.evidence());
    }
    long used = shown > 0 ? shown : interval.value();
    boolean areSizes =
        heap.equals(PprofHeap.ART_HEAP) && rows.content(used, used, Sampler.OWN) == Content.SIZES;
    return areSizes
        ? new PprofScaling(sampling(false, interval.value()), Evidence.SHOWN, interval.evidence())
        : new PprofScaling(
            Sampling.weighted(interval.value()), Evidence.STATED, interval.evidence());
  }

  /** Of any other producer. */
  public static PprofScaling of(
      ScalingEvidence numbers, Stated stated, GivenSampling all, Notices notices) {
    // Counts alone cannot be scaled, but they may be all that there was.
    boolean hasRoom = stated.inPairs || stated.interval > 1 || all.interval() == 1;
    GivenSampling given = hasRoom ? all : all.withoutInterval();
    if (stated.isList && stated.interval == 0 && all.equals(GivenSampling.NOTHING)) {
      return new PprofScaling(Sampling.COMPLETE, Evidence.SHOWN, Evidence.SHOWN);
    }
    long known = stated.interval > 1 ? stated.interval : given.interval();
    long hits = numbers.areHits(known) ? known : known > 1 ? 0 : numbers.hitInterval();
    boolean areHits = hits > 0;
    Verdict verdict =
        areHits ? new Verdict(Kind.SCALED, hits, false) : numbers.of(known, stated.sizes);
    boolean isShown =
        verdict.kind() == Kind.SCALED
            || verdict.kind() == Kind.RAW && stated.isMoment && stated.inPairs;
    Known<Long> interval =
        given.interval(
            verdict.interval(),
            areHits ? new Known<>(hits, Evidence.SHOWN) : interval(stated, verdict, given),
            notices);
    if (interval.evidence() != Evidence.TOLD
        && verdict.interval() != stated.interval
        && verdict.interval() > 0
        && stated.interval > 0) {
      notices.add(ErrorId.REFUTED_INTERVAL, stated.interval, verdict.interval());
    }
    Known<Boolean> scaled =
        given.scaled(
            isShown
                ? new Known<>(verdict.kind() == Kind.SCALED, Evidence.SHOWN)
                : undecided(stated, given, interval),
            notices);
    boolean isPossible = interval.value() == 1 || interval.value() > 0 && stated.inPairs;
    if (!scaled.value() && !isPossible) {
      notices.add(ErrorId.CANNOT_UNSKEW);
      scaled = new Known<>(true, Evidence.ASSUMED);
      interval = new Known<>(0L, Evidence.UNKNOWN);
    }
    if (scaled.evidence() == Evidence.ASSUMED && stated.inPairs) {
      notices.add(ErrorId.UNSTATED_SCALING);
    }
    boolean isScaled = scaled.value() && interval.value() != 1;
    return new PprofScaling(
        sampling(scaled.value(), interval.value()),
        scaled.evidence(),
        interval.evidence(),
        isScaled && areHits,
        isScaled
            && (verdict.kind() == Kind.SCALED
                ? verdict.byMean()
                : scaled.evidence() == Evidence.TOLD));
  }

  /** What the profile states of the interval, or shows. */
  private static Known<Long> interval(Stated stated, Verdict verdict, GivenSampling given) {
    if (verdict.interval() > 0) {
      boolean isStated = verdict.interval() == stated.interval;
      return new Known<>(verdict.interval(), isStated ? Evidence.STATED : Evidence.SHOWN);
    }
    // Numbers of which the user says that they are scaled were not all recorded.
    if (stated.interval == 0 || stated.interval == 1 && Boolean.TRUE.equals(given.scaled())) {
      return new Known<>(0L, Evidence.UNKNOWN);
    }
    // Merged profiles state an interval of one byte, too.
    boolean isScaled = stated.sizes && stated.interval > 1 && verdict.kind() != Kind.RAW;
    return new Known<>(stated.interval, isScaled ? Evidence.STATED : Evidence.UNTESTED);
  }

  /** Of numbers that do not show whether they are scaled. */
  private static Known<Boolean> undecided(
      Stated stated, GivenSampling given, Known<Long> interval) {
    if (interval.value() == 1) {
      return new Known<>(true, interval.evidence());
    }
    if (given.hasInterval() && stated.interval <= 1) {
      return new Known<>(false, Evidence.TOLD);
    }
    boolean isStated = stated.sizes && interval.value() > 0;
    return new Known<>(true, isStated ? Evidence.STATED : Evidence.ASSUMED);
  }

  /** A heap of such numbers with how they are estimated, unless samples are unskewed. */
  public RecordedHeap on(RecordedHeap heap) {
    if (ofHits) {
      return heap.withBasis(Sums.WHOLE_INTERVALS);
    }
    return byMean ? heap.withBasis(Sums.SCALED_BY_MEAN) : heap;
  }

  /** Whether nothing of it has been unskewed. */
  boolean isRaw() {
    return !sampling.scheme().isPassThrough();
  }

  /** Whether samples must be unskewed one by one. */
  public boolean ofUnits() {
    return sampling.scheme() == Scheme.RECORDED && sampling.isIntervalKnown();
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
