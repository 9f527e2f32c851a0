package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.WithinTwo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How far the numbers of a recording can be trusted, in each view by itself and however they are
 * grouped: the share of its bytes that is expected to be in stacks whose number is at least half
 * and at most twice the truth.
 *
 * @param views those whose numbers are estimates
 * @param unknown those of which no row has an interval, though its numbers are estimates
 * @param effects what is wrong with the numbers, or in doubt
 * @param parts heaps whose facts differ, each judged by itself; empty if all are alike
 */
public record Reliability(
    List<OfView> views, Set<View> unknown, Effects effects, List<OfHeaps> parts) {

  /** The precision of shares, in percent. */
  public static final int PERCENT_STEP = 5;

  /** The largest ratio of the ends of the interval of a reliable total. */
  public static final double MAX_SPAN = 8;

  /** The numbers of {@link WithinTwo}, whose rule the page of a report follows. */
  public static final double AT_END = WithinTwo.AT_END;

  public static final double ROUNDING = WithinTwo.ROUNDING;

  private static final List<View> LIVE_FIRST =
      List.of(View.SPACE, View.OBJECTS, View.ALLOC_SPACE, View.ALLOC_OBJECTS);

  /** The share of the bytes that have a reliable number. */
  public enum Level {
    RELIABLE(0.9),
    ROUGH(0.5),
    /** Only the order of rows can be trusted. */
    RANKING(0);

    private final double from;

    Level(double from) {
      this.from = from;
    }

    /** Returns the smallest share of this level. */
    public double from() {
      return from;
    }
  }

  /**
   * The numbers of one view.
   *
   * @param share of the bytes, from 0 to 1
   * @param ofTotal the probability that the total is within a factor of two of the truth; NaN if it
   *     is unknown
   * @param isLimited whether they are rough at best: they rest on an assumption, are too low or too
   *     high, or their total is not known within {@link #MAX_SPAN}
   */
  public record OfView(View view, double share, double ofTotal, boolean isLimited) {

    public Level level() {
      return share >= Level.RELIABLE.from && !isLimited
          ? Level.RELIABLE
          : share >= Level.ROUGH.from ? Level.ROUGH : Level.RANKING;
    }
  }

  /**
   * The numbers of heaps with the same facts.
   *
   * @param views empty if their reliability is unknown
   */
  public record OfHeaps(List<HeapInfo> heaps, List<OfView> views) {}

  /**
   * Returns the best grade of the numbers of a view. A row is not better than its view: where
   * numbers are missing or wrong, or rest on what is not sure, an interval of sampling says too
   * little, and the view is rough at best. Numbers of a heap of which everything was recorded have
   * no such interval, so these need not be sure.
   *
   * @param heaps which add up
   * @param effects those on the numbers that are shown
   */
  public static Grade best(List<HeapInfo> heaps, Effects effects, View view) {
    boolean isLimited = effects.areDoubtful(true) || effects.isWrong(view);
    for (HeapInfo info : heaps) {
      isLimited |= !info.sampling().isComplete() && !info.provenance().sampling().isSure();
    }
    return isLimited ? Grade.APPROXIMATE : Grade.PLAIN;
  }

  /** Returns the best grade of the numbers of a view at the latest dumps of a profile. */
  public static Grade best(EstimatedProfile profile, Effects effects, View view) {
    return best(profile.latestDumps().stream().map(EstimatedHeap::info).toList(), effects, view);
  }

  /** Returns the reliability of the latest dumps of a profile, going by what is wrong with any. */
  public static Reliability of(EstimatedProfile profile) {
    return of(profile, profile.effects());
  }

  /**
   * Returns the reliability of the latest dumps of a profile.
   *
   * @param effects those on the numbers that are shown
   */
  public static Reliability of(EstimatedProfile profile, Effects effects) {
    WithinTwo chances = WithinTwo.of(profile.confidence());
    List<EstimatedHeap> heaps = new ArrayList<>();
    Map<List<Object>, List<EstimatedHeap>> alike = new LinkedHashMap<>();
    for (EstimatedHeap latest : profile.latestDumps()) {
      EstimatedHeap heap = StackSums.of(List.of(latest));
      HeapInfo info = heap.info();
      heaps.add(heap);
      List<Object> facts =
          List.of(
              info.sampling().scheme(),
              info.sampling().isIntervalKnown(),
              info.provenance().sampling());
      alike.computeIfAbsent(facts, unused -> new ArrayList<>()).add(heap);
    }
    List<OfHeaps> parts = new ArrayList<>();
    if (alike.size() > 1) {
      alike
          .values()
          .forEach(
              some ->
                  parts.add(
                      new OfHeaps(
                          some.stream().map(EstimatedHeap::info).toList(),
                          views(profile, some, effects, false, chances, new LinkedHashSet<>()))));
    }
    Set<View> unknown = new LinkedHashSet<>();
    return new Reliability(
        views(profile, heaps, effects, true, chances, unknown), unknown, effects, parts);
  }

  /**
   * @param ofAll whether these are all heaps
   * @param unknown where views of which nothing is known are added
   */
  private static List<OfView> views(
      EstimatedProfile profile,
      List<EstimatedHeap> heaps,
      Effects effects,
      boolean ofAll,
      WithinTwo chances,
      Set<View> unknown) {
    boolean isSure =
        !effects.areDoubtful(ofAll)
            && heaps.stream().allMatch(heap -> heap.info().provenance().sampling().isSure());
    List<OfView> views = new ArrayList<>();
    for (View view : LIVE_FIRST) {
      if (profile.views().contains(view)) {
        Shares shares = new Shares(chances);
        for (EstimatedHeap heap : heaps) {
          shares.add(heap, view);
        }
        if (shares.isEstimated && shares.isKnown) {
          boolean isLimited = !isSure || effects.isWrong(view);
          views.add(new OfView(view, shares.within / shares.all, Double.NaN, isLimited));
        } else if (shares.isEstimated) {
          unknown.add(view);
        }
      }
    }
    return views;
  }

  /**
   * Returns the same with what is known of totals: views whose total is not known within {@link
   * #MAX_SPAN} are rough at best.
   *
   * @param totals the total of a view; null for one that was not asked for
   */
  public Reliability withTotals(double confidence, Function<View, @Nullable Estimate> totals) {
    WithinTwo chances = WithinTwo.of(confidence);
    List<OfView> judged = new ArrayList<>();
    for (OfView of : views) {
      Estimate total = totals.apply(of.view);
      judged.add(
          total == null
              ? of
              : new OfView(
                  of.view,
                  of.share,
                  chances.ofTotal(total.value(), total.low(), total.high()),
                  of.isLimited || total.high() > total.low() * MAX_SPAN));
    }
    return new Reliability(judged, unknown, effects, parts);
  }

  /** Bytes, and how many of them are within a factor of two, of one view. */
  private static final class Shares {
    private final WithinTwo chances;
    private double all;
    private double within;
    private boolean isEstimated;
    private boolean isKnown;

    Shares(WithinTwo chances) {
      this.chances = chances;
    }

    void add(EstimatedHeap heap, View view) {
      Column column = heap.column(view);
      Column bytes = heap.column(view.isLive() ? View.SPACE : View.ALLOC_SPACE);
      for (int row = 0; column != null && row < heap.rows(); row++) {
        double weight = bytes == null ? column.value(row) : bytes.value(row);
        if (weight > 0) {
          long recorded = view.isLive() ? heap.recordedLive(row) : heap.recordedAlloc(row);
          double probability =
              chances.ofRow(
                  column.value(row),
                  column.low(row),
                  column.high(row),
                  column.modelLow(row) < column.value(row) ? recorded : 0);
          all += weight;
          within += probability > 0 ? weight * probability : 0;
          isKnown |= !Double.isNaN(probability);
          isEstimated |= column.low(row) != column.high(row);
        }
      }
    }
  }
}
