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
 * What grew by more than it may and by more than the noise of sampling. All rows that are looked at
 * are tested together, see {@link FalseDiscoveries}; rows with so few samples that nothing could be
 * found are not. What was not tested is no growth that can be denied: without growth, the outcome
 * is then that nothing is known.
 *
 * @param asked what it was judged by; growth with an adjusted p-value up to alpha is not taken for
 *     noise
 * @param tests how many tests the p-values are adjusted for
 * @param noise what growth could be by chance, in words
 * @param failures the growth that exceeds a limit, in the order of the limits and rows
 * @param doubts why growth could have gone unnoticed, or be none
 * @param detectable what growth would have been found, in the order of the limits
 */
public record GateVerdict(
    Outcome outcome,
    GateLimits asked,
    int tests,
    String noise,
    List<Failure> failures,
    List<Notice> doubts,
    List<Detectable> detectable) {

  /** What the limits and the growth amount to. */
  public enum Outcome {
    /** Nothing was seen to grow by more than it may. */
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
   * @param max so many bytes or objects, or percent of the base; at most what a count can be,
   *     because nothing exceeds an infinite limit
   * @param isPercent whether {@code max} is in percent; more than nothing is more than any
   * @param text the limit as it was written
   */
  public record Limit(String view, boolean ofTotal, double max, boolean isPercent, String text) {
    public Limit {
      if (!(max >= 0 && max <= Long.MAX_VALUE)) {
        throw new IllegalArgumentException("not a limit: " + max);
      }
    }

    /** Whether it is a limit to a row: the total is one, too, unless rows are filtered. */
    boolean isOf(int row, AggregateOptions options) {
      return ofTotal ? row == Answer.TOTAL : row != Answer.TOTAL || options.filter() == null;
    }

    /** By how much a number may grow, in its unit. */
    public double allowed(double base) {
      return isPercent ? base * max / 100 : max;
    }

    /** Returns whether a number grew by more than it may. */
    public boolean isExceeded(double base, double difference) {
      return difference > allowed(base);
    }
  }

  /**
   * A growth that exceeds a limit.
   *
   * @param name the name of the row; empty for the total
   * @param base what the base has, in the unit of the limit
   * @param changed what the other recording has
   * @param isBytes whether these are bytes rather than objects
   * @param p the adjusted p-value; 0 where nothing was left to chance
   */
  public record Failure(
      Limit limit, String name, Estimate base, Estimate changed, boolean isBytes, double p) {

    public double difference() {
      return changed.value() - base.value();
    }
  }

  /**
   * The least growth that is found with a probability of 0.8 if it is there and alone; see {@link
   * dev.heapconv.unskew.growth.DetectableGrowth}.
   *
   * @param ofTotal whether it is one of the total, or else of a row
   * @param base what the base has, in the unit of the limit
   * @param growth that is found of it; 0 if everything was recorded
   * @param isBytes whether these are bytes rather than objects
   * @param orMore whether that part is no more than the limit, and found of all larger rows, too;
   *     otherwise the row is the one that {@link #ofRows} says
   */
  public record Detectable(
      Limit limit, boolean ofTotal, double base, double growth, boolean isBytes, boolean orMore) {

    /**
     * Returns what is found of rows by one limit. If it is in percent, it is the least row from
     * which on growth by the limit is found, or the largest if it is of none. If it is an amount,
     * it is the row that can grow most and not be found.
     *
     * @param rows each by itself, in any order
     * @return null if there are none
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

    /** Returns whether growth that exceeds the limit may not be found. */
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

  /** Returns growth beyond a limit that may not have been found. */
  public List<Detectable> unseen() {
    return detectable.stream().filter(Detectable::isUnseen).toList();
  }

  /** A number that is tested, whatever the limits to it. */
  private record Tested(View view, int row) {}

  /**
   * Judges the rows of a groups, and its total unless rows are filtered.
   *
   * @param rows of the groups
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
        if (groups.isUnchanged(view, row)) {
          continue;
        }
        if (!groups.isNoiseKnown(view, row)) {
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
