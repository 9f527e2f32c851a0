package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Known;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Process;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.View;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.HeapprofdRows;
import dev.heapconv.unskew.samples.HeapprofdRows.Content;
import dev.heapconv.unskew.samples.HeapprofdRows.Sampler;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one heap of a trace was sampled: by what its dumps and the configuration state, and by what
 * its rows show. A heap may have a sampler of its own, whose numbers heapprofd stores as they are.
 */
final class HeapSampling {

  private static final long DEFAULT_INTERVAL = 4096;

  private final HeapAccumulator heap;
  private final Process process;
  private final TraceFacts facts;
  private final GivenSampling given;
  private final Notices notices;
  private final String service;

  /** What is there of the last dump that is taken; null if none is. */
  private final @Nullable HeapprofdRows rows;

  /** The interval that the rows show; 0 if they show none, less before they are asked. */
  private long ofWeights = -1;

  /** The smallest interval of the dumps so far. */
  private long first = Long.MAX_VALUE;

  /**
   * @param service name and version of the tracing service of its machine
   * @param taken the dumps that are taken
   */
  HeapSampling(
      HeapAccumulator heap,
      Process process,
      TraceFacts facts,
      GivenSampling given,
      Notices notices,
      String service,
      Iterable<RecordedHeap> taken) {
    this.heap = heap;
    this.process = process;
    this.facts = facts;
    this.given = given;
    this.notices = notices;
    this.service = service;
    this.rows = rows(taken);
  }

  private Sampler sampler() {
    return switch (heap.heap) {
      case HeapHeader.UNNAMED_HEAP -> Sampler.HEAPPROFD;
      case HeapAccumulator.ART_HEAP -> Sampler.OWN;
      default -> Sampler.ANY;
    };
  }

  private @Nullable HeapprofdRows rows(Iterable<RecordedHeap> taken) {
    boolean isStated = true;
    for (DumpRecord dump : heap.dumps()) {
      isStated &= dump.samplingInterval() > 0;
    }
    // Hundreds of thousands of rows take a tenth of the time of reading them.
    boolean isQuick = isStated && sampler() == Sampler.HEAPPROFD && !given.hasInterval();
    HeapprofdRows rows = null;
    for (RecordedHeap dump : taken) {
      boolean hasTotals = dump.views().contains(View.ALLOC_SPACE);
      rows = new HeapprofdRows();
      for (int row = 0; row < dump.rows() && !(isQuick && rows.decidesForMalloc()); row++) {
        rows.add(
            hasTotals ? dump.allocCount(row) : dump.liveCount(row),
            hasTotals ? dump.allocBytes(row) : dump.liveBytes(row));
      }
    }
    return rows;
  }

  /** The same dump with how it was sampled. Call it for all dumps, in their order. */
  HeapInfo of(HeapInfo info, DumpRecord dump, Live live) {
    Known<Long> stated = stated(dump);
    // Estimates show whether the given one is too large.
    long shown = !given.hasInterval() || dump.producer().isScaled() ? 0 : ofWeights();
    Known<Long> interval = given.interval(Math.max(shown, given.interval()), stated, notices);
    if (interval.value() == 0 && !dump.producer().isScaled()) {
      notices.add(
          ErrorId.UNKNOWN_INTERVAL,
          process.displayName() + ": the trace",
          DEFAULT_INTERVAL + " bytes is assumed");
      interval = new Known<>(DEFAULT_INTERVAL, Evidence.ASSUMED);
    }
    first = Math.min(first, interval.value());
    boolean grows = dump.origSamplingInterval() > 0 && !given.hasInterval();
    long began = grows ? Math.min(dump.origSamplingInterval(), interval.value()) : first;
    Evidence ofScheme = Evidence.STATED;
    Sampling sampling =
        new Sampling(
            Scheme.WEIGHTED, interval.value(), began, TraceFacts.cutoff(interval.value(), service));
    if (dump.producer().isScaled()) {
      sampling = Sampling.scaled(interval.value()).withFirst(began);
    } else if (rows != null) {
      switch (content(dump, stated.value() > 0 ? stated.value() : interval.value())) {
        case WEIGHTS -> {}
        case SIZES -> {
          sampling = Sampling.of(Scheme.RECORDED, interval.value());
          ofScheme = Evidence.SHOWN;
        }
        case UNKNOWN -> {
          notices.add(ErrorId.UNKNOWN_SAMPLER, heap.heap);
          ofScheme = Evidence.UNKNOWN;
        }
      }
    }
    return info.withSampling(sampling)
        .withProvenance(
            Provenance.STATED.withSampling(ofScheme, interval.evidence()).withLive(live));
  }

  /**
   * What the rows hold.
   *
   * @param interval at which the heap was sampled, whatever is given
   */
  private Content content(DumpRecord dump, long interval) {
    long original = dump.origSamplingInterval() > 0 ? dump.origSamplingInterval() : interval;
    return Objects.requireNonNull(rows).content(interval, Math.min(original, interval), sampler());
  }

  /** Numbers of a dump as that which they are estimated from. */
  static RecordedHeap numbers(RecordedHeap dump) {
    Sampling sampling = dump.info().sampling();
    return sampling.scheme() == Scheme.RECORDED
        ? dump.asUnits(RecordedUnits.UnitKind.PLAIN_SUM, sampling.interval(), List.of())
        : dump;
  }

  private long ofWeights() {
    if (ofWeights < 0) {
      ofWeights = rows == null ? 0 : rows.interval();
    }
    return ofWeights;
  }

  /** The interval that is stated in bytes, or that the rows show; 0 if it is unknown. */
  private Known<Long> stated(DumpRecord dump) {
    if (dump.producer() == Producer.CHROMIUM) {
      return new Known<>(facts.chromiumInterval(), facts.chromiumEvidence());
    }
    if (dump.producer().isScaled()) {
      return new Known<>(0L, Evidence.UNKNOWN);
    }
    if (dump.samplingInterval() > 0) {
      return new Known<>(dump.samplingInterval(), Evidence.STATED);
    }
    // Rows tell what a configuration for several processes leaves open.
    long configured = facts.configuredIntervals.of(process, heap.heap);
    long shown = ofWeights();
    return shown > 0 && shown != configured
        ? new Known<>(shown, Evidence.SHOWN)
        : new Known<>(configured, configured > 0 ? Evidence.STATED : Evidence.UNKNOWN);
  }
}
