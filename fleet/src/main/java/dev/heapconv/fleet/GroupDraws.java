package dev.heapconv.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

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
  private final int[] order;

  private final double[] total = new double[SUMS];

  /** How many pairs of blocks differ: those at the begin of {@link #paired}. */
  private int differing;

  private double chance;
  private double change;
  private double precision;
  private double certain;

  /**
   * @param share how much the section counts, of all
   * @param blocks weights of the blocks of the section
   */
  GroupDraws(double share, List<SqlRow> blocks) {
    this.share = share;
    long inBoth = devices(blocks, "p");
    long inFirst = devices(blocks, "a");
    long inSecond = devices(blocks, "b");
    boolean usesOthers = Math.min(inFirst, inSecond) >= MeanChange.MIN_DEVICES;
    boolean usesPairs = inBoth >= MeanChange.MIN_DEVICES;
    int pairs = usesPairs ? blocks(blocks, "p") : 0;
    first = usesOthers ? blocks(blocks, "a") : 0;
    int second = usesOthers ? blocks(blocks, "b") : 0;
    isSecondDrawn = second <= first;
    drawn = Math.min(first, second);
    paired = new double[3 * pairs];
    pairWeights = new double[blocks(blocks, "p")];
    others = new double[SUMS * (first + second)];
    order = new int[first + second];
    double weight = 0;
    double squares = 0;
    for (SqlRow block : blocks) {
      double w = block.number("w");
      if (block.text("part").equals("p")) {
        weight += w;
        squares += w * w;
        pairWeights[(int) block.count("block")] = w;
      } else if (usesOthers) {
        others[place(block)] = w;
        others[place(block) + 1] = w * w;
      }
    }
    pairedWeight = weight;
    pairedSquares = squares;
  }

  private static long devices(List<SqlRow> blocks, String part) {
    return blocks.stream()
        .filter(block -> block.text("part").equals(part))
        .mapToLong(block -> block.count("n"))
        .sum();
  }

  private static int blocks(List<SqlRow> blocks, String part) {
    return (int) blocks.stream().filter(block -> block.text("part").equals(part)).count();
  }

  private int place(SqlRow block) {
    int before = block.text("part").equals("a") ? 0 : first;
    return SUMS * (before + (int) block.count("block"));
  }

  /** How many blocks a draw has to look at. */
  int cost() {
    return paired.length / 3 + drawn;
  }

  /** What the least likely draws are as likely as, after {@link #hold}. */
  double chance() {
    return chance;
  }

  /**
   * Says what blocks hold of a row.
   *
   * @param held those that hold anything
   */
  void hold(List<SqlRow> held) {
    differing = 0;
    for (int i = 0; i < others.length; i += SUMS) {
      Arrays.fill(others, i + 2, i + SUMS, 0);
    }
    int holding = 0;
    int ofFirst = 0;
    for (SqlRow block : held) {
      boolean isPair = block.text("part").equals("p");
      if (isPair ? paired.length == 0 : others.length == 0) {
        continue;
      }
      double[] sums = isPair ? paired : others;
      int place = isPair ? 3 * differing++ : place(block) + 2;
      double weight = isPair ? pairWeights[(int) block.count("block")] : others[place - 2];
      double wx = block.number("wx");
      sums[place] = wx;
      sums[place + 1] = weight * wx;
      sums[place + 2] = wx * wx;
      holding += isPair ? 0 : 1;
      ofFirst += block.text("part").equals("a") ? 1 : 0;
    }
    chance = Math.pow(2, -differing);
    for (int i = 0; i < holding; i++) {
      double places = i < ofFirst ? first - i : order.length - first - (i - ofFirst);
      chance *= places / (order.length - i);
    }
    Arrays.fill(total, 0);
    for (int i = 0; i < order.length; i++) {
      order[i] = SUMS * i;
      for (int j = 0; j < SUMS; j++) {
        total[j] += others[SUMS * i + j];
      }
    }
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
    double w = 0;
    double w2 = 0;
    double wx = 0;
    double w2x = 0;
    double w2xx = 0;
    for (int i = 0; i < drawn; i++) {
      int j = i + random.nextInt(order.length - i);
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
