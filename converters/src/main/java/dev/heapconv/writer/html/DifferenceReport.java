package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Subject;
import dev.heapconv.show.Overview;
import dev.heapconv.show.Table;
import dev.heapconv.show.VerdictText;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes the report of a difference: that of a profile in which each heap has four dumps, the base,
 * the new recording, and the difference with the noise of sampling and with its own intervals.
 */
final class DifferenceReport {

  /** In the order in which {@code numbers.js} reads them. */
  private static final List<Compared> DUMPS =
      List.of(Compared.BASE, Compared.NEW, Compared.NOISE, Compared.DIFFERENCE);

  private DifferenceReport() {}

  /**
   * Does not close {@code out}.
   *
   * @param table of what is asked of the same profiles
   */
  static void write(Table table, Subject subject, WriteOptions options, OutputStream out)
      throws IOException {
    EstimatedProfile profile = table.profile();
    String source = profile.capture().fileNames();
    String base = Objects.requireNonNull(table.base()).capture().fileNames();
    String outcome =
        table.answer().verdict() != null
            ? table.answer().verdict().outcome().name()
            : profile.effects().isIncomplete() ? "INCOMPLETE" : "";
    ReportFacts.Subject page =
        new ReportFacts.Subject(
            base + " (base) and " + source + " (new)",
            source,
            base,
            Overview.toShare(table),
            VerdictText.lines(table.answer().verdict()),
            outcome,
            table.answer().view(),
            null,
            false);
    Comparison comparison = Comparison.of(subject, GroupBy.STACK);
    HtmlWriter.write(sides(comparison, profile), page, options, out);
  }

  private static EstimatedProfile sides(Comparison comparison, EstimatedProfile profile) {
    EstimatedProfile difference = comparison.difference();
    List<EstimatedHeap> dumps = new ArrayList<>();
    for (Compared compared : DUMPS) {
      int dump = DUMPS.indexOf(compared) + 1;
      for (EstimatedHeap heap : comparison.heaps(compared)) {
        dumps.add(heap.with(heap.info().withDump(dump, DUMPS.size()), heap.columns()));
      }
    }
    return new EstimatedProfile(
        difference.capture(),
        difference.stacks(),
        dumps,
        // That one names the files with their folders, and the page names them at its top.
        profile.remarks().stream().filter(about -> about.topic() != Topic.DIFFERENCE).toList(),
        profile.confidence(),
        profile.notices());
  }
}
