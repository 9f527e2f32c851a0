package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;

/**
 * How many allocations each recorded one of a stack stands for: one law for all dumps of a
 * recording, and for what is live as for what was freed.
 *
 * @param model that it is a law of
 * @param low lower end of ln(allocations per recorded one)
 * @param middle its median
 * @param high its upper end
 * @param within2x probability that it is at most ln 2 away from the median
 * @param exact whether every allocation is recorded, as sure as the interval is
 * @param count recorded allocations that it was told by
 * @param excess intervals recorded beyond one for each recorded allocation
 * @param hiddenIntervals intervals recorded below the cutoff for each recorded allocation, as many
 *     as there may be
 */
record SizeLaw(
    SizeModel model,
    double low,
    double middle,
    double high,
    double within2x,
    boolean exact,
    double count,
    double excess,
    double hiddenIntervals) {

  /** Three values in the place of a normal distribution: the outer two, and their weight. */
  private static final double OUTER = 1.73;

  private static final double OUTER_WEIGHT = 0.167;

  /** Deviation of ln(allocations per recorded one) between stacks with one law. */
  private static final double BETWEEN_STACKS = 0.4;

  /**
   * The estimate is the mean over the middle fifth of the posterior, next to its median. For few
   * recorded allocations it is the mean over most of it: a median would be too low for the sum of
   * many such stacks.
   */
  private static final double MIDDLE = 0.1;

  private static final double FEW_RECORDED = 1.2;
  private static final double MOST = 0.4;

  /** The posterior probability of small ones beside large ones that an interval may leave out. */
  private static final double MAX_BESIDE = 0.025;

  /** Below this nearly everything was recorded: at the lower end that is everything. */
  private static final double NOTHING = 0.003;

  /**
   * The chance that a site of large allocations has small ones beside them, of which what was
   * recorded shows nothing.
   */
  private static final double BESIDE = 0.08;

  /**
   * Deviations of ln(allocations per recorded one) of a small part from that of the whole: what
   * grows leaves larger blocks behind than it frees.
   */
  private static final double OTHER_SIZES_BELOW = 0.8;

  private static final double OTHER_SIZES_ABOVE = 0.4;

  /** The chance that each buffer of one size has a struct of some 64 bytes beside it. */
  private static final double STRUCT = 0.07;

  private static final double STRUCT_SIZE = 64;

  /** So few buffers do not show that they have none. */
  private static final double FEW = 4;

  /** The probability from which on everything counts as recorded, at narrow levels, too. */
  private static final double SURE = 0.95;

  /** Entries with a smaller part of the posterior are left out. */
  private static final double NEGLIGIBLE = 1e-4;

  /**
   * Bayes' rule.
   *
   * @param own what was recorded of the stack
   * @param prior probabilities of the entries of the table
   */
  static SizeLaw of(SizeModel model, SizeEvidence own, double[] prior) {
    return of(model, own, prior, new double[own.values.length], own.leastEqual);
  }

  /**
   * The same of a stack that may have the law of others.
   *
   * @param shared posterior probabilities that it has, and that this is the one of an entry
   * @param leastEqual the least posterior probability that all allocations have one size
   */
  static SizeLaw of(
      SizeModel model, SizeEvidence own, double[] prior, double[] shared, double leastEqual) {
    double alone = 1;
    for (double part : shared) {
      alone -= part;
    }
    double scale = Math.max(0, alone) / own.marginal(prior);
    double equal = Math.max(leastEqual, scale * own.equal);
    double others = (1 - equal) / (1 - scale * own.equal);
    SizeTable table = model.table;
    CountHistogram histogram = new CountHistogram();
    double allRecorded = equal;
    double besideExact = 0;
    double allBeside = 0;
    double intervals = 0;
    double squares = 0;
    double sampled = 0;
    for (int i = 0; i < shared.length; i++) {
      double weight = others * (scale * prior[own.entries[i]] * own.values[i] + shared[i]);
      if (weight < NEGLIGIBLE) {
        continue;
      }
      int at = own.entries[i];
      double between = others * shared[i] / weight * BETWEEN_STACKS * BETWEEN_STACKS;
      // Small ones would have made the mean of large ones unequal.
      double beside = equal > 0 ? 0 : BESIDE * table.certain[at];
      if (beside > 0) {
        allBeside += beside * weight;
        // Most are recorded completely: these have the same neighbours, and what is negligible,
        // too.
        if (table.isAllRecorded(at) || beside * weight < NEGLIGIBLE) {
          besideExact += beside * weight;
        } else {
          addBeside(histogram, table, own.perRecord[i], beside * weight);
        }
        weight *= 1 - beside;
      }
      if (table.isAllRecorded(at)) {
        allRecorded += weight;
        continue;
      }
      double countError = table.countError[at];
      double error = Math.sqrt(countError * countError + between) * own.missed[i];
      double u = own.perRecord[i];
      double low = Math.max(0, u - OUTER * error);
      double high = u + OUTER * error;
      histogram.add(CountHistogram.bin(low), low, weight * OUTER_WEIGHT);
      histogram.add(CountHistogram.bin(u), u, weight * (1 - 2 * OUTER_WEIGHT));
      histogram.add(CountHistogram.bin(high), high, weight * OUTER_WEIGHT);
      double perAllocation = (1 - own.visible[i]) * (1 + table.hiddenExcess[at]);
      sampled += weight;
      intervals += weight * perAllocation;
      squares += weight * perAllocation * perAllocation;
    }
    addBeside(histogram, table, 0, besideExact);
    // A small struct beside each buffer, of which none was hit, leaves equal sizes equal.
    double missed = Math.max(0, own.count - FEW) * STRUCT_SIZE / table.interval;
    double structs = equal > 0 ? allRecorded * STRUCT * Math.exp(-missed) : 0;
    histogram.addExact(allRecorded - structs);
    histogram.add(CountHistogram.bin(Math.log(2)), Math.log(2), structs);
    double mean = sampled > 0 ? intervals / sampled : 0;
    double deviation = sampled > 0 ? Math.sqrt(Math.max(0, squares / sampled - mean * mean)) : 0;
    double tail = model.tail;
    double width = Math.min(0.5 * tail, MIDDLE);
    double around = Math.min(MOST, MIDDLE + FEW_RECORDED / own.count);
    double middle = Math.log(histogram.mean(0.5 - around, 0.5 + around, Math::exp));
    // What is improbable and many is no reason for a shorter interval.
    double below =
        leastEqual > 0 || allBeside > MAX_BESIDE || histogram.exactShare() > 0.5
            ? 0.5
            : histogram.shareBelow();
    double lowest = leastEqual > 0 ? 0 : histogram.quantile(2 * tail * below, width);
    double highest = histogram.quantile(1 - 2 * tail * (1 - below), width);
    return new SizeLaw(
        model,
        lowest < NOTHING ? 0 : Math.min(lowest, middle),
        middle,
        Math.max(middle, highest),
        histogram.shareAround(middle, Math.log(2)),
        histogram.exactShare() + structs > Math.max(SURE, 1 - 2 * tail),
        own.count,
        own.excess,
        // The mean and two deviations on top, to be on the safe side.
        mean + 2 * deviation);
  }

  /** Adds what an entry would be with small allocations beside its large ones. */
  private static void addBeside(
      CountHistogram histogram, SizeTable table, double perRecord, double weight) {
    double large = Math.exp(perRecord);
    double part = weight / (SizeTable.BESIDE_SHARES.length * SizeTable.BESIDE_SIZES.length);
    for (double share : SizeTable.BESIDE_SHARES) {
      for (double perSmall : table.perBeside) {
        double u = Math.log((1 - share) * large + share * perSmall);
        histogram.add(CountHistogram.bin(u), u, part);
      }
    }
  }

  /**
   * The allocations behind a part of what was recorded, such as one dump or what is live.
   *
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   */
  CountEstimate estimate(long n, long bytes) {
    double tail = model.tail;
    double interval = model.table.interval;
    double intervals = Math.max(n, bytes / interval);
    boolean pure = bytes % model.unit == 0;
    double below = middle - low;
    double above = high - middle;
    // What is live, or was allocated early, may have other sizes than the rest.
    double other =
        -CountQuantiles.normal(tail)
            * Math.max(0, 1 - n / count)
            * (1 - Math.exp(-middle))
            * unlike(n, intervals);
    below = Math.hypot(below, OTHER_SIZES_BELOW * other);
    above = Math.hypot(above, OTHER_SIZES_ABOVE * other);
    double value = n * Math.exp(middle);
    // The noise of n given the sizes: of N allocations n were recorded.
    SizeModel.CountNoise noise = model.noise(n);
    double noiseBelow = missed(middle) * noise.below();
    double noiseAbove = missed(middle + above) * noise.above();
    double z = -CountQuantiles.normal(tail);
    double chance = Math.hypot(other * OTHER_SIZES_ABOVE, missed(middle) * noise.above()) / z;
    double small = Math.min(intervals, n * hiddenIntervals);
    if (pure && intervals < 1.7 * n) {
      small = intervals;
    }
    return new CountEstimate(
        value,
        Math.max(n, value * Math.exp(-Math.hypot(below, noiseBelow))),
        value * Math.exp(Math.hypot(above, noiseAbove)),
        Math.max(n, value * Math.exp(-below)),
        value * Math.exp(above),
        within2x * CountQuantiles.normalWithin(Math.log(2) / chance),
        exact,
        exact ? 0 : small * interval);
  }

  /** By which factor a part is less like the whole than usual, by the excess recorded of it. */
  private double unlike(long n, double intervals) {
    double expected = n * excess;
    double difference = intervals - n - expected;
    double deviation = expected * (1 + excess) + 0.25 * expected * expected;
    return 1 + (deviation > 0 ? difference * difference / deviation : 0);
  }

  /** Root of the share of allocations that were not recorded, by ln of all per recorded one. */
  private static double missed(double lnPerRecord) {
    return Math.sqrt(1 - Math.exp(-lnPerRecord));
  }
}
