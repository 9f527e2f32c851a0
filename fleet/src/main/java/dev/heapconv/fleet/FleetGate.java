package dev.heapconv.fleet;

import dev.heapconv.fleet.FleetComparison.ComparedRow;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Judges a comparison: what grew by more than it may and by more than chance explains. If nothing
 * did, the total says whether devices were enough: growth beyond the limit would have been found.
 */
public final class FleetGate {

  private FleetGate() {}

  /**
   * @param limits of the view that was compared
   */
  public static GateVerdict of(FleetComparison comparison, List<Limit> limits) {
    List<Failure> failures = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    for (Limit limit : limits) {
      for (ComparedRow row : comparison.rows()) {
        double growth = row.change().change();
        if ((row.isTotal() || !limit.ofTotal())
            && row.q() <= comparison.alpha()
            && growth > max(limit, row)) {
          failures.add(failure(limit, row, comparison.question()));
        }
        if (row.isTotal() && !row.isTested()) {
          doubts.add("too few devices to test anything; " + comparison.notes().get(0));
        } else if (row.isTotal() && comparison.detectable(row) > max(limit, row)) {
          doubts.add(
              String.format(
                  Locale.ROOT,
                  "too few devices for %s: only growth of the total by %.2g %% would have been"
                      + " found",
                  limit.text(),
                  100 * comparison.detectable(row) / row.sums().number("mean_a")));
        }
      }
      if (comparison.rows().isEmpty()) {
        doubts.add("there is nothing to compare");
      }
    }
    Outcome outcome =
        !failures.isEmpty() ? Outcome.FAIL : doubts.isEmpty() ? Outcome.PASS : Outcome.INCONCLUSIVE;
    return new GateVerdict(
        outcome, limits, comparison.alpha(), comparison.tests(), failures, doubts);
  }

  private static double max(Limit limit, ComparedRow row) {
    double before = row.sums().numberOrZero("mean_a");
    return limit.isPercent() ? before * limit.max() / 100 : limit.max();
  }

  private static Failure failure(Limit limit, ComparedRow row, FleetQuestion question) {
    double before = row.sums().numberOrZero("mean_a");
    String kind = row.sums().text("kind");
    String name = String.join(" ", question.names("", kind, row.sums().text("name")));
    return new Failure(
        limit,
        row.isTotal() ? "" : name,
        before,
        before + row.change().change(),
        row.change().change(),
        question.isOfBytes(),
        row.q());
  }
}
