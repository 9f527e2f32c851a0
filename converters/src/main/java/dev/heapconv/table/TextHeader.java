package dev.heapconv.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import dev.heapconv.unskew.Scheme;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** The lines above a text table: what was recorded, how much of it there is, and what to trust. */
final class TextHeader {

  private static final int LABEL_WIDTH = 12;
  private static final String GAP = "    ";

  /** The level of intervals that goes without saying. */
  private static final double USUAL_CONFIDENCE = 0.95;

  /**
   * A line with a label in front.
   *
   * @param label may be empty
   */
  record Labelled(String label, String text) {}

  private final Table table;
  private final TableHeader header;
  private final Result result;
  private final ResultText words;
  private final List<HeapInfo> heaps;
  private final int width;
  private final boolean colour;

  TextHeader(Table table, int width, boolean colour) {
    this.table = table;
    this.width = width;
    this.colour = colour;
    header = table.header();
    result = table.result();
    words = new ResultText(result);
    heaps = header.heaps();
  }

  /**
   * Appends all lines.
   *
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   */
  void appendTo(StringBuilder text, String sizesHint) {
    boolean ofDumps = result.by() == GroupBy.DUMP;
    if (header.base().isEmpty()) {
      String span = words.span();
      append(text, heaps(), ofDumps ? sampling() : span.isEmpty() ? dump() : span);
    } else {
      String sides = "Comparing " + header.base() + " (base) with " + header.source() + " (new)";
      append(text, sides, "");
    }
    List<Labelled> lines = new ArrayList<>();
    if (!ofDumps) {
      boolean ofPeak = isOfPeak() && header.base().isEmpty();
      lines.addAll(
          words.totals(ofPeak ? "At the peak" : ProvenanceText.live(header.live()), peak()));
      addSampling(lines);
    }
    for (Labelled line : lines) {
      append(text, line, UnaryOperator.identity());
    }
    Trust trust = table.trust(sizesHint);
    if (!trust.text().isEmpty()) {
      String label = header.base().isEmpty() ? "Trust" : "Change";
      append(text, new Labelled(label, trust.text()), wrapped -> trust.coloured(wrapped, colour));
    }
    String growing = words.growing(1 - header.confidence());
    if (!growing.isEmpty()) {
      append(text, new Labelled("Growing", growing), UnaryOperator.identity());
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
  private void append(StringBuilder text, Labelled line, UnaryOperator<String> inColour) {
    StringBuilder wrapped = new StringBuilder();
    String indented = " ".repeat(LABEL_WIDTH) + TerminalText.printable(line.text);
    TerminalText.appendWrapped(wrapped, indented, width);
    text.append(TextStyle.BOLD.of(line.label, colour))
        .append(" ".repeat(LABEL_WIDTH - line.label.length()));
    text.append(inColour.apply(wrapped.substring(LABEL_WIDTH)));
  }

  private String heaps() {
    Set<String> processes = new HashSet<>();
    for (HeapInfo heap : heaps) {
      processes.add(heap.displayProcess());
    }
    if (heaps.size() == 1) {
      HeapInfo heap = heaps.get(0);
      boolean named = heap.pid() >= 0 || !heap.process().isEmpty();
      return (named ? heap.displayProgram() : header.source()) + ", " + heap.heap();
    }
    return header.source()
        + ": "
        + heaps.size()
        + (result.by() == GroupBy.DUMP ? " dumps of " : " heaps of ")
        + (processes.size() == 1 ? heaps.get(0).displayProgram() : processes.size() + " processes");
  }

  private String dump() {
    if (heaps.isEmpty()) {
      return "";
    }
    HeapInfo latest = Collections.max(heaps, Comparator.comparingLong(HeapInfo::timeNanos));
    boolean sameDump = heaps.stream().allMatch(heap -> heap.dump() == latest.dump());
    boolean allLast = heaps.stream().allMatch(heap -> heap.dump() == heap.dumps());
    if (arePeaks() && heaps.size() > 1) {
      // Each at its own time.
      return "peak of each heap";
    }
    if (latest.timeNanos() == 0 && latest.dumps() == 1) {
      return "";
    }
    String dump = "dump " + latest.dump();
    String which =
        heaps.size() == 1
            ? dump + " of " + latest.dumps() + (latest.peak() ? ", the peak" : "")
            : allLast ? "last dump" : sameDump ? dump + " of each heap" : "various dumps";
    String seconds = latest.displayTime(ChronoUnit.SECONDS);
    String time =
        latest.timeNanos() == 0 ? "" : ", " + seconds.replaceFirst(":[0-9]{2} UTC$", " UTC");
    return which
        + time
        + (latest.durationNanos() == 0
            ? ""
            : ", after " + HumanNumbers.seconds(latest.durationNanos()));
  }

  /** Whether every heap with several dumps, and at least one, is shown at its selected peak. */
  private boolean arePeaks() {
    return heaps.stream().anyMatch(HeapInfo::peak)
        && heaps.stream().allMatch(heap -> heap.peak() || heap.dumps() <= 1);
  }

  /** Adds how allocations were recorded, in the last line if there is room. */
  private void addSampling(List<Labelled> lines) {
    String sampling = sampling();
    Labelled last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    if (sampling.isEmpty()) {
      return;
    }
    if (last != null
        && LABEL_WIDTH + last.text.length() + GAP.length() + sampling.length() <= width) {
      lines.set(lines.size() - 1, new Labelled(last.label, last.text + GAP + sampling));
    } else {
      lines.add(new Labelled("", sampling));
    }
  }

  private String sampling() {
    long min = Long.MAX_VALUE;
    long max = 0;
    boolean allKnown = true;
    Evidence evidence = Evidence.STATED;
    for (List<HeapInfo> side : List.of(heaps, header.baseHeaps())) {
      for (HeapInfo heap : side) {
        allKnown &= heap.samplingInterval() > 0;
        min = heap.samplingInterval() > 0 ? Math.min(min, heap.samplingInterval()) : min;
        max = Math.max(max, heap.samplingInterval());
        if (heap.samplingInterval() > 0) {
          evidence = evidence.and(heap.provenance().interval());
        }
      }
    }
    if (max == 1 && allKnown) {
      return Warning.anyLoss(header.warnings())
          ? "as recorded, but incomplete"
          : evidence.isSure()
              ? "every allocation recorded: exact"
              : ProvenanceText.from("every allocation recorded", evidence);
    }
    StringJoiner facts = new StringJoiner(", ");
    if (max > 1) {
      String range = max == min ? "" : " to " + HumanNumbers.size(max);
      facts.add(ProvenanceText.from("sampled every " + HumanNumbers.size(min) + range, evidence));
    }
    if (hasIntervals(false)) {
      boolean usual = header.confidence() == USUAL_CONFIDENCE;
      String level = EstimatedProfile.percent(header.confidence()) + " % intervals";
      return (usual ? facts : facts.add(level)).toString();
    }
    return (hasIntervals(true) ? facts.add("intervals unknown") : facts).toString();
  }

  /**
   * @param unknown whether they are unknown
   */
  private boolean hasIntervals(boolean unknown) {
    return result.views().stream()
        .map(result::total)
        .anyMatch(
            total -> unknown ? total.isUnknown(Result.TOTAL) : total.isUncertain(Result.TOTAL));
  }

  /**
   * Whether live numbers are of a peak. Of the recordings, only heapprofd's dump_at_max has just
   * live numbers because they are a peak; others simply do not count frees.
   */
  private boolean isOfPeak() {
    return arePeaks()
        || !result.views().contains(View.ALLOC_SPACE)
            && !heaps.isEmpty()
            && heaps.stream().allMatch(heap -> heap.scheme() == Scheme.WEIGHTED);
  }

  /** The peak beside another dump; empty if that is shown, or there is none. */
  private String peak() {
    PeakDump peak = header.peak();
    return peak == null || heaps.stream().anyMatch(heap -> heap.dump() == peak.number())
        ? ""
        : HumanNumbers.exact(peak.bytes(), true)
            + " at dump "
            + peak.number()
            + " of "
            + peak.dumps();
  }
}
