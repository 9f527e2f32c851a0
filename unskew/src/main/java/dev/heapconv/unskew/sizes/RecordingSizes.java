package dev.heapconv.unskew.sizes;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording, or of several of one program. How common each entry of
 * the {@link SizeTable} is among them is told by expectation maximisation over their evidence, to
 * which the library contributes as so many stacks of its own. How common it is among the stacks of
 * a function is told by its name and the other ones of it ({@link FunctionLaws}). The law of a
 * stack is Bayes' rule with that prior. Stacks with the same evidence, of one function, have one
 * law, which is made when it is asked for. Not thread-safe.
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

  /** What is told by a stack of its function counts for so much less than it says. */
  private static final double TEMPER = 0.6;

  /** From so many stacks of a function, more of them tell no more. */
  private static final double MANY = 12;

  private final SizeModel model;
  private final int recordings;
  private final SiteFacts[] facts;
  private final KnownSizes.Weights weights;
  private final List<StackTells> distinct = new ArrayList<>();
  private final int[] number;

  /** A number for the function of each stack, and what names tell. */
  private final int[] functionOf;

  /** Which law each stack has, of those with one evidence and function. */
  private final int[] lawOf;

  private final @Nullable SizeLaw[] laws;
  private final @Nullable SizeLaw[] lawsOfKnown;
  private final double[] prior;

  /** Under each hypothesis about the function, of the evidence that tells of one. */
  private final double[][] lnLikelihoods;

  /** Those of several stacks, or with a name that tells something. */
  private final Map<Integer, FunctionStacks> functions = new HashMap<>();

  /** What decides how likely the entries are for a stack; a size of 0 is not known. */
  private record EvidenceKey(StackCells cells, long size, @Nullable SizesElsewhere elsewhere) {}

  /** How likely the entries of the table are for a stack. */
  private static final class StackTells {
    final SizeEvidence recorded;

    /** But a factor, with the prior density of what was recorded of it. */
    final float[] values;

    /** But a factor, without. */
    final float[] likelihoods;

    /** What other recordings of it tell of the entries; null for nothing. */
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

  /** What the name and the stacks of a function tell, in sum. */
  private final class FunctionStacks {
    private final FunctionLaws laws;
    private final @Nullable NamedSizes named;
    private final double[] lnLikelihoods;
    private int tell;
    private int notExact;

    /** How probable it is that all are of exactly one interval; negative if not yet known. */
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

    /** Whether it tells anything about one of its stacks. A large block is beyond what it tells. */
    boolean tellsOf(SizeEvidence stack) {
      return stack.tellsOfFunction() || named != null && !stack.hasLarge();
    }

    /**
     * How common the entries are for a stack by what the name and the other stacks tell.
     *
     * @param own likelihoods of what was recorded of it; null if it tells the others nothing
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
   * @param facts what else is known of each stack
   * @param recordings how many of them the cells are of
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

  /** A stack that is alone in its function tells no other anything. */
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

  /** The function of a stack, if it tells of the sizes of this one. */
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

  /** Equal for stacks with one law. */
  int lawNumber(int stack) {
    // -1 are those of which nothing was recorded.
    return facts[stack].known() == null ? lawOf[stack] : -2 - stack;
  }

  /** The law of allocations of one size, in bytes. */
  SizeLaw ofSize(long size) {
    return SizeLaw.ofSize(model, size);
  }

  /** The law of a stack of unknown size; null if nothing was recorded of it. */
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
