package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.TerminalText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Says above a table of text what its numbers are. */
final class TextHeader {

  private final EstimatedProfile profile;
  private final Table table;
  private final List<EstimatedHeap> heaps;

  TextHeader(EstimatedProfile profile, Table table) {
    this.profile = profile;
    this.table = table;
    this.heaps = table.heaps();
  }

  /** Which heaps and dumps, and how they were sampled. */
  void appendOrigin(StringBuilder out) {
    out.append(TerminalText.printable(profile.capture().source())).append(": ");
    if (heaps.size() == 1) {
      HeapInfo info = heaps.get(0).info();
      out.append(TerminalText.printable(info.displayProcess() + ", heap " + info.heap()));
    } else {
      int processes = TableBuilder.processes(heaps).size();
      out.append(heaps.size()).append(table.by() == GroupBy.DUMP ? " dumps of " : " heaps of ");
      out.append(
          processes == 1
              ? TerminalText.printable(heaps.get(0).info().displayProcess())
              : processes + " processes");
    }
    out.append('\n');
    appendDump(out);
    appendSampling(out);
  }

  private void appendDump(StringBuilder out) {
    if (table.by() == GroupBy.DUMP || heaps.isEmpty()) {
      return;
    }
    HeapInfo latest = heaps.get(0).info();
    for (EstimatedHeap heap : heaps) {
      latest = heap.info().timeNanos() > latest.timeNanos() ? heap.info() : latest;
    }
    if (latest.timeNanos() == 0 && latest.dumps() == 1) {
      return;
    }
    if (heaps.size() == 1) {
      out.append("Dump ").append(latest.dump()).append(" of ").append(latest.dumps());
    } else {
      out.append("Last dump");
    }
    if (latest.timeNanos() != 0) {
      out.append(", ").append(time(latest.timeNanos(), ChronoUnit.SECONDS));
    }
    if (latest.durationNanos() != 0) {
      out.append(", after ")
          .append(HumanNumbers.seconds(latest.durationNanos()))
          .append(" of profiling");
    }
    out.append('\n');
  }

  static String time(long nanos, ChronoUnit unit) {
    String time = Instant.ofEpochSecond(0, nanos).truncatedTo(unit).toString();
    boolean fraction = unit == ChronoUnit.SECONDS || time.indexOf('.') >= 0;
    return time.replace('T', ' ').replace("Z", fraction ? " UTC" : ".000 UTC");
  }

  private void appendSampling(StringBuilder out) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (EstimatedHeap heap : heaps) {
      least = Math.min(least, heap.info().samplingInterval());
      most = Math.max(most, heap.info().samplingInterval());
    }
    if (most == 1 && least == 1) {
      out.append("Every allocation was recorded: the numbers are exact.\n");
    } else if (most > 1) {
      // Short enough for 80 columns.
      out.append("Sampled about every ").append(HumanNumbers.size(least));
      if (most != least) {
        out.append(" to ").append(HumanNumbers.size(most));
      }
      if (hasIntervals()) {
        out.append(": numbers are estimates, in brackets their ")
            .append(percent(profile.confidence()));
        out.append(" % intervals");
      }
      out.append(".\n");
    }
  }

  private boolean hasIntervals() {
    for (View view : table.views()) {
      GroupSums total = table.total(view);
      if (total.low(0) != total.high(0) && total.high(0) < Double.POSITIVE_INFINITY) {
        return true;
      }
    }
    return false;
  }

  private static String percent(double level) {
    return new BigDecimal(level * 100)
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** What is in use and what was allocated in all, in bytes and objects. */
  void appendTotals(StringBuilder out) {
    if (table.views().contains(View.SPACE)) {
      // Only heapprofd's dump_at_max gives live numbers alone for a peak; others just do not count
      // what was freed.
      boolean atPeak =
          !table.views().contains(View.ALLOC_SPACE)
              && heaps.stream().allMatch(heap -> heap.info().scheme() == Scheme.WEIGHTED);
      appendTotal(
          out, atPeak ? "In use at the peak" : "In use at the dump", View.SPACE, View.OBJECTS);
    }
    if (table.views().contains(View.ALLOC_SPACE)) {
      appendTotal(out, "Allocated in all", View.ALLOC_SPACE, View.ALLOC_OBJECTS);
    }
    for (View view : table.views()) {
      if (!View.ALL.contains(view)) {
        appendTotal(out, TerminalText.printable(view.name()), view, null);
      }
    }
  }

  private void appendTotal(StringBuilder out, String what, View view, View objects) {
    out.append(what);
    TextLayout.spaces(out, Math.max(2, 20 - what.length()));
    appendTotal(out, view);
    if (objects != null && table.views().contains(objects)) {
      out.append(" in ");
      appendTotal(out, objects);
      out.append(" objects");
    }
    out.append('\n');
  }

  private void appendTotal(StringBuilder out, View view) {
    GroupSums total = table.total(view);
    out.append(HumanNumbers.value(total.value(0), total.low(0), total.high(0), view.isBytes()));
    String interval =
        HumanNumbers.interval(total.value(0), total.low(0), total.high(0), view.isBytes());
    if (!interval.isEmpty() && !interval.equals("-")) {
      out.append(' ').append(interval);
    }
  }
}
