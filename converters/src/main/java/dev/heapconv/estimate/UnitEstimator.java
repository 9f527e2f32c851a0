package dev.heapconv.estimate;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.RecordedUnits.Line;
import dev.heapconv.model.RecordedUnits.Slot;
import dev.heapconv.model.RecordedUnits.UnitKind;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.RecordedSamples;
import dev.heapconv.unskew.samples.RestartedCounting;
import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of rows of units: one of mean size a is divided by its chance of being sampled, {@code
 * 1 - exp(-a/T)}, before the units of a row are summed. Views that are not of units are as they
 * were recorded.
 */
final class UnitEstimator implements RowEstimator {

  private final RecordedHeap heap;
  private final RecordedUnits units;
  private final Intervals intervals;

  /** By what the estimates of objects and bytes of the parts of a line are multiplied. */
  private final IdentityHashMap<Line, double[]> factors = new IdentityHashMap<>();

  /** The sum of one slot, which serves two views: objects and bytes. */
  private RecordedSamples current;

  /** What the samples of all rows show of a sampler that begins anew after each. */
  private final RestartedCounting counting;

  private int currentRow = -1;
  private @Nullable Slot currentSlot;

  UnitEstimator(RecordedHeap heap, RecordedUnits units, Intervals intervals) {
    this.heap = heap;
    this.units = units;
    this.intervals = intervals;
    current = none();
    counting = new RestartedCounting(units.interval());
    for (int row = 0; units.kind() == UnitKind.RESTARTED && row < heap.rows(); row++) {
      for (int unit = units.first(row, Slot.ALLOCATED);
          unit != RecordedUnits.NONE;
          unit = units.next(unit)) {
        counting.add(units.count(unit), units.bytes(unit));
      }
    }
  }

  @Override
  public Estimate estimate(int row, View view) {
    if (!RecordedUnits.isOfUnits(view)) {
      return Estimate.withoutInterval(heap.value(view, row));
    }
    Slot slot = Slot.of(view);
    if (units.first(row, slot) == RecordedUnits.NONE) {
      return view.isLive() ? unseen(row, view) : Estimate.ZERO;
    }
    if (row != currentRow || slot != currentSlot) {
      currentRow = row;
      currentSlot = slot;
      current = sum(row, slot);
    }
    return estimate(current, view);
  }

  private RecordedSamples sum(int row, Slot slot) {
    RecordedSamples samples = none();
    for (int unit = units.first(row, slot); unit != RecordedUnits.NONE; unit = units.next(unit)) {
      Line line = units.line(unit);
      if (line == null) {
        samples.setFactors(1, 1);
      } else {
        double[] factor = factors.computeIfAbsent(line, this::factor);
        samples.setFactors(factor[0], factor[1]);
      }
      add(samples, units.count(unit), units.bytes(unit));
    }
    return samples;
  }

  /** So that the estimates of the parts of a line add up to its own. */
  private double[] factor(Line line) {
    RecordedSamples whole = none();
    add(whole, line.count(), line.bytes());
    RecordedSamples sum = none();
    for (int part = 0; part < line.parts(); part++) {
      add(sum, line.count(part), line.bytes(part));
    }
    double[] factor = new double[2];
    Arrays.setAll(factor, i -> sum.values()[i] > 0 ? whole.values()[i] / sum.values()[i] : 1);
    return factor;
  }

  private RecordedSamples none() {
    return new RecordedSamples(units.interval());
  }

  private void add(RecordedSamples samples, long count, long bytes) {
    switch (units.kind()) {
      case EQUAL_SIZES -> samples.add(count, bytes);
      case CLASS_SIZES -> samples.addByClass(count, bytes);
      case COOKED -> samples.addCookedLine(count, bytes);
      case PLAIN_SUM -> samples.addPlainLine(count, bytes);
      case RESTARTED ->
          samples.addPlainLine(
              count, bytes, count > 0 ? counting.interval((double) bytes / count) : 0);
    }
  }

  /** What may be live of a stack without a live sample. */
  private Estimate unseen(int row, View view) {
    Estimate all = estimate(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS);
    return estimate(none(), view).atMost(all);
  }

  private Estimate estimate(RecordedSamples of, View view) {
    return view.isBytes() ? of.space(intervals) : of.objects(intervals);
  }

  @Override
  public String method() {
    if (units.kind() == UnitKind.RESTARTED) {
      return "the sampler counts "
          + units.interval()
          + " bytes and begins anew after each sample: blocks below that count by their chance"
          + " between larger ones, which all count once; too low for units that mix sizes";
    }
    String size = units.kind() == UnitKind.CLASS_SIZES ? "tcmalloc's size class a" : "mean size a";
    String rule =
        "each recorded unit of "
            + size
            + " counts as 1/(1 - exp(-a/"
            + units.interval()
            + ")) units, then summed";
    return units.mixesSizes() ? rule + "; too low for units that mix sizes" : rule;
  }
}
