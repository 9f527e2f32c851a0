package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.util.List;

/** How well the sites of recordings are estimated whose programs counted their own allocations. */
final class RecordingsTable {

  private RecordingsTable() {}

  static void print(Settings settings, Report report) throws IOException {
    List<RecordingWithTruth> recordings = RecordingWithTruth.in(settings.recordings());
    report.table(
        "Sites of the recordings with truth (in sample)",
        2,
        "recording|view|sites|within2|total/true|covered|hi/lo");
    for (RecordingWithTruth recording : recordings) {
      for (int view = 0; view < ViewTotals.VIEWS.size(); view++) {
        print(recording, view, report);
      }
    }
  }

  private static void print(RecordingWithTruth recording, int view, Report report) {
    Tally tally = new Tally();
    double estimated = 0;
    double total = 0;
    for (RecordingWithTruth.Site site : recording.sites()) {
      Range range = site.estimates()[view];
      double truth = site.truth().get(view);
      // Sites count whether or not something live was recorded of them.
      tally.add(truth, 1, range);
      estimated += range.value();
      total += truth;
    }
    report.row(
        recording.name(),
        ViewTotals.VIEWS.get(view).name(),
        tally.stacks(),
        tally.withinTwo(),
        estimated / total,
        tally.covered(),
        tally.widthAll());
  }
}
