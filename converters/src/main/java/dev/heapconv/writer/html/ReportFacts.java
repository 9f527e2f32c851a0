package dev.heapconv.writer.html;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Growth;
import dev.heapconv.show.Overview;
import dev.heapconv.show.PeakDump;
import dev.heapconv.show.Table;
import dev.heapconv.writer.WriteOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a report says of its recording in words. */
final class ReportFacts {

  /**
   * What a report is about.
   *
   * @param title for a window or a tab
   * @param source the name of the recording
   * @param base the name of the recording that it is compared with; null for none
   * @param overview what a terminal says above its table
   * @param verdict whether changes are too large, a line each; empty for nothing
   * @param outcome what was found of changes, in capitals; empty for nothing
   * @param view the view that the page opens with
   * @param peak the dump that it opens with; null for the last one
   * @param growthFirst whether the page opens with what grows
   */
  record Subject(
      String title,
      String source,
      @Nullable String base,
      Overview overview,
      List<String> verdict,
      String outcome,
      View view,
      @Nullable PeakDump peak,
      boolean growthFirst) {}

  /** The overview needs no rows. */
  private static final int ROWS = 1;

  private ReportFacts() {}

  /** Of one recording. It opens with what a terminal shows or, where there was more, the peak. */
  static Subject subject(Asked asked, WriteOptions options) throws HeapConvException {
    EstimatedProfile profile = asked.subject().profile();
    boolean growthFirst = asked.question() instanceof Growth;
    Table table = Table.of(options.tool(), asked.onPage(ROWS));
    PeakDump peak = table.answer().views().stream().anyMatch(View::isLive) ? table.peak() : null;
    View wanted = profile.viewOr(options.view());
    String source = profile.capture().fileNames();
    return new Subject(
        processes(profile.heaps(), "") + " \u2013 " + source,
        source,
        null,
        Overview.toShare(table),
        List.of(),
        table.effects().isIncomplete() ? "INCOMPLETE" : "",
        peak == null && !growthFirst ? table.answer().view() : wanted,
        wanted.isLive() ? peak : null,
        growthFirst);
  }

  /** Whose memory it is; {@code all} stands before the number of several. */
  static String processes(List<EstimatedHeap> heaps, String all) {
    List<String> processes =
        heaps.stream().map(heap -> heap.info().id().process().displayProgram()).distinct().toList();
    return processes.size() == 1 ? processes.get(0) : all + processes.size() + " processes";
  }

  /** Whether a heap's numbers are those of all its allocations, unless some are missing. */
  static boolean isComplete(HeapInfo heap) {
    return heap.sampling().isComplete() && heap.provenance().sampling().isSure();
  }

  /** The confidence of the intervals; empty if there are none. */
  static String confidence(EstimatedProfile profile) {
    boolean any =
        profile.heaps().stream()
            .flatMap(heap -> heap.columns().stream())
            .anyMatch(ReportFacts::hasInterval);
    return any ? EstimatedProfile.percent(profile.confidence()) + " %" : "";
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
