package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.growth.DetectableGrowth;
import dev.heapconv.unskew.growth.GrowthProbability;

/** The sums of groups in a profile and in its base, with the tests of their differences. */
record ComparedGroups(EstimatedProfile base, EstimatedProfile changed, Aggregation sums) {

  /**
   * @param isCumulative whether to add up what stacks hold that only pass through a group
   */
  static ComparedGroups of(
      EstimatedProfile base,
      EstimatedProfile changed,
      AggregateOptions options,
      boolean isCumulative) {
    Comparison comparison = Comparison.of(base, changed, options.by());
    return new ComparedGroups(base, changed, Aggregation.of(comparison, options, isCumulative));
  }

  /** Whether the noise of sampling is known in one view of a row. */
  boolean isNoiseKnown(View of, int row) {
    return estimates(row).hasInterval(at(of, row, Compared.NOISE));
  }

  /** Whether neither recording has anything in a row, so that there is nothing to test. */
  boolean isEmpty(View of, int row) {
    return value(of, row, Compared.NEW) == 0 && value(of, row, Compared.BASE) == 0;
  }

  /** The groups of a side that match the filter, changed or not. */
  int[] in(Compared side) {
    boolean[] present = new boolean[sums.groups().count()];
    for (int group = 0; group < present.length; group++) {
      for (View of : sums.views()) {
        present[group] |= value(of, group, side) != 0;
      }
    }
    return RowOrder.filtered(sums.options(), sums.groups(), present);
  }

  /** Whether the recordings have enough samples to show any growth of a row. */
  boolean isFindable(View of, int row, double alpha) {
    return !(value(of, row, Compared.EXPECTED) > 0) || minProbabilityOfGrowth(of, row) <= alpha;
  }

  /** One of the numbers that a comparison has of a row. */
  double value(View of, int row, Compared side) {
    return estimates(row).value(at(of, row, side));
  }

  private EstimateSums estimates(int row) {
    return sums.of(sums.options().showsCumulative(), row).sums();
  }

  private int at(View of, int row, Compared side) {
    return sums.at(row, sums.views().indexOf(of), side);
  }

  /**
   * The p-value of growth: the probability that sampling alone makes a difference at least this
   * large; see {@link GrowthProbability}. The noise must be known.
   */
  double probabilityOfGrowth(View of, int row) {
    return GrowthProbability.probability(
        value(of, row, Compared.DIFFERENCE),
        value(of, row, Compared.BASE) + value(of, row, Compared.NEW),
        value(of, row, Compared.EXPECTED),
        worth(of, row, Compared.BASE_WORTH),
        worth(of, row, Compared.NEW_WORTH));
  }

  /**
   * The smallest {@link #probabilityOfGrowth} that this number of samples can reach; the actual one
   * if there are no samples.
   */
  double minProbabilityOfGrowth(View of, int row) {
    double expected = value(of, row, Compared.EXPECTED);
    return expected > 0
        ? GrowthProbability.leastProbability(
            expected, worth(of, row, Compared.BASE_WORTH), worth(of, row, Compared.NEW_WORTH))
        : probabilityOfGrowth(of, row);
  }

  /**
   * The growth that a test finds with a probability of {@link DetectableGrowth#POWER}; 0 if it
   * finds any growth.
   *
   * @param level highest p-value that counts as growth
   */
  double detectableGrowth(View of, int row, double level) {
    return value(of, row, Compared.EXPECTED) > 0
        ? DetectableGrowth.of(
            value(of, row, Compared.BASE),
            worth(of, row, Compared.BASE_WORTH),
            worth(of, row, Compared.NEW_WORTH),
            level,
            DetectableGrowth.POWER)
        : 0;
  }

  /** Whether a difference is larger than the noise and the errors of models explain. */
  boolean isBeyondNoise(View of, int row) {
    EstimateSums estimates = estimates(row);
    return estimates.isBeyondNoise(
        at(of, row, Compared.DIFFERENCE), estimates, at(of, row, Compared.NOISE));
  }

  /** A number of a side, with its interval. */
  Estimate estimate(View of, int row, Compared side) {
    return estimates(row).estimate(at(of, row, side));
  }

  private double worth(View of, int row, Compared side) {
    return value(of, row, side) / value(of, row, Compared.EXPECTED);
  }
}
