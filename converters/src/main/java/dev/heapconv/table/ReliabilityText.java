package dev.heapconv.table;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.aggregate.Reliability.Level;
import java.util.List;
import java.util.StringJoiner;

/** How far the numbers of a recording can be trusted, in words. */
public final class ReliabilityText {

  /** Of numbers that lack allocations: comes before all that is said of what there is. */
  private static final String INCOMPLETE =
      "INCOMPLETE: allocations are missing from these numbers, see the warnings.";

  /** How what to do about it begins. */
  public static final String ADVICE = "Better: ";

  /** Samplers that record more often than this cost the program more than they tell. */
  private static final long MIN_INTERVAL = 512;

  /** How much more often to sample. */
  private static final long STEP = 8;

  private ReliabilityText() {}

  /** What to call a share, with a percent sign in the place of the percentage. */
  public static String words(Level level) {
    return switch (level) {
      case RELIABLE -> "reliable";
      case ROUGH -> "rough, within 2x for about % of the bytes";
      case RANKING -> "for ranking only, within 2x for about % of the bytes";
    };
  }

  /**
   * In sentences; empty if nothing was estimated, or intervals are unknown.
   *
   * @param interval bytes between samples; 0 if unknown
   * @param sizes how to know sizes better, for a recording that lacks them; empty for no advice
   */
  static String of(Reliability reliability, long interval, String sizes) {
    StringJoiner text = new StringJoiner(" ");
    if (reliability.isIncomplete()) {
      text.add(INCOMPLETE);
    }
    add(views(reliability, true), "bytes", text);
    add(views(reliability, false), "object counts", text);
    String advice = advice(reliability, interval, sizes);
    return (advice.isEmpty() ? text : text.add(advice)).toString();
  }

  private static List<Reliability.OfView> views(Reliability reliability, boolean bytes) {
    return reliability.views().stream().filter(of -> of.view().isBytes() == bytes).toList();
  }

  /** Live and allocated numbers in one sentence if they are called the same. */
  private static void add(List<Reliability.OfView> some, String noun, StringJoiner text) {
    if (some.size() == 2 && some.get(0).level() == some.get(1).level()) {
      String live = percent(some.get(0));
      String allocated = percent(some.get(1));
      String percent =
          live.equals(allocated) ? live : live + " (live) and " + allocated + " (allocated)";
      text.add(sentence(noun, some.get(0).level(), percent));
      return;
    }
    for (Reliability.OfView of : some) {
      String side = of.view().isLive() ? "live " : "allocated ";
      text.add(sentence(some.size() == 1 ? noun : side + noun, of.level(), percent(of)));
    }
  }

  private static String percent(Reliability.OfView of) {
    int step = Reliability.PERCENT_STEP;
    return step * Math.round(100 * of.share() / step) + " %";
  }

  private static String sentence(String subject, Level level, String percent) {
    String words = words(level).replace("%", percent);
    return Character.toUpperCase(subject.charAt(0)) + subject.substring(1) + ": " + words + ".";
  }

  private static String advice(Reliability reliability, long interval, String sizes) {
    boolean lacksSizes = isAnyBad(reliability, false) && !sizes.isEmpty();
    boolean lacksSamples = (lacksSizes || isAnyBad(reliability, true)) && interval > MIN_INTERVAL;
    if (!lacksSizes && !lacksSamples) {
      return "";
    }
    String often = HumanNumbers.size(Math.max(MIN_INTERVAL, interval / STEP));
    return ADVICE
        + (lacksSamples ? "record every " + often : "")
        + (lacksSizes && lacksSamples ? ", or " : "")
        + (lacksSizes ? sizes : "")
        + ".";
  }

  private static boolean isAnyBad(Reliability reliability, boolean bytes) {
    return views(reliability, bytes).stream().anyMatch(of -> of.level() != Level.RELIABLE);
  }
}
