package dev.heapconv.unskew.sizes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording. How common sizes are in it is told by expectation
 * maximisation over the evidence of all its stacks, to which the library contributes as so many
 * stacks of its own; what stacks of the same functions have in common by the {@link SizeTree}.
 * Immutable.
 */
public final class RecordingSizes {

  /** So many stacks the library counts for in a recording. */
  private static final double LIBRARY_STACKS = 60;

  private static final int ROUNDS = 8;

  /** What the library says of a stack whatever the others do. */
  private static final double LIBRARY = 0.3;

  /** Sums are rounded to such parts of a stack, so that their order does not matter. */
  private static final double GRAIN = 1L << 32;

  private final @Nullable SizeLaw[] laws;
  private final boolean[] pooled;

  RecordingSizes(
      SizeModel model,
      @Nullable StackCells[] stacks,
      int @Nullable [][] functions,
      @Nullable KnownSizes[] known) {
    laws = new SizeLaw[stacks.length];
    pooled = new boolean[stacks.length];
    // What the model happens to have cached must not decide which stacks are counted together.
    Map<SizeModel.LawKey, SizeEvidence> distinct = new HashMap<>();
    SizeEvidence[] evidence = new SizeEvidence[stacks.length];
    for (int i = 0; i < stacks.length; i++) {
      StackCells cells = stacks[i];
      if (cells != null && cells.count() > 0) {
        evidence[i] = distinct.computeIfAbsent(model.key(cells), model::evidence);
      }
    }
    double[] prior = functions == null ? model.table.weight : learnt(model.table.weight, evidence);
    if (functions != null) {
      int[] members =
          IntStream.range(0, stacks.length)
              .filter(i -> evidence[i] != null && known[i] == null && functions[i].length > 0)
              .toArray();
      new SizeTree(model, prior, functions, evidence, laws).addLaws(members);
    }
    KnownSizes.Weights weights = null;
    IdentityHashMap<SizeEvidence, SizeLaw> found = new IdentityHashMap<>();
    for (int i = 0; i < stacks.length; i++) {
      SizeEvidence own = evidence[i];
      KnownSizes sizes = known[i];
      pooled[i] = laws[i] != null;
      if (own == null || pooled[i]) {
        continue;
      }
      if (sizes != null) {
        weights = weights == null ? new KnownSizes.Weights(model.table, prior) : weights;
        laws[i] = SizeLaw.of(model, own, weights.of(sizes).apply(own, prior));
      } else {
        laws[i] =
            found.computeIfAbsent(
                own,
                one ->
                    SizeLaw.of(
                        model, one, one.of(prior), new double[one.values.length], one.leastEqual));
      }
    }
  }

  /** Whether other stacks with its functions tell about the sizes of a stack. */
  public boolean isPooled(int stack) {
    return pooled[stack];
  }

  /** The law of a stack; null if nothing was recorded of it. */
  public @Nullable SizeLaw law(int stack) {
    return laws[stack];
  }

  /** Probabilities of the entries of the table in a recording. */
  private static double[] learnt(double[] library, @Nullable SizeEvidence[] evidence) {
    Map<SizeEvidence, Integer> counts = new IdentityHashMap<>();
    for (SizeEvidence one : evidence) {
      if (one != null) {
        counts.merge(one, 1, Integer::sum);
      }
    }
    double stacks = counts.values().stream().mapToInt(count -> count).sum();
    double[] weights = library.clone();
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = Arrays.stream(library).map(share -> LIBRARY_STACKS * share).toArray();
      double[] last = weights;
      counts.forEach(
          (one, count) -> {
            double marginal = one.equal;
            for (int i = 0; i < one.entries.length; i++) {
              marginal += last[one.entries[i]] * one.values[i];
            }
            double scale = count * GRAIN / marginal;
            for (int i = 0; i < one.entries.length; i++) {
              int at = one.entries[i];
              next[at] += Math.rint(scale * last[at] * one.values[i]) / GRAIN;
            }
          });
      for (int at = 0; at < next.length; at++) {
        next[at] /= LIBRARY_STACKS + stacks;
      }
      weights = next;
    }
    for (int at = 0; at < weights.length; at++) {
      weights[at] = (1 - LIBRARY) * weights[at] + LIBRARY * library[at];
    }
    return weights;
  }
}
