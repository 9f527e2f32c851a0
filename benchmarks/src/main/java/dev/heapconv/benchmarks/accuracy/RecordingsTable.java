package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.util.List;

/** How well the sites of recordings are estimated whose programs counted their own allocations. */
final class RecordingsTable {

  private RecordingsTable() {}

  static void print(Settings settings, Report report) throws IOException {
    List<RecordingWithTruth> recordings = RecordingWithTruth.in(settings.recordings());
    report.table(
        "recordings",
        "Sites of the recordings with truth (in sample)",
        2,
        "recording",
        "view",
        "sites",
        "within2",
        "total/true",
        "covered",
        "hi/lo");
    for (RecordingWithTruth recording : recordings) {
      for (int view = 0; view < ViewTotals.VIEWS.size(); view++) {
        print(recording, view, report);
      }
    }
  }

  private static void print(RecordingWithTruth recording, int view, Report report) {
    int sites = recording.sites().size();
    int withinTwo = 0;
    int covered = 0;
    double estimated = 0;
    double true_ = 0;
    double[] widths = new double[sites];
    for (int i = 0; i < sites; i++) {
      RecordingWithTruth.Site site = recording.sites().get(i);
      Range range = site.estimates()[view];
      double truth = site.truth().get(view);
      withinTwo += range.isWithinTwo(truth) ? 1 : 0;
      covered += range.covers(truth) ? 1 : 0;
      widths[i] = range.width();
      estimated += range.value();
      true_ += truth;
    }
    report.row(
        recording.name(),
        ViewTotals.VIEWS.get(view).name(),
        sites,
        (double) withinTwo / sites,
        estimated / true_,
        (double) covered / sites,
        Tally.median(widths, sites));
  }
}
