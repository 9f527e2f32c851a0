package dev.heapconv.model;

import dev.heapconv.model.EstimateBasis.RowEstimator;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.Intervals;
import dev.heapconv.unskew.samples.RecordedSamples;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Units of the scheme {@code recorded}: each is a number of sampled allocations with their total
 * bytes, such as a line of a text dump or a single sample. A unit of mean size a is divided by its
 * chance of being sampled, {@code 1 - exp(-a/T)}, before the units of a row are summed. Estimates
 * are asked for once all are there.
 */
final class RecordedUnits implements RowEstimator {

  /** Which allocations a unit counts: a row has a slot for each kind. */
  static final int ALLOCATED = 0;

  static final int LIVE = 1;
  static final int FREED = 2;
  private static final int SLOTS = 3;
  private static final double[] NO_FACTORS = {1, 1};

  private final long interval;
  private final RecordedRows.UnitKind kind;

  /** The units, in the order in which they came, and the next one of the same slot plus 1. */
  private final LongArrayList counts = new LongArrayList();

  private final LongArrayList bytes = new LongArrayList();
  private final IntArrayList next = new IntArrayList();

  /** By slot its first and last unit plus 1; 0 for none. */
  private final IntArrayList first = new IntArrayList();

  private final IntArrayList last = new IntArrayList();

  /** By what the estimates of objects and bytes of some units are multiplied. */
  private final Int2ObjectOpenHashMap<double[]> factors = new Int2ObjectOpenHashMap<>();

  /** Whether some units mix sizes, so that estimates are too low. */
  private boolean mixedSizes;

  /**
   * @param interval mean sampling interval T in bytes
   */
  RecordedUnits(long interval, RecordedRows.UnitKind kind) {
    this.interval = interval;
    this.kind = kind;
  }

  /** Adds a unit to a slot of a row; empty units are ignored. */
  void add(int row, int slot, long count, long unitBytes) {
    if (count == 0 && unitBytes == 0) {
      return;
    }
    int place = Math.addExact(Math.multiplyExact(row, SLOTS), slot);
    while (place >= first.size()) {
      first.add(0);
      last.add(0);
    }
    counts.add(count);
    bytes.add(unitBytes);
    next.add(0);
    int unit = counts.size();
    if (last.getInt(place) == 0) {
      first.set(place, unit);
    } else {
      next.set(last.getInt(place) - 1, unit);
    }
    last.set(place, unit);
    mixedSizes |= kind == RecordedRows.UnitKind.PLAIN_SUM && count > 1;
  }

  /**
   * Adds units that are the parts of a line: their estimates add up to that of the line.
   *
   * @param rows of the parts
   * @param parts count and bytes of each
   */
  void addParts(int[] rows, int slot, long[][] parts, long count, long unitBytes) {
    RecordedSamples line = new RecordedSamples(interval);
    add(line, count, unitBytes);
    RecordedSamples sum = new RecordedSamples(interval);
    for (long[] part : parts) {
      add(sum, part[0], part[1]);
    }
    double[] factor = new double[2];
    Arrays.setAll(factor, i -> sum.values()[i] > 0 ? line.values()[i] / sum.values()[i] : 1);
    for (int i = 0; i < rows.length; i++) {
      int before = counts.size();
      add(rows[i], slot, parts[i][0], parts[i][1]);
      if (counts.size() > before) {
        factors.put(counts.size(), factor);
      }
    }
  }

  private void add(RecordedSamples samples, long count, long unitBytes) {
    switch (kind) {
      case EQUAL_SIZES -> samples.add(count, unitBytes);
      case CLASS_SIZES -> samples.addByClass(count, unitBytes);
      case COOKED -> samples.addCookedLine(count, unitBytes);
      case PLAIN_SUM -> samples.addPlainLine(count, unitBytes);
    }
  }

  @Override
  public RowCursor cursor(double confidence) {
    return new SlotCursor(Intervals.of(confidence));
  }

  /** Caches the sum of one slot, which serves two views: objects and bytes. */
  private final class SlotCursor implements RowCursor {
    private final Intervals intervals;
    private RecordedSamples samples = new RecordedSamples(interval);
    private int currentSlot = -1;

    SlotCursor(Intervals intervals) {
      this.intervals = intervals;
    }

    @Override
    public Estimate estimate(int row, View view) {
      int slot = row * SLOTS + slotOf(view);
      if (slot >= first.size() || first.getInt(slot) == 0) {
        return view.isLive() ? unseen(row, view) : Estimate.ZERO;
      }
      if (slot != currentSlot) {
        currentSlot = slot;
        samples = new RecordedSamples(interval);
        for (int unit = first.getInt(slot); unit != 0; unit = next.getInt(unit - 1)) {
          double[] factor = factors.getOrDefault(unit, NO_FACTORS);
          samples.setFactors(factor[0], factor[1]);
          add(samples, counts.getLong(unit - 1), bytes.getLong(unit - 1));
        }
      }
      return estimate(samples, view);
    }

    /** What may be live of a stack without a live sample. */
    private Estimate unseen(int row, View view) {
      Estimate all = estimate(row, view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS);
      return estimate(new RecordedSamples(interval), view).atMost(all);
    }

    private Estimate estimate(RecordedSamples of, View view) {
      return view.isBytes() ? of.space(intervals) : of.objects(intervals);
    }
  }

  /** Whether a view is of units; {@link #FREED} ones are deallocated. */
  static boolean isOfUnits(View view) {
    return View.ALL.contains(view) || view.isFreed();
  }

  private static int slotOf(View view) {
    return view.isLive() ? LIVE : view.isFreed() ? FREED : ALLOCATED;
  }

  @Override
  public String method() {
    String size =
        kind == RecordedRows.UnitKind.CLASS_SIZES ? "tcmalloc's size class a" : "mean size a";
    String rule =
        "each recorded unit of "
            + size
            + " counts as 1/(1 - exp(-a/"
            + interval
            + ")) units, then summed";
    return mixedSizes ? rule + "; too low for units that mix sizes" : rule;
  }
}
