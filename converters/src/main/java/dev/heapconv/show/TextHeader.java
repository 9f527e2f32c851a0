package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
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
import java.util.regex.Pattern;

/** The lines above a text table: what was recorded, how much of it there is, and what to trust. */
final class TextHeader {

  private static final int LABEL_WIDTH = 12;
  private static final String GAP = "    ";

  /** How many heaps are named in a line. */
  private static final int MAX_NAMES = 2;

  /** The level of intervals that goes without saying. */
  private static final double USUAL_CONFIDENCE = 0.95;

  private final Table table;
  private final Answer answer;
  private final AnswerText words;
  private final List<HeapInfo> heaps;
  private final int width;
  private final boolean colour;

  TextHeader(Table table, int width, boolean colour) {
    this.table = table;
    this.width = width;
    this.colour = colour;
    answer = table.answer();
    words = table.text();
    heaps = table.infos();
  }

  /** Whether the first line says which dump it is, or of how many recordings a sum. */
  boolean saysDump() {
    return table.base() == null && table.by() != GroupBy.DUMP && words.span().isEmpty();
  }

  /** Appends all lines. */
  void appendTo(StringBuilder text, Hints hints) {
    boolean ofDumps = table.by() == GroupBy.DUMP;
    EstimatedProfile base = table.base();
    if (base == null) {
      String span = words.span();
      append(text, heaps(), saysDump() ? dump() : ofDumps ? sampling() : span);
    } else {
      append(
          text, "Comparing " + base.capture().source() + " (base) with " + source() + " (new)", "");
    }
    List<Line> lines = new ArrayList<>();
    if (!ofDumps) {
      lines.addAll(words.totals(table.live(), peak(), table.between(), this::of));
      addSampling(lines);
      for (String fact : table.facts()) {
        lines.add(new Line("Process", fact));
      }
    }
    for (Line line : lines) {
      appendLabelled(text, line.label(), TerminalText.printable(line.text()));
    }
    String trust = table.trust(hints).text(colour);
    if (!trust.isEmpty()) {
      appendLabelled(text, base == null ? "Trust" : "Change", trust);
    }
    Pattern filter = table.question().rows().filter();
    if (filter != null && table.by() != GroupBy.PEEK) {
      String rows = TerminalText.printable("rows that match '" + filter.pattern() + "'");
      appendLabelled(text, "Filter", rows + "; totals and shares are of everything");
    }
    for (Line finding : words.findings(table.profile())) {
      appendLabelled(text, finding.label(), finding.text());
    }
  }

  /** Appends two texts: in one line if they fit. */
  private void append(StringBuilder text, String left, String right) {
    String line = TerminalText.printable(left + (right.isEmpty() ? "" : GAP + right));
    if (TerminalText.width(line) <= width || right.isEmpty()) {
      TerminalText.appendWrapped(text, line, width);
    } else {
      append(text, left, "");
      append(text, right, "");
    }
  }

  /** Appends a line whose continuations stand below its text, not below its label. */
  private void appendLabelled(StringBuilder text, String label, String line) {
    StringBuilder wrapped = new StringBuilder();
    TerminalText.appendWrapped(wrapped, " ".repeat(LABEL_WIDTH) + line, width);
    text.append(TextStyle.BOLD.of(label, colour)).append(wrapped.substring(label.length()));
  }

  private String source() {
    return table.profile().capture().source();
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

  /** Adds how allocations were recorded, in the last line if there is room. */
  private void addSampling(List<Line> lines) {
    String sampling = sampling();
    Line last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    if (sampling.isEmpty()) {
      return;
    }
    if (last != null
        && LABEL_WIDTH + last.text().length() + GAP.length() + sampling.length() <= width) {
      lines.set(lines.size() - 1, new Line(last.label(), last.text() + GAP + sampling));
    } else {
      lines.add(new Line("", sampling));
    }
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
    return HeapText.sampling(all, table.profile().effects(), intervals);
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
