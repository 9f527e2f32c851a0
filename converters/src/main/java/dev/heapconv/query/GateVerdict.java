package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.unskew.growth.FalseDiscoveries;
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
public record GateVerdict(List<Limit> limits, double alpha, int tests, List<Failure> failures) {

  /**
   * How much a view may grow.
   *
   * @param view name of the view
   * @param ofTotal whether the total may, but not whether each row may
   * @param max so many bytes or objects, or percent of the base
   * @param isPercent whether {@code max} is in percent; more than nothing is more than any
   * @param text the limit as it was written
   */
  public record Limit(String view, boolean ofTotal, double max, boolean isPercent, String text) {
    public Limit {
      if (!(max >= 0)) {
        throw new IllegalArgumentException("not a limit: " + max);
      }
    }

    boolean isExceeded(double base, double difference) {
      return difference > (isPercent ? base * max / 100 : max);
    }
  }

  /**
   * A growth that exceeds a limit.
   *
   * @param name the name of the row; empty for the total
   * @param base what the base has, in the unit of the limit
   * @param changed what the other recording has
   * @param difference the growth
   * @param isBytes whether these are bytes rather than objects
   * @param p the adjusted p-value; 0 where nothing was left to chance
   */
  public record Failure(
      Limit limit,
      String name,
      double base,
      double changed,
      double difference,
      boolean isBytes,
      double p) {}

  public GateVerdict {
    limits = List.copyOf(limits);
    failures = List.copyOf(failures);
  }

  public boolean isPassed() {
    return failures.isEmpty();
  }

  /** A number that is tested, whatever the limits to it. */
  private record Tested(View view, int row) {}

  /**
   * Judges the rows of a difference, and its total unless rows are filtered.
   *
   * @param result a difference
   * @param alpha between 0 and 1
   * @param source name of the input, for errors
   * @throws HeapConvException if there is no such view, or the noise is not known
   */
  public static GateVerdict of(Result result, List<Limit> limits, double alpha, String source)
      throws HeapConvException {
    Difference difference = Difference.of(result);
    Map<Tested, Double> tests = new LinkedHashMap<>();
    for (Limit limit : limits) {
      for (Tested tested : tested(difference, limit, source)) {
        if (!difference.isNoiseKnown(tested.view, tested.row)) {
          throw HeapConvException.input(ErrorId.UNKNOWN_NOISE, source, limit.view());
        }
        // Others could find nothing.
        if (difference.minProbabilityOfGrowth(tested.view, tested.row) <= alpha) {
          tests.put(tested, difference.probabilityOfGrowth(tested.view, tested.row));
        }
      }
    }
    double[] adjusted =
        FalseDiscoveries.adjusted(
            tests.values().stream().mapToDouble(Double::doubleValue).toArray());
    int next = 0;
    for (Map.Entry<Tested, Double> test : tests.entrySet()) {
      test.setValue(adjusted[next++]);
    }
    List<Failure> failures = new ArrayList<>();
    for (Limit limit : limits) {
      for (Tested tested : tested(difference, limit, source)) {
        double p = tests.getOrDefault(tested, 1.0);
        double base = difference.value(tested.view, tested.row, Compared.BASE);
        double growth = difference.value(tested.view, tested.row, Compared.DIFFERENCE);
        if (p <= alpha && limit.isExceeded(base, growth)) {
          failures.add(
              new Failure(
                  limit,
                  tested.row == Result.TOTAL ? "" : difference.name(tested.row),
                  base,
                  difference.value(tested.view, tested.row, Compared.NEW),
                  growth,
                  tested.view.isBytes(),
                  p));
        }
      }
    }
    return new GateVerdict(limits, alpha, tests.size(), failures);
  }

  private static List<Tested> tested(Difference difference, Limit limit, String source)
      throws HeapConvException {
    for (View view : difference.views()) {
      if (view.name().equals(limit.view())) {
        List<Tested> tested = new ArrayList<>();
        if (limit.ofTotal() || difference.options().filter() == null) {
          tested.add(new Tested(view, Result.TOTAL));
        }
        for (int row : limit.ofTotal() ? new int[0] : difference.rows()) {
          tested.add(new Tested(view, row));
        }
        return tested;
      }
    }
    throw HeapConvException.input(
        ErrorId.NO_SUCH_VIEW, source, limit.view(), difference.measures().viewNames());
  }
}
