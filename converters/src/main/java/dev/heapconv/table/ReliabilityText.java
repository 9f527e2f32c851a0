package dev.heapconv.table;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.aggregate.Reliability.Level;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** How far the numbers of a recording can be trusted, in words. */
public final class ReliabilityText {

  /** Of numbers that lack allocations: comes before all that is said of what there is. */
  private static final String INCOMPLETE =
      "INCOMPLETE: allocations are missing from these numbers, see the warnings.";

  /** How what to do about it begins. */
  private static final String ADVICE = "Better: ";

  private static final String ALL = "100 %";

  /**
   * Bytes between samples to advise: primes, because heapprofd's sums hide the number of blocks
   * whose size the interval divides. Shorter intervals cost the program more than they tell.
   */
  private static final List<Long> INTERVALS = List.of(32_771L, 4099L, 509L);

  private ReliabilityText() {}

  /**
   * What to call a share, with a percent sign in the place of the percentage. Bytes that are
   * reliable, and counts that are so for all bytes, are called by the first word alone.
   */
  public static String words(Level level) {
    return switch (level) {
      case RELIABLE -> "reliable, within 2x for about % of the bytes";
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

  /** Where in such sentences advice begins; their end if there is none. */
  public static int advice(String sentences) {
    int at = sentences.indexOf(ADVICE);
    return at < 0 ? sentences.length() : at;
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
      text.add(sentence(noun, some.get(0), percent));
      return;
    }
    for (Reliability.OfView of : some) {
      String side = of.view().isLive() ? "live " : "allocated ";
      text.add(sentence(some.size() == 1 ? noun : side + noun, of, percent(of)));
    }
  }

  private static String percent(Reliability.OfView of) {
    int step = Reliability.PERCENT_STEP;
    return step * Math.round(100 * of.share() / step) + " %";
  }

  private static String sentence(String subject, Reliability.OfView of, String percent) {
    boolean isReliable = of.level() == Level.RELIABLE;
    String words =
        isReliable && (of.view().isBytes() || percent.equals(ALL))
            ? "reliable"
            : words(of.level()).replace("%", percent);
    return Character.toUpperCase(subject.charAt(0)) + subject.substring(1) + ": " + words + ".";
  }

  private static String advice(Reliability reliability, long interval, String sizes) {
    boolean lacksSizes = isAnyBad(reliability, false) && !sizes.isEmpty();
    Optional<Long> often =
        INTERVALS.stream().filter(shorter -> 2 * shorter <= interval).findFirst();
    boolean lacksSamples = (lacksSizes || isAnyBad(reliability, true)) && often.isPresent();
    if (!lacksSizes && !lacksSamples) {
      return "";
    }
    return ADVICE
        + (lacksSamples ? "record every " + often(often.get(), sizes) : "")
        + (lacksSizes && lacksSamples ? ", or " : "")
        + (lacksSizes ? sizes : "")
        + ".";
  }

  /** What hides counts does so for lack of sizes; jemalloc could not take a prime. */
  private static String often(long interval, String sizes) {
    return sizes.isEmpty() ? HumanNumbers.size(interval) : interval + " bytes";
  }

  private static boolean isAnyBad(Reliability reliability, boolean bytes) {
    return views(reliability, bytes).stream().anyMatch(of -> of.level() != Level.RELIABLE);
  }
}
