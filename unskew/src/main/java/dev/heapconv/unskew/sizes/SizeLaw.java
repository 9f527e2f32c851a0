package dev.heapconv.unskew.sizes;

/**
 * How many allocations each recorded one of a stack stands for: one law for all dumps of a
 * recording, and for what is live as for what was freed.
 *
 * @param model that it is a law of
 * @param low lower end of ln(allocations per recorded one)
 * @param middle its median
 * @param high its upper end
 * @param exact whether every allocation is recorded, as sure as the interval is
 * @param count recorded allocations that it was told by, of one recording on average
 * @param excess intervals recorded beyond one for each recorded allocation
 * @param hiddenIntervals intervals recorded below the cutoff for each recorded allocation, as many
 *     as there may be
 */
record SizeLaw(
    SizeModel model,
    double low,
    double middle,
    double high,
    boolean exact,
    double count,
    double excess,
    double hiddenIntervals) {

  /** Three values in the place of a normal distribution: the outer two, and their weight. */
  private static final double OUTER = Math.sqrt(3);

  private static final double OUTER_WEIGHT = 1.0 / 6;

  /**
   * The estimate is the mean over the middle fifth of the posterior, next to its median. For few
   * recorded allocations it is the mean over most of it: a median would be too low for the sum of
   * many such stacks.
   */
  private static final double MIDDLE = 0.1;

  private static final double FEW_RECORDED = 1.2;
  private static final double MOST = 0.4;

  /**
   * Real sites are less diverse than the posterior of many recorded allocations has them: intervals
   * that leave out up to twice as much of it hold as much as is asked for, in each class of n
   * (docs/unskewing.md has the figures). So do, of few ones, those that leave out no more. The more
   * recordings tell of a stack, the less do those that leave out more: what remains then is that no
   * site is exactly like an entry.
   */
  private static final double MOST_CAUTION = 2.4;

  private static final double FEWER_CAUTION = 2.8;

  private static final double MAX_TAIL = 0.45;

  /** Below this nearly everything was recorded, which counts as everything. */
  private static final double NOTHING = 0.003;

  /**
   * Deviations of ln(allocations per recorded one) of a small part from that of the whole: what
   * grows leaves larger blocks behind than it frees.
   */
  private static final double OTHER_SIZES_BELOW = 0.8;

  private static final double OTHER_SIZES_ABOVE = 0.4;

  /** The probability from which on everything counts as recorded, at narrow levels, too. */
  private static final double SURE = 0.95;

  /** Smaller parts of the posterior are left out. */
  private static final double NEGLIGIBLE = 2e-4;

  /** So small ones need no deviation. */
  private static final double SMALL = 2e-3;

  /**
   * Bayes' rule.
   *
   * @param own what was recorded of the stack
   * @param prior probabilities of the entries of the table, but a factor
   * @param recordings in how many recordings
   * @param isToldElsewhere whether the prior has what recordings with other samplings tell of it
   */
  static SizeLaw of(
      SizeModel model, SizeEvidence own, double[] prior, int recordings, boolean isToldElsewhere) {
    SizeTable table = model.table;
    double marginal = 0;
    for (int at = 0; at < prior.length; at++) {
      marginal += prior[at] * own.values[at];
    }
    CountHistogram histogram = new CountHistogram();
    double sampled = 0;
    double intervals = 0;
    double squares = 0;
    for (int at = 0; at < prior.length; at++) {
      double weight = prior[at] / marginal;
      if (weight * own.values[at] < NEGLIGIBLE) {
        continue;
      }
      int law = table.lawOf[at];
      double scale = weight * own.factor(at);
      int hitsAt = own.hitsAt(at);
      int lawAt = own.lawAt(at);
      float[] laws = own.laws(at);
      for (int split = 0; split < own.splits; split++) {
        double part = scale * own.ofHits[hitsAt + split] * laws[lawAt + split];
        if (part < NEGLIGIBLE) {
          continue;
        }
        if (table.isAllLarge(at)) {
          histogram.addExact(part);
          continue;
        }
        addSplit(histogram, table, own, at, split, part);
        double perAllocation = own.hits[split] / own.count * (1 + table.excess[law]);
        sampled += part;
        intervals += part * perAllocation;
        squares += part * perAllocation * perAllocation;
      }
    }
    double mean = sampled > 0 ? intervals / sampled : 0;
    double deviation = sampled > 0 ? Math.sqrt(Math.max(0, squares / sampled - mean * mean)) : 0;
    double perRecording = own.count / recordings;
    double shared = perRecording / recordings;
    double caution =
        isToldElsewhere ? 1 : Math.max(1, MOST_CAUTION - FEWER_CAUTION / Math.sqrt(shared));
    double tail = Math.min(caution * model.tail, MAX_TAIL);
    double width = Math.min(0.5 * tail, MIDDLE);
    double around = Math.min(MOST, MIDDLE + FEW_RECORDED / own.count);
    double middle = Math.log(histogram.mean(0.5 - around, 0.5 + around, Math::exp));
    double below = histogram.shareBelow();
    double lowest = histogram.quantile(2 * tail * below, width);
    double highest = histogram.quantile(1 - 2 * tail * (1 - below), width);
    return new SizeLaw(
        model,
        lowest < NOTHING ? 0 : Math.min(lowest, middle),
        middle,
        Math.max(middle, highest),
        histogram.exactShare() > Math.max(SURE, 1 - 2 * model.tail),
        perRecording,
        own.excess,
        // The mean and two deviations on top, to be on the safe side.
        mean + 2 * deviation);
  }

  /**
   * The law of allocations of one size, of which all that is not known is chance.
   *
   * @param size in bytes, above 0
   */
  static SizeLaw ofSize(SizeModel model, long size) {
    double perRecord = model.table.lnPerHit(size);
    boolean isLarge = size >= model.table.cutoff;
    double hidden = isLarge ? 0 : Double.POSITIVE_INFINITY;
    return new SizeLaw(model, perRecord, perRecord, perRecord, isLarge, 1, 0, hidden);
  }

  /**
   * Adds the allocations that an entry has, for each recorded one, if so many of these are large.
   */
  private static void addSplit(
      CountHistogram histogram, SizeTable table, SizeEvidence own, int at, int split, double part) {
    double large = own.large[split];
    double hits = own.hits[split];
    double ofLarge = large * table.hitsPerLarge[table.hitsOf[at]];
    double expected = hits;
    double noise = 0;
    if (large > 0 && ofLarge < Double.POSITIVE_INFINITY) {
      // Of few hits their number is as unsure as it is small, and there may be some of none.
      double atLeast = hits + SizeEvidence.UNSEEN_HITS;
      expected = atLeast * ofLarge / (ofLarge + SizeEvidence.UNSEEN_HITS);
      noise = Math.max(0, 1 / atLeast - 1 / own.count);
    }
    int law = table.lawOf[at];
    double missed = (table.perHit[law] - 1) * expected;
    double all = large + hits + missed;
    double u = Math.max(0, Math.log(all / own.count));
    double error = table.countError[law];
    double deviation = missed / all * Math.sqrt(error * error + noise);
    if (u + OUTER * deviation < NOTHING) {
      histogram.addExact(part);
      return;
    }
    if (part < SMALL) {
      histogram.add(u, part);
      return;
    }
    histogram.add(Math.max(0, u - OUTER * deviation), part * OUTER_WEIGHT);
    histogram.add(u, part * (1 - 2 * OUTER_WEIGHT));
    histogram.add(u + OUTER * deviation, part * OUTER_WEIGHT);
  }

  /**
   * The allocations behind a part of what was recorded, such as one dump or what is live.
   *
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   */
  CountEstimate estimate(long n, long bytes) {
    return estimate(n, bytes, count);
  }

  /**
   * Likewise, of one recording of several.
   *
   * @param whole recorded allocations of the stack in all dumps of it
   */
  CountEstimate estimate(long n, long bytes, double whole) {
    double interval = model.table.interval;
    double intervals = Math.max(n, bytes / interval);
    boolean pure = bytes % model.unit == 0;
    double below = middle - low;
    double above = high - middle;
    // What is live, or was allocated early, may have other sizes than the rest.
    double other =
        model.quantile
            * Math.max(0, 1 - n / whole)
            * (1 - Math.exp(-middle))
            * unlike(n, intervals);
    below = hypot(below, OTHER_SIZES_BELOW * other);
    above = hypot(above, OTHER_SIZES_ABOVE * other);
    double value = n * Math.exp(middle);
    // The noise of n given the sizes: of N allocations n were recorded.
    SizeModel.CountNoise noise = model.noise(n);
    double noiseBelow = missed(middle) * noise.below();
    double noiseAbove = missed(middle + above) * noise.above();
    double small = Math.min(intervals, n * hiddenIntervals);
    if (pure && intervals < 1.7 * n) {
      small = intervals;
    }
    return new CountEstimate(
        value,
        Math.max(n, value * Math.exp(-hypot(below, noiseBelow))),
        value * Math.exp(hypot(above, noiseAbove)),
        Math.max(n, value * Math.exp(-below)),
        value * Math.exp(above),
        exact,
        exact ? 0 : small * interval);
  }

  /** Math's own is exact to the last digit, and slow. */
  private static double hypot(double a, double b) {
    return Math.sqrt(a * a + b * b);
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
