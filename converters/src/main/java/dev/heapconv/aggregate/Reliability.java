package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.samples.Intervals;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the numbers of a recording can be trusted, in each view by itself and however they are
 * grouped: the share of its bytes that is expected to be in stacks whose number is at least half
 * and at most twice the truth.
 *
 * @param views those whose numbers are estimates
 * @param isIncomplete whether allocations are missing from all numbers
 */
public record Reliability(List<OfView> views, boolean isIncomplete) {

  /** A share is known to about so many percent. */
  public static final int PERCENT_STEP = 5;

  private static final List<View> LIVE_FIRST =
      List.of(View.SPACE, View.OBJECTS, View.ALLOC_SPACE, View.ALLOC_OBJECTS);

  /** How many of the bytes have a reliable number. */
  public enum Level {
    RELIABLE(0.9),
    ROUGH(0.5),
    /** The order of rows is all that can be trusted. */
    RANKING(0);

    private final double from;

    Level(double from) {
      this.from = from;
    }

    /** The least share that is called so. */
    public double from() {
      return from;
    }
  }

  /**
   * The numbers of one view.
   *
   * @param share of the bytes, from 0 to 1
   */
  public record OfView(View view, double share) {

    public Level level() {
      return share >= Level.RELIABLE.from
          ? Level.RELIABLE
          : share >= Level.ROUGH.from ? Level.ROUGH : Level.RANKING;
    }
  }

  /** Of the latest dumps of a profile. */
  public static Reliability of(EstimatedProfile profile) {
    List<OfView> views = new ArrayList<>();
    List<EstimatedHeap> heaps =
        profile.latestDumps().stream().map(heap -> StackSums.of(List.of(heap))).toList();
    for (View view : LIVE_FIRST) {
      if (profile.views().contains(view)) {
        Shares shares = new Shares(Intervals.of(profile.confidence()));
        for (EstimatedHeap heap : heaps) {
          shares.add(heap, view);
        }
        if (shares.isEstimated && shares.isKnown) {
          views.add(new OfView(view, shares.within / shares.all));
        }
      }
    }
    return new Reliability(views, Warning.anyLoss(profile.warnings()));
  }

  /** Bytes, and how many of them are within a factor of two, of one view. */
  private static final class Shares {
    private final Intervals intervals;
    private double all;
    private double within;
    private boolean isEstimated;
    private boolean isKnown;

    Shares(Intervals intervals) {
      this.intervals = intervals;
    }

    void add(EstimatedHeap heap, View view) {
      Column column = heap.column(view);
      Column bytes = heap.column(view.isLive() ? View.SPACE : View.ALLOC_SPACE);
      for (int row = 0; column != null && row < heap.rows(); row++) {
        double weight = bytes == null ? column.value(row) : bytes.value(row);
        if (weight > 0) {
          double probability = within2x(column, row, intervals);
          all += weight;
          within += probability > 0 ? weight * probability : 0;
          isKnown |= !Double.isNaN(probability);
          isEstimated |= column.low(row) != column.high(row);
        }
      }
    }
  }

  /** Probability that half to twice the number of a row is true; NaN if unknown. */
  public static double within2x(Column column, int row, Intervals intervals) {
    double known = column.within2x(row);
    return Double.isNaN(known)
        ? intervals.within2x(column.value(row), column.low(row), column.high(row))
        : known;
  }
}
