package dev.heapconv.reader.pprof;

import dev.heapconv.model.Codes;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimateBasis.StoredBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A heap of which something is stored with its samples: its next rows are as many of them. */
final class StoredHeap {

  /** Where the values of {@link PprofRows#values} have the counts. */
  private static final int ALLOC_COUNT = 0;

  private static final int LIVE_COUNT = 2;

  private static final int NUMBERS = 5;

  private final HeapInfo info;
  private final int samples;
  private final PprofRows rows;

  /** In the order of the stored numbers. */
  private final List<View> views = new ArrayList<>();

  /** Of these, where {@link PprofRows#values} has them. */
  private final int[] places;

  /** Of these; null if the estimates are computed. */
  private final @Nullable StoredTable table;

  /** Where it has those of each row. */
  private final int[] estimates;

  /**
   * @param views the heap's views, as indices of columns that have views
   * @param table of its estimates, which may be that of another heap with the same views; null if
   *     the samples are what was recorded, without estimates
   * @param samples which fit in memory
   */
  StoredHeap(
      HeapInfo info,
      List<Integer> views,
      @Nullable StoredTable table,
      int samples,
      PprofColumns columns) {
    this.info = info;
    this.table = table;
    this.samples = samples;
    rows = new PprofRows(columns, PprofScaling.ofOwn(0));
    places = views.stream().mapToInt(columns::view).toArray();
    for (int column : views) {
      this.views.add(columns.viewOrNull(column));
    }
    estimates = new int[table == null ? 0 : samples];
  }

  /** The table that another heap may continue; null if that may not be. */
  @Nullable StoredTable tableOf(List<View> ofOther) {
    return ofOther.equals(views) ? table : null;
  }

  PprofRows rows() {
    return rows;
  }

  /** Whether its samples are what was recorded, without estimates. */
  boolean isRecorded() {
    return table == null;
  }

  /** Whether all its samples have been added. */
  boolean isComplete() {
    return rows.count() == samples;
  }

  HeapInfo info() {
    return info;
  }

  /**
   * Adds the next sample. It was a row when it was written and is one again, whatever others look
   * the same now: estimates of two stacks are not those of one with the sum of their samples.
   *
   * @param labels all of the sample
   */
  void add(int stack, List<Label> labels, Sample sample) {
    List<Label> own = ofRow(labels);
    long[] values = rows.values(sample);
    long allocCount = count(sample, 0, values[ALLOC_COUNT]);
    long liveCount = count(sample, 1, values[LIVE_COUNT]);
    if (table == null) {
      values[ALLOC_COUNT] = allocCount;
      values[LIVE_COUNT] = liveCount;
      rows.addRow(stack, own, values);
      return;
    }
    int same = sample.getHeapconvSame();
    boolean isKnown = same > 0 && same <= table.size();
    estimates[rows.addRow(stack, own, values)] =
        isKnown ? same - 1 : estimate(table, table.add(allocCount, liveCount), sample, values);
  }

  private int estimate(StoredTable into, int place, Sample sample, long[] values) {
    for (int i = 0, at = 0; i < places.length; i++, at += NUMBERS) {
      double value = number(sample, at, values[places[i]]);
      into.builder(i)
          .set(
              place,
              value,
              number(sample, at + 1, value),
              number(sample, at + 2, value),
              number(sample, at + 3, value),
              number(sample, at + 4, value));
    }
    return place;
  }

  /** Without those of its heap, which come first; a row may have some of the same keys. */
  private List<Label> ofRow(List<Label> labels) {
    Set<String> ofHeap = new HashSet<>(Set.of("heap", "dump"));
    if (!info.process().isEmpty()) {
      ofHeap.add("process");
    }
    if (info.pid() >= 0) {
      ofHeap.add("pid");
    }
    return labels.stream().filter(label -> !ofHeap.remove(label.key())).toList();
  }

  /** Only numbers that pass through can be negative: those of a difference. */
  private long count(Sample sample, int place, long implied) {
    long least = info.sampling().scheme().isPassThrough() ? Long.MIN_VALUE : 0;
    boolean isStored = place < sample.getHeapconvCountCount();
    return Math.max(least, isStored ? sample.getHeapconvCount(place) : implied);
  }

  private static double number(Sample sample, int place, double like) {
    boolean isStored = place < sample.getHeapconvEstimateCount();
    long difference = isStored ? sample.getHeapconvEstimate(place) : 0;
    return Double.longBitsToDouble(Double.doubleToRawLongBits(like) ^ difference);
  }

  /**
   * @param dumps how many dumps of this heap there are
   */
  RecordedHeap heap(int dumps, double confidence) {
    List<View> ordered = View.ordered(views);
    RecordedHeap heap = rows.heap(info.withDumps(dumps), ordered);
    if (table == null) {
      return heap;
    }
    List<Column> ofTable = table.columns();
    List<Column> columns =
        Column.pick(
            ordered.stream().map(view -> ofTable.get(views.indexOf(view))).toList(),
            Codes.of(estimates));
    long[] allocCounts = new long[samples];
    long[] liveCounts = new long[samples];
    for (int row = 0; row < samples; row++) {
      allocCounts[row] = table.allocCount(estimates[row]);
      liveCounts[row] = table.liveCount(estimates[row]);
    }
    return heap.withBasis(new StoredBasis(columns, allocCounts, liveCounts, confidence));
  }
}
