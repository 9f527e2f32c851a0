package dev.heapconv.unskew.samples;

/**
 * Quantiles of Poisson means and of gamma variables, which give the ends of all intervals here.
 * They are computed in plain arithmetic, because loading a statistics library costs more than a
 * small conversion. The tests check them against Commons Statistics.
 *
 * <p>The logarithms of both tails of a gamma distribution are concave: the lower tail in ln x, and
 * the upper tail in x for shapes of at least 1. So Newton's method on them converges from any
 * start, and from the Wilson-Hilferty value it takes two to four steps. Large shapes need no steps:
 * the Cornish-Fisher expansion (Goldberg and Levine 1946; Abramowitz and Stegun 26.4.14 for its
 * leading part) has an absolute error below 1e-6 there, in a quantity above 100.
 */
public final class CountQuantiles {

  private static final int MAX_STEPS = 60;

  /**
   * A Newton step squares the error, so after a step of this relative size the error is about
   * 1e-12.
   */
  private static final double LAST_STEP = 1e-6;

  /**
   * From this count on, Wilson and Hilferty's formula is accurate to 1e-4 of the distance from the
   * mean.
   */
  private static final double LARGE_COUNT = 200;

  /** From this mean on, the probability of no event is negligible. */
  private static final double SURELY_SEEN = 12;

  private CountQuantiles() {}

  /**
   * Returns the standard normal quantile (Acklam's rational approximation, relative error below
   * 1.2e-9).
   *
   * @param p a probability
   * @return -Infinity if p is at most 0, +Infinity if it is at least 1
   */
  public static double normal(double p) {
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
   * Returns the probability that a standard normal variable is at most {@code z} away from 0.
   *
   * @param z at least 0
   */
  public static double normalWithin(double z) {
    double x = z * z / 2;
    double front = Math.sqrt(x / Math.PI) * 2 * Math.exp(-x);
    return !(x > 0) ? 0 : x > 40 ? 1 : lowerTail(0.5, x, front);
  }

  /**
   * Returns the mean at which {@code k} or more events have probability {@code alpha}: the lower
   * Garwood limit, chi2(alpha; 2k)/2.
   *
   * @param k number of events; need not be an integer
   * @param alpha probability between 0 and 1
   * @return the limit; 0 if k is at most 0
   */
  public static double poissonLow(double k, double alpha) {
    if (k <= 0) {
      return 0;
    }
    return k > LARGE_COUNT
        ? wilsonHilferty(k, normal(alpha))
        : gammaLow(k, alpha, Double.POSITIVE_INFINITY, 0);
  }

  /**
   * Returns the mean at which {@code k} or fewer events have probability {@code alpha}: the upper
   * Garwood limit, chi2(1 - alpha; 2k + 2)/2.
   *
   * @param k number of events; need not be an integer; negative counts as 0
   * @param alpha probability between 0 and 1
   */
  public static double poissonHigh(double k, double alpha) {
    double shape = Math.max(k, 0) + 1;
    return shape > LARGE_COUNT ? wilsonHilferty(shape, -normal(alpha)) : gammaHigh(shape, alpha);
  }

  /**
   * Returns the lower limit for a count that you would not have seen had it been 0: the mean m with
   * P(K >= k | m) = alpha P(K >= 1 | m). For large k it is the Garwood limit of {@link
   * #poissonLow}. Without this condition no stack that allocated less than T/40 would lie in its
   * interval, because such a stack appears only after a lucky hit.
   *
   * @param k number of events; need not be an integer
   * @param alpha probability between 0 and 1
   * @return the limit; 0 if k is at most 1, because one event is then no evidence at all
   */
  public static double seenPoissonLow(double k, double alpha) {
    if (k <= 1) {
      return 0;
    }
    // The limit is below k.
    double low = k > SURELY_SEEN ? poissonLow(k, alpha) : 0;
    return low > SURELY_SEEN ? low : gammaLow(k, alpha, 0, 1);
  }

  /**
   * Returns the x of a gamma variable X of scale 1 with {@code P(X <= x) = alpha (1 - exp(-(seen +
   * rate x)))}. It is the lower end of a total that you see only because it was sampled at all: the
   * total expects {@code seen + rate x} samples.
   *
   * @param shape above 0
   * @param alpha above 0 and below 1
   * @param seen expected number of samples that do not depend on x; infinite for no condition
   * @param rate expected number of samples per unit of x
   * @return 0 if the equation has no positive solution
   */
  public static double gammaLow(double shape, double alpha, double seen, double rate) {
    double z = normal(alpha);
    if (isLarge(shape, z)) {
      return expansion(shape, z);
    }
    double logAlpha = Math.log(alpha);
    double logGamma = logGamma(shape + 1);
    double x = wilsonHilferty(shape, z);
    if (!(x > 0 && shape > 2)) {
      // P(X <= x) <= x^shape / gamma(shape + 1), so this start is left of the solution.
      x = Math.exp((logAlpha + logGamma) / shape);
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      double front = Math.exp(shape * Math.log(x) - x - logGamma);
      double p = lowerTail(shape, x, front);
      if (!(p > 0)) {
        return 0;
      }
      double expected = seen + rate * x;
      double error = Math.log(p) - logAlpha - logSeen(expected);
      double slope = shape * front / p - x * slopeOfLogSeen(expected, rate);
      if (slope < 1e-3) {
        return 0;
      }
      double move = Math.max(-8, Math.min(2, error / slope));
      x *= Math.exp(-move);
      if (Math.abs(move) < LAST_STEP) {
        break;
      }
    }
    return x;
  }

  /**
   * Returns the x of a gamma variable X of scale 1 with {@code P(X > x) = alpha}.
   *
   * @param shape at least 1
   * @param alpha above 0 and below 1
   */
  public static double gammaHigh(double shape, double alpha) {
    double z = -normal(alpha);
    if (isLarge(shape, z)) {
      return expansion(shape, z);
    }
    double logAlpha = Math.log(alpha);
    double logGamma = logGamma(shape + 1);
    double x = Math.max(wilsonHilferty(shape, z), 1e-3);
    for (int step = 0; step < MAX_STEPS; step++) {
      double front = Math.exp(shape * Math.log(x) - x - logGamma);
      double q = upperTail(shape, x, front);
      if (!(q > 0)) {
        x *= 0.75;
        continue;
      }
      double move = (Math.log(q) - logAlpha) * q * x / (shape * front);
      x = Math.max(x + move, x / 8);
      if (Math.abs(move) < LAST_STEP * x) {
        break;
      }
    }
    return x;
  }

  private static double logSeen(double expected) {
    return expected > 40 ? 0 : Math.log(-Math.expm1(-expected));
  }

  private static double slopeOfLogSeen(double expected, double rate) {
    return expected > 40 ? 0 : rate / Math.expm1(expected);
  }

  /** Whether the expansion alone is accurate to about nine digits. */
  private static boolean isLarge(double shape, double z) {
    return shape > 100 * (1 + z * z);
  }

  /** The approximation of Wilson and Hilferty 1931. */
  private static double wilsonHilferty(double shape, double z) {
    double ninth = 1 / (9 * shape);
    double root = 1 - ninth + z * Math.sqrt(ninth);
    return shape * root * root * root;
  }

  /** The expansion of Cornish and Fisher for a gamma variable. */
  private static double expansion(double shape, double z) {
    double z2 = z * z;
    double root = Math.sqrt(shape);
    return shape
        + (z * root
            + (z2 - 1) / 3
            + z * (z2 - 7) / (36 * root)
            - (3 * z2 * z2 + 7 * z2 - 16) / (810 * shape)
            + z * (9 * z2 * z2 + 256 * z2 - 433) / (38880 * shape * root));
  }

  /**
   * The regularized lower incomplete gamma function P(shape, x).
   *
   * @param front x^shape e^-x / gamma(shape + 1)
   */
  private static double lowerTail(double shape, double x, double front) {
    return x < shape + 1 ? series(shape, x) * front : 1 - fraction(shape, x) * shape * front;
  }

  /**
   * The regularized upper incomplete gamma function Q(shape, x) = 1 - P(shape, x).
   *
   * @param front x^shape e^-x / gamma(shape + 1)
   */
  private static double upperTail(double shape, double x, double front) {
    return x < shape + 1 ? 1 - series(shape, x) * front : fraction(shape, x) * shape * front;
  }

  /** The sum of x^i / ((shape + 1) ... (shape + i)). */
  private static double series(double shape, double x) {
    double term = 1;
    double sum = term;
    for (int i = 1; i < 10_000 && term > sum * 1e-16; i++) {
      term *= x / (shape + i);
      sum += term;
    }
    return sum;
  }

  /** Lentz's continued fraction for the upper tail. */
  private static double fraction(double shape, double x) {
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
    return h;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < 1e-300 ? 1e-300 : value;
  }

  /**
   * Returns ln Gamma(x) (Stirling's series after shifting x above 8; error below 1e-12).
   *
   * @param x above 0
   */
  public static double logGamma(double x) {
    if (x >= 8) {
      return logGammaOfLarge(x);
    }
    double product = 1;
    while (x < 8) {
      product *= x;
      x++;
    }
    return logGammaOfLarge(x) - Math.log(product);
  }

  private static double logGammaOfLarge(double x) {
    double r = 1 / (x * x);
    return (x - 0.5) * Math.log(x)
        - x
        + 0.9189385332046727
        + (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
  }
}
