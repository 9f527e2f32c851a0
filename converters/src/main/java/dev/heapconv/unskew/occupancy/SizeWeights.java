package dev.heapconv.unskew.occupancy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Weights of all hypotheses of a {@link SizeTable} before a stack is looked at: of the table
 * itself, or fitted to a recording. Immutable.
 */
final class SizeWeights {

  /** Stacks that a recording needs for a fit to be worth it. */
  private static final int LEAST_STACKS = 50;

  /** The weights of the table count as much as so many stacks. */
  private static final double BUILT_IN = 30;

  private static final int ROUNDS = 20;

  final double[] typical;
  final double[] cautious;
  private final double sum;
  private final CountHistogram typicalCounts = new CountHistogram();
  private final CountHistogram cautiousCounts = new CountHistogram();

  private SizeWeights(SizeTable table, double[] typical, double[] cautious) {
    this.typical = typical;
    this.cautious = cautious;
    for (int at = 0; at < table.exactlyInterval; at++) {
      double u = table.lnPerRecord[at];
      int bin = CountHistogram.bin(u);
      typicalCounts.add(bin, u, typical[at]);
      cautiousCounts.add(bin, u, cautious[at]);
    }
    // What the table leaves out is one size above the cutoff.
    typicalCounts.addExact(OccupancyModel.EQUAL);
    cautiousCounts.addExact(OccupancyModel.CAUTIOUS_EQUAL);
    double all = 0;
    for (double weight : cautious) {
      all += weight;
    }
    sum = all;
  }

  /** Typical share of hypotheses of at most u = ln(allocations per recorded one). */
  double typicalAtMost(double u) {
    return typicalCounts.shareAtMost(u);
  }

  /** Cautious share of them. */
  double cautiousAtMost(double u) {
    return cautiousCounts.shareAtMost(u);
  }

  /** Share of a hypothesis in all of them. */
  double share(int at) {
    return cautious[at] / sum;
  }

  /** What is known before anything is recorded. */
  static SizeWeights of(SizeTable table) {
    return new SizeWeights(table, table.typical, table.cautious);
  }

  /**
   * The weights of a table, its typical sizes (but not its shapes, which are hard to tell apart)
   * weighed anew by expectation maximisation: such that they are what the recorded stacks on
   * average have.
   *
   * @param stacks of one recording
   */
  static SizeWeights fitted(SizeTable table, List<OccupancyEvidence> stacks) {
    if (stacks.size() < LEAST_STACKS) {
      return of(table);
    }
    Map<SizeLikelihood, int[]> counts = new LinkedHashMap<>();
    for (OccupancyEvidence stack : stacks) {
      counts.computeIfAbsent(stack.likelihood, unused -> new int[1])[0]++;
    }
    double[] prior = new double[table.sizes()];
    double all = 0;
    for (int at = 0; at < table.typical.length; at++) {
      prior[table.size(at)] += table.typical[at];
      all += table.typical[at];
    }
    double[] factors = new double[prior.length];
    Arrays.fill(factors, 1);
    for (int round = 0; round < ROUNDS; round++) {
      double[] expected = new double[prior.length];
      double total = 0;
      for (Map.Entry<SizeLikelihood, int[]> entry : counts.entrySet()) {
        total += expect(table, entry.getKey(), entry.getValue()[0], factors, expected);
      }
      smear(expected, table.nodes);
      for (int size = 0; size < prior.length; size++) {
        double share = prior[size] / all;
        factors[size] =
            share > 0 ? (BUILT_IN * share + expected[size]) / ((BUILT_IN + total) * share) : 1;
      }
    }
    double[] typical = new double[table.typical.length];
    double[] cautious = new double[typical.length];
    for (int at = 0; at < typical.length; at++) {
      double factor = factors[table.size(at)];
      typical[at] = table.typical[at] * factor;
      // What is rare in a recording is not impossible.
      cautious[at] = table.cautious[at] * Math.sqrt(factor);
    }
    return new SizeWeights(table, typical, cautious);
  }

  /** A half stays, a quarter goes to each neighbour. */
  private static void smear(double[] values, int count) {
    double before = values[0];
    for (int i = 0; i < count; i++) {
      double here = values[i];
      values[i] = 0.25 * before + 0.5 * here + 0.25 * (i + 1 < count ? values[i + 1] : here);
      before = here;
    }
  }

  /** Adds how many of so many stacks are expected to have each typical size; returns how many. */
  private static double expect(
      SizeTable table, SizeLikelihood stack, int count, double[] factors, double[] expected) {
    double marginal = 0;
    for (int i = 0; i < stack.nodes.length; i++) {
      int at = stack.nodes[i];
      marginal += table.typical[at] * factors[table.size(at)] * stack.values[i];
    }
    if (!(marginal > 0)) {
      return 0;
    }
    double scale = count / marginal;
    for (int i = 0; i < stack.nodes.length; i++) {
      int at = stack.nodes[i];
      int size = table.size(at);
      expected[size] += scale * table.typical[at] * factors[size] * stack.values[i];
    }
    return count;
  }
}
