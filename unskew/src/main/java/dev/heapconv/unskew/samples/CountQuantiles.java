package dev.heapconv.unskew.samples;

/**
 * Quantiles of Poisson means and gamma variables, the ends of every interval here, in plain
 * arithmetic: loading a statistics library costs more than a small conversion. Checked against
 * Commons Statistics in the tests.
 *
 * <p>The logarithms of both tails of a gamma distribution are concave, the lower one in ln x and
 * the upper one in x (for shapes of at least 1), so Newton's method on them converges from any
 * start; from the Wilson-Hilferty value it takes two to four steps. Large shapes need none: the
 * Cornish-Fisher expansion (Goldberg and Levine 1946; Abramowitz and Stegun 26.4.14 for its leading
 * part) has an error below 1e-6 there, absolute, in a quantity that is larger than 100.
 */
public final class CountQuantiles {

  private static final int MAX_STEPS = 60;

  /** Newton's steps square the error: after one of this relative size it is some 1e-12. */
  private static final double LAST_STEP = 1e-6;

  /** From here on Wilson and Hilferty are good to 1e-4 of the distance from the mean. */
  private static final double LARGE_COUNT = 200;

  /** From this mean on the chance of no event is negligible. */
  private static final double SURELY_SEEN = 12;

  private CountQuantiles() {}

  /**
   * The standard normal quantile (Acklam's rational approximation, relative error below 1.2e-9).
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

  /** Probability that a standard normal variable is at most {@code z} away from 0. */
  public static double normalWithin(double z) {
    double x = z * z / 2;
    double front = Math.sqrt(x / Math.PI) * 2 * Math.exp(-x);
    return !(x > 0) ? 0 : x > 40 ? 1 : lowerTail(0.5, x, front);
  }

  /**
   * The mean for which at least {@code k} events have probability {@code alpha}: the lower Garwood
   * limit, chi2(alpha; 2k)/2. 0 for k = 0.
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
   * The mean for which at most {@code k} events have probability {@code alpha}: the upper Garwood
   * limit, chi2(1 - alpha; 2k + 2)/2.
   */
  public static double poissonHigh(double k, double alpha) {
    double shape = Math.max(k, 0) + 1;
    return shape > LARGE_COUNT ? wilsonHilferty(shape, -normal(alpha)) : gammaHigh(shape, alpha);
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
    // The limit is below k.
    double low = k > SURELY_SEEN ? poissonLow(k, alpha) : 0;
    return low > SURELY_SEEN ? low : gammaLow(k, alpha, 0, 1);
  }

  /**
   * The x of a gamma variable X of scale 1 with {@code P(X <= x) = alpha (1 - exp(-(seen + rate
   * x)))}: the lower end of a total that is only looked at because it was sampled at all, which
   * expects {@code seen + rate x} samples. Infinite {@code seen}: no condition. 0 when the equation
   * has no positive solution.
   *
   * @param shape above 0
   * @param alpha above 0 and below 1
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
      // P(X <= x) <= x^shape / gamma(shape + 1): a start left of the solution.
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

  /** The x of a gamma variable X of scale 1 with {@code P(X > x) = alpha}. */
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

  /** Whether the expansion alone is good to about nine digits. */
  private static boolean isLarge(double shape, double z) {
    return shape > 100 * (1 + z * z);
  }

  /** Wilson and Hilferty 1931. */
  private static double wilsonHilferty(double shape, double z) {
    double ninth = 1 / (9 * shape);
    double root = 1 - ninth + z * Math.sqrt(ninth);
    return shape * root * root * root;
  }

  /** Cornish and Fisher's expansion for a gamma variable. */
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

  /** Likewise the upper one, Q(shape, x) = 1 - P(shape, x). */
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

  /** ln Gamma(x) for x > 0 (Stirling's series after shifting x above 8; error below 1e-12). */
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
