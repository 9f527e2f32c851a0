package dev.heapconv.reader.samplelog;

import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SampledRows;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.samplelog.LogRows.LiveTotals;
import dev.heapconv.reader.samplelog.LogRows.Row;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.StackSamples;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** One heap of one process: its live samples, and allocations per stack. */
final class LogSection {

  private static final int NONE = -1;

  final LogHeader header;
  final LogRun run;

  /** No samples of a stack, by the scheme of the log. */
  final StackSamples none;

  private final DumpSelector choice;
  private final Long2IntOpenHashMap stackOfId = new Long2IntOpenHashMap();
  private final LiveSamples live;
  private final LogRows rows = new LogRows();
  private long allocCount;
  private long allocBytes;

  /** Samples of earlier selected dumps: estimates of disjoint stretches of the log add up. */
  private final List<StackSamples[]> stretches = new ArrayList<>();

  final LogTimes times = new LogTimes();
  final SchemeEvidence evidence;
  private long missedFrees;
  private long frees;

  private boolean sizesKnown = true;
  private boolean anySinceDump;
  private double highestLive = -1;

  /** The number of the dump that is remembered; 0 for none. */
  private int marked;

  private boolean sizesKnownAtMark;
  private final List<DumpSummary> dumps = new ArrayList<>();
  private final List<RecordedHeap> taken = new ArrayList<>();

  LogSection(LogHeader header, LogRun run, DumpSelector choice) {
    this.header = header;
    this.run = run;
    run.add(this);
    run.process.add(this);
    this.choice = choice;
    none = StackSamples.of(header.scheme(), header.interval());
    evidence = new SchemeEvidence(header);
    live = new LiveSamples(none, isComplete());
    stackOfId.defaultReturnValue(NONE);
  }

  void defineStack(long id, int stack) {
    stackOfId.put(id, stack);
  }

  /** The stack with a number defined in the log; -1 if undefined. */
  int stack(long id) {
    return stackOfId.get(id);
  }

  /**
   * Adds a recorded allocation; true if its address is still live, so that a free was missed.
   *
   * @param line of its record
   * @param extra what the scheme records besides the size: the bytes to sample, or the weight
   * @param sizeKnown false for weights without sizes, of which only the sums are used
   */
  boolean alloc(
      long line,
      int stack,
      long address,
      long size,
      long allocated,
      double extra,
      boolean sizeKnown) {
    int row = rows.of(stack);
    Row sums = rows.changing(row);
    addAlloc(sums, 1, none.recordedBytes(size, allocated, extra));
    evidence.add(line, size, extra, sizeKnown);
    run.allocates(address, this);
    boolean missedFree = live.add(address, row, size, allocated, extra);
    missedFrees += missedFree ? 1 : 0;
    sizesKnown &= sizeKnown;
    anySinceDump = true;
    samplesOf(sums).add(size, allocated, extra);
    return missedFree;
  }

  private void addAlloc(Row row, long count, long bytes) {
    row.add(count, bytes);
    allocCount = Saturation.add(allocCount, count);
    allocBytes = Saturation.add(allocBytes, bytes);
  }

  /** The samples of allocated memory of a row since the last selected dump. */
  private StackSamples samplesOf(Row row) {
    if (row.samples == null) {
      row.samples = none.copy();
    }
    return row.samples;
  }

  boolean isEmpty() {
    return rows.size() == 0 && frees == 0;
  }

  boolean isLive(long address) {
    return live.holds(address);
  }

  void forEachLiveAddress(LongConsumer consumer) {
    live.forEachAddress(consumer);
  }

  /** Frees what is at an address; true if it was free already, so that an alloc was missed. */
  boolean free(long address) {
    anySinceDump = true;
    frees++;
    return live.free(address);
  }

  /** Adds totals of a stack: allocations and frees since the previous totals. */
  void total(int stack, LogRecord record) {
    Row sum = rows.changing(rows.of(stack));
    LiveTotals totals = sum.totals == null ? new LiveTotals() : sum.totals;
    sum.totals = totals;
    long count = record.get(LogField.COUNT);
    long freedCount = record.get(LogField.FREED_COUNT);
    long bytes = record.get(LogField.BYTES);
    long freedBytes = record.get(LogField.FREED_BYTES);
    if (none.addsTotals()) {
      long sampled = record.get(LogField.SAMPLED);
      long freedSampled = record.get(LogField.FREED_SAMPLED);
      count = record.has(LogField.COUNT) ? count : sampled;
      freedCount = record.has(LogField.FREED_COUNT) ? freedCount : freedSampled;
      bytes = Saturation.add(sampled, record.get(LogField.TO_SAMPLE));
      freedBytes = Saturation.add(freedSampled, record.get(LogField.FREED_TO_SAMPLE));
    }
    addAlloc(sum, count, bytes);
    totals.count = Saturation.add(totals.count, count - freedCount);
    totals.bytes = Saturation.add(totals.bytes, bytes - freedBytes);
    live.addTotals(count - freedCount, bytes - freedBytes);
    anySinceDump = true;
    if (none.addsTotals()) {
      totals.sampled =
          Saturation.add(
              totals.sampled, record.get(LogField.SAMPLED) - record.get(LogField.FREED_SAMPLED));
      totals.toSample =
          Saturation.add(
              totals.toSample,
              record.get(LogField.TO_SAMPLE) - record.get(LogField.FREED_TO_SAMPLE));
      totals.objects += record.decimal(LogField.OBJECTS) - record.decimal(LogField.FREED_OBJECTS);
      samplesOf(sum)
          .addTotals(
              record.get(LogField.SAMPLED),
              record.get(LogField.TO_SAMPLE),
              record.decimal(LogField.OBJECTS));
    } else {
      sizesKnown = false;
    }
  }

  /** A snapshot ends here. */
  void dump() {
    anySinceDump = false;
    times.dump();
    int number = dumps.size() + 1;
    dumps.add(
        new DumpSummary(
            info(number),
            View.ALL,
            rows.size(),
            List.of(allocCount, allocBytes, live.count(), live.bytes())));
    if (DumpSelector.takes(choice, number)) {
      mark();
      take();
    } else if (choice instanceof DumpSelector.Max && live.bytes() > highestLive) {
      highestLive = live.bytes();
      mark();
    }
  }

  /** The log or this section ends: what follows the last dump becomes another dump. */
  void finish(RecordingBuilder recording) {
    if (anySinceDump || dumps.isEmpty()) {
      dump();
    }
    if (choice instanceof DumpSelector.Last) {
      mark();
    }
    if (choice instanceof DumpSelector.Last || choice instanceof DumpSelector.Max) {
      take();
    }
    times.end();
    if (!run.process.isLiveKnown()) {
      dumps.replaceAll(DumpSummary::withoutLive);
      taken.replaceAll(RecordedHeap::withoutLive);
    }
    int last = dumps.size() - 1;
    dumps.set(last, dumps.get(last).withFindings(findings()));
    dumps.forEach(dump -> recording.dump(dump.withInfo(timed(dump.info()))));
    taken.forEach(heap -> recording.kept(heap.withInfo(timed(heap.info()))));
    report(recording.notices());
  }

  private HeapInfo timed(HeapInfo info) {
    long after = times.of(info.dump().number());
    long at = header.timeNanos() == 0 ? 0 : Saturation.add(header.timeNanos(), after);
    Provenance from = info.provenance();
    // A dump that was asked for by its number, or as a peak, is a moment of its own.
    boolean isEnd = choice instanceof DumpSelector.Last || choice instanceof DumpSelector.All;
    return info.withDumps(dumps.size())
        .withTimes(at, after)
        .withProvenance(
            run.hasEnded() && isEnd && info.dump().number() == dumps.size()
                ? from.withLive(Live.ENDED)
                : from);
  }

  /** What the whole section shows, for the author of what wrote it. */
  private Map<String, Object> findings() {
    Map<String, Object> found = new LinkedHashMap<>();
    evidence.addFindings(found);
    found.put("frees", frees());
    found.put("unknown_frees", unknownFrees());
    found.put("missed_frees", missedFrees);
    found.put("live_known", run.process.isLiveKnown());
    found.put("last_time_nanos", times.of(dumps.size()));
    found.put("times_left_out", times.leftOut());
    return found;
  }

  /** Reports what is against the header. */
  private void report(Notices notices) {
    evidence.report(notices, processName());
    if (times.leftOut() > 0) {
      notices.add(
          ErrorId.TIMES_LEFT_OUT,
          times.leftOut(),
          times.firstLeftOut(),
          "it is days ahead of the times that follow");
    }
    if (unknownFrees() > 0) {
      notices.add(ErrorId.UNKNOWN_FREES, unknownFrees());
    }
  }

  /** Remembers the last dump. */
  private void mark() {
    marked = dumps.size();
    sizesKnownAtMark = sizesKnown;
    rows.mark();
    live.mark();
  }

  private HeapInfo info(int dump) {
    return HeapInfo.of(header.heap(), Sampling.of(header.scheme(), header.interval()))
        .withProvenance(
            Provenance.STATED.withSampling(Evidence.STATED, header.sampled().evidence()))
        .withRecording(run.recording)
        .withProcess(header.pid(), header.process())
        .withDump(dump, dump);
  }

  /** Takes the dump that was marked. */
  private void take() {
    RecordedRows out = RecordedRows.ofSums(List.of());
    StackSamples[] liveSamples = new StackSamples[rows.marked()];
    StackSamples[] allocSamples = new StackSamples[rows.marked()];
    int[] liveCounts = new int[rows.marked()];
    live.forEachMarked((i, size, allocated, extra) -> liveCounts[i]++);
    for (int i = 0; i < rows.marked(); i++) {
      Row row = rows.marked(i);
      out.newRow(row.stack, List.of());
      out.addAlloc(i, row.allocCount, row.allocBytes);
      allocSamples[i] = row.samples;
      LiveTotals totals = row.totals;
      if (totals != null) {
        out.addLive(i, Math.max(0, totals.count), Math.max(0, totals.bytes));
        if (totals.sampled != 0 || totals.toSample != 0) {
          liveSamples[i] = none.copy();
          liveSamples[i].addTotals(totals.sampled, totals.toSample, totals.objects);
        }
      } else if (stretches.isEmpty() && liveCounts[i] == row.allocCount) {
        // All are live, so that one object is enough for both, as for most of many stacks.
        liveSamples[i] = row.samples;
      }
    }
    live.forEachMarked(
        (i, size, allocated, extra) -> {
          out.addLive(i, 1, none.recordedBytes(size, allocated, extra));
          if (liveSamples[i] == null) {
            liveSamples[i] = none.copy();
          }
          if (liveSamples[i] != allocSamples[i]) {
            liveSamples[i].add(size, allocated, extra);
          }
        });
    stretches.add(allocSamples);
    rows.forgetSamples();
    taken.add(
        out.heap(
            dumps.get(marked - 1).info(),
            View.ALL,
            sizesKnownAtMark
                ? new SampledRows(none, stretches, liveSamples)
                : EstimateBasis.Sums.PLAIN));
  }

  String processName() {
    return info(1).id().process().displayName();
  }

  /** Whether every allocation is recorded. */
  boolean isComplete() {
    return info(1).sampling().isComplete();
  }

  /** Allocations at the address of one that was still live. */
  long missedFrees() {
    return missedFrees;
  }

  /** Frees of what was live. */
  long frees() {
    return frees - live.unknownFrees();
  }

  /** Frees of what was not live; known when the section has ended. */
  private long unknownFrees() {
    return Saturation.add(live.unknownFrees(), rows.unknownFrees());
  }
}
