package dev.heapconv.table;

import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.Result;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.TerminalText;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Explains the numbers of a text table in the lines above it. */
final class TextHeader {

  private final TableHeader header;
  private final Result result;
  private final List<HeapInfo> heaps;

  private final int width;

  TextHeader(TableHeader header, Result result, int width) {
    this.header = header;
    this.result = result;
    this.width = width;
    heaps = header.heaps();
  }

  /** Which heaps and dumps, and how they were sampled. */
  void appendOrigin(StringBuilder text) {
    StringBuilder out = new StringBuilder();
    describeOrigin(out);
    appendWrapped(text, out);
  }

  private void appendWrapped(StringBuilder text, StringBuilder lines) {
    for (String line : lines.toString().split("\n")) {
      if (!line.isEmpty()) {
        TerminalText.appendWrapped(text, line, width);
      }
    }
  }

  private void describeOrigin(StringBuilder out) {
    if (!header.base().isEmpty()) {
      out.append(TerminalText.printable(header.source() + " minus " + header.base())).append('\n');
    } else if (header.source().isEmpty()) {
      out.append("Sum of ").append(header.recordings()).append(" recordings\n");
    } else {
      appendHeaps(out);
      if (result.span() == null) {
        appendDump(out);
      } else {
        out.append(result.span()).append('\n');
      }
    }
    appendSampling(out);
    result.legend().forEach(line -> out.append(line).append('\n'));
  }

  private void appendHeaps(StringBuilder out) {
    out.append(TerminalText.printable(header.source())).append(": ");
    if (heaps.size() == 1) {
      HeapInfo info = heaps.get(0);
      out.append(TerminalText.printable(info.displayProcess() + ", heap " + info.heap()));
    } else {
      int processes = processes();
      out.append(heaps.size()).append(result.by() == GroupBy.DUMP ? " dumps of " : " heaps of ");
      out.append(
          processes == 1
              ? TerminalText.printable(heaps.get(0).displayProcess())
              : processes + " processes");
    }
    out.append('\n');
  }

  private int processes() {
    Set<String> processes = new HashSet<>();
    for (HeapInfo heap : heaps) {
      processes.add(heap.displayProcess());
    }
    return processes.size();
  }

  private void appendDump(StringBuilder out) {
    if (result.by() == GroupBy.DUMP || heaps.isEmpty()) {
      return;
    }
    HeapInfo latest = heaps.get(0);
    boolean sameDump = true;
    for (HeapInfo heap : heaps) {
      latest = heap.timeNanos() > latest.timeNanos() ? heap : latest;
      sameDump &= heap.dump() == latest.dump();
    }
    if (arePeaks() && heaps.size() > 1) {
      // Each at its own time.
      out.append("Peak of each heap\n");
      return;
    }
    if (latest.timeNanos() == 0 && latest.dumps() == 1) {
      return;
    }
    if (heaps.size() == 1) {
      out.append("Dump ").append(latest.dump()).append(" of ").append(latest.dumps());
      out.append(latest.peak() ? ", the peak" : "");
    } else if (areAllLast()) {
      out.append("Last dump");
    } else {
      out.append(sameDump ? "Dump " + latest.dump() + " of each heap" : "Various dumps");
    }
    if (latest.timeNanos() != 0) {
      out.append(", ").append(latest.displayTime(ChronoUnit.SECONDS));
    }
    if (latest.durationNanos() != 0) {
      out.append(", after ")
          .append(HumanNumbers.seconds(latest.durationNanos()))
          .append(" of profiling");
    }
    out.append('\n');
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

  private boolean areAllLast() {
    for (HeapInfo heap : heaps) {
      if (heap.dump() != heap.dumps()) {
        return false;
      }
    }
    return true;
  }

  private void appendSampling(StringBuilder out) {
    long least = Long.MAX_VALUE;
    long most = 0;
    boolean allKnown = true;
    for (List<HeapInfo> side : List.of(heaps, header.baseHeaps())) {
      for (HeapInfo heap : side) {
        if (heap.samplingInterval() > 0) {
          least = Math.min(least, heap.samplingInterval());
          most = Math.max(most, heap.samplingInterval());
        } else {
          allKnown = false;
        }
      }
    }
    if (most == 1 && allKnown) {
      out.append(
          Warning.anyLoss(header.warnings())
              ? "Numbers are as recorded, but incomplete: see the warnings.\n"
              : "Every allocation was recorded: the numbers are exact.\n");
    } else if (most > 1) {
      // Short enough for 80 columns.
      out.append("Sampled about every ").append(HumanNumbers.size(least));
      if (most != least) {
        out.append(" to ").append(HumanNumbers.size(most));
      }
      if (hasIntervals()) {
        out.append(": estimates with ").append(EstimatedProfile.percent(header.confidence()));
        out.append(" % intervals in brackets");
      } else if (hasUnknownIntervals()) {
        out.append(": estimates whose intervals are unknown");
      }
      out.append(".\n");
    } else if (heaps.isEmpty() && hasIntervals()) {
      out.append("Estimates with ").append(EstimatedProfile.percent(header.confidence()));
      out.append(" % intervals in brackets.\n");
    }
  }

  private boolean hasUnknownIntervals() {
    for (View view : result.views()) {
      if (result.total(view).isUnknown(Result.TOTAL)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasIntervals() {
    for (View view : result.views()) {
      if (result.total(view).isUncertain(Result.TOTAL)) {
        return true;
      }
    }
    return false;
  }

  /** What everything together amounts to. */
  void appendTotals(StringBuilder text) {
    for (String line : result.describe(moment(), peak())) {
      TerminalText.appendWrapped(text, TerminalText.printable(line), width);
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
    boolean shown = heaps.stream().anyMatch(heap -> peak == null || heap.dump() == peak.number());
    if (peak == null || shown || result.by() == GroupBy.DUMP) {
      return List.of();
    }
    String bytes = HumanNumbers.value(peak.bytes(), peak.bytes(), peak.bytes(), true);
    String dump = ", dump " + peak.number() + " of " + peak.dumps();
    return List.of(Result.labelled("At the peak", bytes + dump));
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
