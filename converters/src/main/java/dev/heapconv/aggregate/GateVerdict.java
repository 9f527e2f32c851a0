package dev.heapconv.aggregate;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.unskew.FalseDiscoveries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What grew by more than it may and by more than the noise of sampling. All rows that are looked at
 * are tested together, see {@link FalseDiscoveries}; rows with so few samples that nothing could be
 * found are not.
 *
 * @param limits what was asked
 * @param alpha highest adjusted p-value of a growth that is not taken for noise
 * @param tests how many tests the p-values are adjusted for
 * @param failures the growth that exceeds a limit, in the order of the limits and rows
 */
public record GateVerdict(
    List<GrowthLimit> limits, double alpha, int tests, List<Failure> failures) {

  /**
   * A growth that exceeds a limit.
   *
   * @param row a group of {@code measure}
   * @param name the name of the row; empty for the total
   * @param p the adjusted p-value; 0 where nothing was left to chance
   */
  public record Failure(GrowthLimit limit, Measure measure, int row, String name, double p) {}

  public GateVerdict {
    limits = List.copyOf(limits);
    failures = List.copyOf(failures);
  }

  public boolean isPassed() {
    return failures.isEmpty();
  }

  /**
   * Judges the rows of a difference, and its total unless rows are filtered.
   *
   * @param alpha between 0 and 1
   * @param source name of the input, for errors
   * @throws HeapConvException if there is no such view, or the noise is not known
   */
  public static GateVerdict of(
      Ranking difference, List<GrowthLimit> limits, double alpha, String source)
      throws HeapConvException {
    Tests tests = new Tests(difference, alpha, source);
    for (GrowthLimit limit : limits) {
      tests.add(limit);
    }
    return new GateVerdict(limits, alpha, tests.count(), tests.failures(limits));
  }

  /** A number that is tested, whatever the limits to it. */
  private record Tested(View view, boolean total, int row) {}

  private static final class Tests {
    private final Ranking ranking;
    private final double alpha;
    private final String source;

    /** Those that could find something, with their p-values. */
    private final Map<Tested, Double> tests = new LinkedHashMap<>();

    Tests(Ranking ranking, double alpha, String source) {
      this.ranking = ranking;
      this.alpha = alpha;
      this.source = source;
    }

    private List<Tested> tested(GrowthLimit limit) throws HeapConvException {
      View view = ranking.viewNamed(limit.view());
      if (view == null) {
        throw HeapConvException.input(
            ErrorId.NO_SUCH_VIEW, source, limit.view(), ranking.viewNames());
      }
      List<Tested> tested = new ArrayList<>();
      if (limit.ofTotal() || ranking.options().filter() == null) {
        tested.add(new Tested(view, true, 0));
      }
      if (!limit.ofTotal()) {
        for (int row : ranking.rows()) {
          tested.add(new Tested(view, false, row));
        }
      }
      return tested;
    }

    private Measure measure(Tested tested) {
      return tested.total ? ranking.total(tested.view) : ranking.shown(tested.view);
    }

    void add(GrowthLimit limit) throws HeapConvException {
      for (Tested tested : tested(limit)) {
        Measure measure = measure(tested);
        if (!measure.isNoiseKnown(tested.row)) {
          throw HeapConvException.input(ErrorId.UNKNOWN_NOISE, source, limit.view());
        }
        if (measure.leastProbabilityOfGrowth(tested.row) <= alpha) {
          tests.put(tested, measure.probabilityOfGrowth(tested.row));
        }
      }
    }

    int count() {
      return tests.size();
    }

    List<Failure> failures(List<GrowthLimit> limits) throws HeapConvException {
      double[] all =
          FalseDiscoveries.adjusted(
              tests.values().stream().mapToDouble(Double::doubleValue).toArray());
      Map<Tested, Double> p = new LinkedHashMap<>();
      for (Tested tested : tests.keySet()) {
        p.put(tested, all[p.size()]);
      }
      List<Failure> failures = new ArrayList<>();
      for (GrowthLimit limit : limits) {
        for (Tested tested : tested(limit)) {
          Measure measure = measure(tested);
          double base = measure.number(Measure.Part.BASE, tested.row);
          double adjusted = p.getOrDefault(tested, 1.0);
          if (adjusted <= alpha && limit.isExceeded(base, measure.value(tested.row))) {
            String name = tested.total ? "" : ranking.name(tested.row);
            failures.add(new Failure(limit, measure, tested.row, name, adjusted));
          }
        }
      }
      return failures;
    }
  }
}
