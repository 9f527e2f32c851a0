package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a gate: which growth exceeds both its limit and the noise of sampling. One test
 * covers all rows ({@link FalseDiscoveries}), except rows with too few samples to show any growth.
 * If nothing grew but nothing could be tested either, the outcome is inconclusive.
 *
 * @param asked the limits and levels of the gate; growth counts if its adjusted p-value is at most
 *     alpha
 * @param tests number of tests that the p-values are adjusted for
 * @param noise the source of chance that the tests allow for, in words
 * @param failures growth beyond a limit, in the order of the limits and rows
 * @param doubts reasons why growth could have gone unnoticed, or may not be real
 * @param detectable the growth that the gate would have found, in the order of the limits
 */
public record GateVerdict(
    Outcome outcome,
    GateLimits asked,
    int tests,
    String noise,
    List<Failure> failures,
    List<Notice> doubts,
    List<Detectable> detectable) {

  /** Whether the gate passes. */
  public enum Outcome {
    /** Nothing grew beyond a limit and the noise. */
    PASS,
    /** Something grew beyond a limit and the noise. */
    FAIL,
    /** Growth could have gone unnoticed, or may not be real. */
    INCONCLUSIVE
  }

  /**
   * How much a view may grow.
   *
   * @param view name of the view
   * @param ofTotal whether the limit is to the total rather than to each row
   * @param max limit in bytes, objects, or percent of the base; from 0 to {@link Long#MAX_VALUE}
   * @param isPercent whether {@code max} is in percent; growth from a base of 0 exceeds every
   *     percentage
   * @param text the limit as it was written
   */
  public record Limit(String view, boolean ofTotal, double max, boolean isPercent, String text) {
    public Limit {
      if (!(max >= 0 && max <= Long.MAX_VALUE)) {
        throw new IllegalArgumentException("not a limit: " + max);
      }
    }

    /** Whether the limit applies to a row. The total counts as a row unless rows are filtered. */
    boolean isOf(int row, AggregateOptions options) {
      return ofTotal ? row == Answer.TOTAL : row != Answer.TOTAL || options.filter() == null;
    }

    /** Returns the growth that the limit allows, in the unit of the number. */
    public double allowed(double base) {
      return isPercent ? base * max / 100 : max;
    }

    /** Returns whether a difference exceeds the limit. */
    public boolean isExceeded(double base, double difference) {
      return difference > allowed(base);
    }
  }

  /**
   * Growth that exceeds a limit.
   *
   * @param name the name of the row; empty for the total
   * @param base number of the base, in the unit of the limit
   * @param changed number of the new recording
   * @param isBytes whether these are bytes rather than objects
   * @param p the adjusted p-value; 0 if every allocation was recorded
   */
  public record Failure(
      Limit limit, String name, Estimate base, Estimate changed, boolean isBytes, double p) {

    public double difference() {
      return changed.value() - base.value();
    }
  }

  /**
   * The smallest growth that the gate finds with a probability of 0.8 if nothing else grew; see
   * {@link dev.heapconv.unskew.growth.DetectableGrowth}.
   *
   * @param ofTotal whether it is growth of the total rather than of a row
   * @param base number of the base, in the unit of the limit
   * @param growth the detectable growth; 0 if every allocation was recorded
   * @param isBytes whether these are bytes rather than objects
   * @param orMore whether this holds for all larger rows also; otherwise only for the row that
   *     {@link #ofRows} chooses
   */
  public record Detectable(
      Limit limit, boolean ofTotal, double base, double growth, boolean isBytes, boolean orMore) {

    /**
     * Returns the detectable growth of rows under one limit. For a limit in percent, that is of the
     * smallest row from which on the gate finds growth by the limit, or of the largest row if it
     * finds none. For a limit as an amount, it is of the row that could grow most without being
     * found.
     *
     * @param rows the detectable growth of each row, in any order
     * @return null if there are no rows
     */
    public static @Nullable Detectable ofRows(List<Detectable> rows) {
      Comparator<Detectable> byBase = Comparator.comparingDouble(Detectable::base);
      if (rows.isEmpty() || !rows.get(0).limit.isPercent) {
        return rows.stream()
            .max(Comparator.comparingDouble(Detectable::growth).thenComparing(byBase))
            .orElse(null);
      }
      List<Detectable> descending = rows.stream().sorted(byBase.reversed()).toList();
      Detectable least = descending.get(0);
      for (Detectable next : descending) {
        if (next.isUnseen()) {
          break;
        }
        double share = Math.max(least.growth / least.base, next.growth / next.base);
        least = new Detectable(next.limit, false, next.base, share * next.base, next.isBytes, true);
      }
      return least;
    }

    /** Returns whether growth beyond the limit could go unnoticed. */
    public boolean isUnseen() {
      return limit.isExceeded(base, growth);
    }
  }

  public GateVerdict {
    outcome =
        asked.strict()
                && outcome == Outcome.PASS
                && detectable.stream().anyMatch(Detectable::isUnseen)
            ? Outcome.INCONCLUSIVE
            : outcome;
    failures = List.copyOf(failures);
    doubts = List.copyOf(doubts);
    detectable = List.copyOf(detectable);
  }

  /** Returns the detectable growth of those limits that growth could have exceeded unnoticed. */
  public List<Detectable> unseen() {
    return detectable.stream().filter(Detectable::isUnseen).toList();
  }

  /** A tested number, whatever its limits. */
  private record Tested(View view, int row) {}

  /**
   * Judges the rows of compared groups, and the total unless rows are filtered.
   *
   * @param rows the answer that has the rows
   * @throws HeapConvException if there is no such view, or the noise is not known
   */
  static GateVerdict of(ComparedGroups groups, Answer rows, GateLimits asked)
      throws HeapConvException {
    double alpha = asked.alpha();
    AggregateOptions options = groups.sums().options();
    String source = groups.changed().capture().source();
    GateDoubts doubts = new GateDoubts(groups.base(), groups.changed());
    List<Limit> limits = doubts.isComparable() ? asked.limits() : List.of();
    Map<Tested, Double> tests = new LinkedHashMap<>();
    for (Limit limit : limits) {
      View view = view(rows, limit, source);
      int[] limited =
          IntStream.concat(IntStream.of(Answer.TOTAL), IntStream.of(rows.order()))
              .filter(row -> limit.isOf(row, options))
              .toArray();
      for (int row : limited) {
        if (!groups.isNoiseKnown(view, row)) {
          if (groups.isEmpty(view, row)) {
            continue;
          }
          throw HeapConvException.input(ErrorId.UNKNOWN_NOISE, source, limit.view());
        }
        // Others could find nothing.
        if (groups.minProbabilityOfGrowth(view, row) <= alpha) {
          tests.put(new Tested(view, row), groups.probabilityOfGrowth(view, row));
        }
      }
      doubts.addOf(limit, view, groups, alpha);
    }
    double[] adjusted =
        FalseDiscoveries.adjusted(
            tests.values().stream().mapToDouble(Double::doubleValue).toArray());
    List<Failure> failures = new ArrayList<>();
    Set<Tested> failed = new HashSet<>();
    for (Limit limit : limits) {
      int test = 0;
      for (Tested tested : tests.keySet()) {
        double p = adjusted[test++];
        View view = tested.view;
        int row = tested.row;
        double before = groups.value(view, row, Compared.BASE);
        double growth = groups.value(view, row, Compared.DIFFERENCE);
        if (view.name().equals(limit.view())
            && limit.isOf(row, options)
            && p <= alpha
            && limit.isExceeded(before, growth)) {
          String name = row == Answer.TOTAL ? "" : rows.name(row);
          if (!groups.isBeyondNoise(view, row)) {
            doubts.addUnsure(limit, name);
          } else if (failed.add(tested)) {
            // Beyond two limits, it is one growth.
            failures.add(
                new Failure(
                    limit,
                    name,
                    groups.estimate(view, row, Compared.BASE),
                    groups.estimate(view, row, Compared.NEW),
                    view.isBytes(),
                    p));
          }
        }
      }
    }
    // The least of the adjusted p-values is at most so many times the one that it was.
    GateSight sight = new GateSight(groups, alpha / Math.max(1, tests.size()));
    List<Detectable> detectable = new ArrayList<>();
    for (Limit limit : limits) {
      detectable.addAll(sight.of(limit, view(rows, limit, source)));
    }
    Outcome outcome = doubts.outcome(!failures.isEmpty());
    return new GateVerdict(
        outcome, asked, tests.size(), "sampling noise", failures, doubts.list(), detectable);
  }

  private static View view(Answer rows, Limit limit, String source) throws HeapConvException {
    for (View view : rows.views()) {
      if (view.name().equals(limit.view())) {
        return view;
      }
    }
    throw HeapConvException.input(
        ErrorId.NO_SUCH_VIEW, source, limit.view(), RowOrder.names(rows.views()));
  }
}
