package dev.heapconv.reader.samplelog;

import dev.heapconv.aggregate.SampleEstimator;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.samples.Saturation;
import dev.heapconv.unskew.samples.StackSamples;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** One heap of one process: its live samples, and allocations per stack. */
final class LogSection {

  private static final int NONE = -1;

  /** Sums of {@code total} records, whose samples are not known individually. */
  private static final class Totals {
    private long liveCount;
    private long liveBytes;
    private long liveSampled;
    private long liveToSample;
    private double liveObjects;
  }

  final LogHeader header;

  /** No samples of a stack, by the scheme of the log. */
  final StackSamples none;

  private final DumpSelector choice;
  private final Long2IntOpenHashMap stackOfId = new Long2IntOpenHashMap();
  private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
  private final LiveSamples live;
  private int[] stacks = new int[64];
  private long[] allocCount = new long[64];
  private long[] allocBytes = new long[64];
  private StackSamples[] samples = new StackSamples[64];
  private Totals[] totals = {};
  private int rows;

  /** Samples of earlier selected dumps: estimates of disjoint stretches of the log add up. */
  private final List<StackSamples[]> stretches = new ArrayList<>();

  private boolean sizesKnown = true;
  private boolean anySinceDump;
  private long time;
  private double highestLive = -1;
  private final List<DumpSummary> dumps = new ArrayList<>();
  private final List<RecordedHeap> taken = new ArrayList<>();

  LogSection(LogHeader header, DumpSelector choice) {
    this.header = header;
    this.choice = choice;
    none = newSamples();
    live = new LiveSamples(none);
    stackOfId.defaultReturnValue(NONE);
    rowOfStack.defaultReturnValue(NONE);
  }

  void defineStack(long id, int stack) {
    stackOfId.put(id, stack);
  }

  /** The stack with a number defined in the log; -1 if undefined. */
  int stack(long id) {
    return stackOfId.get(id);
  }

  void time(long nanos) {
    time = Math.max(time, nanos);
  }

  private int row(int stack) {
    int row = rowOfStack.get(stack);
    if (row == NONE) {
      row = rows++;
      if (row == stacks.length) {
        int capacity = row * 2;
        stacks = Arrays.copyOf(stacks, capacity);
        allocCount = Arrays.copyOf(allocCount, capacity);
        allocBytes = Arrays.copyOf(allocBytes, capacity);
        samples = Arrays.copyOf(samples, capacity);
      }
      stacks[row] = stack;
      rowOfStack.put(stack, row);
    }
    return row;
  }

  /**
   * Adds a recorded allocation; true if its address is still live, so that a free was missed.
   *
   * @param extra what the scheme records besides the size: the bytes to sample, or the weight
   * @param sizeKnown false for weights without sizes, of which only the sums are used
   */
  boolean alloc(
      int stack, long address, long size, long allocated, double extra, boolean sizeKnown) {
    int row = row(stack);
    allocCount[row]++;
    allocBytes[row] = Saturation.add(allocBytes[row], none.recordedBytes(size, allocated, extra));
    boolean missedFree = live.add(address, row, size, allocated, extra);
    sizesKnown &= sizeKnown;
    anySinceDump = true;
    samplesOf(row).add(size, allocated, extra);
    return missedFree;
  }

  private StackSamples newSamples() {
    return StackSamples.of(header.scheme(), header.interval());
  }

  /** The samples of allocated memory of a row since the last selected dump. */
  private StackSamples samplesOf(int row) {
    if (samples[row] == null) {
      samples[row] = newSamples();
    }
    return samples[row];
  }

  void free(long address) {
    anySinceDump = true;
    live.free(address);
  }

  /** Adds totals of a stack: allocations and frees since the previous totals. */
  void total(int stack, LogRecord record) {
    int row = row(stack);
    if (totals.length <= row) {
      totals = Arrays.copyOf(totals, stacks.length);
    }
    if (totals[row] == null) {
      totals[row] = new Totals();
    }
    Totals sum = totals[row];
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
    allocCount[row] = Saturation.add(allocCount[row], count);
    allocBytes[row] = Saturation.add(allocBytes[row], bytes);
    sum.liveCount = Saturation.add(sum.liveCount, count - freedCount);
    sum.liveBytes = Saturation.add(sum.liveBytes, bytes - freedBytes);
    live.addTotals(count - freedCount, bytes - freedBytes);
    anySinceDump = true;
    if (none.addsTotals()) {
      sum.liveSampled =
          Saturation.add(
              sum.liveSampled, record.get(LogField.SAMPLED) - record.get(LogField.FREED_SAMPLED));
      sum.liveToSample =
          Saturation.add(
              sum.liveToSample,
              record.get(LogField.TO_SAMPLE) - record.get(LogField.FREED_TO_SAMPLE));
      sum.liveObjects += record.get(LogField.OBJECTS) - (double) record.get(LogField.FREED_OBJECTS);
      samplesOf(row)
          .addTotals(
              record.get(LogField.SAMPLED),
              record.get(LogField.TO_SAMPLE),
              record.get(LogField.OBJECTS));
    } else {
      sizesKnown = false;
    }
  }

  /** A snapshot ends here. */
  void dump() {
    anySinceDump = false;
    dumps.add(
        new DumpSummary(
            info(dumps.size() + 1, 0),
            View.ALL,
            rows,
            List.of(sum(allocCount), sum(allocBytes), live.count(), live.bytes())));
    boolean highest = choice instanceof DumpSelector.Max && live.bytes() > highestLive;
    if (highest) {
      highestLive = live.bytes();
      taken.clear();
    }
    if (highest || DumpSelector.takes(choice, dumps.size())) {
      taken.add(snapshot(dumps.size()));
      stretches.add(samples);
      samples = new StackSamples[stacks.length];
    }
  }

  /** The log or this section ends: what follows the last dump becomes another dump. */
  void finish() {
    if (anySinceDump || dumps.isEmpty()) {
      dump();
    }
    if (choice instanceof DumpSelector.Last) {
      taken.add(snapshot(dumps.size()));
    }
  }

  private HeapInfo info(int dump, int dumpCount) {
    long at = header.timeNanos() == 0 ? 0 : Saturation.add(header.timeNanos(), time);
    return new HeapInfo(
        header.pid(),
        header.process(),
        header.heap(),
        dump,
        Math.max(dump, dumpCount),
        at,
        time,
        header.scheme(),
        header.interval(),
        header.interval());
  }

  private RecordedHeap snapshot(int number) {
    RecordedRows out = RecordedRows.ofSums(List.of());
    StackSamples[] liveSamples = new StackSamples[rows];
    for (int row = 0; row < rows; row++) {
      out.row(stacks[row]);
      out.addAlloc(row, allocCount[row], allocBytes[row]);
      Totals sum = row >= totals.length ? null : totals[row];
      if (sum != null) {
        out.addLive(row, Math.max(0, sum.liveCount), Math.max(0, sum.liveBytes));
        if (sum.liveSampled != 0 || sum.liveToSample != 0) {
          liveSamples[row] = newSamples();
          liveSamples[row].addTotals(sum.liveSampled, sum.liveToSample, sum.liveObjects);
        }
      }
    }
    BitSet slots = live.slots();
    for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
      int row = live.row(slot);
      out.addLive(row, 1, live.recordedBytes(slot));
      if (allocCount[row] == 1 && samples[row] != null && row >= totals.length) {
        // The same sample, which need not be kept twice: of a million stacks most have only one.
        liveSamples[row] = samples[row];
        continue;
      }
      if (liveSamples[row] == null) {
        liveSamples[row] = newSamples();
      }
      liveSamples[row].add(live.size(slot), live.allocated(slot), live.extra(slot));
    }
    List<StackSamples[]> allocSamples = new ArrayList<>(stretches);
    allocSamples.add(samples);
    return out.heap(
        info(number, 0),
        View.ALL,
        sizesKnown ? new SampleEstimator(none, allocSamples, liveSamples) : EstimateBasis.SUMS);
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum = Saturation.add(sum, value);
    }
    return sum;
  }

  /** Frees of addresses that were not live; known when the section has ended. */
  long unknownFrees() {
    return live.unknownFrees();
  }

  List<DumpSummary> dumps() {
    return dumps;
  }

  List<RecordedHeap> taken() {
    return taken;
  }
}
