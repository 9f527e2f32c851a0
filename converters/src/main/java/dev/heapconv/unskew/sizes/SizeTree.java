package dev.heapconv.unskew.sizes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stacks with the same innermost functions tell about the sizes of one another: context-tree
 * weighting. A node of the tree is what all stacks with the same leaf function have in common, or
 * the same leaf and caller, and so on; either it has one law of sizes, or its children decide. So a
 * wrapper of malloc has unlike callers that do one another no harm. Both probabilities have a
 * closed form, and each stack ends up with the laws of the nodes above it, weighted by how probable
 * it is that they hold. Sums are rounded such that the order of the stacks does not matter.
 */
final class SizeTree {

  /** Innermost functions that are looked at. */
  static final int DEPTH = 12;

  /** The chance that a node has one law, before anything is known of it. */
  private static final double ONE_LAW = 0.5;

  /** The chance that a stack of a node with one law has other sizes all the same. */
  private static final double UNLIKE = 0.01;

  /** ln of parts of a law that are too small to matter. */
  private static final double LN_NEGLIGIBLE = -10;

  /** Below nodes that are reached so seldom, stacks with the same evidence have the same law. */
  private static final double UNREACHED = 0.01;

  private static final double[] NONE = {};

  /** Logarithms are rounded to such parts. */
  private static final double GRAIN = 1 << 16;

  private final SizeModel model;
  private final SizePrior prior;
  private final double[] lnPrior;

  // Of the node at hand.
  private final double[] law;
  private final short[] entries;

  /** Arrays of sums that are not in use. */
  private final ArrayDeque<double[]> spare = new ArrayDeque<>();

  private final int[][] functions;
  private final @Nullable SizeEvidence[] evidence;
  private final @Nullable SizeLaw[] lawOf;
  private final IdentityHashMap<SizeEvidence, Gain> gains = new IdentityHashMap<>();

  /**
   * @param functions of each stack, innermost first
   * @param evidence of each stack; null for nothing
   * @param lawOf where to put them, for the stacks that share a leaf function with another one
   */
  SizeTree(
      SizeModel model,
      SizePrior prior,
      int[][] functions,
      @Nullable SizeEvidence[] evidence,
      @Nullable SizeLaw[] lawOf) {
    this.model = model;
    this.prior = prior;
    this.functions = functions;
    this.evidence = evidence;
    this.lawOf = lawOf;
    law = new double[prior.probabilities.length];
    entries = new short[law.length];
    lnPrior = Arrays.stream(prior.probabilities).map(Math::log).toArray();
  }

  /** A node with several stacks. */
  private static final class Node {
    final List<Node> children = new ArrayList<>();

    /** Stacks that are children. */
    final List<Integer> stacks = new ArrayList<>();

    /** ln of the probability of what was recorded, relative to that under laws of their own. */
    double lnProbability;

    /** What each entry gains by the evidence of the stacks below it, until its parent has it. */
    double[] gains = NONE;

    /** The probability that it has one law. */
    double oneLaw;

    /** The entries of this law and their probabilities. */
    short[] entries = {};

    double[] law = NONE;
  }

  /**
   * Finds the laws of some stacks.
   *
   * @param numbers their numbers, which are sorted here
   */
  void addLaws(List<Integer> numbers) {
    numbers.sort((a, b) -> Arrays.compare(functions[a], functions[b]));
    int[] members = new int[numbers.size()];
    for (int i = 0; i < members.length; i++) {
      members[i] = numbers.get(i);
    }
    for (int begin = 0; begin < members.length; ) {
      int end = endOfRun(members, begin, members.length, 0);
      if (end - begin > 1) {
        Node root = node(members, begin, end, 1);
        spare.add(root.gains);
        descend(root, 1, new double[lnPrior.length], new IdentityHashMap<>());
      }
      begin = end;
    }
  }

  private int function(int stack, int depth) {
    return depth < functions[stack].length ? functions[stack][depth] : -1;
  }

  private int endOfRun(int[] members, int begin, int end, int depth) {
    int first = function(members[begin], depth);
    int at = begin + 1;
    while (at < end && function(members[at], depth) == first) {
      at++;
    }
    return at;
  }

  /** The node of several stacks with the same functions up to a depth. */
  private Node node(int[] members, int begin, int end, int depth) {
    int branch = depth;
    while (branch < DEPTH
        && function(members[begin], branch) == function(members[end - 1], branch)) {
      branch++;
    }
    Node node = new Node();
    double apart = 0;
    for (int from = begin; from < end; ) {
      int to = branch < DEPTH ? endOfRun(members, from, end, branch) : from + 1;
      if (to - from == 1) {
        node.stacks.add(members[from]);
      } else {
        Node child = node(members, from, to, branch + 1);
        node.children.add(child);
        apart += child.lnProbability;
      }
      from = to;
    }
    decide(node, gains(node), (end - begin) * Math.log(UNLIKE), Math.log(1 - ONE_LAW) + apart);
    return node;
  }

  /** What each entry gains by the evidence of the stacks below a node; takes it from children. */
  private double[] gains(Node node) {
    double[] sums = node.children.isEmpty() ? zeros() : node.children.get(0).gains;
    for (Node child : node.children) {
      if (child.gains != sums) {
        for (int at = 0; at < sums.length; at++) {
          sums[at] += child.gains[at];
        }
        spare.add(child.gains);
      }
      child.gains = NONE;
    }
    for (int stack : node.stacks) {
      SizeEvidence own = evidence[stack];
      float[] gain = gain(own).ln;
      for (int i = 0; i < gain.length; i++) {
        sums[own.entries[i]] += gain[i];
      }
    }
    node.gains = sums;
    return sums;
  }

  private double[] zeros() {
    double[] zeros = spare.poll();
    if (zeros == null) {
      return new double[lnPrior.length];
    }
    Arrays.fill(zeros, 0);
    return zeros;
  }

  private void decide(Node node, double[] sums, double lnUnlike, double lnApart) {
    double best = Double.NEGATIVE_INFINITY;
    for (int at = 0; at < law.length; at++) {
      law[at] = lnPrior[at] + sums[at];
      best = law[at] > best ? law[at] : best;
    }
    double sum = 0;
    int kept = 0;
    for (int at = 0; at < law.length; at++) {
      if (law[at] - best > LN_NEGLIGIBLE) {
        entries[kept] = (short) at;
        law[kept] = Math.exp(law[at] - best);
        sum += law[kept++];
      }
    }
    double lnOneLaw = Math.log(ONE_LAW) + lnUnlike + best + Math.log(sum);
    node.oneLaw = 1 / (1 + Math.exp(lnApart - lnOneLaw));
    node.lnProbability =
        Math.rint(
                (Math.max(lnOneLaw, lnApart) - Math.log(Math.max(node.oneLaw, 1 - node.oneLaw)))
                    * GRAIN)
            / GRAIN;
    node.entries = Arrays.copyOf(entries, kept);
    node.law = Arrays.copyOf(law, kept);
    for (int i = 0; i < kept; i++) {
      node.law[i] /= sum;
    }
  }

  /** What the laws of its entries tell of a stack. */
  private static final class Gain {

    /**
     * By how much, as a logarithm, its evidence is more probable under each than that of an unlike
     * stack, which is told by the prior.
     */
    final float[] ln;

    /** How probable it is that the stack is not unlike. */
    final float[] shares;

    Gain(int entries) {
      ln = new float[entries];
      shares = new float[entries];
    }
  }

  private Gain gain(SizeEvidence own) {
    return gains.computeIfAbsent(
        own,
        unused -> {
          double[] density = model.table.terms((long) own.count).density;
          double[] expected = prior.of(own);
          double usual = 0;
          for (int at = 0; at < expected.length; at++) {
            usual += expected[at] * density[at];
          }
          double scale = (1 - UNLIKE) / UNLIKE * usual / own.marginal(expected);
          Gain gain = new Gain(own.values.length);
          for (int i = 0; i < gain.ln.length; i++) {
            double ratio = scale * own.values[i] / density[own.entries[i]];
            gain.ln[i] = (float) ((long) (Math.log(1 + ratio) * GRAIN + 0.5) / GRAIN);
            gain.shares[i] = (float) (ratio / (1 + ratio));
          }
          return gain;
        });
  }

  /**
   * Gives the stacks below a node their laws.
   *
   * @param reached the probability that no node above it has one law
   * @param above probabilities of the entries under the laws of those that have
   * @param found laws that these give
   */
  private void descend(
      Node node, double reached, double[] above, IdentityHashMap<SizeEvidence, SizeLaw> found) {
    double[] expected = above;
    IdentityHashMap<SizeEvidence, SizeLaw> laws = found;
    if (reached > UNREACHED) {
      expected = above.clone();
      laws = new IdentityHashMap<>();
      for (int i = 0; i < node.law.length; i++) {
        expected[node.entries[i]] += reached * node.oneLaw * node.law[i];
      }
    }
    for (Node child : node.children) {
      descend(child, reached * (1 - node.oneLaw), expected, laws);
    }
    for (int stack : node.stacks) {
      SizeEvidence own = evidence[stack];
      SizeLaw law = laws.get(own);
      if (law == null) {
        law = law(own, expected);
        laws.put(own, law);
      }
      lawOf[stack] = law;
    }
  }

  private SizeLaw law(SizeEvidence own, double[] expected) {
    float[] shares = gain(own).shares;
    double[] shared = new double[shares.length];
    for (int i = 0; i < shared.length; i++) {
      shared[i] = shares[i] * expected[own.entries[i]];
    }
    return SizeLaw.of(model, own, prior.of(own), shared, own.leastEqual);
  }
}
