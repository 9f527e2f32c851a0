package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Known;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Process;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.HeapprofdRows;
import dev.heapconv.unskew.samples.HeapprofdRows.Content;
import java.util.List;
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

  private static @Nullable HeapprofdRows rows(Iterable<RecordedHeap> taken) {
    HeapprofdRows rows = null;
    for (RecordedHeap dump : taken) {
      boolean hasTotals = dump.views().contains(View.ALLOC_SPACE);
      rows = new HeapprofdRows();
      for (int row = 0; row < dump.rows(); row++) {
        rows.add(
            hasTotals ? dump.allocCount(row) : dump.liveCount(row),
            hasTotals ? dump.allocBytes(row) : dump.liveBytes(row));
      }
    }
    return rows;
  }

  /** The same dump with how it was sampled. Call it for all dumps, in their order. */
  HeapInfo of(HeapInfo info, DumpRecord dump) {
    Known<Long> interval = interval(dump);
    first = Math.min(first, interval.value());
    boolean isStated = dump.origSamplingInterval() > 0 && !given.hasInterval();
    long began = isStated ? Math.min(dump.origSamplingInterval(), interval.value()) : first;
    if (dump.producer().isScaled()) {
      return known(
          info, Sampling.scaled(interval.value()).withFirst(began), Evidence.STATED, interval);
    }
    Content content =
        rows == null
            ? Content.WEIGHTS
            : rows.content(
                interval.value(),
                isStated ? began : interval.value(),
                heap.heap.equals(HeapAccumulator.ART_HEAP));
    Sampling weights =
        new Sampling(
            Scheme.WEIGHTED, interval.value(), began, TraceFacts.cutoff(interval.value(), service));
    return switch (content) {
      case WEIGHTS -> known(info, weights, Evidence.STATED, interval);
      case SIZES ->
          known(info, Sampling.of(Scheme.RECORDED, interval.value()), Evidence.SHOWN, interval);
      case UNKNOWN -> {
        notices.add(ErrorId.UNKNOWN_SAMPLER, heap.heap);
        yield known(info, weights, Evidence.UNKNOWN, interval);
      }
    };
  }

  private static HeapInfo known(
      HeapInfo info, Sampling sampling, Evidence ofScheme, Known<Long> interval) {
    return info.withSampling(sampling)
        .withProvenance(Provenance.STATED.withSampling(ofScheme, interval.evidence()));
  }

  /** Numbers of a dump as that which they are estimated from. */
  static RecordedHeap numbers(RecordedHeap dump) {
    Sampling sampling = dump.info().sampling();
    return sampling.scheme() == Scheme.RECORDED
        ? dump.asUnits(RecordedRows.UnitKind.PLAIN_SUM, sampling.interval(), List.of())
        : dump;
  }

  private Known<Long> interval(DumpRecord dump) {
    if (dump.producer() == Producer.CHROMIUM) {
      return given.interval(facts.chromiumInterval(), facts.chromiumEvidence());
    }
    if (dump.producer().isScaled()) {
      return given.interval(0, Evidence.UNKNOWN);
    }
    long stated = dump.samplingInterval();
    if (stated == 0) {
      // Rows tell what a configuration for several processes leaves open.
      long configured = facts.configuredIntervals.of(process, heap.heap);
      long shown = rows == null ? 0 : rows.interval();
      if (shown > 0 && shown != configured) {
        return given.interval(shown, Evidence.SHOWN);
      }
      stated = configured;
    }
    Known<Long> known = given.interval(stated, Evidence.STATED);
    if (known.value() > 0) {
      return known;
    }
    notices.add(
        ErrorId.UNKNOWN_INTERVAL,
        process.displayName() + ": the trace",
        DEFAULT_INTERVAL + " bytes is assumed");
    return new Known<>(DEFAULT_INTERVAL, Evidence.ASSUMED);
  }
}
