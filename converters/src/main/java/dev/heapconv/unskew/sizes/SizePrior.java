package dev.heapconv.unskew.sizes;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How common each entry of the {@link SizeTable} is among the stacks of a recording. That is told
 * by expectation maximisation over their evidence, to which the library contributes as so many
 * stacks of its own. Not thread-safe.
 */
final class SizePrior {

  /** So many stacks the library counts for in a recording. */
  private static final double LIBRARY_STACKS = 60;

  /** What the library tells whatever was recorded. */
  private static final double LIBRARY = 0.3;

  private static final int ROUNDS = 8;

  /** Recorded allocations of which a stack tells as much about itself as the recording does. */
  private static final double INFORMATIVE = 30;

  /** Sums are rounded to such parts of a stack, so that the order of stacks does not matter. */
  private static final double GRAIN = 1L << 32;

  private final SizeTable table;

  /** Probabilities of the entries; where stacks have one visible size each, they add up to less. */
  final double[] probabilities;

  /** Counts of evidence are rounded: there are few of them. */
  private final Map<Double, double[]> byCount = new HashMap<>();

  private SizePrior(SizeTable table, double[] probabilities) {
    this.table = table;
    this.probabilities = probabilities;
  }

  /** What the library tells. */
  static SizePrior library(SizeTable table) {
    return new SizePrior(table, table.weight);
  }

  /**
   * @param evidence of each stack of a recording; null for nothing
   */
  static SizePrior learnt(SizeTable table, @Nullable SizeEvidence[] evidence) {
    IdentityHashMap<SizeEvidence, Integer> counts = new IdentityHashMap<>();
    double stacks = LIBRARY_STACKS;
    for (SizeEvidence one : evidence) {
      if (one != null) {
        counts.merge(one, 1, Integer::sum);
        stacks++;
      }
    }
    double[] library = table.weight;
    double[] probabilities = library.clone();
    for (int round = 0; round < ROUNDS; round++) {
      long[] sums = new long[library.length];
      for (Map.Entry<SizeEvidence, Integer> entry : counts.entrySet()) {
        SizeEvidence one = entry.getKey();
        double scale = entry.getValue() * GRAIN / one.marginal(probabilities);
        for (int i = 0; i < one.entries.length; i++) {
          int at = one.entries[i];
          sums[at] += (long) (scale * probabilities[at] * one.values[i]);
        }
      }
      for (int at = 0; at < sums.length; at++) {
        probabilities[at] = (LIBRARY_STACKS * library[at] + sums[at] / GRAIN) / stacks;
      }
    }
    for (int at = 0; at < probabilities.length; at++) {
      probabilities[at] = (1 - LIBRARY) * probabilities[at] + LIBRARY * library[at];
    }
    return new SizePrior(table, probabilities);
  }

  /**
   * Probabilities of all entries for a stack: the more was recorded of it, the less the recording
   * tells.
   */
  double[] of(SizeEvidence own) {
    return byCount.computeIfAbsent(
        own.count,
        count -> {
          double trust = 1 / (1 + count / INFORMATIVE * (count / INFORMATIVE));
          double[] mixed = new double[probabilities.length];
          for (int at = 0; at < mixed.length; at++) {
            mixed[at] = trust * probabilities[at] + (1 - trust) * table.weight[at];
          }
          return mixed;
        });
  }
}
