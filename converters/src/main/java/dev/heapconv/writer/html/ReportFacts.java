package dev.heapconv.writer.html;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.query.Totals;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.TableHeader;
import dev.heapconv.text.TerminalText;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a report says of its recording in words. */
final class ReportFacts {

  /** Folders before the name of a file, in each of several inputs; members of archives stay. */
  private static final Pattern FOLDERS = Pattern.compile("(^|, )[^,!]*[/\\\\](?=[^,!/\\\\])");

  private ReportFacts() {}

  /** The recording's files without their folders: reports are passed on to others. */
  static String source(EstimatedProfile profile) {
    return FOLDERS.matcher(profile.capture().source()).replaceAll("$1");
  }

  /** For a window or a tab: whose memory it is, and from which file. */
  static String title(EstimatedProfile profile) {
    Set<String> processes = new LinkedHashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      processes.add(heap.info().displayProgram());
    }
    String process =
        processes.size() == 1 ? processes.iterator().next() : processes.size() + " processes";
    return TerminalText.printable(process + " \u2013 " + source(profile));
  }

  /** How far the numbers of its last dumps can be trusted; empty if they are no estimates. */
  static String reliability(EstimatedProfile profile, @Nullable View view) throws IOException {
    EstimatedProfile last = profile.withHeaps(profile.latestDumps());
    return TableHeader.of(last, GroupBy.FUNCTION, "")
        .reliability(Totals.of(last, AggregateOptions.DEFAULT, view));
  }

  /** How a heap was sampled. */
  static String sampling(EstimatedProfile profile, HeapInfo heap) {
    if (isComplete(profile, heap)) {
      return "every allocation";
    }
    if (heap.samplingInterval() > 1) {
      String first = heap.origSamplingInterval() < heap.samplingInterval() ? began(heap) : "";
      return "about every " + bytes(heap.samplingInterval()) + first;
    }
    if (heap.scheme() == Scheme.EXACT || heap.samplingInterval() == 1) {
      return "every allocation, but the recording is incomplete";
    }
    return "interval unknown";
  }

  private static String began(HeapInfo heap) {
    return heap.origSamplingInterval() > 0
        ? ", at first " + bytes(heap.origSamplingInterval())
        : ", at first more often";
  }

  private static String bytes(long number) {
    return String.format(Locale.ROOT, "%,d bytes", number);
  }

  /** Whether a heap's numbers are those of all its allocations. */
  static boolean isComplete(EstimatedProfile profile, HeapInfo heap) {
    return (heap.scheme() == Scheme.EXACT || heap.samplingInterval() == 1)
        && !Warning.anyLoss(profile.warnings());
  }

  /** The confidence of the intervals; empty if there are none. */
  static String confidence(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.heaps()) {
      for (Column column : heap.columns()) {
        if (hasInterval(column)) {
          return EstimatedProfile.percent(profile.confidence()) + " %";
        }
      }
    }
    return "";
  }

  private static boolean hasInterval(Column column) {
    for (int row = 0; row < column.rows(); row++) {
      if (column.low(row) != column.high(row) && column.high(row) < Double.POSITIVE_INFINITY) {
        return true;
      }
    }
    return false;
  }
}
