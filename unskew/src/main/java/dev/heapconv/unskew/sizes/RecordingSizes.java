package dev.heapconv.unskew.sizes;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording, or of several recordings of one program. Expectation
 * maximisation over the evidence of all stacks estimates how common each entry of the {@link
 * SizeTable} is; the library contributes a fixed number of stacks of its own. The name of a
 * function and its other stacks estimate how common an entry is among the stacks of that function
 * ({@link FunctionLaws}). The law of a stack follows from this prior by Bayes' rule. Stacks of one
 * function with the same evidence share a law, which is computed on demand. Not thread-safe.
 */
final class RecordingSizes {

  /** The library counts as this many stacks of the recording. */
  private static final double LIBRARY_STACKS = 60;

  /** The least share of the library in the prior, whatever was recorded. */
  private static final double LIBRARY = 0.2;

  /** More rounds would narrow the intervals further, but no longer rightly. */
  private static final int ROUNDS = 3;

  /** Sums are rounded to this fraction of a stack, so the order of the stacks does not matter. */
  private static final double GRAIN = 1L << 32;

  /** Exponent that reduces the evidence from other stacks of the function. */
  private static final double TEMPER = 0.6;

  /** Beyond this number of stacks of a function, more stacks add no evidence. */
  private static final double MANY = 12;

  private final SizeModel model;
  private final int recordings;
  private final SiteFacts[] facts;
  private final KnownSizes.Weights weights;
  private final List<StackTells> distinct = new ArrayList<>();
  private final int[] number;

  /** A number for each stack that combines its function and the kind of its name. */
  private final int[] functionOf;

  /** The number of each stack's law; stacks with the same evidence and function share one. */
  private final int[] lawOf;

  private final @Nullable SizeLaw[] laws;
  private final @Nullable SizeLaw[] lawsOfKnown;
  private final double[] prior;

  /**
   * Log likelihoods of each evidence under each hypothesis about the function; null if not needed.
   */
  private final double[][] lnLikelihoods;

  /** The functions that have several stacks, or a name that shows something. */
  private final Map<Integer, FunctionStacks> functions = new HashMap<>();

  /** Identifies the evidence about the entries of a stack; a size of 0 is unknown. */
  private record EvidenceKey(StackCells cells, long size, @Nullable SizesElsewhere elsewhere) {}

  /** The likelihoods of the entries of the table for a stack. */
  private static final class StackTells {
    final SizeEvidence recorded;

    /** Likelihoods up to a factor, times the prior density of the recorded number. */
    final float[] values;

    /** Likelihoods up to a factor, without that density. */
    final float[] likelihoods;

    /**
     * The factors that other recordings of the stack give to the entries; null if there are none.
     */
    final double @Nullable [] factors;

    private final boolean isKnown;

    StackTells(SizeEvidence recorded, EvidenceKey key, SizeTable table) {
      this.recorded = recorded;
      isKnown = key.size > 0;
      factors = isKnown || key.elsewhere == null ? null : key.elsewhere.factors(table);
      boolean isTold = isKnown || factors != null;
      values = isTold ? new float[table.entries] : recorded.values;
      likelihoods = isTold ? new float[table.entries] : recorded.likelihoods;
      for (int at = 0; isTold && at < table.entries; at++) {
        double like = factors == null ? table.likeOneSize(at, key.size) : factors[at];
        values[at] = (float) (like * recorded.values[at]);
        likelihoods[at] = (float) (like * recorded.likelihoods[at]);
      }
    }

    boolean tellsOfFunction() {
      return isKnown || recorded.tellsOfFunction();
    }
  }

  /** The sum of what the name and the stacks of a function show. */
  private final class FunctionStacks {
    private final FunctionLaws laws;
    private final @Nullable NamedSizes named;
    private final double[] lnLikelihoods;
    private int tell;
    private int notExact;

    /** The probability that all blocks have exactly one interval; negative until it is computed. */
    private double exactly = -1;

    FunctionStacks(FunctionLaws laws, @Nullable NamedSizes named) {
      this.laws = laws;
      this.named = named;
      lnLikelihoods = new double[laws.size()];
    }

    void add(SizeEvidence stack) {
      notExact += stack.mayBeExact() ? 0 : 1;
    }

    void tell(double[] stack) {
      tell++;
      for (int h = 0; h < stack.length; h++) {
        lnLikelihoods[h] += stack[h];
      }
    }

    /**
     * Whether the function is evidence for one of its stacks. It is none for stacks with large
     * blocks.
     */
    boolean tellsOf(SizeEvidence stack) {
      return stack.tellsOfFunction() || named != null && !stack.hasLarge();
    }

    /**
     * Returns the prior of the entries for a stack, from the name and the other stacks of its
     * function.
     *
     * @param own log likelihoods of its own evidence; null if it is no evidence for the others
     */
    double[] prior(SizeEvidence stack, double @Nullable [] own) {
      double weight = TEMPER * Math.min(1, MANY / Math.max(1, tell));
      double[] others = new double[lnLikelihoods.length];
      for (int h = 0; h < others.length; h++) {
        others[h] = weight * (lnLikelihoods[h] - (own == null ? 0 : own[h]));
      }
      double[] expected = laws.prior(named, others, exactly());
      for (int at = 0; named == null && at < expected.length; at++) {
        expected[at] += (prior[at] - expected[at]) / stack.count;
      }
      return expected;
    }

    private double exactly() {
      if (exactly < 0) {
        double[] tempered = new double[lnLikelihoods.length];
        for (int h = 0; h < tempered.length; h++) {
          tempered[h] = TEMPER * lnLikelihoods[h];
        }
        exactly = laws.exactly(named, tempered, notExact);
      }
      return exactly;
    }
  }

  /**
   * @param stacks the cells of each stack; null if nothing was recorded of it
   * @param facts what else is known of each stack
   * @param recordings how many recordings the cells come from
   */
  RecordingSizes(
      SizeModel model, @Nullable StackCells[] stacks, SiteFacts[] facts, int recordings) {
    this.model = model;
    this.recordings = recordings;
    this.facts = facts;
    functionOf = new int[facts.length];
    Arrays.setAll(functionOf, stack -> function(facts[stack]));
    number = new int[stacks.length];
    int[] counts = new int[stacks.length];
    Map<EvidenceKey, Integer> numbers = new HashMap<>();
    for (int i = 0; i < stacks.length; i++) {
      StackCells cells = stacks[i];
      KnownSizes sizes = facts[i].known();
      number[i] = -1;
      if (cells != null && cells.count() > 0) {
        long size = sizes == null ? 0 : sizes.size();
        EvidenceKey key = new EvidenceKey(model.rounded(cells), size, facts[i].elsewhere());
        number[i] =
            numbers.computeIfAbsent(
                key,
                unused -> {
                  distinct.add(new StackTells(model.evidence(key.cells), key, model.table));
                  return distinct.size() - 1;
                });
        counts[number[i]]++;
      }
    }
    prior = stacks.length > 1 ? learnt(counts) : model.table.weight;
    lnLikelihoods = new double[distinct.size()][];
    tellOfFunctions();
    lawOf = numberLaws();
    int last = -1;
    for (int law : lawOf) {
      last = Math.max(last, law);
    }
    laws = new SizeLaw[last + 1];
    lawsOfKnown = new SizeLaw[stacks.length];
    weights = new KnownSizes.Weights(model.table);
  }

  private static int function(SiteFacts facts) {
    int kinds = NamedSizes.values().length + 1;
    return facts.function() * kinds + (facts.named() == null ? 0 : 1 + facts.named().ordinal());
  }

  /**
   * Adds up the evidence for each function. A stack that is alone in its function is no evidence
   * for others.
   */
  private void tellOfFunctions() {
    Int2IntOpenHashMap stacks = new Int2IntOpenHashMap();
    FunctionLaws functionLaws = null;
    for (int i = 0; i < number.length; i++) {
      NamedSizes named = facts[i].named();
      if (number[i] >= 0 && stacks.addTo(functionOf[i], 1) == (named == null ? 1 : 0)) {
        functionLaws = functionLaws == null ? new FunctionLaws(model.table, prior) : functionLaws;
        functions.put(functionOf[i], new FunctionStacks(functionLaws, named));
      }
    }
    for (int i = 0; i < number.length; i++) {
      FunctionStacks function = number[i] < 0 ? null : functions.get(functionOf[i]);
      if (function == null) {
        continue;
      }
      StackTells stack = distinct.get(number[i]);
      function.add(stack.recorded);
      if (stack.tellsOfFunction()) {
        double[] own = lnLikelihoods[number[i]];
        if (own == null) {
          own = function.laws.lnLikelihoods(stack.likelihoods);
          lnLikelihoods[number[i]] = own;
        }
        function.tell(own);
      }
    }
  }

  private int[] numberLaws() {
    Map<Long, Integer> numbers = new HashMap<>();
    int[] found = new int[number.length];
    for (int i = 0; i < found.length; i++) {
      long function = telling(i) == null ? -1 : functionOf[i];
      int next = numbers.size();
      found[i] =
          number[i] < 0
              ? -1
              : numbers.computeIfAbsent(function << Integer.SIZE | number[i], unused -> next);
    }
    return found;
  }

  /**
   * Returns the function of a stack if it is evidence for the sizes of this stack; otherwise null.
   */
  private @Nullable FunctionStacks telling(int stack) {
    FunctionStacks function = number[stack] < 0 ? null : functions.get(functionOf[stack]);
    return function != null && function.tellsOf(distinct.get(number[stack]).recorded)
        ? function
        : null;
  }

  private double[] learnt(int[] counts) {
    double[] library = model.table.weight;
    double[] probabilities = library.clone();
    for (int round = 0; round < ROUNDS; round++) {
      long[] sums = new long[library.length];
      double stacks = LIBRARY_STACKS;
      for (int i = 0; i < distinct.size(); i++) {
        float[] values = distinct.get(i).values;
        double marginal = Double.MIN_NORMAL;
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

  /** Returns a number that is equal for stacks with the same law. */
  int lawNumber(int stack) {
    // -1 stands for the stacks of which nothing was recorded.
    return facts[stack].known() == null ? lawOf[stack] : -2 - stack;
  }

  /** Returns the law of allocations of one size, in bytes. */
  SizeLaw ofSize(long size) {
    return SizeLaw.ofSize(model, size);
  }

  /** Returns the law of a stack of unknown size; null if nothing was recorded of it. */
  @Nullable SizeLaw law(int stack) {
    int own = number[stack];
    if (own < 0) {
      return null;
    }
    KnownSizes sizes = facts[stack].known();
    @Nullable SizeLaw[] made = sizes == null ? laws : lawsOfKnown;
    int at = sizes == null ? lawOf[stack] : stack;
    SizeLaw law = made[at];
    if (law == null) {
      FunctionStacks function = telling(stack);
      SizeEvidence evidence = distinct.get(own).recorded;
      double[] likely = evidence.tellsOfFunction() ? lnLikelihoods[own] : null;
      double[] ofFunction = function == null ? prior : function.prior(evidence, likely);
      double[] expected = sizes == null ? ofFunction : weights.apply(sizes, ofFunction);
      double[] factors = distinct.get(own).factors;
      if (factors != null) {
        expected = expected.clone();
        for (int entry = 0; entry < expected.length; entry++) {
          expected[entry] *= factors[entry];
        }
      }
      law = SizeLaw.of(model, evidence, expected, recordings, factors != null);
      made[at] = law;
    }
    return law;
  }
}
