package dev.heapconv.writer.html;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Reliability;
import dev.heapconv.show.CodeAdvice;
import dev.heapconv.show.Trust;
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
   * @param reliability what to say of the numbers that their cards do not; empty for nothing
   * @param outcome what was found of changes, in capitals; empty for nothing
   * @param growthFirst whether the page opens with what grows
   */
  record Subject(
      String title,
      String source,
      @Nullable String base,
      String reliability,
      String outcome,
      boolean growthFirst) {}

  private ReportFacts() {}

  /** Of one recording, each number of which has a verdict of its own: how to record it better. */
  static Subject subject(EstimatedProfile profile, boolean growthFirst) {
    String source = profile.capture().fileNames();
    List<HeapInfo> infos = profile.latestDumps().stream().map(EstimatedHeap::info).toList();
    Reliability reliability = Reliability.of(profile);
    String hint = CodeAdvice.before(Trust.SIZES_HINT, Trust.CODE_HINT, profile, reliability);
    String advice = Trust.of(reliability, infos, profile.remarks(), hint, "").advice();
    String title = processes(profile.heaps(), "") + " \u2013 " + source;
    return new Subject(title, source, null, advice, "", growthFirst);
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
