package dev.heapconv.estimate;

import dev.heapconv.estimate.SizeKnowledge.KnowledgeSource;
import dev.heapconv.model.Codes;
import dev.heapconv.model.Column;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis.StatedCounts;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.WholeNumbers;
import dev.heapconv.unskew.sizes.StackEstimates;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Estimates counts from the sums of heapprofd's weights, and the sizes that all dumps show. */
final class WeightsEstimator implements HeapEstimator {

  @Override
  public EstimatedHeap estimate(RecordedHeap heap, HeapEstimation of) {
    UnskewSetup setup = of.setup();
    HeapInfo info = heap.info();
    WeightedEstimation estimation = of.weighted(heap, info);
    describe(info, estimation.recordings(), of);
    RecordedSums sums = new RecordedSums(heap);
    // Most stacks show little, and much the same: 77,000 rows of a compiler are 6,200 different
    // ones.
    Dictionary<WeightedEstimation.EqualRows> distinct = new Dictionary<>();
    int[] codes = new int[heap.rows()];
    for (int row = 0; row < codes.length; row++) {
      codes[row] = distinct.id(estimation.equalRows(heap, row, sums));
    }
    EstimatedColumns dictionary = new EstimatedColumns(heap, distinct.values().size());
    for (int code = 0; code < distinct.values().size(); code++) {
      StackEstimates estimates = estimation.estimate(distinct.values().get(code));
      for (int view = 0; view < dictionary.views().size(); view++) {
        dictionary.set(code, view, of(estimates, dictionary.views().get(view)));
      }
    }
    List<Column> columns = Column.pick(dictionary.columns(), Codes.of(codes));
    byte[] ofRows = new byte[codes.length];
    for (int row = 0; row < codes.length; row++) {
      boolean isExact = columns.get(0).low(row) == columns.get(0).high(row);
      KnowledgeSource source = estimation.source(heap, row);
      ofRows[row] = (byte) (isExact ? KnowledgeSource.RECORDED : source).ordinal();
      if (source != KnowledgeSource.CODE) {
        // No output shows a size that the numbers refute.
        of.stacks().forgetAllocationSize(heap.stack(row));
      }
    }
    of.know(heap, ofRows);
    boolean isAsStated = setup.sizes() == null && estimation.recordings() == 1;
    return heap.estimated(
        isAsStated && heap.basis() instanceof StatedCounts stated
            ? asStated(heap, stated, columns, of)
            : columns);
  }

  /**
   * The estimates, if the recording states the same numbers of objects; otherwise those that it
   * states. Intervals of numbers that these estimates do not yield are unknown: they rest on
   * something else.
   */
  private static List<Column> asStated(
      RecordedHeap heap, StatedCounts stated, List<Column> estimates, HeapEstimation of) {
    List<Column> columns = new ArrayList<>();
    BitSet unknown = new BitSet();
    boolean areSame = true;
    for (int i = 0; i < estimates.size(); i++) {
      Column estimate = estimates.get(i);
      View view = heap.views().get(i);
      if (view.isBytes() || !View.ALL.contains(view)) {
        columns.add(estimate);
        continue;
      }
      WholeNumbers rounded = new WholeNumbers();
      Column.Builder builder = new Column.Builder(heap.rows());
      for (int row = 0; row < heap.rows(); row++) {
        long value = stated.objects(view, row);
        Estimate own = estimate.estimate(row);
        areSame &= rounded.next(own.value()) == value;
        boolean isOther = Math.abs(own.value() - value) >= 1;
        unknown.set(row, unknown.get(row) || isOther);
        builder.set(row, isOther ? Estimate.withoutInterval(value) : around(value, own));
      }
      columns.add(builder.column());
    }
    if (!unknown.isEmpty()) {
      String rows = unknown.cardinality() + " of " + heap.rows() + " rows of ";
      of.notice(ErrorId.LOST_INTERVALS, "object counts in " + rows + heap.info().heap());
    }
    return areSame ? estimates : columns;
  }

  /** Another value with the interval of an estimate. */
  private static Estimate around(double value, Estimate estimate) {
    return new Estimate(
        value, estimate.low(), estimate.high(), estimate.modelLow(), estimate.modelHigh());
  }

  private static Estimate of(StackEstimates estimates, View view) {
    if (view.isLive()) {
      return view.isBytes() ? estimates.space() : estimates.objects();
    }
    return view.isBytes() ? estimates.allocSpace() : estimates.allocObjects();
  }

  private static void describe(HeapInfo info, int recordings, HeapEstimation of) {
    String dumps = recordings == 1 ? "all dumps" : "all dumps of " + recordings + " recordings";
    of.method(
        "weighted (heapprofd), sampling interval "
            + info.samplingInterval()
            + " bytes, cutoff "
            + info.sampling().cutoff()
            + " bytes: bytes as recorded, which is unbiased; object counts estimated from the"
            + " sizes that "
            + dumps
            + ", and call sites of other programs, show"
            + of.level());
    if (info.sampling().hasSlowedDown() && !HeapEstimation.isGiven(info)) {
      of.note(
          info.heap()
              + ": the sampling interval grew from "
              + info.sampling().first()
              + " bytes during the recording; what was sampled at which is not recorded, so"
              + " object counts have wide limits");
    }
  }
}
