package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.growth.GrowthProbability;
import dev.heapconv.unskew.samples.Intervals;

/**
 * Compares what two independent recordings say of the same stacks, in one view.
 *
 * <p>Where an estimate depends on the sizes of allocations, the error about them is the same one in
 * both recordings, and cancels out in their difference: if N allocations are behind n recorded ones
 * on each side, both are taken to be n r, r = (N1 + N2) / (n1 + n2). Then the counts differ if n1
 * and n2 do, however little is known of r. That needs recordings of one sampling interval. Where
 * the two intervals of N / n by the model do not overlap and the mean recorded size has changed,
 * too, the sizes are others, and the two estimates are independent. So they are where the mean
 * recorded size changed by so much more than its noise that no doubt is left: of a struct that grew
 * from 48 to 64 bytes, a third more allocations are recorded, though there are no more.
 *
 * <p>A stack that only one side recorded may well have been there on the other, unseen.
 */
final class StackComparison {

  /** What one side says of the stacks. */
  static final class ComparedSide {
    private final EstimateSums sums;
    private final EstimateSums bytes;
    private final long[] recorded;
    private final boolean present;
    private final double interval;

    /**
     * @param sums the estimates, one group a stack
     * @param bytes the bytes, which make up the mean size of what was recorded
     * @param recorded recorded allocations
     * @param present whether this heap was recorded at all
     * @param interval mean sampling interval in bytes; 0 if that is not known
     */
    ComparedSide(
        EstimateSums sums, EstimateSums bytes, long[] recorded, boolean present, double interval) {
      this.interval = interval;
      this.sums = sums;
      this.bytes = bytes;
      this.recorded = recorded;
      this.present = present;
    }
  }

  /** Normal quantile from which a change of the mean recorded size is not taken for chance. */
  private static final double SIGNIFICANT = 1.96;

  /** From so many deviations nothing else has to show that sizes are others. */
  private static final double DECISIVE = 4;

  private static final int VALUE = 0;
  private static final int LOW = 1;
  private static final int HIGH = 2;
  private static final int MODEL_LOW = 3;
  private static final int MODEL_HIGH = 4;

  private final double unseen;
  private final double quantile;
  private final boolean isBytes;
  private final boolean sameSampling;

  /** By {@link Compared}; those without intervals have values only. */
  private final double[][][] numbers = new double[Compared.values().length][][];

  private final boolean[] otherSizes;

  /**
   * @param stacks number of stacks
   * @param confidence confidence level of the intervals
   * @param sameSampling whether both were sampled alike
   * @param isBytes whether these are bytes, of which a recorded allocation is worth an interval
   */
  StackComparison(
      int stacks,
      ComparedSide base,
      ComparedSide changed,
      double confidence,
      boolean sameSampling,
      boolean isBytes) {
    // So many recorded ones may be missed by chance: the upper limit for a count of 0.
    unseen = -Math.log((1 - confidence) / 2);
    quantile = Intervals.of(confidence).normalQuantile();
    this.sameSampling = sameSampling;
    this.isBytes = isBytes;
    otherSizes = new boolean[stacks];
    for (Compared compared : Compared.values()) {
      numbers[compared.ordinal()] = new double[hasIntervals(compared) ? 5 : 1][stacks];
    }
    for (int stack = 0; stack < stacks; stack++) {
      compare(stack, new ComparedPart(base, stack), new ComparedPart(changed, stack));
    }
  }

  /** The estimate of a stack on one side: values, and half-widths by their causes. */
  private static final class ComparedPart {
    final boolean present;
    final double interval;
    final double n;
    final double bytes;
    double value;
    double lowerNoise;
    double upperNoise;
    double modelLower;
    double modelUpper;

    ComparedPart(ComparedSide side, int stack) {
      EstimateSums sums = side.sums;
      present = side.present;
      interval = side.interval;
      n = side.recorded[stack];
      bytes = side.bytes.value(stack);
      if (sums.low(stack) < 0) {
        // A difference itself, of which no model is known.
        value = sums.value(stack);
        lowerNoise = value - sums.low(stack);
        upperNoise = sums.high(stack) - value;
        return;
      }
      Estimate estimate = sums.estimate(stack);
      value = estimate.value();
      modelLower = value - estimate.modelLow();
      modelUpper = estimate.modelHigh() - value;
      lowerNoise = Math.abs(noise(value, estimate.low(), estimate.modelLow()));
      upperNoise = noise(value, estimate.high(), estimate.modelHigh());
    }

    /**
     * The noise that together with the error of the model makes up an end of the interval: in
     * quadrature on the log scale, since the model errs by a factor.
     */
    private static double noise(double value, double end, double modelEnd) {
      if (modelEnd == value || !(end > 0) || end == Double.POSITIVE_INFINITY) {
        return end - value;
      }
      double all = Math.log(end / value);
      double model = Math.log(modelEnd / value);
      double noise = Math.sqrt(Math.max(0, all * all - model * model));
      return value * Math.expm1(all < 0 ? -noise : noise);
    }

    boolean isRecorded() {
      return n > 0 && value > 0;
    }

    boolean hasModel() {
      return isRecorded() && modelLower + modelUpper > 0;
    }

    /** Whether another recording of the same stack would have other numbers. */
    boolean isUncertain() {
      return lowerNoise + upperNoise > 0 || hasModel();
    }

    /** Not seen on this side: what may be there nevertheless, going by the other one. */
    void mayBeUnseen(ComparedPart other, double unseen, boolean isBytes) {
      if (!present || value > 0 || upperNoise > 0) {
        return;
      }
      double size = other.n > 0 ? other.bytes / other.n : 0;
      boolean isCertain = other.value != 0 && !other.isUncertain();
      if (isCertain && size < interval && other.interval < interval) {
        // The other side saw all of them, of which this one would have sampled size/interval.
        upperNoise = unseen * (isBytes || size == 0 ? interval : interval / size);
      } else if (other.isUncertain()) {
        double each = isBytes ? interval : 0;
        if (other.hasModel() || each == 0 && other.n > 0) {
          boolean known = interval > 0 && other.interval > 0;
          double perRecorded =
              Math.max(1, other.value / other.n * (known ? interval / other.interval : 1));
          each = perRecorded * Math.sqrt(1 - 1 / perRecorded);
        }
        upperNoise = unseen * each;
      }
    }

    /**
     * Standard deviation of the bytes, given how many allocations were recorded: sizes are taken to
     * vary as much as they are large, but what heapprofd records of one is an interval at least.
     */
    double deviationOfBytes() {
      if (lowerNoise + upperNoise + modelLower + modelUpper == 0) {
        return 0;
      }
      double mean = bytes / n;
      return Math.sqrt(n * mean * Math.max(0, hasModel() ? mean - interval : mean));
    }

    double leastPerRecorded() {
      return (value - modelLower) / n;
    }

    double mostPerRecorded() {
      return (value + modelUpper) / n;
    }

    /** Sets what is behind each recorded allocation, with half-widths relative to it. */
    void set(double perRecorded, double lower, double upper) {
      double factor = n * perRecorded / value;
      value = n * perRecorded;
      lowerNoise *= factor;
      upperNoise *= factor;
      modelLower = value * lower;
      modelUpper = value * upper;
    }

    /**
     * How many samples the noise is that of; 0 if there is none.
     *
     * @param shared whether the error of the model is the same one on both sides
     */
    double samples(double quantile, boolean shared, boolean isBytes) {
      if (value == 0 || !isUncertain()) {
        return 0;
      }
      if (hasModel() && shared) {
        return n;
      }
      double half = shared ? upperNoise : Math.hypot(upperNoise, modelUpper);
      double samples = GrowthProbability.samples(half / value, quantile);
      // How much of the bytes is exact is an estimate itself, and so many allocations may be small:
      // each has the noise of at least one interval.
      double each = value / interval;
      return isBytes && n > 0 && interval > 0 ? Math.min(samples, each * each / n) : samples;
    }

    void takeModelForNoise() {
      lowerNoise = Math.hypot(lowerNoise, modelLower);
      upperNoise = Math.hypot(upperNoise, modelUpper);
      modelLower = 0;
      modelUpper = 0;
    }
  }

  private static boolean hasIntervals(Compared compared) {
    return switch (compared) {
      case BASE, NEW, DIFFERENCE, NOISE, SIZES -> true;
      case EXPECTED, BASE_WORTH, NEW_WORTH -> false;
    };
  }

  private void store(Compared compared, int stack, double value) {
    numbers[compared.ordinal()][VALUE][stack] = value;
  }

  /** Stores a side; nothing is no estimate, whatever may be unseen. */
  private void store(Compared side, int stack, ComparedPart part) {
    if (part.value > 0) {
      store(
          side,
          stack,
          part.value,
          part.lowerNoise,
          part.upperNoise,
          part.modelLower,
          part.modelUpper);
    } else {
      store(side, stack, part.value, 0, 0, 0, 0);
    }
  }

  /** Stores a value with the half-widths of its interval by their causes. */
  private void store(
      Compared compared,
      int stack,
      double value,
      double lowerNoise,
      double upperNoise,
      double modelLower,
      double modelUpper) {
    double lower = Math.hypot(lowerNoise, modelLower);
    double upper = Math.hypot(upperNoise, modelUpper);
    boolean known = lower < Double.POSITIVE_INFINITY && upper < Double.POSITIVE_INFINITY;
    double[][] columns = numbers[compared.ordinal()];
    columns[VALUE][stack] = value;
    columns[LOW][stack] = known ? value - lower : Double.NEGATIVE_INFINITY;
    columns[HIGH][stack] = known ? value + upper : Double.POSITIVE_INFINITY;
    columns[MODEL_LOW][stack] = value - modelLower;
    columns[MODEL_HIGH][stack] = value + modelUpper;
  }

  private void compare(int stack, ComparedPart before, ComparedPart after) {
    before.mayBeUnseen(after, unseen, isBytes);
    after.mayBeUnseen(before, unseen, isBytes);
    // What one recording saw completely may be what the other one has more of, unseen in part.
    boolean byModel = before.hasModel() || after.hasModel();
    if (byModel && before.isRecorded() && after.isRecorded() && sameSampling) {
      otherSizes[stack] = haveOtherSizes(before, after);
      if (!otherSizes[stack]) {
        double all = before.value + after.value;
        double perRecorded = all / (before.n + after.n);
        double lower = (before.modelLower + after.modelLower) / all;
        double upper = (before.modelUpper + after.modelUpper) / all;
        before.set(perRecorded, lower, upper);
        after.set(perRecorded, lower, upper);
      }
    }
    compareSizes(stack, before, after);
    store(Compared.BASE, stack, before);
    store(Compared.NEW, stack, after);
    if (otherSizes[stack]) {
      before.takeModelForNoise();
      after.takeModelForNoise();
    }
    double value = after.value - before.value;
    double lower = Math.hypot(after.lowerNoise, before.upperNoise);
    double upper = Math.hypot(after.upperNoise, before.lowerNoise);
    double modelLower;
    double modelUpper;
    if (sameSampling) {
      // The model errs in the same direction on both sides.
      modelLower =
          Math.max(0, after.modelLower - before.modelLower)
              + Math.max(0, before.modelUpper - after.modelUpper);
      modelUpper =
          Math.max(0, after.modelUpper - before.modelUpper)
              + Math.max(0, before.modelLower - after.modelLower);
      store(Compared.NOISE, stack, value, lower, upper, 0, 0);
    } else {
      modelLower = Math.hypot(after.modelLower, before.modelUpper);
      modelUpper = Math.hypot(after.modelUpper, before.modelLower);
      store(Compared.NOISE, stack, value, lower, upper, modelLower, modelUpper);
    }
    store(Compared.DIFFERENCE, stack, value, lower, upper, modelLower, modelUpper);
    weigh(stack, before, after);
  }

  /** Finds what the samples of a stack are worth on either side, for {@link GrowthProbability}. */
  private void weigh(int stack, ComparedPart before, ComparedPart after) {
    double first = before.samples(quantile, sameSampling, isBytes);
    double second = after.samples(quantile, sameSampling, isBytes);
    if (first + second == 0) {
      // As many as the side that may have missed them would have had.
      first = after.upperNoise > 0 ? before.value / (after.upperNoise / unseen) : 0;
      second = before.upperNoise > 0 ? after.value / (before.upperNoise / unseen) : 0;
    }
    if (first + second == 0) {
      return;
    }
    double worthBefore = first > 0 ? before.value / first : before.upperNoise / unseen;
    double worthAfter = second > 0 ? after.value / second : after.upperNoise / unseen;
    // What is missing or exact on one side could have been sampled as on the other.
    worthBefore = worthBefore > 0 ? worthBefore : worthAfter;
    worthAfter = worthAfter > 0 ? worthAfter : worthBefore;
    double each = (first + second) * worthBefore * worthAfter / (worthBefore + worthAfter);
    store(Compared.EXPECTED, stack, each);
    store(Compared.BASE_WORTH, stack, each * worthBefore);
    store(Compared.NEW_WORTH, stack, each * worthAfter);
  }

  /** The bytes that differ because allocations are larger or smaller, not more or fewer. */
  private void compareSizes(int stack, ComparedPart before, ComparedPart after) {
    boolean recorded = before.hasModel() || after.hasModel();
    if (recorded && !sameSampling) {
      return;
    }
    double countBefore = recorded ? before.n : before.value;
    double countAfter = recorded ? after.n : after.value;
    if (countBefore > 0 && countAfter > 0) {
      double more = countAfter / countBefore;
      double half = quantile * deviationOfSizes(before, after, more);
      store(Compared.SIZES, stack, after.bytes - more * before.bytes, half, half, 0, 0);
    }
  }

  /**
   * Standard deviation of the bytes that differ because allocations are larger or smaller.
   *
   * @param more how many times as many allocations there are
   */
  private static double deviationOfSizes(ComparedPart before, ComparedPart after, double more) {
    return Math.hypot(after.deviationOfBytes(), more * before.deviationOfBytes());
  }

  /** Whether the mean recorded sizes, with the model or alone, exclude that sizes are the same. */
  private static boolean haveOtherSizes(ComparedPart before, ComparedPart after) {
    double more = after.n / before.n;
    double larger = Math.abs(after.bytes - more * before.bytes);
    double deviation = deviationOfSizes(before, after, more);
    if (deviation > 0 && larger > DECISIVE * deviation) {
      return true;
    }
    double least = Math.max(before.leastPerRecorded(), after.leastPerRecorded());
    double most = Math.min(before.mostPerRecorded(), after.mostPerRecorded());
    double ratio = Math.log((after.bytes / after.n) / (before.bytes / before.n));
    return least > most && Math.abs(ratio) > SIGNIFICANT * Math.sqrt(1 / before.n + 1 / after.n);
  }

  /** The numbers by stack. */
  Column column(Compared compared) {
    double[][] columns = numbers[compared.ordinal()];
    return columns.length == 1
        ? Column.exact(columns[VALUE])
        : new Column(
            columns[VALUE], columns[LOW], columns[HIGH], columns[MODEL_LOW], columns[MODEL_HIGH]);
  }

  /** Whether a stack allocates other sizes than in the base. */
  boolean hasOtherSizes(int stack) {
    return otherSizes[stack];
  }
}
