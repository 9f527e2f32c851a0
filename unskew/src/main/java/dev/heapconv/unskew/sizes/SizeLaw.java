package dev.heapconv.unskew.sizes;

/**
 * How many allocations each recorded one of a stack stands for. One law holds for all dumps of a
 * recording, and for live memory as for freed memory.
 *
 * @param model the model that made it
 * @param low lower end of ln(allocations per recorded one)
 * @param middle the estimate of ln(allocations per recorded one), next to the median
 * @param high upper end of ln(allocations per recorded one)
 * @param exact whether every allocation is recorded, at the confidence of the interval
 * @param count recorded allocations that it was inferred from, per recording
 * @param excess recorded intervals beyond one, per recorded allocation
 * @param hiddenIntervals the most intervals that may be recorded below the cutoff, per recorded
 *     allocation
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

  /**
   * Three values stand for a normal distribution: the middle, and two outer ones with this weight.
   */
  private static final double OUTER = Math.sqrt(3);

  private static final double OUTER_WEIGHT = 1.0 / 6;

  /**
   * The estimate is the mean over the middle fifth of the posterior, next to its median. For few
   * recorded allocations it is the mean over most of the posterior, because a median would be too
   * low for the sum of many such stacks.
   */
  private static final double MIDDLE = 0.1;

  private static final double FEW_RECORDED = 1.2;
  private static final double MOST = 0.4;

  /**
   * Real sites are less diverse than the posterior claims for many recorded allocations. Intervals
   * may then leave out up to twice as much of the posterior and still hold their level in each
   * class of n (docs/unskewing.md has the figures). For few recorded allocations they must leave
   * out no more. With more recordings of a stack they must also leave out less, because the
   * remaining error is that no site is exactly like an entry.
   */
  private static final double MOST_CAUTION = 2.4;

  private static final double FEWER_CAUTION = 2.8;

  private static final double MAX_TAIL = 0.45;

  /** Below this ln(allocations per recorded one) everything counts as recorded. */
  private static final double NOTHING = 0.003;

  /**
   * Deviations of ln(allocations per recorded one) between a small part and the whole: memory that
   * grows leaves larger blocks behind than it frees.
   */
  private static final double OTHER_SIZES_BELOW = 0.8;

  private static final double OTHER_SIZES_ABOVE = 0.4;

  /** From this probability on everything counts as recorded, also at low confidence levels. */
  private static final double SURE = 0.95;

  /** Smaller parts of the posterior are left out. */
  private static final double NEGLIGIBLE = 2e-4;

  /** Parts of the posterior below this need no deviation. */
  private static final double SMALL = 2e-3;

  /**
   * Applies Bayes' rule.
   *
   * @param own the evidence of the recorded numbers
   * @param prior probabilities of the entries of the table, up to a factor
   * @param recordings number of recordings that the evidence comes from
   * @param isToldElsewhere whether the prior includes evidence from recordings with other samplings
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
        // The mean and two deviations more, to be on the safe side.
        mean + 2 * deviation);
  }

  /**
   * Returns the law of allocations of one size, whose only uncertainty is chance.
   *
   * @param size in bytes, above 0
   */
  static SizeLaw ofSize(SizeModel model, long size) {
    double perRecord = model.table.lnPerHit(size);
    boolean isLarge = size >= model.table.cutoff;
    double hidden = isLarge ? 0 : Double.POSITIVE_INFINITY;
    return new SizeLaw(model, perRecord, perRecord, perRecord, isLarge, 1, 0, hidden);
  }

  /** Adds the allocations per recorded one that an entry has under a split. */
  private static void addSplit(
      CountHistogram histogram, SizeTable table, SizeEvidence own, int at, int split, double part) {
    double large = own.large[split];
    double hits = own.hits[split];
    double ofLarge = large * table.hitsPerLarge[table.hitsOf[at]];
    double expected = hits;
    double noise = 0;
    if (large > 0 && ofLarge < Double.POSITIVE_INFINITY) {
      // The number of few hits is as uncertain as it is small, and some may stand for none.
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
   * Estimates the allocations behind a part of the recorded ones, such as one dump or the live
   * ones.
   *
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   */
  CountEstimate estimate(long n, long bytes) {
    return estimate(n, bytes, count);
  }

  /**
   * Estimates the same for one of several recordings.
   *
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   * @param whole recorded allocations of the stack in all dumps of that recording
   */
  CountEstimate estimate(long n, long bytes, double whole) {
    double interval = model.table.interval;
    double intervals = Math.max(n, bytes / interval);
    boolean pure = bytes % model.unit == 0;
    double below = middle - low;
    double above = high - middle;
    // Live memory, or memory that was allocated early, may have other sizes than the rest.
    double other =
        model.quantile
            * Math.max(0, 1 - n / whole)
            * (1 - Math.exp(-middle))
            * unlike(n, intervals);
    below = hypot(below, OTHER_SIZES_BELOW * other);
    above = hypot(above, OTHER_SIZES_ABOVE * other);
    double value = n * Math.exp(middle);
    // The noise of n given the sizes: n of N allocations were recorded.
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

  /** Math.hypot is exact to the last digit, and slow. */
  private static double hypot(double a, double b) {
    return Math.sqrt(a * a + b * b);
  }

  /** Returns how much less a part resembles the whole than usual, judged by its recorded excess. */
  private double unlike(long n, double intervals) {
    double expected = n * excess;
    double difference = intervals - n - expected;
    double deviation = expected * (1 + excess) + 0.25 * expected * expected;
    return 1 + (deviation > 0 ? difference * difference / deviation : 0);
  }

  /** Returns the root of the share of allocations that were not recorded. */
  private static double missed(double lnPerRecord) {
    return Math.sqrt(1 - Math.exp(-lnPerRecord));
  }
}
