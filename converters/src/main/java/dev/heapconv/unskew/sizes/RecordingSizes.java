package dev.heapconv.unskew.sizes;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The laws of the stacks of one recording, or of several of one program. How common each entry of
 * the {@link SizeTable} is among them is told by expectation maximisation over their evidence, to
 * which the library contributes as so many stacks of its own. How common it is among the stacks of
 * a function is told by the other ones of it ({@link FunctionLaws}). The law of a stack is Bayes'
 * rule with that prior. Stacks with the same evidence, of one function, have one law, which is made
 * when it is asked for. Not thread-safe.
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
  private final @Nullable KnownSizes[] known;
  private final KnownSizes.Weights weights;
  private final List<SizeEvidence> distinct = new ArrayList<>();
  private final int[] number;
  private final int[] functionOf;

  /** Which law each stack has, of those with one evidence and function. */
  private final int[] lawOf;

  private final @Nullable SizeLaw[] laws;
  private final @Nullable SizeLaw[] lawsOfKnown;
  private final double[] prior;

  /** Under each hypothesis about the function, of the evidence that tells of one. */
  private final double[][] lnLikelihoods;

  /** Those of several stacks. */
  private final Map<Integer, FunctionStacks> functions = new HashMap<>();

  /** What the stacks of a function tell, in sum. */
  private final class FunctionStacks {
    private final FunctionLaws laws;
    private final double[] lnLikelihoods;
    private int tell;
    private int notExact;

    /** How probable it is that all are of exactly one interval; negative if not yet known. */
    private double exactly = -1;

    FunctionStacks(FunctionLaws laws) {
      this.laws = laws;
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

    /** How common the entries are for a stack by what the others tell. */
    double[] prior(SizeEvidence stack, double[] own) {
      double weight = TEMPER * Math.min(1, MANY / tell);
      double[] others = new double[own.length];
      for (int h = 0; h < others.length; h++) {
        others[h] = weight * (lnLikelihoods[h] - own[h]);
      }
      double[] ofOthers = laws.prior(others, exactly());
      for (int at = 0; at < ofOthers.length; at++) {
        ofOthers[at] += (prior[at] - ofOthers[at]) / stack.count;
      }
      return ofOthers;
    }

    private double exactly() {
      if (exactly < 0) {
        double[] tempered = new double[lnLikelihoods.length];
        for (int h = 0; h < tempered.length; h++) {
          tempered[h] = TEMPER * lnLikelihoods[h];
        }
        exactly = laws.exactly(tempered, notExact);
      }
      return exactly;
    }
  }

  /**
   * @param functions a number for the function of each stack
   * @param recordings how many of them the cells are of
   */
  RecordingSizes(
      SizeModel model,
      @Nullable StackCells[] stacks,
      @Nullable KnownSizes[] known,
      int[] functions,
      int recordings) {
    this.model = model;
    this.recordings = recordings;
    this.known = known;
    functionOf = functions;
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

  /** A stack that is alone in its function tells no other anything. */
  private void tellOfFunctions() {
    Int2IntOpenHashMap stacks = new Int2IntOpenHashMap();
    FunctionLaws functionLaws = null;
    for (int i = 0; i < number.length; i++) {
      if (number[i] >= 0 && stacks.addTo(functionOf[i], 1) == 1) {
        functionLaws = functionLaws == null ? new FunctionLaws(model.table, prior) : functionLaws;
        functions.put(functionOf[i], new FunctionStacks(functionLaws));
      }
    }
    for (int i = 0; i < number.length; i++) {
      FunctionStacks function = number[i] < 0 ? null : functions.get(functionOf[i]);
      if (function == null) {
        continue;
      }
      SizeEvidence stack = distinct.get(number[i]);
      function.add(stack);
      if (stack.tellsOfFunction()) {
        double[] own = lnLikelihoods[number[i]];
        if (own == null) {
          own = function.laws.lnLikelihoods(stack);
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
      long function = ofOthers(i) == null ? -1 : functionOf[i];
      int next = numbers.size();
      found[i] =
          number[i] < 0
              ? -1
              : numbers.computeIfAbsent(function << Integer.SIZE | number[i], unused -> next);
    }
    return found;
  }

  /** The function of a stack, if others of it tell of the sizes of this one. */
  private @Nullable FunctionStacks ofOthers(int stack) {
    boolean tells = number[stack] >= 0 && distinct.get(number[stack]).tellsOfFunction();
    return tells ? functions.get(functionOf[stack]) : null;
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
    return known[stack] == null ? lawOf[stack] : -2 - stack;
  }

  /** The law of a stack; null if nothing was recorded of it. */
  @Nullable SizeLaw law(int stack) {
    int own = number[stack];
    if (own < 0) {
      return null;
    }
    KnownSizes sizes = known[stack];
    @Nullable SizeLaw[] made = sizes == null ? laws : lawsOfKnown;
    int at = sizes == null ? lawOf[stack] : stack;
    SizeLaw law = made[at];
    if (law == null) {
      FunctionStacks others = ofOthers(stack);
      double[] ofFunction =
          others == null ? prior : others.prior(distinct.get(own), lnLikelihoods[own]);
      double[] expected = sizes == null ? ofFunction : weights.apply(sizes, ofFunction);
      law = SizeLaw.of(model, distinct.get(own), expected, recordings);
      made[at] = law;
    }
    return law;
  }
}
