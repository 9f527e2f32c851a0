package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.unskew.Saturation;
import java.util.Collection;
import java.util.List;

/** Adds up the samples of one heap: as numbers, and if raw also as units to unskew. */
final class PprofRows {

  private static final int KNOWN = View.ALL.size();

  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final RecordedRows rows;
  private long negative;
  private boolean sums;

  /**
   * @param unit what the samples of a row have in common, if they are raw
   */
  PprofRows(PprofColumns columns, PprofScaling scaling, RecordedUnits.UnitKind unit) {
    this.columns = columns;
    this.scaling = scaling;
    rows =
        scaling.ofUnits()
            ? RecordedRows.ofUnits(unit, scaling.sampling().interval(), columns.extras())
            : RecordedRows.ofSums(columns.extras());
  }

  PprofColumns columns() {
    return columns;
  }

  PprofScaling scaling() {
    return scaling;
  }

  /** The values of a sample: the four of {@link View#ALL}, then those of the extra views. */
  long[] values(Sample sample) {
    long[] values = new long[KNOWN + columns.extras().size()];
    for (int i = 0; i < Math.min(columns.count(), sample.getValueCount()); i++) {
      if (columns.view(i) >= 0) {
        long value = scaled(sample.getValue(i), columns.factor(i));
        if (value < 0 && scaling.isRaw()) {
          // Units cannot be subtracted before they are unskewed.
          negative++;
          value = 0;
        }
        values[columns.view(i)] = Saturation.add(values[columns.view(i)], value);
      }
    }
    return values;
  }

  private static long scaled(long value, long factor) {
    return factor == 1 ? value : (long) ((double) value * factor);
  }

  /** Adds a sample to those with the same stack and labels. */
  void add(int stack, List<Label> labels, long[] values) {
    add(rows.row(stack, labels), values);
  }

  /** Adds a sample as a row of its own. */
  void addRow(int stack, List<Label> labels, long[] values) {
    add(rows.newRow(stack, labels), values);
  }

  private void add(int row, long[] values) {
    rows.addAlloc(row, values[0], values[1]);
    rows.addLive(row, values[2], values[3]);
    for (int i = KNOWN; i < values.length; i++) {
      rows.add(row, i, values[i]);
    }
    if (scaling.ofUnits()) {
      sums |= values[0] > 1 || values[2] > 1;
      if (columns.isFuchsia() && values.length == KNOWN + 2) {
        rows.addFreed(row, values[KNOWN], values[KNOWN + 1]);
        sums |= values[KNOWN] > 1;
      }
    }
  }

  RecordedHeap heap(HeapInfo info) {
    return heap(info, columns.views());
  }

  /** With only some of the views. */
  RecordedHeap heap(HeapInfo info, List<View> views) {
    return rows.heap(info, views);
  }

  /** Warns of raw rows that had negative values, which are treated as 0, or sum samples. */
  static void report(Collection<PprofRows> all, Notices notices) {
    long negative = all.stream().mapToLong(rows -> rows.negative).sum();
    if (negative > 0) {
      notices.add(ErrorId.NEGATIVE_VALUES, negative);
    }
    if (all.stream().anyMatch(rows -> rows.sums)) {
      notices.add(ErrorId.SUMMED_ROWS);
    }
  }
}
