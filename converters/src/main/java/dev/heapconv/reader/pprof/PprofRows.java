package dev.heapconv.reader.pprof;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.RecordedUnits.Side;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import java.util.List;

/** Adds up the samples of one heap: as numbers, and where they are raw as units to unskew. */
final class PprofRows {

  private static final int KNOWN = View.ALL.size();

  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final RecordedRows rows;
  private final RecordedUnits units;
  private long negative;
  private boolean sums;

  PprofRows(PprofColumns columns, PprofScaling scaling) {
    this.columns = columns;
    this.scaling = scaling;
    rows = new RecordedRows(columns.extras());
    units = new RecordedUnits(scaling.interval(), RecordedUnits.Kind.PLAIN_SUMS);
  }

  /** The values of a sample: the four of {@link View#ALL}, then those of the extra views. */
  long[] values(Sample sample) {
    long[] values = new long[KNOWN + columns.extras().size()];
    for (int i = 0; i < Math.min(columns.count(), sample.getValueCount()); i++) {
      if (columns.view(i) >= 0) {
        long value = sample.getValue(i);
        negative += value < 0 ? 1 : 0;
        values[columns.view(i)] = Math.max(0, value);
      }
    }
    return values;
  }

  void add(int stack, List<Label> labels, long[] values) {
    int row = rows.row(stack, labels);
    rows.addAlloc(row, values[0], values[1]);
    rows.addLive(row, values[2], values[3]);
    for (int i = KNOWN; i < values.length; i++) {
      rows.addExtra(row, i - KNOWN, values[i]);
    }
    if (scaling.isRaw()) {
      units.add(row, Side.ALLOCATED, values[0], values[1]);
      units.add(row, Side.LIVE, values[2], values[3]);
      sums |= values[0] > 1 || values[2] > 1;
      if (columns.isFuchsia() && values.length == KNOWN + 2) {
        units.add(row, Side.FREED, values[KNOWN], values[KNOWN + 1]);
        sums |= values[KNOWN] > 1;
      }
    }
  }

  RecordedHeap heap(HeapInfo info) {
    return rows.heap(info, columns.views(), scaling.isRaw() ? units : null);
  }

  /** How many negative values were taken for 0. */
  long negative() {
    return negative;
  }

  /** Whether raw rows sum several samples. */
  boolean holdsSums() {
    return sums;
  }
}
