package dev.heapconv.model;

import static java.util.Comparator.comparingLong;

import dev.heapconv.model.Notice.Notices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The processes, heaps and dumps of a recording to convert.
 *
 * @param processes names, pids or globs of names; empty for all processes
 * @param heaps names or globs of names; empty for all heaps
 * @param dump the dumps of each heap
 */
public record Selection(List<String> processes, List<String> heaps, DumpSelector dump) {

  /** Selects all processes and heaps, and the last dump of each heap. */
  public static final Selection DEFAULT = new Selection(List.of(), List.of(), DumpSelector.LAST);

  /** How many heaps a message names. */
  private static final int HEAPS_NAMED = 5;

  private static final double NANOS_PER_SECOND = 1e9;

  public Selection {
    processes = List.copyOf(processes);
    heaps = List.copyOf(heaps);
    Objects.requireNonNull(dump, "dump");
  }

  /**
   * Whether the process and the heap are selected; does not look at the dump.
   *
   * @param info the heap
   */
  public boolean takes(HeapInfo info) {
    return takesProcess(info.id().process()) && (heaps.isEmpty() || matchesAny(heaps, info.heap()));
  }

  /**
   * If a recording has several machines, the name of a process without its machine also selects it.
   */
  private boolean takesProcess(Process process) {
    return processes.isEmpty()
        || processes.contains(Long.toString(process.pid()))
        || matchesName(process.fullName())
        || matchesName(process.name());
  }

  private boolean matchesName(String process) {
    return matchesAny(processes, process) || matchesAny(processes, Mapping.baseName(process));
  }

  private static boolean matchesAny(List<String> patterns, String name) {
    for (String pattern : patterns) {
      if (pattern.equals(name) || Glob.matches(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the selected dumps of each heap.
   *
   * @param all all dumps of each heap
   */
  public List<RecordedHeap> ofAll(List<RecordedHeap> all) {
    Map<HeapId, Integer> peaks = dump instanceof DumpSelector.Max ? peaks(all) : Map.of();
    List<RecordedHeap> selected = new ArrayList<>(all);
    selected.removeIf(
        heap -> {
          HeapInfo info = heap.info();
          int usual = peaks.getOrDefault(info.id(), info.dump().of());
          return !DumpSelector.takes(dump, info.dump().number())
              && (dump instanceof DumpSelector.Number || info.dump().number() != usual);
        });
    return selected;
  }

  /**
   * Returns the error that nothing is selected.
   *
   * @param source name of the input
   * @param names the available processes with their heaps
   */
  public static HeapConvException nothingSelected(String source, Collection<String> names) {
    return HeapConvException.input(ErrorId.NOTHING_SELECTED, source, String.join(", ", names));
  }

  /**
   * Returns the error that no heap has the selected dump.
   *
   * @param source name of the input
   * @param dumps the available dumps of the selected heaps
   */
  public HeapConvException noSuchDump(String source, List<DumpSummary> dumps) {
    IntSummaryStatistics counts =
        dumps.stream().mapToInt(each -> each.info().dump().of()).summaryStatistics();
    String fewest = counts.getMin() < counts.getMax() ? counts.getMin() + " to " : "";
    String there = counts.getMax() == 1 ? "is only one" : "are only " + fewest + counts.getMax();
    return HeapConvException.input(ErrorId.NO_SUCH_DUMP, source, dump, there);
  }

  /**
   * Adds a warning about selected heaps that end before the selected dump.
   *
   * @param dumps the available dumps of the selected heaps
   * @param notices receives the warning
   */
  public void warnOfMissingDump(List<DumpSummary> dumps, Notices notices) {
    if (dump instanceof DumpSelector.Number wanted) {
      List<HeapInfo> missing = withFewerDumps(dumps, wanted.number());
      if (!missing.isEmpty()) {
        notices.add(ErrorId.MISSING_DUMP, missing.size(), wanted.number(), described(missing));
      }
    }
  }

  /**
   * Adds a warning if the last dumps of some heaps are older than those of others, so that live
   * numbers of different times stand side by side. Dumps that were chosen by number are what the
   * user asked for.
   *
   * @param dumps the available dumps of the selected heaps
   * @param notices receives the warning
   */
  public void warnOfOlderDumps(List<DumpSummary> dumps, Notices notices) {
    List<HeapInfo> lasts = new ArrayList<>();
    for (DumpSummary summary : dumps) {
      if (summary.info().dump().isLast() && hasLive(summary)) {
        lasts.add(summary.info());
      }
    }
    List<HeapInfo> older = Recordings.older(lasts);
    if (older.isEmpty()
        || !(dump instanceof DumpSelector.Last || dump instanceof DumpSelector.All)) {
      return;
    }
    HeapInfo newest = Collections.max(lasts, comparingLong(info -> info.dump().timeNanos()));
    HeapInfo oldest = older.get(0);
    long seconds =
        Math.round((newest.dump().timeNanos() - oldest.dump().timeNanos()) / NANOS_PER_SECOND);
    notices.add(ErrorId.OLDER_DUMPS, older.size(), named(oldest), seconds, named(newest));
  }

  private static boolean hasLive(DumpSummary summary) {
    for (View view : summary.views()) {
      if (view.isLive()) {
        return true;
      }
    }
    return false;
  }

  private static String named(HeapInfo info) {
    return info.id().process().displayName() + " " + info.heap();
  }

  /** Returns the last dumps of the heaps that have fewer dumps than {@code number}. */
  private static List<HeapInfo> withFewerDumps(List<DumpSummary> dumps, int number) {
    List<HeapInfo> fewer = new ArrayList<>();
    for (DumpSummary summary : dumps) {
      HeapInfo info = summary.info();
      if (info.dump().isLast() && info.dump().of() < number) {
        fewer.add(info);
      }
    }
    return fewer;
  }

  private static String described(List<HeapInfo> heaps) {
    StringBuilder text = new StringBuilder();
    for (HeapInfo info : heaps.subList(0, Math.min(HEAPS_NAMED, heaps.size()))) {
      text.append(text.isEmpty() ? "" : ", ").append(info.id().process().displayName()).append(' ');
      text.append(info.heap()).append(" (").append(info.dump().of());
      text.append(info.dump().of() == 1 ? " dump)" : " dumps)");
    }
    return heaps.size() <= HEAPS_NAMED ? text.toString() : text.append(", ...").toString();
  }

  /**
   * Returns the description of a selected dump, which is marked if it was selected as the peak of
   * several.
   *
   * @param info the dump
   */
  public HeapInfo chosen(HeapInfo info) {
    return dump instanceof DumpSelector.Max && info.dump().of() > 1 ? info.withPeak(true) : info;
  }

  /**
   * Returns for each heap the number of the dump with the most live bytes; the first one if several
   * are equal.
   */
  private static Map<HeapId, Integer> peaks(List<RecordedHeap> heaps) {
    Map<HeapId, Integer> peaks = new HashMap<>();
    Map<HeapId, Double> most = new HashMap<>();
    for (RecordedHeap heap : heaps) {
      HeapId id = heap.info().id();
      double live = heap.views().contains(View.SPACE) ? heap.sum(View.SPACE) : -1;
      if (live > most.getOrDefault(id, -1.0)) {
        most.put(id, live);
        peaks.put(id, heap.info().dump().number());
      }
    }
    return peaks;
  }

  /** The dumps of a heap to convert. */
  public sealed interface DumpSelector {

    /** The first dump. */
    DumpSelector FIRST = new Number(1);

    /** The last dump. */
    DumpSelector LAST = new Last();

    /** Every dump. */
    DumpSelector ALL = new All();

    /** The dump with the most live bytes. */
    DumpSelector MAX = new Max();

    /**
     * Whether a dump is selected whatever the other dumps of its heap are.
     *
     * @param choice the selector
     * @param dump number of the dump, from 1
     */
    static boolean takes(DumpSelector choice, int dump) {
      return choice instanceof All || (choice instanceof Number exact && exact.number() == dump);
    }

    /** Selects the last dump, which has the totals since profiling began. */
    record Last() implements DumpSelector {
      /** Returns the text that users write, as in all selectors. */
      @Override
      public String toString() {
        return "last";
      }
    }

    /** Selects every dump. */
    record All() implements DumpSelector {
      @Override
      public String toString() {
        return "all";
      }
    }

    /** Selects the peak of each heap: its dump with the most live bytes. */
    record Max() implements DumpSelector {
      @Override
      public String toString() {
        return "max";
      }
    }

    /**
     * Selects a dump by its number.
     *
     * @param number number of the dump, from 1
     */
    record Number(int number) implements DumpSelector {
      public Number {
        if (number < 1) {
          throw new IllegalArgumentException("dumps are numbered from 1");
        }
      }

      @Override
      public String toString() {
        return Integer.toString(number);
      }
    }

    /**
     * Parses a selector.
     *
     * @param text {@code last}, {@code first}, {@code all}, {@code max} or a number from 1
     * @throws IllegalArgumentException if it is none of these, with a message for the user
     */
    static DumpSelector parse(String text) {
      return switch (text) {
        case "last" -> LAST;
        case "first" -> FIRST;
        case "all" -> ALL;
        case "max" -> MAX;
        default -> {
          try {
            yield new Number(Integer.parseInt(text));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "invalid dump '" + text + "': use last, first, all, max or a number from 1", e);
          }
        }
      };
    }
  }
}
