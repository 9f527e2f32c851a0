package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.query.GateLimits;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Detectable;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges a comparison: which growth exceeds both its limit and chance. If nothing grew, the total
 * decides whether there were enough devices to find growth beyond the limit.
 */
public final class FleetGate {

  private FleetGate() {}

  /**
   * @param limits the limits to the compared view
   * @param strict whether the outcome is inconclusive if growth of a row beyond its limit could not
   *     be seen; for the total it always is
   */
  public static GateVerdict of(FleetComparison comparison, List<Limit> limits, boolean strict) {
    List<Failure> failures = new ArrayList<>();
    List<Notice> doubts = new ArrayList<>(comparison.doubts());
    List<Detectable> detectable = new ArrayList<>();
    for (Limit limit : limits) {
      List<Detectable> rows = new ArrayList<>();
      for (SqlRow row : comparison.rows()) {
        if (row.isTotal() && !row.has("p")) {
          doubts.add(Notice.of(ErrorId.TOO_FEW_DEVICES, comparison.groups().text()));
        }
        if (!row.has("p") || limit.ofTotal() && !row.isTotal()) {
          continue;
        }
        Detectable seen = detectable(limit, row, comparison.question());
        if (row.number("q") <= comparison.alpha()
            && limit.isExceeded(seen.base(), row.number("change"))) {
          failures.add(failure(limit, row, comparison.question()));
        }
        if (row.isTotal()) {
          detectable.add(seen);
          if (seen.isUnseen()) {
            doubts.add(Notice.of(ErrorId.TOO_FEW_FOR_LIMIT, limit.text()));
          }
        } else if (seen.base() > 0) {
          rows.add(seen);
        }
      }
      Detectable ofRows = Detectable.ofRows(rows);
      if (ofRows != null) {
        detectable.add(ofRows);
      }
    }
    boolean isSound = comparison.check().isSound();
    if (!isSound) {
      doubts.add(comparison.check().doubt());
    }
    Outcome outcome = doubts.isEmpty() ? Outcome.PASS : Outcome.INCONCLUSIVE;
    return new GateVerdict(
        failures.isEmpty() || !isSound ? outcome : Outcome.FAIL,
        new GateLimits(limits, comparison.alpha(), strict),
        (int) FleetComparison.tests(comparison.rows()),
        "noise between devices",
        failures,
        doubts,
        detectable);
  }

  private static Detectable detectable(Limit limit, SqlRow row, FleetQuestion question) {
    return new Detectable(
        limit,
        row.isTotal(),
        row.number("mean_a"),
        row.number("detectable"),
        question.isOfBytes(),
        false);
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
