package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What grew by more than it may and by more than the noise of sampling. All rows that are looked at
 * are tested together, see {@link FalseDiscoveries}; rows with so few samples that nothing could be
 * found are not. What was not tested is no growth that can be denied: without growth, the outcome
 * is then that nothing is known.
 *
 * @param limits what was asked
 * @param alpha highest adjusted p-value of a growth that is not taken for noise
 * @param tests how many tests the p-values are adjusted for
 * @param failures the growth that exceeds a limit, in the order of the limits and rows
 * @param doubts why growth could have gone unnoticed, or be none
 */
public record GateVerdict(
    Outcome outcome,
    List<Limit> limits,
    double alpha,
    int tests,
    List<Failure> failures,
    List<String> doubts) {

  /** What the limits and the growth amount to. */
  public enum Outcome {
    /** Nothing grew by more than it may. */
    PASS,
    /** Something did. */
    FAIL,
    /** Something could have grown and not be seen, or only seems to have. */
    INCONCLUSIVE
  }

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
    doubts = List.copyOf(doubts);
  }

  /** A number that is tested, whatever the limits to it. */
  private record Tested(View view, int row) {}

  /**
   * Judges the rows of a difference, and its total unless rows are filtered.
   *
   * @param result the difference between the two profiles
   * @param alpha between 0 and 1
   * @throws HeapConvException if there is no such view, or the noise is not known
   */
  public static GateVerdict of(
      Result result,
      List<Limit> limits,
      double alpha,
      EstimatedProfile base,
      EstimatedProfile changed)
      throws HeapConvException {
    String source = changed.capture().source();
    Difference difference = Difference.of(result);
    GateDoubts doubts = new GateDoubts(base, changed);
    if (!doubts.isComparable()) {
      return new GateVerdict(Outcome.INCONCLUSIVE, limits, alpha, 0, List.of(), doubts.list());
    }
    Map<Tested, Double> tests = new LinkedHashMap<>();
    for (Limit limit : limits) {
      View view = view(difference, limit, source);
      for (int row : rows(difference, limit)) {
        if (!difference.isNoiseKnown(view, row)) {
          throw HeapConvException.input(ErrorId.UNKNOWN_NOISE, source, limit.view());
        }
        // Others could find nothing.
        if (difference.minProbabilityOfGrowth(view, row) <= alpha) {
          tests.put(new Tested(view, row), difference.probabilityOfGrowth(view, row));
        }
      }
      doubts.addOf(limit, view, difference, alpha);
    }
    double[] adjusted =
        FalseDiscoveries.adjusted(
            tests.values().stream().mapToDouble(Double::doubleValue).toArray());
    int next = 0;
    for (Map.Entry<Tested, Double> test : tests.entrySet()) {
      test.setValue(adjusted[next++]);
    }
    List<Failure> failures = failures(difference, limits, alpha, tests, source);
    List<String> found = doubts.list();
    Outcome outcome =
        found.isEmpty() && failures.isEmpty()
            ? Outcome.PASS
            : failures.isEmpty() || doubts.isGrowthDoubtful() ? Outcome.INCONCLUSIVE : Outcome.FAIL;
    return new GateVerdict(outcome, limits, alpha, tests.size(), failures, found);
  }

  /**
   * @param tests adjusted p-values
   */
  private static List<Failure> failures(
      Difference difference,
      List<Limit> limits,
      double alpha,
      Map<Tested, Double> tests,
      String source)
      throws HeapConvException {
    List<Failure> failures = new ArrayList<>();
    for (Limit limit : limits) {
      View view = view(difference, limit, source);
      for (int row : rows(difference, limit)) {
        double p = tests.getOrDefault(new Tested(view, row), 1.0);
        double base = difference.value(view, row, Compared.BASE);
        double growth = difference.value(view, row, Compared.DIFFERENCE);
        if (p <= alpha && limit.isExceeded(base, growth)) {
          failures.add(
              new Failure(
                  limit,
                  row == Result.TOTAL ? "" : difference.name(row),
                  base,
                  difference.value(view, row, Compared.NEW),
                  growth,
                  view.isBytes(),
                  p));
        }
      }
    }
    return failures;
  }

  private static View view(Difference difference, Limit limit, String source)
      throws HeapConvException {
    for (View view : difference.views()) {
      if (view.name().equals(limit.view())) {
        return view;
      }
    }
    throw HeapConvException.input(
        ErrorId.NO_SUCH_VIEW, source, limit.view(), difference.measures().viewNames());
  }

  private static int[] rows(Difference difference, Limit limit) {
    IntStream rows = IntStream.of(limit.ofTotal() ? new int[0] : difference.rows());
    boolean total = limit.ofTotal() || difference.options().filter() == null;
    return (total ? IntStream.concat(IntStream.of(Result.TOTAL), rows) : rows).toArray();
  }
}
