package dev.heapconv.table;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.aggregate.Reliability.Level;
import dev.heapconv.aggregate.Reliability.OfView;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.table.Trust.Phrase;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How far the numbers of a recording can be trusted, in words. */
public final class ReliabilityText {

  /** Of numbers that lack allocations: comes before all that is said of what there is. */
  private static final String LACKING =
      ": allocations are missing from these numbers, see the warnings.";

  private static final String REST = ", within 2x for about % of the bytes";

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
    return word(level) + REST;
  }

  private static String word(Level level) {
    return switch (level) {
      case RELIABLE -> "reliable";
      case ROUGH -> "rough";
      case RANKING -> "for ranking only";
    };
  }

  /**
   * In sentences; none if nothing was estimated, or intervals are unknown.
   *
   * @param doubts what the numbers rest on without being sure
   * @param interval bytes between samples; 0 if unknown
   * @param sizes how to know sizes better, for a recording that lacks them; empty for no advice
   */
  static Trust of(Reliability reliability, Set<String> doubts, long interval, String sizes) {
    List<Phrase> phrases = new ArrayList<>();
    if (reliability.isIncomplete()) {
      phrases.add(new Phrase("", "INCOMPLETE", TextStyle.RED, LACKING));
    }
    for (String doubt : doubts) {
      phrases.add(Phrase.plain(capitalized(doubt) + "."));
    }
    if (reliability.parts().isEmpty()) {
      add(reliability.views(), "", phrases);
    }
    for (Reliability.OfHeaps part : reliability.parts()) {
      String heap = part.heaps().get(0).heap();
      int others = part.heaps().size() - 1;
      String of = " of " + heap + (others == 0 ? "" : " and " + others + " more");
      add(part.views(), of, phrases);
      if (part.views().isEmpty() && isSampled(part.heaps().get(0))) {
        phrases.add(new Phrase("Error" + of + ": ", "unknown", TextStyle.RED, "."));
      }
    }
    return new Trust(phrases, advice(reliability, interval, sizes));
  }

  private static boolean isSampled(HeapInfo heap) {
    return heap.scheme() != Scheme.EXACT && heap.samplingInterval() != 1;
  }

  private static void add(List<OfView> views, String ofHeaps, List<Phrase> phrases) {
    add(views(views, true), "bytes", ofHeaps, phrases);
    add(views(views, false), "object counts", ofHeaps, phrases);
  }

  private static List<OfView> views(List<OfView> all, boolean bytes) {
    return all.stream().filter(of -> of.view().isBytes() == bytes).toList();
  }

  /** Live and allocated numbers in one sentence if they are called the same. */
  private static void add(List<OfView> some, String noun, String ofHeaps, List<Phrase> phrases) {
    if (some.size() == 2 && some.get(0).level() == some.get(1).level()) {
      String live = percent(some.get(0));
      String allocated = percent(some.get(1));
      String percent =
          live.equals(allocated) ? live : live + " (live) and " + allocated + " (allocated)";
      phrases.add(sentence(noun + ofHeaps, some.get(0), percent));
      return;
    }
    for (OfView of : some) {
      String side = some.size() == 1 ? "" : of.view().isLive() ? "live " : "allocated ";
      phrases.add(sentence(side + noun + ofHeaps, of, percent(of)));
    }
  }

  private static String percent(OfView of) {
    int step = Reliability.PERCENT_STEP;
    return step * Math.round(100 * of.share() / step) + " %";
  }

  private static Phrase sentence(String subject, OfView of, String percent) {
    boolean isReliable = of.share() >= Level.RELIABLE.from();
    String rest =
        isReliable && (of.isLimited() || of.view().isBytes() || percent.equals(ALL))
            ? "."
            : REST.replace("%", percent) + ".";
    return new Phrase(capitalized(subject) + ": ", word(of.level()), style(of.level()), rest);
  }

  private static TextStyle style(Level level) {
    return switch (level) {
      case RELIABLE -> TextStyle.GREEN;
      case ROUGH -> TextStyle.YELLOW;
      case RANKING -> TextStyle.RED;
    };
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String advice(Reliability reliability, long interval, String sizes) {
    boolean lacksSizes = isAnyBad(reliability, false) && !sizes.isEmpty();
    Optional<Long> often =
        INTERVALS.stream().filter(shorter -> 2 * shorter <= interval).findFirst();
    boolean lacksSamples = (lacksSizes || isAnyBad(reliability, true)) && often.isPresent();
    if (!lacksSizes && !lacksSamples) {
      return "";
    }
    return "Better: "
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
    return views(reliability.views(), bytes).stream()
        .anyMatch(of -> of.share() < Level.RELIABLE.from());
  }
}
