package dev.heapconv.unskew.sizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording. How common each entry of the {@link SizeTable} is among
 * them is told by expectation maximisation over their evidence, to which the library contributes as
 * so many stacks of its own; the law of a stack is Bayes' rule with that prior. Stacks with the
 * same evidence have one law, which is made when it is asked for. Not thread-safe.
 */
final class RecordingSizes {

  /** So many stacks the library counts for in a recording. */
  private static final double LIBRARY_STACKS = 60;

  /** What the library tells whatever was recorded. */
  private static final double LIBRARY = 0.2;

  /** More of them narrow intervals further, but no longer by what is right. */
  private static final int ROUNDS = 3;

  /** Sums are rounded to such parts of a stack, so that the order of stacks does not matter. */
  private static final double GRAIN = 1L << 32;

  private final SizeModel model;
  private final @Nullable KnownSizes[] known;
  private final KnownSizes.Weights weights;
  private final List<SizeEvidence> distinct = new ArrayList<>();
  private final int[] number;
  private final @Nullable SizeLaw[] laws;
  private final @Nullable SizeLaw[] lawsOfKnown;
  private final double[] prior;

  RecordingSizes(SizeModel model, @Nullable StackCells[] stacks, @Nullable KnownSizes[] known) {
    this.model = model;
    this.known = known;
    number = new int[stacks.length];
    int[] counts = new int[stacks.length];
    Map<StackCells, Integer> numbers = new HashMap<>();
    for (int i = 0; i < stacks.length; i++) {
      StackCells cells = stacks[i];
      number[i] = -1;
      if (cells != null && cells.count() > 0) {
        StackCells rounded = model.rounded(cells);
        number[i] =
            numbers.computeIfAbsent(
                rounded,
                key -> {
                  distinct.add(model.evidence(rounded));
                  return distinct.size() - 1;
                });
        counts[number[i]]++;
      }
    }
    laws = new SizeLaw[distinct.size()];
    lawsOfKnown = new SizeLaw[stacks.length];
    prior = stacks.length > 1 ? learnt(counts) : model.table.weight;
    weights = new KnownSizes.Weights(model.table);
  }

  private double[] learnt(int[] counts) {
    double[] library = model.table.weight;
    double[] probabilities = library.clone();
    for (int round = 0; round < ROUNDS; round++) {
      long[] sums = new long[library.length];
      double stacks = LIBRARY_STACKS;
      for (int i = 0; i < distinct.size(); i++) {
        float[] values = distinct.get(i).values;
        double marginal = 0;
        for (int at = 0; at < sums.length; at++) {
          marginal += probabilities[at] * values[at];
        }
        double scale = counts[i] * GRAIN / marginal;
        for (int at = 0; at < sums.length; at++) {
          sums[at] += (long) (scale * probabilities[at] * values[at]);
        }
        stacks += counts[i];
      }
      for (int at = 0; at < sums.length; at++) {
        probabilities[at] = (LIBRARY_STACKS * library[at] + sums[at] / GRAIN) / stacks;
      }
    }
    for (int at = 0; at < probabilities.length; at++) {
      probabilities[at] = (1 - LIBRARY) * probabilities[at] + LIBRARY * library[at];
    }
    return probabilities;
  }

  /** Equal for stacks with one law. */
  int lawNumber(int stack) {
    // -1 are those of which nothing was recorded.
    return known[stack] == null ? number[stack] : -2 - stack;
  }

  /** The law of a stack; null if nothing was recorded of it. */
  @Nullable SizeLaw law(int stack) {
    int own = number[stack];
    if (own < 0) {
      return null;
    }
    KnownSizes sizes = known[stack];
    @Nullable SizeLaw[] made = sizes == null ? laws : lawsOfKnown;
    int at = sizes == null ? own : stack;
    SizeLaw law = made[at];
    if (law == null) {
      double[] expected = sizes == null ? prior : weights.apply(sizes, prior);
      law = SizeLaw.of(model, distinct.get(own), expected);
      made[at] = law;
    }
    return law;
  }
}
