package dev.heapconv.unskew.occupancy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stacks of one kind, such as those with the same leaf function, tell about the sizes of each
 * other: the distribution of hypotheses among them, by expectation maximisation, with the weights
 * before as one stack more. It starts half way between these and what the stacks say together if
 * they are of one size but for outliers: each has the common size with probability 1 - e and else a
 * size of its own, which gives its observation the probability (1 - e) L(h) + e M, M being the one
 * under the weights before; the product over the stacks is the evidence for h.
 *
 * <p>Only hypotheses that matter to some stack are held; to all others the stacks say the same.
 * Confined to one thread.
 */
final class SizePool implements SizeFactors {

  /** e above: the chance that a stack differs from the others. */
  private static final double OUTLIERS = 0.3;

  private static final double COMMON_START = 0.5;
  private static final int ROUNDS = 6;

  private final SizeTable table;
  private final double members;

  /** The hypotheses that matter, ascending, and the place of each of a stack's among them. */
  private final int[] nodes;

  private final Map<SizeLikelihood, Member> stacks = new LinkedHashMap<>();

  /** Weights of the hypotheses before, of all together 1. */
  private final double[] before;

  /** What the stacks have in common. */
  private double[] common;

  /** The part of one stack in that, while it is looked at. */
  private final double[] own;

  private Member out;

  private static final class Member {
    final SizeLikelihood likelihood;
    int[] places;
    int count;

    Member(SizeLikelihood likelihood) {
      this.likelihood = likelihood;
    }
  }

  /**
   * @param stacks at least two
   */
  SizePool(SizeTable table, SizeWeights weights, List<OccupancyEvidence> stacks) {
    this.table = table;
    members = stacks.size();
    for (OccupancyEvidence stack : stacks) {
      this.stacks.computeIfAbsent(stack.likelihood, Member::new).count++;
    }
    nodes = union(this.stacks.values(), weights.typical.length);
    before = new double[nodes.length];
    own = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      before[i] = weights.share(nodes[i]);
    }
    common = ofOneSize();
    for (int round = 0; round < ROUNDS; round++) {
      common = expected();
    }
  }

  private static int[] union(Iterable<Member> stacks, int hypotheses) {
    int[] places = new int[hypotheses];
    for (Member member : stacks) {
      for (int at : member.likelihood.nodes) {
        places[at] = 1;
      }
    }
    int[] nodes = new int[hypotheses];
    int count = 0;
    for (int at = 0; at < hypotheses; at++) {
      if (places[at] > 0) {
        nodes[count] = at;
        places[at] = count++;
      }
    }
    for (Member member : stacks) {
      member.places = new int[member.likelihood.nodes.length];
      for (int i = 0; i < member.places.length; i++) {
        member.places[i] = places[member.likelihood.nodes[i]];
      }
    }
    return Arrays.copyOf(nodes, count);
  }

  private double[] ofOneSize() {
    double[] evidence = new double[nodes.length];
    for (Member member : stacks.values()) {
      float[] values = member.likelihood.values;
      double odds = (1 - OUTLIERS) / (OUTLIERS * marginal(member, before));
      for (int i = 0; i < values.length; i++) {
        evidence[member.places[i]] += member.count * Math.log1p(odds * values[i]);
      }
    }
    double most = 0;
    for (double ln : evidence) {
      most = Math.max(most, ln);
    }
    double inside = 0;
    double sum = 0;
    for (int i = 0; i < evidence.length; i++) {
      evidence[i] = before[i] * Math.exp(evidence[i] - most);
      inside += before[i];
      sum += evidence[i];
    }
    sum += Math.max(0, 1 - inside) * Math.exp(-most);
    smear(evidence);
    for (int i = 0; i < evidence.length; i++) {
      evidence[i] = COMMON_START * evidence[i] / sum + (1 - COMMON_START) * before[i];
    }
    return evidence;
  }

  /** A round of expectation maximisation. */
  private double[] expected() {
    double[] expected = new double[nodes.length];
    for (Member member : stacks.values()) {
      float[] values = member.likelihood.values;
      double scale = member.count / marginal(member, common);
      for (int i = 0; i < values.length; i++) {
        int place = member.places[i];
        expected[place] += scale * common[place] * values[i];
      }
    }
    // Sizes that stacks have in common may differ by a step of the grid.
    smear(expected);
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (before[i] + expected[i]) / (1 + members);
    }
    return expected;
  }

  private static double marginal(Member member, double[] weights) {
    float[] values = member.likelihood.values;
    double marginal = 0;
    for (int i = 0; i < values.length; i++) {
      marginal += weights[member.places[i]] * values[i];
    }
    return Math.max(marginal, Double.MIN_NORMAL);
  }

  /** A half stays, a quarter goes to each neighbour along the sizes. */
  private void smear(double[] values) {
    double previous = 0;
    for (int i = 0; i < values.length; i++) {
      double here = values[i];
      double kept = 0.5 * here;
      kept += 0.25 * (i > 0 && table.areNeighbours(nodes[i - 1], nodes[i]) ? previous : here);
      kept +=
          0.25
              * (i + 1 < values.length && table.areNeighbours(nodes[i], nodes[i + 1])
                  ? values[i + 1]
                  : here);
      values[i] = kept;
      previous = here;
    }
  }

  /** From now on {@link #factors} tells what the stacks other than this one have in common. */
  void leaveOut(SizeLikelihood stack) {
    if (out != null) {
      for (int place : out.places) {
        own[place] = 0;
      }
    }
    out = stacks.get(stack);
    double scale = 1 / marginal(out, common);
    for (int i = 0; i < out.places.length; i++) {
      int place = out.places[i];
      own[place] = scale * common[place] * stack.values[i];
    }
  }

  /** How much likelier than before the other stacks make the hypotheses of a likelihood. */
  @Override
  public double[] factors(SizeLikelihood side) {
    Member member = stacks.get(side);
    if (member != null) {
      return factors(member.places);
    }
    double[] factors = new double[side.nodes.length];
    int place = 0;
    for (int i = 0; i < factors.length; i++) {
      int at = side.nodes[i];
      while (place < nodes.length && nodes[place] < at) {
        place++;
      }
      boolean known = place < nodes.length && nodes[place] == at;
      factors[i] = known ? factor(place) : 1 / members;
    }
    return factors;
  }

  private double[] factors(int[] places) {
    double[] factors = new double[places.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = factor(places[i]);
    }
    return factors;
  }

  private double factor(int place) {
    if (!(before[place] > 0)) {
      return 1 / members;
    }
    double others = common[place] * (1 + members) - own[place];
    return Math.max(1, others / before[place]) / members;
  }

  /** Pools know nothing of what is recorded to the byte anyway. */
  @Override
  public double ofRecorded(double mean) {
    return 1;
  }
}
