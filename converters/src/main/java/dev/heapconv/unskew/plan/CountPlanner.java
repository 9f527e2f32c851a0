package dev.heapconv.unskew.plan;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.WeightedUnskewer;
import java.util.Arrays;
import java.util.List;

/**
 * Predicts how well the allocations of one call site will be counted in a heapprofd recording with
 * a sampling interval of T bytes and a cutoff of T: the theory behind {@code heapconv accuracy
 * --count}. Simulated recordings of the site, the same on every run, are given to the estimator of
 * real ones ({@link WeightedUnskewer}), without the help of other stacks.
 *
 * <p>Figures of the estimate apply to sites with at least one sample, because a profile contains no
 * others. Probabilities among them have a standard error of at most 0.025.
 */
public final class CountPlanner {

  /** The longest sampling interval, in bytes: 1 TiB. */
  public static final long LONGEST_INTERVAL = 1L << 40;

  /** The most bytes of a site: 1 EiB, so that its recorded bytes fit in a long. */
  public static final long MAX_BYTES = 1L << 60;

  private static final int DRAWS = 400;

  /**
   * One size of a mix.
   *
   * @param bytes size of an allocation, at least 1
   * @param share its weight, above 0 and below 1e100: an allocation has this size with the
   *     probability weight / sum of weights
   */
  public record Size(long bytes, double share) {

    public Size {
      if (bytes < 1 || !(share > 0 && share < 1e100)) {
        throw new IllegalArgumentException("a size of " + bytes + " bytes with weight " + share);
      }
    }
  }

  /**
   * What to expect of a site of N allocations.
   *
   * @param expectedRecorded expected number of recorded allocations
   * @param probabilityOfSample probability that at least one is recorded
   * @param tenthRatio 10th percentile of estimate / N
   * @param medianRatio its median
   * @param ninetiethRatio its 90th percentile
   * @param withinFactorOfTwo probability of an estimate from N/2 to 2 N
   * @param medianWidth median of upper / lower end of the interval
   * @param coverage probability that the interval contains N
   */
  public record Plan(
      double expectedRecorded,
      double probabilityOfSample,
      double tenthRatio,
      double medianRatio,
      double ninetiethRatio,
      double withinFactorOfTwo,
      double medianWidth,
      double coverage) {}

  private final long interval;
  private final WeightedUnskewer unskewer;

  /**
   * @param interval mean sampling interval T in bytes, from 1 (everything is recorded) to {@link
   *     #LONGEST_INTERVAL}
   * @param confidence level of the intervals, above 0 and below 1, such as 0.95
   * @throws IllegalArgumentException if an argument is out of range
   */
  public CountPlanner(long interval, double confidence) {
    if (interval < 1 || interval > LONGEST_INTERVAL) {
      throw new IllegalArgumentException("a sampling interval of " + interval + " bytes");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("a confidence of " + confidence);
    }
    this.interval = interval;
    unskewer = WeightedUnskewer.create(interval, interval, confidence);
  }

  /**
   * The figures of one site.
   *
   * @param count number of allocations N, at least 1; N times the largest size is at most {@link
   *     #MAX_BYTES}
   * @param sizes at least one
   * @throws IllegalArgumentException if an argument is out of range
   */
  public Plan plan(long count, List<Size> sizes) {
    if (sizes.isEmpty()) {
      throw new IllegalArgumentException("no size");
    }
    HeapprofdDraws draws = new HeapprofdDraws(interval, count, sizes);
    if (interval == 1) {
      return new Plan(count, 1, 1, 1, 1, 1, 1, 1);
    }
    double[] ratios = new double[DRAWS];
    double[] widths = new double[DRAWS];
    double within = 0;
    double covered = 0;
    for (int i = 0; i < DRAWS; i++) {
      // Evenly spaced quantiles of the number of samples vary less than independent draws.
      draws.next((i + 0.5) / DRAWS);
      Estimate estimate = unskewer.objects(draws.recorded(), draws.bytes());
      ratios[i] = estimate.value() / count;
      widths[i] = estimate.high() / estimate.low();
      within += ratios[i] >= 0.5 && ratios[i] <= 2 ? 1 : 0;
      covered += estimate.low() <= count && count <= estimate.high() ? 1 : 0;
    }
    Arrays.sort(ratios);
    Arrays.sort(widths);
    return new Plan(
        draws.expectedRecorded(),
        draws.probabilityOfSample(),
        ratios[DRAWS / 10],
        ratios[DRAWS / 2],
        ratios[DRAWS - 1 - DRAWS / 10],
        within / DRAWS,
        widths[DRAWS / 2],
        covered / DRAWS);
  }
}
