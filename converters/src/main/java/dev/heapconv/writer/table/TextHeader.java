package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.TerminalText;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains the numbers of a text table in the lines above it. */
final class TextHeader {

  private final TableHeader header;
  private final Ranking ranking;
  private final @Nullable Growth growth;
  private final List<HeapInfo> heaps;

  private final int width;

  TextHeader(TableHeader header, Ranking ranking, int width) {
    this.header = header;
    this.ranking = ranking;
    this.width = width;
    growth = ranking.growth();
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
    if (ranking.isDifference()) {
      out.append(TerminalText.printable(header.source() + " minus " + header.base())).append('\n');
    } else if (header.source().isEmpty()) {
      out.append("Sum of ").append(header.recordings()).append(" recordings\n");
    } else {
      appendHeaps(out);
      if (growth == null) {
        appendDump(out);
      } else {
        appendDumps(out, growth);
      }
    }
    appendSampling(out);
    if (growth != null) {
      appendMark(out, growth);
    }
    if (ranking.isDifference()) {
      out.append("* larger than the sampling noise\n");
    }
  }

  private void appendHeaps(StringBuilder out) {
    out.append(TerminalText.printable(header.source())).append(": ");
    if (heaps.size() == 1) {
      HeapInfo info = heaps.get(0);
      out.append(TerminalText.printable(info.displayProcess() + ", heap " + info.heap()));
    } else {
      int processes = processes();
      out.append(heaps.size()).append(ranking.by() == GroupBy.DUMP ? " dumps of " : " heaps of ");
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

  private void appendDumps(StringBuilder out, Growth growth) {
    out.append(growth.dumps()).append(" dumps in ");
    out.append(HumanNumbers.duration(growth.seconds()));
    if (growth.single() > 0) {
      out.append(", without ").append(growth.single());
      out.append(growth.single() == 1 ? " heap" : " heaps").append(" that has only one");
    }
    out.append('\n');
  }

  private void appendMark(StringBuilder out, Growth growth) {
    out.append("* grew by more than sampling, chance, and its own ups and downs explain\n");
    int tested = growth.tested();
    out.append("  (of ").append(tested).append(' ').append(ranking.by().noun(tested));
    out.append("; at most ").append(EstimatedProfile.percent(growth.falseShare()));
    out.append(" % of the marks are expected to be false)\n");
  }

  private void appendDump(StringBuilder out) {
    if (ranking.by() == GroupBy.DUMP || heaps.isEmpty()) {
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
    for (View view : ranking.views()) {
      if (ranking.total(view).high(0) == Double.POSITIVE_INFINITY) {
        return true;
      }
    }
    return false;
  }

  private boolean hasIntervals() {
    for (View view : ranking.views()) {
      Measure total = ranking.total(view);
      if (total.low(0) != total.high(0) && total.high(0) < Double.POSITIVE_INFINITY) {
        return true;
      }
    }
    return false;
  }

  /** What is in use and what was allocated in total, in bytes and objects. */
  void appendTotals(StringBuilder text) {
    StringBuilder out = new StringBuilder();
    describeTotals(out);
    appendWrapped(text, out);
  }

  private void describeTotals(StringBuilder out) {
    if (growth != null) {
      appendGrowth(out, growth);
      return;
    }
    List<View> views = ranking.views();
    if (views.contains(View.SPACE)) {
      appendTotal(out, "In use at " + moment(), View.SPACE, View.OBJECTS);
      appendPeak(out);
    }
    if (views.contains(View.ALLOC_SPACE)) {
      appendTotal(out, "Allocated in total", View.ALLOC_SPACE, View.ALLOC_OBJECTS);
    }
    for (View view : views) {
      if (!View.ALL.contains(view)) {
        appendTotal(out, TerminalText.printable(view.name()), view, null);
      }
    }
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      int count = devices.devices();
      appendLabel(out, count == 1 ? "On 1 device" : "Mean of " + count + " devices");
      out.append(new DeviceCells(devices, ranking, new int[0]).total()).append('\n');
    }
  }

  private static void appendGrowth(StringBuilder out, Growth growth) {
    out.append("In use              ");
    out.append(Cells.live(growth, Growth.Part.FIRST, Growth.TOTAL)).append(" at first, ");
    out.append(Cells.live(growth, Growth.Part.PEAK, Growth.TOTAL)).append(" at the peak, ");
    out.append(Cells.live(growth, Growth.Part.LAST, Growth.TOTAL)).append(" at last");
    out.append(growth.view().isBytes() ? "\n" : " (objects)\n");
    out.append("Growth per minute   ").append(Cells.slope(growth, Growth.TOTAL));
    String interval = Cells.slopeInterval(growth, Growth.TOTAL);
    out.append(interval.isEmpty() || interval.equals("-") ? "" : " " + interval).append('\n');
  }

  /**
   * What live numbers are of. Of the recordings, only heapprofd's dump_at_max has just live numbers
   * because they are a peak; others simply do not count frees.
   */
  String moment() {
    boolean atPeak =
        arePeaks()
            || !ranking.views().contains(View.ALLOC_SPACE) && !heaps.isEmpty() && areWeighted();
    return atPeak ? "the peak" : "the dump";
  }

  /** The peak beside another dump. */
  private void appendPeak(StringBuilder out) {
    PeakDump peak = header.peak();
    for (HeapInfo heap : heaps) {
      if (peak == null || heap.dump() == peak.number()) {
        return;
      }
    }
    if (peak != null && ranking.by() != GroupBy.DUMP) {
      appendLabel(out, "At the peak");
      out.append(HumanNumbers.value(peak.bytes(), peak.bytes(), peak.bytes(), true));
      out.append(", dump ").append(peak.number()).append(" of ").append(peak.dumps());
      out.append('\n');
    }
  }

  private boolean areWeighted() {
    for (HeapInfo heap : heaps) {
      if (heap.scheme() != Scheme.WEIGHTED) {
        return false;
      }
    }
    return true;
  }

  private static void appendLabel(StringBuilder out, String what) {
    out.append(what);
    TextLayout.spaces(out, Math.max(2, 20 - what.length()));
  }

  private void appendTotal(StringBuilder out, String what, View view, @Nullable View objects) {
    appendLabel(out, what);
    appendTotal(out, ranking.total(view));
    if (objects != null && ranking.views().contains(objects)) {
      out.append(" in ");
      appendTotal(out, ranking.total(objects));
      out.append(" objects");
    }
    out.append('\n');
  }

  private static void appendTotal(StringBuilder out, Measure total) {
    out.append(Cells.value(total, 0));
    String interval = Cells.interval(total, 0);
    if (!interval.isEmpty() && !interval.equals("-")) {
      out.append(' ').append(interval);
    }
    if (total.isDifference()) {
      out.append(Cells.isBeyondNoise(total, 0) ? "*" : "");
      out.append(" (").append(Cells.base(total, 0));
      out.append(" to ").append(Cells.changed(total, 0)).append(')');
    }
  }
}
