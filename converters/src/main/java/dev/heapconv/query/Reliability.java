package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.samples.Intervals;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * How far the numbers of a recording can be trusted, in each view by itself and however they are
 * grouped: the share of its bytes that is expected to be in stacks whose number is at least half
 * and at most twice the truth.
 *
 * @param views those whose numbers are estimates
 * @param isIncomplete whether allocations are missing from all numbers
 */
public record Reliability(List<OfView> views, boolean isIncomplete) {

  /** Nothing is known, or nothing was estimated. */
  public static final Reliability UNKNOWN = new Reliability(List.of(), false);

  /** Of numbers that lack allocations: comes before all that is said of what there is. */
  private static final String INCOMPLETE =
      "INCOMPLETE: allocations are missing from these numbers, see the warnings.";

  /** Samplers that record more often than this cost the program more than they tell. */
  private static final long MIN_INTERVAL = 512;

  /** How much more often to sample. */
  private static final long STEP = 8;

  /** A share is known to about so many percent. */
  public static final int PERCENT_STEP = 5;

  private static final List<View> LIVE_FIRST =
      List.of(View.SPACE, View.OBJECTS, View.ALLOC_SPACE, View.ALLOC_OBJECTS);

  /** What to call a share. */
  public enum Level {
    RELIABLE(0.9, "reliable"),
    ROUGH(0.5, "rough, within 2x for about % of the bytes"),
    RANKING(0, "for ranking only, within 2x for about % of the bytes");

    private final double from;
    private final String words;

    Level(double from, String words) {
      this.from = from;
      this.words = words;
    }

    /** The least share that is called so. */
    public double from() {
      return from;
    }

    /** In words, with a percent sign in the place of the percentage. */
    public String words() {
      return words;
    }
  }

  /**
   * The numbers of one view.
   *
   * @param share of the bytes, from 0 to 1
   */
  public record OfView(View view, double share) {

    Level level() {
      return share >= Level.RELIABLE.from
          ? Level.RELIABLE
          : share >= Level.ROUGH.from ? Level.ROUGH : Level.RANKING;
    }

    private String percent() {
      return PERCENT_STEP * Math.round(100 * share / PERCENT_STEP) + " %";
    }

    private String side() {
      return view.isLive() ? "live" : "allocated";
    }
  }

  /** Of the latest dumps of a profile. */
  public static Reliability of(EstimatedProfile profile) {
    List<OfView> views = new ArrayList<>();
    for (View view : LIVE_FIRST) {
      if (profile.views().contains(view)) {
        Shares shares = new Shares(Intervals.of(profile.confidence()));
        for (EstimatedHeap heap : profile.latestDumps()) {
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

  /**
   * In sentences; empty if nothing was estimated, or intervals are unknown.
   *
   * @param interval bytes between samples; 0 if unknown
   * @param sizes how to know sizes better, for a recording that lacks them; empty for no advice
   */
  public String text(long interval, String sizes) {
    StringJoiner text = new StringJoiner(" ");
    if (isIncomplete) {
      text.add(INCOMPLETE);
    }
    add(true, "bytes", text);
    add(false, "object counts", text);
    String advice = advice(interval, sizes);
    return (advice.isEmpty() ? text : text.add(advice)).toString();
  }

  /** Live and allocated numbers in one sentence if they are called the same. */
  private void add(boolean bytes, String noun, StringJoiner text) {
    List<OfView> some = views.stream().filter(of -> of.view.isBytes() == bytes).toList();
    if (some.size() == 2 && some.get(0).level() == some.get(1).level()) {
      String live = some.get(0).percent();
      String allocated = some.get(1).percent();
      String percent =
          live.equals(allocated) ? live : live + " (live) and " + allocated + " (allocated)";
      text.add(sentence(noun, some.get(0).level(), percent));
      return;
    }
    for (OfView of : some) {
      text.add(
          sentence(some.size() == 1 ? noun : of.side() + " " + noun, of.level(), of.percent()));
    }
  }

  private static String sentence(String subject, Level level, String percent) {
    String words = level.words.replace("%", percent);
    return Character.toUpperCase(subject.charAt(0)) + subject.substring(1) + ": " + words + ".";
  }

  private String advice(long interval, String sizes) {
    boolean lacksSizes = isAnyBad(false) && !sizes.isEmpty();
    boolean lacksSamples = (lacksSizes || isAnyBad(true)) && interval > MIN_INTERVAL;
    if (!lacksSizes && !lacksSamples) {
      return "";
    }
    String often = HumanNumbers.size(Math.max(MIN_INTERVAL, interval / STEP));
    return "Better: "
        + (lacksSizes ? sizes : "")
        + (lacksSizes && lacksSamples ? ", or " : "")
        + (lacksSamples ? "record at an interval of " + often : "")
        + ".";
  }

  private boolean isAnyBad(boolean bytes) {
    return views.stream()
        .anyMatch(of -> of.view.isBytes() == bytes && of.level() != Level.RELIABLE);
  }
}
