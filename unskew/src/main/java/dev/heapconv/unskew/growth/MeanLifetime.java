package dev.heapconv.unskew.growth;

import dev.heapconv.unskew.Estimate;

/**
 * The mean lifetime of objects by Little's law: the mean of what is live, divided by what the
 * program allocates per second. For bytes it is the mean lifetime of a byte. The law holds for
 * memory that neither grows nor shrinks. While memory grows, lifetimes are longer than this
 * estimate, because the live objects have not yet reached their end.
 */
public final class MeanLifetime {

  private MeanLifetime() {}

  /**
   * Estimates the mean lifetime, with an interval.
   *
   * <p>The noise of both numbers comes from the same samples. The lifetime is a mean over the
   * samples that were allocated during the recording; for exponential lifetimes it has a relative
   * variance of 1/n. The samples that were live at the beginning also contribute, and their
   * remaining lifetimes vary as much as their number. The relative variance is {@code 1/nA + 2 s^2
   * / n1}: nA and n1 are the effective numbers of samples that were allocated and that were live at
   * the beginning, and s is the share of the latter in the mean. Dumps that are far apart miss what
   * happens between them, which adds the variance of the mean.
   *
   * @param live mean of the live bytes or objects over the recording
   * @param liveVariance variance of this mean due to the choice of the dumps
   * @param first live bytes or objects at the beginning of the recording
   * @param firstVariance sampling variance of {@code first}
   * @param rate bytes or objects allocated per second, above 0
   * @param rateVariance sampling variance of the rate
   * @param seconds length of the recording, above 0
   * @param z normal quantile of the upper end, such as 1.96
   * @return the mean lifetime in seconds
   */
  public static Estimate of(
      double live,
      double liveVariance,
      double first,
      double firstVariance,
      double rate,
      double rateVariance,
      double seconds,
      double z) {
    double lifetime = live / rate;
    double ofFirst =
        live > 0 ? first * -Math.expm1(-seconds / lifetime) * lifetime / seconds / live : 0;
    double share = Math.min(1, ofFirst);
    double relative = rateVariance / (rate * rate);
    if (first > 0) {
      relative += 2 * share * share * firstVariance / (first * first);
    }
    if (live > 0) {
      relative += liveVariance / (live * live);
    }
    double factor = Math.exp(z * Math.sqrt(relative));
    return new Estimate(lifetime, lifetime / factor, lifetime * factor);
  }
}
