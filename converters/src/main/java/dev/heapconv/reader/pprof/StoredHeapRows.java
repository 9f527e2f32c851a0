package dev.heapconv.reader.pprof;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimateBasis.StoredBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Estimates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts the samples of a heap and what is stored with them together. */
final class StoredHeapRows {

  /** Where the values of {@link PprofRows#values} have the counts. */
  private static final int ALLOC_COUNT = 0;

  private static final int LIVE_COUNT = 2;

  private final StoredEstimates.Heap heap;
  private final PprofColumns columns;
  private final PprofRows rows;
  private final long samples;

  /** By view of the heap; none if the estimates are computed. */
  private final Column.Builder[] estimates;

  private final long[] allocCounts;
  private final long[] liveCounts;
  private final StoredColumn[] decoders;
  private int part = -1;
  private int rowOfPart;

  /**
   * @param heap whose samples fit in memory
   */
  StoredHeapRows(StoredEstimates.Heap heap, PprofColumns columns) {
    this.heap = heap;
    this.columns = columns;
    rows = new PprofRows(columns, PprofScaling.ofOwn(0));
    samples = heap.samples();
    int stored = heap.recorded() ? 0 : Math.toIntExact(samples);
    estimates = new Column.Builder[heap.recorded() ? 0 : heap.views().size()];
    for (int i = 0; i < estimates.length; i++) {
      estimates[i] = new Column.Builder(stored);
    }
    allocCounts = new long[stored];
    liveCounts = new long[stored];
    decoders = new StoredColumn[estimates.length];
  }

  PprofRows rows() {
    return rows;
  }

  /** Whether all its samples have been added. */
  boolean isComplete() {
    return rows.count() == samples;
  }

  HeapInfo info() {
    return heap.info();
  }

  /**
   * Adds the next sample. It was a row when it was written and is one again, whatever others look
   * the same now: estimates of two stacks are not those of one with the sum of their samples.
   *
   * @param values as {@link PprofRows#values} returns them; changed
   */
  void add(int stack, List<Label> labels, long[] values) {
    while (part < 0 || rowOfPart == heap.parts().get(part).getSamples()) {
      beginPart(++part);
    }
    Estimates.Rows stored = heap.parts().get(part);
    int at = rowOfPart++;
    if (heap.recorded()) {
      values[ALLOC_COUNT] = count(stored.getAllocCountList(), at, values[ALLOC_COUNT]);
      values[LIVE_COUNT] = count(stored.getLiveCountList(), at, values[LIVE_COUNT]);
      rows.addRow(stack, labels, values);
      return;
    }
    int row = rows.addRow(stack, labels, values);
    allocCounts[row] = count(stored.getAllocCountList(), at, 0);
    liveCounts[row] = count(stored.getLiveCountList(), at, 0);
    double[][] decoded = new double[decoders.length][];
    for (int i = 0; i < decoded.length; i++) {
      int view = columns.view(heap.views().get(i));
      double[] numbers = decoders[i].decode(at, view < 0 ? 0 : values[view], decoded, i);
      decoded[i] = numbers;
      estimates[i].set(row, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }
  }

  private void beginPart(int number) {
    rowOfPart = 0;
    for (int i = 0; i < decoders.length; i++) {
      decoders[i] = new StoredColumn(heap.parts().get(number).getColumn(i));
    }
  }

  /** Only numbers that pass through can be negative: those of a difference. */
  private long count(List<Long> counts, int row, long implied) {
    long least = heap.info().scheme().isPassThrough() ? Long.MIN_VALUE : 0;
    return counts.isEmpty() ? implied : Math.max(least, counts.get(row));
  }

  /**
   * @param dumps how many dumps of this heap there are
   */
  RecordedHeap heap(int dumps, double confidence) {
    List<View> views = new ArrayList<>();
    List<Column> kept = new ArrayList<>();
    for (View view : columns.views()) {
      for (int i = 0; i < heap.views().size(); i++) {
        if (view.equals(columns.viewOrNull(heap.views().get(i)))) {
          views.add(view);
          if (!heap.recorded()) {
            kept.add(estimates[i].column(rows.count()));
          }
        }
      }
    }
    RecordedHeap recorded = rows.heap(heap.info().withDumps(dumps), views);
    return heap.recorded()
        ? recorded
        : recorded.withBasis(
            new StoredBasis(
                kept,
                Arrays.copyOf(allocCounts, rows.count()),
                Arrays.copyOf(liveCounts, rows.count()),
                confidence));
  }
}
