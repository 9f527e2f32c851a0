package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Effect;
import dev.heapconv.model.Effects;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.query.EffectText;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Reliability.Level;
import dev.heapconv.query.Reliability.OfView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How far the numbers of a recording can be trusted, in words.
 *
 * @param doubts what the numbers rest on without being sure
 * @param interval bytes between samples; 0 if unknown
 * @param sizes how to know sizes better, for a recording that lacks them; empty for no advice
 * @param changes what is to be said of changes; empty for nothing
 */
public record Trust(
    Reliability reliability, Set<String> doubts, long interval, String sizes, String changes) {

  /** How to know the sizes of allocations better, unless a program has better words. */
  public static final String SIZES_HINT = "sizes from a reference recording";

  /** Likewise, before the name of a binary. */
  public static final String CODE_HINT = "sizes from the code of ";

  /**
   * Bytes between samples to advise: primes, because heapprofd's sums hide the number of blocks
   * whose size the interval divides. Shorter intervals cost the program more than they tell.
   */
  private static final List<Long> INTERVALS = List.of(32_771L, 4099L, 509L);

  /**
   * What is to be said of some heaps.
   *
   * @param remarks how their numbers were computed
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   * @param changes what is to be said of changes; empty for nothing
   */
  public static Trust of(
      Reliability reliability,
      List<HeapInfo> heaps,
      List<Remark> remarks,
      String sizesHint,
      String changes) {
    long interval = 0;
    boolean lacksSizes =
        !heaps.isEmpty()
            && remarks.stream().noneMatch(remark -> remark.topic() == Topic.REFERENCE_SIZES);
    Set<String> doubts = new LinkedHashSet<>();
    for (HeapInfo heap : heaps) {
      interval = Math.max(interval, heap.samplingInterval());
      boolean isSampled = heap.sampling().isWeighted() && heap.sampling().isIntervalKnown();
      lacksSizes &= isSampled || heap.sampling().isComplete();
      doubts.add(HeapText.doubt(heap));
    }
    doubts.remove("");
    return new Trust(
        reliability, doubts, interval, lacksSizes && interval > 1 ? sizesHint : "", changes);
  }

  /** What to call a share of the bytes, if it is not all. */
  public static String word(Level level) {
    return switch (level) {
      case RELIABLE -> "reliable";
      case ROUGH -> "rough";
      case RANKING -> "for ranking only";
    };
  }

  /**
   * In sentences, fit for a terminal; none if nothing was estimated, or intervals are unknown.
   *
   * @param colour whether the words that matter stand out
   */
  public String text(boolean colour) {
    List<String> sentences = new ArrayList<>();
    Effects effects = reliability.effects();
    if (effects.isIncomplete()) {
      String wrong = String.join(" and ", EffectText.wrong(effects));
      sentences.add(TextStyle.RED.of("INCOMPLETE", colour) + ": " + wrong + ", see the warnings.");
    }
    doubts.forEach(doubt -> sentences.add(capitalized(doubt) + "."));
    if (effects.all().contains(Effect.IDENTITY_IN_DOUBT)) {
      sentences.add("Memory may be counted twice, see the warnings.");
    }
    if (effects.all().contains(Effect.ASSUMPTION)
        && doubts.isEmpty()
        && reliability.parts().isEmpty()
        && !reliability.views().isEmpty()) {
      sentences.add("Numbers rest on an assumption, see the warnings.");
    }
    if (reliability.parts().isEmpty()) {
      add(reliability.views(), "", colour, sentences);
    }
    for (Reliability.OfHeaps part : reliability.parts()) {
      String heap = TerminalText.printable(part.heaps().get(0).heap());
      int others = part.heaps().size() - 1;
      String of = " of " + heap + (others == 0 ? "" : " and " + others + " more");
      add(part.views(), of, colour, sentences);
      if (part.views().isEmpty() && !part.heaps().get(0).sampling().isComplete()) {
        sentences.add("Error" + of + ": " + TextStyle.RED.of("unknown", colour) + ".");
      }
    }
    sentences.addAll(List.of(changes, advice()));
    sentences.removeIf(String::isEmpty);
    return String.join(" ", sentences);
  }

  private void add(List<OfView> all, String ofHeaps, boolean colour, List<String> sentences) {
    for (boolean bytes : new boolean[] {true, false}) {
      List<OfView> some = views(all, bytes);
      String noun = (bytes ? "bytes" : "object counts") + ofHeaps;
      if (some.isEmpty() && !all.isEmpty() && isUnknown(bytes)) {
        sentences.add(capitalized(noun) + ": " + TextStyle.RED.of("error unknown", colour) + ".");
      }
      // Live and allocated numbers in one sentence if they are called the same.
      if (some.size() == 2 && some.get(0).level() == some.get(1).level()) {
        OfView live = some.get(0);
        OfView allocated = some.get(1);
        boolean likewise = isAlmost(live) == isAlmost(allocated);
        String other = likewise ? percent(allocated) + " %" : share(allocated);
        String percent =
            likewise && percent(live) == percent(allocated)
                ? share(live)
                : share(live) + " (live) and " + other + " (allocated)";
        boolean isAll = percent(live) == 100 && percent(allocated) == 100;
        sentences.add(sentence(noun, some.get(0), percent, isAll, colour));
        continue;
      }
      for (OfView of : some) {
        String side = some.size() == 1 ? "" : of.view().isLive() ? "live " : "allocated ";
        sentences.add(sentence(side + noun, of, share(of), percent(of) == 100, colour));
      }
    }
  }

  /** Whether views of bytes, or of objects, have no interval in any row. */
  private boolean isUnknown(boolean bytes) {
    return reliability.unknown().stream().anyMatch(view -> view.isBytes() == bytes);
  }

  private static List<OfView> views(List<OfView> all, boolean bytes) {
    return all.stream().filter(of -> of.view().isBytes() == bytes).toList();
  }

  private static long percent(OfView of) {
    int step = Reliability.PERCENT_STEP;
    return step * Math.round(100 * of.share() / step);
  }

  /** Whether a share is rounded up to the one from which numbers are called something better. */
  private static boolean isAlmost(OfView of) {
    return Stream.of(Level.values())
        .anyMatch(
            level -> of.share() < level.from() && percent(of) == Math.round(100 * level.from()));
  }

  private static String share(OfView of) {
    return (isAlmost(of) ? "almost " : "about ") + percent(of) + " %";
  }

  /** Bytes that are reliable, and counts that are so for all bytes, are called by a word alone. */
  private static String sentence(
      String subject, OfView of, String percent, boolean isAll, boolean colour) {
    boolean isReliable = of.share() >= Level.RELIABLE.from();
    boolean isPlain = isReliable && (of.isLimited() || of.view().isBytes() || isAll);
    TextStyle style =
        switch (of.level()) {
          case RELIABLE -> TextStyle.GREEN;
          case ROUGH -> TextStyle.YELLOW;
          case RANKING -> TextStyle.RED;
        };
    return capitalized(subject)
        + ": "
        + style.of(word(of.level()), colour)
        + (isPlain ? "." : ", within 2x for " + percent + " of the bytes.");
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** How to record better; empty for nothing. */
  public String advice() {
    boolean lacksSizes = isAnyBad(false) && !sizes.isEmpty();
    Optional<Long> often =
        INTERVALS.stream().filter(shorter -> 2 * shorter <= interval).findFirst();
    boolean lacksSamples = (lacksSizes || isAnyBad(true)) && often.isPresent();
    if (!lacksSizes && !lacksSamples) {
      return "";
    }
    return "Better: "
        + (lacksSamples ? "record every " + often(often.get()) : "")
        + (lacksSizes && lacksSamples ? ", or " : "")
        + (lacksSizes ? sizes : "")
        + ".";
  }

  /** What hides counts does so for lack of sizes; jemalloc could not take a prime. */
  private String often(long shorter) {
    return sizes.isEmpty() ? HumanNumbers.size(shorter) : shorter + " bytes";
  }

  private boolean isAnyBad(boolean bytes) {
    return isAnyBad(reliability, bytes);
  }

  /** Whether any view of bytes, or of objects, is less than reliable. */
  static boolean isAnyBad(Reliability reliability, boolean bytes) {
    return views(reliability.views(), bytes).stream()
        .anyMatch(of -> of.share() < Level.RELIABLE.from());
  }
}
