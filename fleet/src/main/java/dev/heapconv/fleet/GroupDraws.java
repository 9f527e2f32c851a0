package dev.heapconv.fleet;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Draws what the devices of a section could as well have been, if devices did not change at all:
 * each difference of a device that is in both groups could have the other sign, and each other
 * device could be in the other group. Statistics of such draws are distributed as chance
 * distributes them, however skewed devices are and however unequal the groups (Janssen 1997,
 * Statistics and Probability Letters 36).
 *
 * <p>Devices change groups in blocks of as many devices of one group, which count as one device
 * with the sum of their weights: also then all draws are equally likely, and what they cost does
 * not depend on the number of devices.
 */
final class GroupDraws {

  /** So many numbers of each block: the sums that {@link DeviceSums#variance} needs. */
  private static final int SUMS = 5;

  private final double share;
  private final double pairedWeight;
  private final double pairedSquares;
  private final double[] paired;
  private final double[] pairWeights;
  private final boolean isSecondDrawn;
  private final int drawn;
  private final int first;
  private final double[] others;

  /** Those of {@link #others} that hold anything, or have another weight than most. */
  private final int[] order;

  private int special;
  private final double plain;

  /** How likely at most so many of these are among those that are drawn. */
  private double[] upTo = {};

  /** The blocks before those of the section, and before its pairs. */
  private final int begin;

  private final int beginOfPairs;

  private final double[] total = new double[SUMS];

  /** How many pairs of blocks differ: those at the begin of {@link #paired}. */
  private int differing;

  /** How many blocks of others hold anything, and of them in the first group. */
  private int holding;

  private int ofFirst;
  private double change;
  private double precision;
  private double certain;

  /**
   * @param weights of all blocks
   * @param bounds where the blocks of the section begin that are in the first group, in the second,
   *     and in both, and where they end
   */
  GroupDraws(SectionSums section, double[] weights, int... bounds) {
    share = section.share();
    begin = bounds[0];
    beginOfPairs = bounds[2];
    boolean usesOthers =
        !section.part(DeviceGroups.FIRST).isFew() && !section.part(DeviceGroups.SECOND).isFew();
    first = usesOthers ? bounds[1] - bounds[0] : 0;
    int second = usesOthers ? bounds[2] - bounds[1] : 0;
    isSecondDrawn = second <= first;
    drawn = Math.min(first, second);
    others = new double[SUMS * (first + second)];
    order = new int[first + second];
    plain = order.length > 0 ? weights[begin] : 0;
    for (int i = 0; i < order.length; i++) {
      others[SUMS * i] = weights[begin + i];
      others[SUMS * i + 1] = weights[begin + i] * weights[begin + i];
    }
    pairWeights = Arrays.copyOfRange(weights, beginOfPairs, bounds[3]);
    pairedWeight = DoubleStream.of(pairWeights).sum();
    pairedSquares = DoubleStream.of(pairWeights).map(weight -> weight * weight).sum();
    boolean usesPairs = !section.part(DeviceGroups.BOTH).isFew();
    paired = new double[usesPairs ? 3 * pairWeights.length : 0];
  }

  /** How many blocks a draw has to look at. */
  int cost() {
    return paired.length / 3 + drawn;
  }

  /** Forgets what blocks hold. */
  void clear() {
    differing = 0;
    holding = 0;
    ofFirst = 0;
    for (int i = 0; i < others.length; i += SUMS) {
      Arrays.fill(others, i + 2, i + SUMS, 0);
    }
  }

  /**
   * Says what a block holds: those of other sections mean nothing.
   *
   * @param wx sum over its devices, with their weights
   */
  void hold(int block, double wx) {
    int pair = block - beginOfPairs;
    int other = block - begin;
    if (pair >= 0 && pair < paired.length / 3) {
      put(paired, 3 * differing++, pairWeights[pair], wx);
    } else if (other >= 0 && other < order.length) {
      put(others, SUMS * other + 2, others[SUMS * other], wx);
      holding++;
      ofFirst += other < first ? 1 : 0;
    }
  }

  private static void put(double[] sums, int place, double weight, double wx) {
    sums[place] = wx;
    sums[place + 1] = weight * wx;
    sums[place + 2] = wx * wx;
  }

  /**
   * Prepares for draws, when all blocks hold what they do.
   *
   * @return how likely the least likely ones are
   */
  double begin() {
    double chance = Math.pow(2, -differing);
    for (int i = 0; i < holding; i++) {
      double places = i < ofFirst ? first - i : order.length - first - (i - ofFirst);
      chance *= places / (order.length - i);
    }
    Arrays.fill(total, 0);
    special = 0;
    for (int i = 0; i < order.length; i++) {
      if (others[SUMS * i] != plain || others[SUMS * i + 2] != 0) {
        order[special++] = SUMS * i;
      }
      for (int j = 0; j < SUMS; j++) {
        total[j] += others[SUMS * i + j];
      }
    }
    upTo = hypergeometric(order.length, special, drawn);
    return chance;
  }

  /**
   * How likely at most so many of {@code special} things are among those drawn, of {@code all}; not
   * scaled to 1.
   */
  private static double[] hypergeometric(int all, int special, int drawn) {
    int least = Math.max(0, drawn - (all - special));
    double[] upTo = new double[1 + Math.min(special, drawn)];
    Arrays.fill(upTo, 0, least, Double.NEGATIVE_INFINITY);
    double max = 0;
    for (int i = least + 1; i < upTo.length; i++) {
      double odds = (special - i + 1.0) * (drawn - i + 1) / i / (all - special - drawn + i);
      upTo[i] = upTo[i - 1] + Math.log(odds);
      max = Math.max(max, upTo[i]);
    }
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += Math.exp(upTo[i] - max);
      upTo[i] = sum;
    }
    return upTo;
  }

  /**
   * A draw.
   *
   * @param sums to which the change and its squared error are added
   */
  void draw(SplittableRandom random, double[] sums) {
    change = 0;
    precision = 0;
    certain = 0;
    if (differing > 0) {
      drawSigns(random);
    }
    if (drawn > 0) {
      drawGroups(random);
    }
    if (certain != 0) {
      sums[0] += share * certain;
    } else if (precision > 0) {
      sums[0] += share * change / precision;
      sums[1] += share * share / precision;
    }
  }

  /** As in {@link MeanChange}. */
  private void add(double mean, double variance) {
    if (!MeanChange.isCertain(mean, variance)) {
      change += mean / variance;
      precision += 1 / variance;
    } else if (mean != 0 && certain == 0) {
      certain = mean;
    }
  }

  private void drawSigns(SplittableRandom random) {
    double wx = 0;
    double w2x = 0;
    double w2xx = 0;
    long signs = 0;
    for (int i = 0; i < differing; i++) {
      signs = i % Long.SIZE == 0 ? random.nextLong() : signs >>> 1;
      int sign = (int) (signs & 1) * 2 - 1;
      wx += sign * paired[3 * i];
      w2x += sign * paired[3 * i + 1];
      w2xx += paired[3 * i + 2];
    }
    double variance = DeviceSums.variance(pairedWeight, pairedSquares, wx, w2x, w2xx);
    add(wx / pairedWeight, variance);
  }

  /** Chooses the smaller group; the rest is the other one. */
  private void drawGroups(SplittableRandom random) {
    double place = random.nextDouble() * upTo[upTo.length - 1];
    int specials = 0;
    while (upTo[specials] <= place) {
      specials++;
    }
    double w = (drawn - specials) * plain;
    double w2 = w * plain;
    double wx = 0;
    double w2x = 0;
    double w2xx = 0;
    for (int i = 0; i < specials; i++) {
      int j = i + random.nextInt(special - i);
      int block = order[j];
      order[j] = order[i];
      order[i] = block;
      w += others[block];
      w2 += others[block + 1];
      wx += others[block + 2];
      w2x += others[block + 3];
      w2xx += others[block + 4];
    }
    double restW = total[0] - w;
    double restWx = total[2] - wx;
    double difference = wx / w - restWx / restW;
    double rest =
        DeviceSums.variance(restW, total[1] - w2, restWx, total[3] - w2x, total[4] - w2xx);
    double variance = DeviceSums.variance(w, w2, wx, w2x, w2xx) + rest;
    add(isSecondDrawn ? difference : -difference, variance);
  }
}
