package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Process;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.query.Answer;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.AnswerText.Line;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.show.TableOptions.Hints;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What people read above the rows of a table, on a terminal and on a page alike: what was recorded,
 * how much of it there is, and what to trust.
 */
public final class Overview {

  /** Between two texts in one line. */
  static final String GAP = "    ";

  /** How many heaps are named in a line. */
  private static final int MAX_NAMES = 2;

  /** The level of intervals that goes without saying. */
  private static final double USUAL_CONFIDENCE = 0.95;

  private final Table table;
  private final Hints hints;
  private final boolean colour;
  private final Function<CaptureInfo, String> source;
  private final Answer answer;
  private final AnswerText words;
  private final List<HeapInfo> heaps;

  /**
   * @param source what is said of an input: its path, or a part of it
   */
  private Overview(Table table, Hints hints, boolean colour, Function<CaptureInfo, String> source) {
    this.table = table;
    this.hints = hints;
    this.colour = colour;
    this.source = source;
    answer = table.answer();
    words = table.text();
    heaps = table.infos();
  }

  /** The overview of a table to share, which names neither folders nor this program. */
  public static Overview toShare(Table table) {
    return new Overview(table, Hints.USUAL, false, CaptureInfo::fileNames);
  }

  /** The overview of a table for a terminal, which may have colours. */
  static Overview of(Table table, Hints hints, boolean colour) {
    return new Overview(table, hints, colour, CaptureInfo::source);
  }

  /** Whose memory it is, or what is compared. */
  public String what() {
    EstimatedProfile base = table.base();
    return TerminalText.printable(
        base == null
            ? heaps()
            : "Comparing " + source.apply(base.capture()) + " (base) with " + source() + " (new)");
  }

  /** The dump, or how the dumps were sampled; empty for nothing. */
  public String when() {
    String when =
        table.base() != null
            ? ""
            : saysDump(table) ? dump() : table.by() == GroupBy.DUMP ? sampling() : words.span();
    return TerminalText.printable(when);
  }

  /** Whether the first line says which dump it is, or of how many recordings a sum. */
  static boolean saysDump(Table table) {
    return table.base() == null && table.by() != GroupBy.DUMP && table.text().span().isEmpty();
  }

  /**
   * The lines below: totals, how they were sampled, processes, and what to trust.
   *
   * @param width up to which the sampling stands behind the last total
   */
  public List<Line> lines(int width) {
    List<Line> lines = new ArrayList<>();
    if (table.by() != GroupBy.DUMP) {
      lines.addAll(words.totals(table.live(), peak(), table.between(), this::of));
      addSampling(lines, width);
      for (String fact : table.facts()) {
        lines.add(new Line("Process", fact));
      }
    }
    lines.replaceAll(line -> new Line(line.label(), TerminalText.printable(line.text())));
    String trust = table.trust(hints).text(colour);
    if (!trust.isEmpty()) {
      lines.add(new Line(table.base() == null ? "Trust" : "Change", trust));
    }
    Pattern filter = table.question().rows().filter();
    if (filter != null && table.by() != GroupBy.PEEK) {
      String rows = TerminalText.printable("rows that match '" + filter.pattern() + "'");
      lines.add(new Line("Filter", rows + "; totals and shares are of everything"));
    }
    lines.addAll(words.findings(table.profile()));
    return lines;
  }

  /** Adds how allocations were recorded, in the last line if there is room. */
  private void addSampling(List<Line> lines, int width) {
    String sampling = sampling();
    Line last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    if (sampling.isEmpty()) {
      return;
    }
    if (last != null && last.text().length() + GAP.length() + sampling.length() <= width) {
      lines.set(lines.size() - 1, new Line(last.label(), last.text() + GAP + sampling));
    } else {
      lines.add(new Line("", sampling));
    }
  }

  private String source() {
    return source.apply(table.profile().capture());
  }

  private String heaps() {
    Set<Process> processes = new HashSet<>();
    for (HeapInfo heap : heaps) {
      processes.add(heap.id().process());
    }
    Map<Process, Process> lastRuns = Recordings.lastRuns(heaps);
    processes.removeAll(lastRuns.keySet());
    if (heaps.size() == 1) {
      HeapInfo heap = heaps.get(0);
      boolean named = heap.pid() >= 0 || !heap.process().isEmpty();
      return (named ? heap.id().process().displayProgram() : source()) + ", " + heap.heap();
    }
    return source()
        + ": "
        + heaps.size()
        + (table.by() == GroupBy.DUMP ? " dumps of " : " heaps of ")
        + (processes.size() == 1
            ? processes.iterator().next().displayProgram()
            : processes.size() + " processes")
        + (lastRuns.isEmpty() ? "" : ", with " + lastRuns.size() + " earlier");
  }

  private String dump() {
    if (heaps.isEmpty()) {
      return "";
    }
    // Java's own comparators are serializable lambdas, which it makes at each start.
    HeapInfo latest =
        Collections.max(heaps, (a, b) -> Long.compare(a.dump().timeNanos(), b.dump().timeNanos()));
    boolean sameDump =
        heaps.stream().allMatch(heap -> heap.dump().number() == latest.dump().number());
    boolean allLast = heaps.stream().allMatch(heap -> heap.dump().isLast());
    if (table.live() == Live.PEAKS) {
      return "peak of each heap, at its own time";
    }
    for (Remark remark : table.profile().remarks()) {
      if (remark.topic() == Topic.SUM) {
        return remark.text();
      }
    }
    if (latest.dump().timeNanos() == 0 && latest.dump().of() == 1) {
      return "";
    }
    String dump = "dump " + latest.dump().number();
    String which =
        heaps.size() == 1
            ? dump + " of " + latest.dump().of() + (latest.dump().peak() ? ", the peak" : "")
            : allLast ? "last dump" : sameDump ? dump + " of each heap" : "various dumps";
    return which
        + (latest.dump().timeNanos() == 0
            ? ""
            : ", " + latest.dump().displayTime(ChronoUnit.MINUTES))
        + HeapText.since(latest);
  }

  /** Of which heaps live numbers are, or else allocated ones; empty if both are of the same. */
  private String of(boolean live) {
    if (table.heapsWithout(true).isEmpty() && table.heapsWithout(false).isEmpty()) {
      return "";
    }
    Set<String> names = new LinkedHashSet<>();
    for (EstimatedHeap heap : table.by().heaps(table.profile())) {
      if (heap.has(live)) {
        names.add(heap.info().heap());
      }
    }
    return "of "
        + (names.size() > MAX_NAMES ? names.size() + " heaps" : String.join(" and ", names));
  }

  private String sampling() {
    List<HeapInfo> all = new ArrayList<>(heaps);
    if (table.base() != null) {
      all.addAll(table.infos(table.base()));
    }
    double confidence = table.profile().confidence();
    String intervals = hasIntervals(true) ? "intervals unknown" : "";
    if (hasIntervals(false)) {
      boolean usual = confidence == USUAL_CONFIDENCE;
      intervals = usual ? "" : EstimatedProfile.percent(confidence) + " % intervals";
    }
    return HeapText.sampling(all, table.effects(), intervals);
  }

  /**
   * @param unknown whether they are unknown
   */
  private boolean hasIntervals(boolean unknown) {
    return answer.views().stream()
        .map(view -> answer.total(view).at(Answer.TOTAL))
        .anyMatch(total -> unknown ? total.isUnknown() : total.isUncertain());
  }

  /** The peak beside another dump; empty if that is shown, or there is none. */
  private String peak() {
    PeakDump peak = table.peak();
    return peak == null || heaps.stream().anyMatch(heap -> heap.dump().number() == peak.number())
        ? ""
        : HumanNumbers.exact(peak.bytes(), true)
            + " at dump "
            + peak.number()
            + " of "
            + peak.dumps();
  }
}
