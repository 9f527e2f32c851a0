package dev.heapconv.unskew.sizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording. How common sizes are in all of it, and in stacks of one
 * pool (those with the same leaf function), is told by expectation maximisation over their
 * evidence, to which the library contributes as so many stacks of its own. A stack is left out of
 * what it is told by its pool, and the more allocations were recorded of it, the less others tell
 * about it: a wrapper of malloc has callers that have nothing in common. Immutable.
 */
public final class RecordingSizes {

  /** So many stacks the library counts for in a recording, and the recording in a pool. */
  private static final double LIBRARY_STACKS = 60;

  private static final double RECORDING_STACKS = 4;
  private static final int RECORDING_ROUNDS = 8;
  private static final int POOL_ROUNDS = 3;

  /** Recorded allocations of which a stack tells as much about itself as others do. */
  private static final double INFORMATIVE = 30;

  private final @Nullable SizeLaw[] laws;
  private final boolean[] pooled;

  /** What the library tells. */
  private final double[] usual;

  RecordingSizes(
      SizeModel model,
      @Nullable StackCells[] stacks,
      int @Nullable [] poolOf,
      @Nullable KnownSizes[] known) {
    laws = new SizeLaw[stacks.length];
    pooled = new boolean[stacks.length];
    Map<Integer, Stacks> pools = new TreeMap<>();
    // What the model happens to have cached must not decide which stacks are counted together.
    Map<SizeModel.LawKey, SizeEvidence> distinct = new HashMap<>();
    Stacks all = new Stacks();
    Stacks alone = new Stacks();
    for (int i = 0; i < stacks.length; i++) {
      StackCells cells = stacks[i];
      if (cells != null && cells.count() > 0) {
        SizeEvidence evidence = distinct.computeIfAbsent(model.key(cells), model::evidence);
        all.add(i, evidence);
        if (known[i] == null && poolOf != null && poolOf[i] >= 0) {
          pools.computeIfAbsent(poolOf[i], unused -> new Stacks()).add(i, evidence);
        } else {
          alone.add(i, evidence);
        }
      }
    }
    double[] library = model.table.weight;
    double[] prior = library;
    if (poolOf != null) {
      prior = new Mixture(library, LIBRARY_STACKS).fit(all, RECORDING_ROUNDS).probabilities();
    }
    // Whether there are sites of single bytes is no matter of the stack: nothing shows them.
    usual = library.clone();
    usual[model.table.single(1)] = prior[model.table.single(1)];
    Mixture pool = new Mixture(prior, RECORDING_STACKS);
    for (Stacks stacksOfPool : pools.values()) {
      if (stacksOfPool.size() < 2) {
        alone.add(stacksOfPool.numbers.get(0), stacksOfPool.evidence.get(0));
        continue;
      }
      pool.fit(stacksOfPool, POOL_ROUNDS);
      IdentityHashMap<SizeEvidence, SizeLaw> found = new IdentityHashMap<>();
      for (int i = 0; i < stacksOfPool.size(); i++) {
        SizeEvidence own = stacksOfPool.evidence.get(i);
        SizeLaw law = found.get(own);
        if (law == null) {
          law = SizeLaw.of(model, own, mixed(own, pool.without(own)));
          found.put(own, law);
        }
        laws[stacksOfPool.numbers.get(i)] = law;
        pooled[stacksOfPool.numbers.get(i)] = true;
      }
    }
    addAlone(model, alone, prior, known);
  }

  private void addAlone(
      SizeModel model, Stacks alone, double[] prior, @Nullable KnownSizes[] known) {
    KnownSizes.Weights weights = null;
    IdentityHashMap<SizeEvidence, SizeLaw> found = new IdentityHashMap<>();
    for (int i = 0; i < alone.size(); i++) {
      SizeEvidence own = alone.evidence.get(i);
      int number = alone.numbers.get(i);
      KnownSizes sizes = known[number];
      if (sizes != null) {
        weights = weights == null ? new KnownSizes.Weights(model.table, prior) : weights;
        laws[number] = SizeLaw.of(model, own, weights.of(sizes).apply(own, prior));
        continue;
      }
      SizeLaw law = found.get(own);
      if (law == null) {
        law = SizeLaw.of(model, own, mixed(own, own.of(prior)));
        found.put(own, law);
      }
      laws[number] = law;
    }
  }

  /** Whether other stacks of its pool tell about the sizes of a stack. */
  public boolean isPooled(int stack) {
    return pooled[stack];
  }

  /** The law of a stack; null if nothing was recorded of it. */
  public @Nullable SizeLaw law(int stack) {
    return laws[stack];
  }

  /** What others tell of the entries of a stack's evidence, and what the library tells. */
  private double[] mixed(SizeEvidence own, double[] others) {
    double ratio = own.count / INFORMATIVE;
    double trust = 1 / (1 + ratio * ratio);
    double sum = 0;
    for (int i = 0; i < others.length; i++) {
      others[i] = trust * others[i] + (1 - trust) * usual[own.entries[i]];
      sum += others[i] * own.values[i];
    }
    for (int i = 0; sum > own.most && i < others.length; i++) {
      others[i] *= own.most / sum;
    }
    return others;
  }

  /** Stacks and what was recorded of them. */
  private static final class Stacks {
    final List<Integer> numbers = new ArrayList<>();
    final List<SizeEvidence> evidence = new ArrayList<>();

    void add(int number, SizeEvidence one) {
      numbers.add(number);
      evidence.add(one);
    }

    int size() {
      return numbers.size();
    }

    /** How many stacks have the same evidence, in the order in which it was met. */
    Map<SizeEvidence, Integer> counts() {
      Map<SizeEvidence, Integer> counts = new LinkedHashMap<>();
      for (SizeEvidence one : evidence) {
        counts.merge(one, 1, Integer::sum);
      }
      return counts;
    }
  }

  /** Probabilities of the entries: a base that counts as so many stacks, and stacks. */
  private static final class Mixture {
    private final double[] base;
    private final double baseStacks;
    private double[] sums;

    /** Probabilities of the entries, but a factor that is the same for all. */
    private final double[] weights;

    private double stacks;

    Mixture(double[] base, double baseStacks) {
      this.base = base;
      this.baseStacks = baseStacks;
      weights = new double[base.length];
      set(new double[base.length], 0);
    }

    /** Expectation maximisation. */
    Mixture fit(Stacks of, int rounds) {
      Map<SizeEvidence, Integer> counts = of.counts();
      set(new double[base.length], 0);
      for (int round = 0; round < rounds; round++) {
        double[] next = new double[base.length];
        for (Map.Entry<SizeEvidence, Integer> one : counts.entrySet()) {
          SizeEvidence evidence = one.getKey();
          short[] entries = evidence.entries;
          float[] values = evidence.values;
          double scale = one.getValue() / marginal(evidence);
          for (int i = 0; i < entries.length; i++) {
            int at = entries[i];
            next[at] += scale * weights[at] * values[i];
          }
        }
        set(next, of.size());
      }
      return this;
    }

    private void set(double[] sumsOfStacks, int count) {
      sums = sumsOfStacks;
      stacks = count;
      for (int at = 0; at < weights.length; at++) {
        weights[at] = baseStacks * base[at] + sums[at];
      }
    }

    private double marginal(SizeEvidence of) {
      short[] entries = of.entries;
      float[] values = of.values;
      double sum = of.equal * (baseStacks + stacks);
      for (int i = 0; i < entries.length; i++) {
        sum += weights[entries[i]] * values[i];
      }
      return sum;
    }

    double[] probabilities() {
      double[] all = new double[base.length];
      for (int at = 0; at < all.length; at++) {
        all[at] = weights[at] / (baseStacks + stacks);
      }
      return all;
    }

    /** Probabilities of the entries of a stack's evidence, had it not been one of the stacks. */
    double[] without(SizeEvidence own) {
      double marginal = marginal(own);
      double[] others = new double[own.entries.length];
      for (int i = 0; i < others.length; i++) {
        int at = own.entries[i];
        double sum = Math.max(0, sums[at] - weights[at] * own.values[i] / marginal);
        others[i] = (baseStacks * base[at] + sum) / (baseStacks + stacks - 1);
      }
      return others;
    }
  }
}
