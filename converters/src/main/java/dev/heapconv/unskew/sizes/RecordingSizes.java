package dev.heapconv.unskew.sizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording, which tell about the sizes of one another: all of them
 * by the {@link SizePrior}, those with the same innermost functions by the {@link SizeTree}.
 * Immutable.
 */
final class RecordingSizes {

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
    Map<List<Double>, SizeEvidence> distinct = new HashMap<>();
    SizeEvidence[] evidence = new SizeEvidence[stacks.length];
    for (int i = 0; i < stacks.length; i++) {
      StackCells cells = stacks[i];
      if (cells != null && cells.count() > 0) {
        StackCells rounded = model.rounded(cells);
        evidence[i] = distinct.computeIfAbsent(rounded.sums(), key -> model.evidence(rounded));
      }
    }
    SizePrior prior = SizePrior.library(model.table);
    if (functions != null) {
      prior = SizePrior.learnt(model.table, evidence);
      List<Integer> members = new ArrayList<>();
      for (int i = 0; i < stacks.length; i++) {
        if (evidence[i] != null && known[i] == null && functions[i].length > 0) {
          members.add(i);
        }
      }
      new SizeTree(model, prior, functions, evidence, laws).addLaws(members);
    }
    addAlone(model, evidence, prior, known);
  }

  private void addAlone(
      SizeModel model,
      @Nullable SizeEvidence[] evidence,
      SizePrior prior,
      @Nullable KnownSizes[] known) {
    KnownSizes.Weights weights = null;
    IdentityHashMap<SizeEvidence, SizeLaw> found = new IdentityHashMap<>();
    for (int i = 0; i < evidence.length; i++) {
      SizeEvidence own = evidence[i];
      KnownSizes sizes = known[i];
      pooled[i] = laws[i] != null;
      if (own == null || pooled[i]) {
        continue;
      }
      if (sizes != null) {
        weights =
            weights == null ? new KnownSizes.Weights(model.table, prior.probabilities) : weights;
        double[] expected = weights.of(sizes).apply(own, prior.probabilities);
        laws[i] = SizeLaw.of(model, own, expected, new double[own.values.length], 0);
      } else {
        laws[i] = found.computeIfAbsent(own, one -> SizeLaw.of(model, one, prior.of(one)));
      }
    }
  }

  /** Whether other stacks with its functions tell about the sizes of a stack. */
  boolean isPooled(int stack) {
    return pooled[stack];
  }

  /** The law of a stack; null if nothing was recorded of it. */
  @Nullable SizeLaw law(int stack) {
    return laws[stack];
  }
}
