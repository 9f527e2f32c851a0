package dev.heapconv.fleet;

import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Detectable;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;

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
    List<String> doubts = new ArrayList<>(comparison.doubts());
    List<Detectable> detectable = new ArrayList<>();
    for (Limit limit : limits) {
      for (SqlRow row : comparison.rows()) {
        double before = row.number("mean_a");
        double max = limit.allowed(before);
        boolean isTested = row.has("p");
        if ((row.isTotal() || !limit.ofTotal())
            && row.number("q") <= comparison.alpha()
            && row.number("change") > max) {
          failures.add(failure(limit, row, comparison.question()));
        }
        if (row.isTotal() && isTested) {
          detectable.add(
              new Detectable(
                  limit,
                  true,
                  before,
                  row.number("detectable"),
                  comparison.question().isOfBytes(),
                  false));
        }
        if (row.isTotal() && !isTested) {
          doubts.add("too few devices to test anything; " + comparison.devices().text());
        } else if (row.isTotal() && row.number("detectable") > max) {
          doubts.add("too few devices for " + limit.text());
        }
      }
    }
    Outcome outcome = doubts.isEmpty() ? Outcome.PASS : Outcome.INCONCLUSIVE;
    return new GateVerdict(
        failures.isEmpty() ? outcome : Outcome.FAIL,
        limits,
        comparison.alpha(),
        (int) FleetComparison.tests(comparison.rows()),
        "noise between devices",
        failures,
        doubts,
        detectable);
  }

  private static Failure failure(Limit limit, SqlRow row, FleetQuestion question) {
    double before = row.number("mean_a");
    double growth = row.number("change");
    return new Failure(
        limit,
        row.isTotal() ? "" : String.join(" ", question.names(row)),
        Estimate.withoutInterval(before),
        Estimate.withoutInterval(before + growth),
        question.isOfBytes(),
        row.number("q"));
  }
}
