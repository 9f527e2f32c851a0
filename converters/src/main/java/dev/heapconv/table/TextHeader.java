package dev.heapconv.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import dev.heapconv.unskew.Scheme;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Explains the numbers of a text table in the lines above it. */
final class TextHeader {

  private final TableHeader header;
  private final Result result;
  private final ResultText words;
  private final List<HeapInfo> heaps;
  private final int width;

  TextHeader(TableHeader header, Result result, int width) {
    this.header = header;
    this.result = result;
    words = new ResultText(result);
    this.width = width;
    heaps = header.heaps();
  }

  /**
   * Which heaps and dumps, how they were sampled, and how far the numbers can be trusted.
   *
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   */
  void appendOrigin(StringBuilder text, String sizesHint) {
    String span = words.span();
    if (!header.base().isEmpty()) {
      append(text, "Comparing " + header.base() + " (base) with " + header.source() + " (new)");
    } else {
      append(text, header.source() + ": " + heaps());
      append(text, span.isEmpty() ? dump() : span);
    }
    append(text, sampling());
    append(text, header.trust(sizesHint));
    append(text, words.significance());
    for (String line : words.legend(header.confidence())) {
      append(text, line);
    }
  }

  private void append(StringBuilder text, String line) {
    if (!line.isEmpty()) {
      TerminalText.appendWrapped(text, TerminalText.printable(line), width);
    }
  }

  private String heaps() {
    if (heaps.size() == 1) {
      return heaps.get(0).displayProcess() + ", heap " + heaps.get(0).heap();
    }
    Set<String> processes = new HashSet<>();
    for (HeapInfo heap : heaps) {
      processes.add(heap.displayProcess());
    }
    return heaps.size()
        + (result.by() == GroupBy.DUMP ? " dumps of " : " heaps of ")
        + (processes.size() == 1 ? heaps.get(0).displayProcess() : processes.size() + " processes");
  }

  private String dump() {
    if (result.by() == GroupBy.DUMP || heaps.isEmpty()) {
      return "";
    }
    HeapInfo latest = heaps.get(0);
    boolean sameDump = true;
    boolean allLast = true;
    for (HeapInfo heap : heaps) {
      latest = heap.timeNanos() > latest.timeNanos() ? heap : latest;
      sameDump &= heap.dump() == latest.dump();
      allLast &= heap.dump() == heap.dumps();
    }
    if (arePeaks() && heaps.size() > 1) {
      // Each at its own time.
      return "Peak of each heap";
    }
    if (latest.timeNanos() == 0 && latest.dumps() == 1) {
      return "";
    }
    String dump = "Dump " + latest.dump();
    String which =
        heaps.size() == 1
            ? dump + " of " + latest.dumps() + (latest.peak() ? ", the peak" : "")
            : allLast ? "Last dump" : sameDump ? dump + " of each heap" : "Various dumps";
    String time = latest.timeNanos() == 0 ? "" : ", " + latest.displayTime(ChronoUnit.SECONDS);
    return latest.durationNanos() == 0
        ? which + time
        : which
            + time
            + ", after "
            + HumanNumbers.seconds(latest.durationNanos())
            + " of profiling";
  }

  /** Whether every heap with several dumps, and at least one, is shown at its selected peak. */
  private boolean arePeaks() {
    boolean any = false;
    for (HeapInfo heap : heaps) {
      if (!heap.peak() && heap.dumps() > 1) {
        return false;
      }
      any |= heap.peak();
    }
    return any;
  }

  private String sampling() {
    long min = Long.MAX_VALUE;
    long max = 0;
    boolean allKnown = true;
    for (List<HeapInfo> side : List.of(heaps, header.baseHeaps())) {
      for (HeapInfo heap : side) {
        allKnown &= heap.samplingInterval() > 0;
        min = heap.samplingInterval() > 0 ? Math.min(min, heap.samplingInterval()) : min;
        max = Math.max(max, heap.samplingInterval());
      }
    }
    String intervals = EstimatedProfile.percent(header.confidence()) + " % intervals.";
    if (max == 1 && allKnown) {
      return Warning.anyLoss(header.warnings())
          ? "Numbers are as recorded, but incomplete: see the warnings."
          : "Every allocation was recorded: the numbers are exact.";
    }
    if (max > 1) {
      // Short enough for 80 columns.
      return "Sampled about every "
          + HumanNumbers.size(min)
          + (max == min ? "" : " to " + HumanNumbers.size(max))
          + (hasIntervals(false)
              ? ": estimates with " + intervals
              : hasIntervals(true) ? ": estimates whose intervals are unknown." : ".");
    }
    return hasIntervals(false) ? "Estimates with " + intervals : "";
  }

  /**
   * @param unknown whether they are unknown
   */
  private boolean hasIntervals(boolean unknown) {
    for (View view : result.views()) {
      ResultColumn total = result.total(view);
      if (unknown ? total.isUnknown(Result.TOTAL) : total.isUncertain(Result.TOTAL)) {
        return true;
      }
    }
    return false;
  }

  /** What everything together amounts to. */
  void appendTotals(StringBuilder text) {
    for (String line : words.totals(moment(), peak())) {
      append(text, line);
    }
  }

  /**
   * What live numbers are of. Of the recordings, only heapprofd's dump_at_max has just live numbers
   * because they are a peak; others simply do not count frees.
   */
  String moment() {
    boolean atPeak =
        arePeaks()
            || !result.views().contains(View.ALLOC_SPACE) && !heaps.isEmpty() && areWeighted();
    return atPeak ? "the peak" : "the dump";
  }

  /** The peak beside another dump. */
  private List<String> peak() {
    PeakDump peak = header.peak();
    if (peak == null || result.by() == GroupBy.DUMP) {
      return List.of();
    }
    for (HeapInfo heap : heaps) {
      if (heap.dump() == peak.number()) {
        return List.of();
      }
    }
    String bytes = HumanNumbers.exact(peak.bytes(), true);
    String dump = ", dump " + peak.number() + " of " + peak.dumps();
    return List.of(ResultText.labelled("At the peak", bytes + dump));
  }

  private boolean areWeighted() {
    for (HeapInfo heap : heaps) {
      if (heap.scheme() != Scheme.WEIGHTED) {
        return false;
      }
    }
    return true;
  }
}
