package dev.heapconv.unskew.growth;

import dev.heapconv.unskew.Estimate;

/**
 * The mean lifetime of objects by Little's law: what is live on average, divided by what is
 * allocated per second. For bytes it is the mean lifetime of a byte. The law holds for what neither
 * grows nor shrinks; while memory grows, lifetimes are longer than this says, since what is live
 * has not come to its end.
 */
public final class MeanLifetime {

  private MeanLifetime() {}

  /**
   * The noise of both numbers is that of the same samples: a mean over the lifetimes of the samples
   * that were allocated during the recording, of which an exponential distribution has a relative
   * variance of 1/n, and what the samples that were there before contribute, whose remaining
   * lifetimes vary as much as their number. Relative variance: {@code 1/nA + 2 s^2 / n1}, with nA
   * and n1 the effective numbers of samples that were allocated and that were live at the
   * beginning, and s the share of the latter in the mean. Dumps that are far apart miss what
   * happens between them, which adds the variance of the mean.
   *
   * @param live mean of the live bytes or objects over the recording
   * @param liveVariance variance of this mean by the choice of the dumps
   * @param first live at its beginning
   * @param firstVariance its variance by sampling
   * @param rate bytes or objects allocated per second, above 0
   * @param rateVariance its variance by sampling
   * @param seconds length of the recording, above 0
   * @param z normal quantile of the upper end, such as 1.96
   * @return in seconds
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
