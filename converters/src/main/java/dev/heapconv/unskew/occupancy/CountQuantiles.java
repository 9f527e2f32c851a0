package dev.heapconv.unskew.occupancy;

/**
 * Quantiles of small counts, in plain arithmetic: the heapprofd scheme needs nothing else of a
 * statistics library, and loading one costs more than a small conversion. Checked against Commons
 * Statistics in the tests.
 */
public final class CountQuantiles {

  private CountQuantiles() {}

  /**
   * The standard normal quantile (Acklam's rational approximation, relative error below 1.2e-9).
   */
  static double normal(double p) {
    if (p <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (p >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (p > 0.5) {
      return -normal(1 - p);
    }
    if (p < 0.02425) {
      double q = Math.sqrt(-2 * Math.log(p));
      return (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q
                              - 2.549732539343734)
                          * q
                      + 4.374664141464968)
                  * q
              + 2.938163982698783)
          / ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q
                      + 3.754408661907416)
                  * q
              + 1);
    }
    double q = p - 0.5;
    double r = q * q;
    return (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r
                            + 1.383577518672690e+02)
                        * r
                    - 3.066479806614716e+01)
                * r
            + 2.506628277459239)
        * q
        / (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r
                            + 6.680131188771972e+01)
                        * r
                    - 1.328068155288572e+01)
                * r
            + 1);
  }

  /**
   * The mean for which at least {@code k} events have probability {@code alpha}: the lower Garwood
   * limit, chi2(alpha; 2k)/2. 0 for k = 0.
   */
  public static double poissonLow(double k, double alpha) {
    return k <= 0 ? 0 : gammaQuantile(k, alpha);
  }

  /**
   * The mean for which at most {@code k} events have probability {@code alpha}: the upper Garwood
   * limit, chi2(1 - alpha; 2k + 2)/2.
   */
  public static double poissonHigh(double k, double alpha) {
    return gammaQuantile(Math.max(k, 0) + 1, 1 - alpha);
  }

  /**
   * As {@link #poissonLow}, for a count that would not have been seen had it been 0: the mean m
   * with P(K >= k | m) = alpha P(K >= 1 | m). 0 for k = 1, since one event is then no evidence at
   * all; the Garwood limit for large k. Without it no stack that allocated less than T/40 would lie
   * in its interval: such stacks are only ever seen by a lucky hit.
   */
  public static double seenPoissonLow(double k, double alpha) {
    if (k <= 1) {
      return 0;
    }
    double high = poissonLow(k, alpha);
    if (high > 12) {
      return high;
    }
    double low = 0;
    for (int i = 0; i < 40; i++) {
      double mean = (low + high) / 2;
      if (lowerGamma(k, mean) > alpha * -Math.expm1(-mean)) {
        high = mean;
      } else {
        low = mean;
      }
    }
    return low;
  }

  /** The quantile of the gamma distribution with the given shape (at least 1) and scale 1. */
  static double gammaQuantile(double shape, double p) {
    double z = normal(p);
    double ninth = 1 / (9 * shape);
    double root = 1 - ninth + z * Math.sqrt(ninth);
    // Wilson and Hilferty: from here on good to 1e-4 of the distance from the mean.
    double guess = shape * root * root * root;
    if (shape > 200) {
      return guess;
    }
    double low = 0;
    double high = Math.max(2 * guess, shape + 40 + 10 * Math.sqrt(shape));
    double x = Math.min(Math.max(guess, 1e-3), high);
    double logGamma = logGamma(shape);
    for (int i = 0; i < 60; i++) {
      double error = lowerGamma(shape, x) - p;
      if (error > 0) {
        high = x;
      } else {
        low = x;
      }
      double slope = Math.exp((shape - 1) * Math.log(x) - x - logGamma);
      double next = x - error / slope;
      if (!(next > low && next < high)) {
        next = (low + high) / 2;
      }
      if (Math.abs(next - x) < 1e-10 * x) {
        return next;
      }
      x = next;
    }
    return x;
  }

  /** The regularized lower incomplete gamma function P(shape, x). */
  static double lowerGamma(double shape, double x) {
    if (x <= 0) {
      return 0;
    }
    double front = Math.exp(shape * Math.log(x) - x - logGamma(shape));
    if (x < shape + 1) {
      double term = 1 / shape;
      double sum = term;
      for (int i = 1; i < 10_000 && term > sum * 1e-16; i++) {
        term *= x / (shape + i);
        sum += term;
      }
      return sum * front;
    }
    // Lentz's continued fraction for the upper tail.
    double b = x + 1 - shape;
    double c = 1e300;
    double d = 1 / b;
    double h = d;
    for (int i = 1; i < 10_000; i++) {
      double a = -i * (i - shape);
      b += 2;
      d = 1 / nonZero(a * d + b);
      c = nonZero(b + a / c);
      double delta = d * c;
      h *= delta;
      if (Math.abs(delta - 1) < 1e-15) {
        break;
      }
    }
    return 1 - front * h;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < 1e-300 ? 1e-300 : value;
  }

  /** ln Gamma(x) for x >= 1 (Stirling's series after shifting x above 8; error below 1e-12). */
  static double logGamma(double x) {
    double shift = 0;
    while (x < 8) {
      shift += Math.log(x);
      x++;
    }
    double r = 1 / (x * x);
    return (x - 0.5) * Math.log(x)
        - x
        + 0.9189385332046727
        + (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x
        - shift;
  }
}
