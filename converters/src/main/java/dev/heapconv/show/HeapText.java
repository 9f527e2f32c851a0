package dev.heapconv.show;

import dev.heapconv.model.Effects;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.Fact.Unit;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Recording;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/** The facts of heaps, and where they are known from, in words. */
public final class HeapText {

  private static final String ALL = "every allocation recorded";
  private static final String WEIGHTS = "a weight with each sample";

  private static final int MAX_PROCESSES = 3;

  private HeapText() {}

  /** A fact with what it is known from. */
  private static String from(String fact, Evidence evidence) {
    return switch (evidence) {
      case STATED -> fact;
      case SHOWN -> fact + ", as the numbers show";
      case TOLD -> fact + ", as the options say";
      case UNTESTED -> fact + ", as the file says";
      case ASSUMED -> "assumed: " + fact;
      case UNKNOWN -> "unknown whether " + fact;
    };
  }

  /** How long its numbers were counted before the dump, with a comma in front; or nothing. */
  static String since(HeapInfo heap) {
    String time = HumanNumbers.seconds(heap.dump().durationNanos());
    if (heap.provenance().allocated() != Allocated.STRETCH) {
      return heap.dump().durationNanos() == 0 ? "" : ", after " + time;
    }
    return switch (heap.provenance().live()) {
      case MOMENT, UNCOLLECTED, PEAK, PEAKS, ENDED ->
          heap.dump().durationNanos() > 0
              ? ", allocated in " + time
              // What the parts of a sum have in common may be neither.
              : heap.id().recording().equals(Recording.NONE)
                  ? ""
                  : ", allocated since the profile before";
      case DIFFERENCE, OVER_TIME -> heap.dump().durationNanos() == 0 ? "" : ", over " + time;
    };
  }

  /** What verdicts on a heap rest on without being sure; empty if all is sure. */
  static String doubt(HeapInfo heap) {
    Provenance from = heap.provenance();
    if (heap.sampling().scheme() == Scheme.RECORDED && !heap.sampling().isIntervalKnown()) {
      return "samples at an unknown interval, not scaled: for ranking only";
    }
    if (!from.scheme().isSure() && from.scheme() != Evidence.UNTESTED) {
      String fact =
          switch (heap.sampling().scheme()) {
            case SCALED -> "scaled by its producer";
            case EXACT -> ALL;
            case WEIGHTED -> "sampled by heapprofd itself";
            case RECORDED, TO_SAMPLE, TCMALLOC -> "samples, not scaled";
          };
      return from(fact, from.scheme());
    }
    long interval = heap.samplingInterval();
    return from.sampling().isSure() || !heap.sampling().isIntervalKnown()
        ? ""
        : from(interval > 1 ? every(interval) : ALL, from.sampling());
  }

  private static String every(long interval) {
    return "sampled every " + HumanNumbers.size(interval);
  }

  /**
   * How some heaps were sampled.
   *
   * @param effects what is wrong with their numbers, or in doubt
   * @param intervals what is to be said of the intervals of their numbers; empty for nothing
   */
  static String sampling(List<HeapInfo> heaps, Effects effects, String intervals) {
    LongSummaryStatistics known = new LongSummaryStatistics();
    Evidence evidence = Evidence.STATED;
    for (HeapInfo heap : heaps) {
      if (heap.samplingInterval() > 0) {
        known.accept(heap.samplingInterval());
        evidence = evidence.and(heap.provenance().interval());
      }
    }
    long max = known.getMax();
    if (max == 1 && known.getCount() == heaps.size()) {
      return effects.isIncomplete()
          ? "as recorded, but incomplete"
          : evidence.isSure() && !effects.areDoubtful(heaps.size() == 1)
              ? ALL + ": exact"
              : from(ALL, evidence);
    }
    String sampled = "";
    if (max > 1) {
      String range = known.getMin() == max ? "" : " to " + HumanNumbers.size(max);
      sampled = from(every(known.getMin()) + range, evidence);
    }
    return sampled + (sampled.isEmpty() || intervals.isEmpty() ? "" : ", ") + intervals;
  }

  /**
   * How a heap was sampled, for those who look at the recording.
   *
   * @return the scheme, and how often
   */
  public static String scheme(HeapInfo heap) {
    long interval = heap.samplingInterval();
    String often = heap.sampling().isComplete() ? ALL : "sampling interval " + interval + " bytes";
    return from("scheme " + heap.sampling().scheme(), heap.provenance().scheme())
        + ", "
        + (interval > 0
            ? from(often, heap.provenance().interval())
            : heap.sampling().isWeighted() ? WEIGHTS : "sampling interval unknown")
        + (heap.sampling().hasSlowedDown() ? " (began with " + heap.sampling().first() + ")" : "")
        + (heap.sampling().cutoff() > 1 ? ", cutoff " + heap.sampling().cutoff() + " bytes" : "");
  }

  /**
   * How a heap was sampled, for those who look at the numbers.
   *
   * @param isIncomplete whether numbers are missing or wrong
   */
  public static String sampling(HeapInfo heap, boolean isIncomplete) {
    Evidence evidence = heap.provenance().sampling();
    long interval = heap.samplingInterval();
    if (interval > 1) {
      String began =
          heap.sampling().hasSlowedDown() ? ", at first " + bytes(heap.sampling().first()) : "";
      return from("about every " + bytes(interval) + began, evidence);
    }
    if (heap.sampling().isComplete()) {
      return !evidence.isSure()
          ? from("every allocation", evidence)
          : "every allocation" + (isIncomplete ? ", but the recording is incomplete" : "");
    }
    return heap.sampling().isWeighted() ? WEIGHTS : "interval unknown";
  }

  /**
   * The facts of processes, and how much of their memory is in their profiles, for those that had
   * most.
   *
   * @param topic what the facts are about
   * @param heaps all that are shown: a process is named unless they are all of it
   */
  public static List<String> facts(
      Topic topic, List<ProcessShare> processes, List<HeapInfo> heaps) {
    List<String> texts = new ArrayList<>();
    int left = 0;
    for (ProcessShare process : processes) {
      if (!process.facts().has(topic)) {
        continue;
      }
      if (texts.size() == MAX_PROCESSES) {
        left++;
        continue;
      }
      HeapInfo of = process.info();
      boolean isAlone =
          heaps.stream().allMatch(heap -> heap.id().process().equals(of.id().process()));
      texts.add((isAlone ? "" : of.id().process().displayProgram() + ": ") + facts(topic, process));
    }
    if (left > 0) {
      texts.add(left + " more");
    }
    return texts;
  }

  private static String facts(Topic topic, ProcessShare process) {
    StringBuilder text = new StringBuilder();
    StringBuilder asides = new StringBuilder();
    process
        .facts()
        .values()
        .forEach(
            (fact, value) -> {
              if (fact.topic() == topic && fact.isRemarkable(value)) {
                String words = fact.words(value(fact.unit(), value));
                switch (fact.place()) {
                  case CLAUSE -> addClause(text, words);
                  case PART -> addClause(text, (text.length() > 0 ? "of which " : "") + words);
                  case MORE -> text.append(words);
                  case ASIDE -> asides.append(words);
                }
              }
            });
    if (topic == Topic.MEMORY) {
      addClause(text, explained(process));
    }
    return text.append(asides).toString();
  }

  private static void addClause(StringBuilder text, String clause) {
    text.append(text.length() > 0 && !clause.isEmpty() ? ", " : "").append(clause);
  }

  private static String value(Unit unit, long value) {
    return switch (unit) {
      case BYTES -> HumanNumbers.exact(value, true);
      case NANOS -> HumanNumbers.seconds(value);
    };
  }

  private static String explained(ProcessShare share) {
    double percent = 100 * share.explained();
    if (Double.isNaN(percent)) {
      return "";
    }
    double whole = share.facts().whole();
    double low = 100 * share.live().low() / whole;
    double high = 100 * share.live().high() / whole;
    String range =
        high == Double.POSITIVE_INFINITY
            ? " or so"
            : high - low < 1
                ? ""
                : " ("
                    + HumanNumbers.fixed(low, 0, Bound.LOW)
                    + "-"
                    + HumanNumbers.fixed(high, 0, Bound.HIGH)
                    + ")";
    return "explained "
        + HumanNumbers.fixed(percent, 0)
        + " %"
        + range
        + (share.facts().part() == Fact.ANONYMOUS ? " of anonymous memory" : "")
        + (low > 100 ? ": some of what is live was not in memory, or not yet" : "");
  }

  private static String bytes(long number) {
    return HumanNumbers.withSeparators(number) + " bytes";
  }
}
