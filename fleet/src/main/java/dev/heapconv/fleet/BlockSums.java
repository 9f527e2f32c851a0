package dev.heapconv.fleet;

import java.util.List;
import java.util.SplittableRandom;

/** What blocks of devices hold of a row. */
final class BlockSums {

  private final int[] blocks;
  private final double[] held;
  private final List<GroupDraws> draws;

  /**
   * @param blocks those that hold anything
   * @param held what they hold
   * @param draws of the sections that the row is about
   */
  BlockSums(int[] blocks, double[] held, List<GroupDraws> draws) {
    this.blocks = blocks;
    this.held = held;
    this.draws = draws;
  }

  /** How many blocks a draw has to look at, at most. */
  int cost() {
    return Math.min(blocks.length, draws.stream().mapToInt(GroupDraws::cost).sum());
  }

  /**
   * Prepares for draws.
   *
   * @return how likely the least likely draws are
   */
  double begin() {
    draws.forEach(GroupDraws::clear);
    double chance = 1;
    for (GroupDraws each : draws) {
      for (int i = 0; i < blocks.length; i++) {
        each.hold(blocks[i], held[i]);
      }
      chance *= each.begin();
    }
    return chance;
  }

  /** The statistic of a draw. */
  double draw(SplittableRandom random) {
    double[] sums = new double[2];
    for (GroupDraws section : draws) {
      section.draw(random, sums);
    }
    return sums[0] == 0 ? 0 : sums[0] / Math.sqrt(sums[1]);
  }
}
