package dev.heapconv.model;

import dev.heapconv.model.Notice.Notices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What to convert from a recording with several processes, heaps and dumps.
 *
 * @param processes names, pids or globs of names; empty for all
 * @param heaps names or globs; empty for all
 * @param dump which dumps of each heap
 */
public record Selection(List<String> processes, List<String> heaps, DumpSelector dump) {

  /** Everything, with the last dump of each heap. */
  public static final Selection DEFAULT = new Selection(List.of(), List.of(), DumpSelector.LAST);

  /** How many heaps a message names. */
  private static final int HEAPS_NAMED = 5;

  public Selection {
    processes = List.copyOf(processes);
    heaps = List.copyOf(heaps);
    Objects.requireNonNull(dump, "dump");
  }

  /** Whether the process and the heap of {@code info} are selected. */
  public boolean takes(HeapInfo info) {
    return takesProcess(info.id().process()) && (heaps.isEmpty() || matchesAny(heaps, info.heap()));
  }

  /** A process of several machines is also selected by the name that its own has for it. */
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
   * The dumps to take of each heap.
   *
   * @param all all dumps of each heap
   */
  public List<RecordedHeap> ofAll(List<RecordedHeap> all) {
    Map<HeapId, Integer> peaks = dump instanceof DumpSelector.Max ? peaks(all) : Map.of();
    List<RecordedHeap> selected = new ArrayList<>(all);
    selected.removeIf(
        heap -> {
          HeapInfo info = heap.info();
          int usual = peaks.getOrDefault(info.id(), info.dumps());
          return !DumpSelector.takes(dump, info.dump())
              && (dump instanceof DumpSelector.Number || info.dump() != usual);
        });
    return selected;
  }

  /**
   * @param names the available processes with their heaps
   */
  public static HeapConvException nothingSelected(String source, Collection<String> names) {
    return HeapConvException.input(ErrorId.NOTHING_SELECTED, source, String.join(", ", names));
  }

  /**
   * @param dumps the available dumps of the selected heaps
   */
  public HeapConvException noSuchDump(String source, List<DumpSummary> dumps) {
    IntSummaryStatistics counts =
        dumps.stream().mapToInt(each -> each.info().dumps()).summaryStatistics();
    String fewest = counts.getMin() < counts.getMax() ? counts.getMin() + " to " : "";
    String there = counts.getMax() == 1 ? "is only one" : "are only " + fewest + counts.getMax();
    return HeapConvException.input(ErrorId.NO_SUCH_DUMP, source, dump, there);
  }

  /**
   * Warns of selected heaps that end before the selected dump.
   *
   * @param dumps the available dumps of the selected heaps
   */
  public void warnOfMissingDump(List<DumpSummary> dumps, Notices notices) {
    if (dump instanceof DumpSelector.Number wanted) {
      List<HeapInfo> missing = withFewerDumps(dumps, wanted.number());
      if (!missing.isEmpty()) {
        notices.add(ErrorId.MISSING_DUMP, missing.size(), wanted.number(), described(missing));
      }
    }
  }

  /** The last dumps of heaps that have fewer than {@code number}. */
  private static List<HeapInfo> withFewerDumps(List<DumpSummary> dumps, int number) {
    List<HeapInfo> fewer = new ArrayList<>();
    for (DumpSummary summary : dumps) {
      HeapInfo info = summary.info();
      if (info.dump() == info.dumps() && info.dumps() < number) {
        fewer.add(info);
      }
    }
    return fewer;
  }

  private static String described(List<HeapInfo> heaps) {
    StringBuilder text = new StringBuilder();
    for (HeapInfo info : heaps.subList(0, Math.min(HEAPS_NAMED, heaps.size()))) {
      text.append(text.isEmpty() ? "" : ", ").append(info.id().process().displayName()).append(' ');
      text.append(info.heap()).append(" (").append(info.dumps());
      text.append(info.dumps() == 1 ? " dump)" : " dumps)");
    }
    return heaps.size() <= HEAPS_NAMED ? text.toString() : text.append(", ...").toString();
  }

  /** The description of a selected dump: says so if it was selected as the peak of several. */
  public HeapInfo chosen(HeapInfo info) {
    return dump instanceof DumpSelector.Max && info.dumps() > 1 ? info.withPeak(true) : info;
  }

  /** The dump of each heap with the most live bytes, the first of equals. */
  private static Map<HeapId, Integer> peaks(List<RecordedHeap> heaps) {
    Map<HeapId, Integer> peaks = new HashMap<>();
    Map<HeapId, Double> most = new HashMap<>();
    for (RecordedHeap heap : heaps) {
      HeapId id = heap.info().id();
      double live = heap.views().contains(View.SPACE) ? heap.sum(View.SPACE) : -1;
      if (live > most.getOrDefault(id, -1.0)) {
        most.put(id, live);
        peaks.put(id, heap.info().dump());
      }
    }
    return peaks;
  }

  /** Which dumps of a heap to convert. */
  public sealed interface DumpSelector {

    DumpSelector FIRST = new Number(1);
    DumpSelector LAST = new Last();
    DumpSelector ALL = new All();
    DumpSelector MAX = new Max();

    /** Whether a dump, numbered from 1, is chosen whatever the other dumps of its heap are. */
    static boolean takes(DumpSelector choice, int dump) {
      return choice instanceof All || (choice instanceof Number exact && exact.number() == dump);
    }

    /** The last dump: the totals since profiling began. */
    record Last() implements DumpSelector {
      /** As users write it, as in all of them. */
      @Override
      public String toString() {
        return "last";
      }
    }

    /** Every dump. */
    record All() implements DumpSelector {
      @Override
      public String toString() {
        return "all";
      }
    }

    /** The peak of each heap: its dump with the most live bytes. */
    record Max() implements DumpSelector {
      @Override
      public String toString() {
        return "max";
      }
    }

    /**
     * @param number a dump, from 1
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
     * Reads {@code last}, {@code first}, {@code all}, {@code max} or a number.
     *
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
