package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.unskew.Estimate;
import java.util.Arrays;

/**
 * Sums of estimates with their confidence intervals, one sum per group. Groups are numbered from 0;
 * a group to which nothing was added is exactly 0. The numbers lie in one array because there may
 * be millions of groups.
 *
 * <p>Values add. Half-widths of intervals add by cause, lower and upper ones separately:
 *
 * <ul>
 *   <li>the noise of sampling is independent between stacks, and between recordings of a stack: its
 *       variance adds. That of a Poisson variable is next to the product of its half-widths, whose
 *       difference hardly depends on its mean; so a sum has the sum of the products, and the mean
 *       difference. (In quadrature, the half-widths of many stacks with one sample each were 1.2
 *       deviations down and 4 up.) What has one half-width only adds in quadrature;
 *   <li>the error of the model of sizes is the same one wherever a stack was recorded, in any
 *       process, heap or recording: in sums {@link #ofOneStack} it adds linearly. {@link StackSums}
 *       therefore come before sums of stacks;
 *   <li>between stacks of one function it is nearly the same one: {@value #COMMON_UP} of it
 *       upwards, on the log scale, since the model errs by a factor, and all of it downwards, where
 *       it ends at what was recorded. That adds linearly, and the rest in quadrature;
 *   <li>stacks of several functions have less in common, the more evenly they share in the sum: of
 *       what adds linearly, up to {@value #FEW_STACKS} stacks keep all, and {@value #MANY_STACKS}
 *       and more keep {@value #MANY_UP} upwards and {@value #MANY_DOWN} downwards. A sum over one
 *       function keeps all. (Measured for functions, groups of 3, 10 and 40 functions, and totals;
 *       see docs/dev/benchmarks.md.)
 * </ul>
 *
 * <p>One estimate without an interval leaves its sum without one. Adding is associative and
 * commutative up to rounding. Squares overflow at half-widths of about 1e154, after which a sum has
 * no interval.
 *
 * <p>Rows of a difference may be negative, and so may their sums; sums of estimates never are.
 *
 * <p>This is the only place that defines how uncertainty adds up. Not thread-safe.
 */
public final class EstimateSums {

  private static final double COMMON_UP = 0.8;
  private static final double FEW_STACKS = 8;
  private static final double MANY_STACKS = 120;
  private static final double MANY_UP = 0.5;
  private static final double MANY_DOWN = 0.75;

  /**
   * Numbers of a group: the value; the squares of the independent lower and upper half-widths; the
   * common lower and upper half-widths; the products of independent half-widths, and these times
   * their differences; the squares of what was added to the common half-widths.
   */
  private static final int NUMBERS = 9;

  private static final int VALUE = 0;

  /** Infinite for a sum without an interval that may be negative. */
  private static final int LOWER = 1;

  /** Infinite, or not a number, for a sum without an interval. */
  private static final int UPPER = 2;

  private static final int COMMON_LOWER = 3;
  private static final int COMMON_UPPER = 4;
  private static final int VARIANCE = 5;
  private static final int SKEW = 6;
  private static final int COMMON_LOWER_SQUARE = 7;
  private static final int COMMON_UPPER_SQUARE = 8;

  private static final int USUAL_GROUPS = 64;

  /** By which part of a value rounding may move an end of its interval at most. */
  private static final double ROUNDING = 1e-9;

  /** Of a square: what is below is a rounding error, of stored estimates, too. */
  private static final double NOTHING = 1e-6;

  /** What is added to a group. */
  private enum Kind {
    ONE_STACK,
    STACKS,
    DIFFERENCES_OF_STACKS
  }

  private final Kind kind;

  /** The first group that is of one function. */
  private final int firstOfFunction;

  private double[] numbers;

  private EstimateSums(int groups, Kind kind, int firstOfFunction) {
    numbers = new double[groups * NUMBERS];
    this.kind = kind;
    this.firstOfFunction = firstOfFunction;
  }

  /** Returns sums over stacks. */
  public static EstimateSums ofStacks() {
    return ofStacks(USUAL_GROUPS);
  }

  /**
   * Returns sums over stacks.
   *
   * @param groups initial capacity in groups; it grows as needed
   */
  public static EstimateSums ofStacks(int groups) {
    return new EstimateSums(groups, Kind.STACKS, Integer.MAX_VALUE);
  }

  /**
   * Returns sums of differences over stacks, which may be negative. Where the model is wrong, it is
   * so in one direction: what grew and what shrank then make up for each other.
   */
  public static EstimateSums ofDifferences() {
    return new EstimateSums(USUAL_GROUPS, Kind.DIFFERENCES_OF_STACKS, Integer.MAX_VALUE);
  }

  /**
   * Returns sums of the same kind, of which groups are functions: all stacks of each end in one.
   *
   * @param first the first such group; those before it are of any stacks
   */
  public EstimateSums ofFunctions(int first) {
    return new EstimateSums(USUAL_GROUPS, kind, first);
  }

  /**
   * Returns sums of what was recorded of one stack, for each group: in several recordings, or
   * several times in one.
   *
   * @param groups initial capacity in groups; it grows as needed
   */
  public static EstimateSums ofOneStack(int groups) {
    return new EstimateSums(groups, Kind.ONE_STACK, 0);
  }

  /** Adds an estimate to a group: of the one stack, or of a stack that no other estimate is of. */
  public void add(int group, Estimate estimate) {
    add(
        group,
        estimate.value(),
        estimate.low(),
        estimate.high(),
        estimate.modelLow(),
        estimate.modelHigh());
  }

  /** Adds a row of a column to a group, as an estimate. */
  public void add(int group, Column column, int row) {
    add(
        group,
        column.value(row),
        column.low(row),
        column.high(row),
        column.modelLow(row),
        column.modelHigh(row));
  }

  private void add(
      int group, double value, double low, double high, double modelLow, double modelHigh) {
    ensure(group + 1);
    int at = group * NUMBERS;
    numbers[at + VALUE] += value;
    double commonLower = value - modelLow;
    double commonUpper = modelHigh - value;
    if (kind != Kind.ONE_STACK && (commonLower != 0 || commonUpper != 0)) {
      // What shrank is larger towards its lower end.
      if (value < 0) {
        commonLower = commonPart(value, -commonLower);
      } else {
        commonUpper = commonPart(value, commonUpper);
      }
    }
    // More than thought is more for what grew, and less for what shrank.
    double less = value < 0 ? -commonUpper : commonLower;
    double more = value < 0 ? -commonLower : commonUpper;
    numbers[at + COMMON_LOWER] += less;
    numbers[at + COMMON_UPPER] += more;
    numbers[at + COMMON_LOWER_SQUARE] += less * less;
    numbers[at + COMMON_UPPER_SQUARE] += more * more;
    // A point but for rounding has no half-width: times that of the other side, it would hide it.
    double least = ROUNDING * Math.abs(value);
    double lower = value - low > least ? apart(value - low, commonLower) : 0;
    double upper = high - value > least ? apart(high - value, commonUpper) : 0;
    double variance = Math.sqrt(lower * upper);
    if (variance > 0 && variance < Double.POSITIVE_INFINITY) {
      numbers[at + VARIANCE] += variance;
      numbers[at + SKEW] += variance * (Math.sqrt(upper) - Math.sqrt(lower));
    } else {
      numbers[at + LOWER] += lower;
      numbers[at + UPPER] += upper;
    }
  }

  /**
   * The square of what makes up a half-width in quadrature, together with a known part; 0 if that
   * is all of it but for rounding.
   */
  private static double apart(double half, double part) {
    double square = half * half;
    double rest = square - part * part;
    return square == Double.POSITIVE_INFINITY ? square : rest > NOTHING * square ? rest : 0;
  }

  /** The half-width away from 0 of what a value's error by the model has in common with others. */
  private static double commonPart(double value, double error) {
    double relative = error / value;
    if (!(relative > -1) || Double.isInfinite(relative)) {
      // A difference that may change its sign has no log scale.
      return COMMON_UP * Math.abs(error);
    }
    // Instead of expm1 and log1p, which take several times as long: the digits lost are of the
    // value.
    return Math.abs(value * (Math.exp(COMMON_UP * Math.log(1 + relative)) - 1));
  }

  /** Adds all rows of a column, each of another stack, to one group. */
  public void addAll(int group, Column column) {
    for (int row = 0; row < column.rows(); row++) {
      add(group, column, row);
    }
  }

  /**
   * Adds groups of other sums, each to one of these.
   *
   * @param group the first to add to
   * @param other sums of the same kind, or sums of one stack each, which are then other stacks
   * @param first the first to add
   * @param count how many
   */
  public void add(int group, EstimateSums other, int first, int count) {
    if (kind != other.kind && other.kind != Kind.ONE_STACK) {
      throw new IllegalArgumentException("sums of " + other.kind + " are not of " + kind);
    }
    ensure(group + count);
    if (kind == other.kind) {
      double[] sums = numbers;
      double[] added = other.numbers;
      int to = group * NUMBERS;
      int from = first * NUMBERS;
      int end = Math.min(from + count * NUMBERS, added.length);
      while (from < end) {
        sums[to++] += added[from++];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int from = first + i;
      double value = other.value(from);
      double modelLow = value - other.modelLower(from);
      double modelHigh = value + other.modelUpper(from);
      add(group + i, value, other.low(from), other.high(from), modelLow, modelHigh);
    }
  }

  private void ensure(int groups) {
    if (groups * NUMBERS > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(groups * NUMBERS, numbers.length * 2));
    }
  }

  /** Resets a group to 0. */
  public void clear(int group) {
    ensure(group + 1);
    Arrays.fill(numbers, group * NUMBERS, (group + 1) * NUMBERS, 0);
  }

  public double value(int group) {
    return number(group, VALUE);
  }

  private double number(int group, int number) {
    int at = group * NUMBERS + number;
    return at < numbers.length ? numbers[at] : 0;
  }

  /** Returns whether the interval of a sum is known; a point counts as an interval. */
  public boolean hasInterval(int group) {
    return number(group, UPPER) < Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the lower end of the interval. If it is unknown, 0 for a sum of estimates, as the
   * minimum, and negative infinity for a difference or a sum over one.
   */
  public double low(int group) {
    if (!hasInterval(group)) {
      boolean signed =
          kind == Kind.DIFFERENCES_OF_STACKS || number(group, LOWER) > Double.MAX_VALUE;
      return signed ? Double.NEGATIVE_INFINITY : 0;
    }
    double value = value(group);
    double low = value - half(independentLower(group), modelLower(group));
    // No half-width of an estimate exceeds it, so only rounding takes its lower end below 0.
    return low < 0 && low > -ROUNDING * value ? 0 : low;
  }

  /** Returns the upper end of the interval; positive infinity if there is none. */
  public double high(int group) {
    if (!hasInterval(group)) {
      return Double.POSITIVE_INFINITY;
    }
    return value(group) + half(independentUpper(group), modelUpper(group));
  }

  private static double half(double independent, double common) {
    return Math.sqrt(independent * independent + common * common);
  }

  /**
   * Returns the lower half-width by the causes that add in quadrature, for sums that continue
   * elsewhere.
   */
  public double independentLower(int group) {
    return half(Math.sqrt(number(group, LOWER)), independent(group, -1));
  }

  /**
   * The half-width of what adds by its variance.
   *
   * @param side -1 for the lower one, 1 for the upper one
   */
  private double independent(int group, int side) {
    double product = number(group, VARIANCE);
    if (product == 0) {
      return 0;
    }
    double skew = side * number(group, SKEW) / product / 2;
    double root = Math.sqrt(skew * skew + product);
    // A difference of two large numbers has no digits of a small one.
    return skew < 0 ? product / (root - skew) : skew + root;
  }

  /**
   * Returns the upper half-width by the causes that add in quadrature; infinite if there is no
   * interval.
   */
  public double independentUpper(int group) {
    return hasInterval(group)
        ? half(Math.sqrt(number(group, UPPER)), independent(group, 1))
        : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the variance of what adds by it, in squares of the half-widths of one deviation as
   * given.
   */
  public double variance(int group) {
    return number(group, VARIANCE) + (number(group, LOWER) + number(group, UPPER)) / 2;
  }

  /** Returns the lower half-width in common with other groups, which adds linearly. */
  public double commonLower(int group) {
    return number(group, COMMON_LOWER);
  }

  /** Returns the upper half-width in common with other groups, which adds linearly. */
  public double commonUpper(int group) {
    return number(group, COMMON_UPPER);
  }

  /**
   * Returns the lower end of the interval of a difference. Where that would hold 0 and the noise
   * alone does not, what is added to the noise is the error of a model that errs by a factor: as
   * long as that does not exceed the difference either, it changes no sign, and both add on the log
   * scale.
   *
   * @param noise the group of {@code noises} of the same difference with its noise alone
   */
  public double low(int group, EstimateSums noises, int noise) {
    double value = value(group);
    return value > 0 ? end(value, low(group), noises.low(noise)) : low(group);
  }

  /** Returns the upper end; see {@link #low(int, EstimateSums, int)}. */
  public double high(int group, EstimateSums noises, int noise) {
    double value = value(group);
    return value < 0 ? end(value, high(group), noises.high(noise)) : high(group);
  }

  /** The end of a difference on the side of 0, of which the noise alone has an end, too. */
  private static double end(double value, double end, double noiseEnd) {
    double all = 1 - end / value;
    double noise = 1 - noiseEnd / value;
    double model = Math.sqrt(all * all - noise * noise);
    boolean keepsSign = all >= 1 && noise < 1 && model < 1;
    return keepsSign ? value * Math.exp(-Math.hypot(Math.log1p(-noise), Math.log1p(-model))) : end;
  }

  /** Returns whether a difference is larger than noise: both of its intervals exclude 0. */
  public boolean isBeyondNoise(int group, EstimateSums noises, int noise) {
    double rounding = ROUNDING * Math.abs(value(group));
    return Math.min(low(group, noises, noise), noises.low(noise)) > rounding
        || Math.max(high(group, noises, noise), noises.high(noise)) < -rounding;
  }

  /** Returns a sum of estimates as an estimate. */
  public Estimate estimate(int group) {
    return new Estimate(value(group), low(group), high(group), modelLow(group), modelHigh(group));
  }

  /** Returns a sum as a number of a row. */
  public Cell cell(int group) {
    return hasInterval(group)
        ? new Cell(value(group), low(group), high(group))
        : Cell.unknown(value(group));
  }

  /** Likewise, of a difference; see {@link #low(int, EstimateSums, int)}. */
  Cell cell(int group, EstimateSums noises, int noise) {
    return new Cell(value(group), low(group, noises, noise), high(group, noises, noise));
  }

  private double modelLow(int group) {
    return value(group) - modelLower(group);
  }

  private double modelHigh(int group) {
    return value(group) + modelUpper(group);
  }

  /** In a difference, more than thought of what shrank means less. */
  private double modelLower(int group) {
    double lower = kept(group, COMMON_LOWER, COMMON_LOWER_SQUARE, MANY_DOWN);
    double upper = kept(group, COMMON_UPPER, COMMON_UPPER_SQUARE, MANY_UP);
    return Math.max(0, Math.max(lower, -upper));
  }

  private double modelUpper(int group) {
    double lower = kept(group, COMMON_LOWER, COMMON_LOWER_SQUARE, MANY_DOWN);
    double upper = kept(group, COMMON_UPPER, COMMON_UPPER_SQUARE, MANY_UP);
    return Math.max(0, Math.max(upper, -lower));
  }

  /**
   * What is kept of a common half-width.
   *
   * @param many the part that is kept of many stacks
   */
  private double kept(int group, int common, int square, double many) {
    double sum = number(group, common);
    if (sum == 0 || group >= firstOfFunction) {
      return sum;
    }
    double stacks = sum * sum / number(group, square);
    if (stacks <= FEW_STACKS) {
      return sum;
    }
    double far = Math.log(stacks / FEW_STACKS) / Math.log(MANY_STACKS / FEW_STACKS);
    return sum * (1 - (1 - many) * Math.min(1, far));
  }

  /** Returns the first groups as rows of a column. */
  public Column column(int groups) {
    Column.Builder column = new Column.Builder(groups);
    for (int group = 0; group < groups; group++) {
      column.set(group, value(group), low(group), high(group), modelLow(group), modelHigh(group));
    }
    return column.column();
  }
}
