package dev.heapconv.unskew.sizes;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shares information between the stacks of one function, because they allocate similar sizes. A
 * hypothesis is a place and a width on the scale of ln(allocations for each recorded small one), or
 * that the function shows nothing. Under a hypothesis, an entry of the {@link SizeTable} is as
 * common as in the recording times a normal density around the place, except for a part that is as
 * in the recording. Averaged over the prior of the hypotheses, entries are as common as in the
 * recording, so an unknown function changes nothing. The name of a function may make some
 * hypotheses likelier ({@link NamedSizes}). Immutable.
 */
final class FunctionLaws {

  /** Widths of the normal densities: of a function with one size, and of one with similar sizes. */
  private static final double[] WIDTHS = {0.3, 1};

  /** Distances between the places of the hypotheses of each width. */
  private static final double[] STEPS = {0.5, 1};

  /** Prior probabilities of the two widths. */
  private static final double[] SHARES = {0.35, 0.35};

  /** Prior probability that the function shows nothing. */
  private static final double NONE = 0.3;

  /** The share of a function's stacks that are unlike the rest. */
  private static final double UNLIKE = 0.1;

  /** The place of entries without small allocations, apart from all other entries. */
  private static final double ALL_LARGE = -1.5;

  /**
   * The places of entries with blocks of exactly one interval: only such blocks, or such beside
   * others.
   */
  private static final double EXACTLY = -3;

  private static final double BESIDE = 50;

  private static final double NEGLIGIBLE = 1e-12;

  /**
   * Logarithms are multiples of this number, so the order in which they are added does not matter.
   */
  private static final double GRAIN = 0x1p-20;

  /** Beyond this many deviations, a normal density is negligible. */
  private static final double FAR = 4.5;

  /** Hypotheses that are less probable than the best one by this factor are dropped. */
  private static final double SMALL = 1e-5;

  /** Below this probability of only such blocks, the hypothesis is treated as one of the others. */
  private static final double LEAST = 1e-3;

  /** The probability of each entry in the recording. */
  private final double[] recording;

  /** The entries in the order of their places. */
  private final int[] order;

  /**
   * For each hypothesis, the normal density of a run of entries in {@link #order}, as a share of
   * all. The first hypothesis is that the function shows nothing.
   */
  private final double[][] densities;

  /** For each hypothesis, the position in {@link #order} of its first entry. */
  private final int[] firsts;

  /** Logarithms of the prior probabilities of the hypotheses. */
  private final double[] lnShares;

  /** The same logarithms for functions with each kind of name. */
  private final double[][] lnSharesNamed;

  /** The hypothesis that all blocks have exactly one interval; -1 if there is none. */
  private final int exact;

  /**
   * @param recording the probability of each entry in the recording
   */
  FunctionLaws(SizeTable table, double[] recording) {
    this.recording = recording;
    double[] places = new double[recording.length];
    double last = 0;
    for (int at = 0; at < places.length; at++) {
      double lnPerHit = Math.log(table.perHit[table.lawOf[at]]);
      last = Math.max(last, lnPerHit);
      places[at] =
          at == table.exact
              ? EXACTLY
              : table.isAllLarge(at) ? ALL_LARGE : lnPerHit + (table.isBeside(at) ? BESIDE : 0);
    }
    order = new int[places.length];
    Arrays.setAll(order, at -> at);
    IntArrays.stableSort(order, (one, other) -> Double.compare(places[one], places[other]));
    List<double[]> found = new ArrayList<>(List.of(new double[0]));
    IntArrayList from = IntArrayList.of(0);
    DoubleArrayList shares = DoubleArrayList.of(NONE);
    // The hypothesis that the function shows nothing has no place.
    DoubleArrayList middles = DoubleArrayList.of(Double.NEGATIVE_INFINITY);
    int exactly = -1;
    for (int kind = 0; kind < WIDTHS.length; kind++) {
      int ofKind = shares.size();
      double sum = 0;
      for (double place : places(table, last, STEPS[kind])) {
        int first = firstFrom(places, place - FAR * WIDTHS[kind]);
        int end = firstFrom(places, place + FAR * WIDTHS[kind]);
        double[] density = new double[end - first];
        double mass = 0;
        for (int i = first; i < end; i++) {
          double z = (places[order[i]] - place) / WIDTHS[kind];
          density[i - first] = recording[order[i]] * Math.exp(-z * z / 2);
          mass += density[i - first];
        }
        if (mass > NEGLIGIBLE) {
          exactly = kind == 0 && place == EXACTLY ? found.size() : exactly;
          for (int i = 0; i < density.length; i++) {
            density[i] *= (1 - UNLIKE) / mass;
          }
          found.add(density);
          from.add(first);
          shares.add(mass);
          middles.add(place);
          sum += mass;
        }
      }
      for (int i = ofKind; i < shares.size(); i++) {
        shares.set(i, SHARES[kind] * shares.getDouble(i) / sum);
      }
    }
    densities = found.toArray(new double[0][]);
    firsts = from.toIntArray();
    lnShares = logarithms(shares.toDoubleArray());
    NamedSizes[] named = NamedSizes.values();
    lnSharesNamed = new double[named.length][];
    for (NamedSizes sizes : named) {
      lnSharesNamed[sizes.ordinal()] =
          logarithms(
              sizes.shares(
                  middles.toDoubleArray(), shares.toDoubleArray(), place(table, sizes.bytes)));
    }
    exact = exactly;
  }

  private static double[] logarithms(double[] shares) {
    double[] logarithms = new double[shares.length];
    Arrays.setAll(logarithms, at -> Math.log(shares[at]));
    return logarithms;
  }

  /** Returns the place of blocks of one size. */
  private static double place(SizeTable table, double bytes) {
    if (bytes >= table.cutoff) {
      return table.exact >= 0 && bytes == table.interval ? EXACTLY : ALL_LARGE;
    }
    return -Math.log(-Math.expm1(-bytes / table.interval));
  }

  private double[] lnShares(@Nullable NamedSizes named) {
    return named == null ? lnShares : lnSharesNamed[named.ordinal()];
  }

  /** Returns the position of the first entry whose place is not below the given one. */
  private int firstFrom(double[] places, double least) {
    int at = 0;
    while (at < order.length && places[order[at]] < least) {
      at++;
    }
    return at;
  }

  /** Returns the part that is as in the recording. */
  private static double unlike(int hypothesis) {
    return hypothesis == 0 ? 1 : UNLIKE;
  }

  private static DoubleArrayList places(SizeTable table, double last, double step) {
    DoubleArrayList places = DoubleArrayList.of(ALL_LARGE);
    int steps = (int) Math.ceil(last / step);
    for (int i = 0; i <= steps; i++) {
      places.add(i * step);
    }
    if (table.exact >= 0) {
      places.add(0, EXACTLY);
      for (int i = 0; i <= steps; i++) {
        places.add(BESIDE + i * step);
      }
    }
    return places;
  }

  /** Returns the number of hypotheses. */
  int size() {
    return densities.length;
  }

  /**
   * Returns the log likelihood of the evidence about a stack under each hypothesis.
   *
   * @param likelihoods its likelihood under each entry of the table
   */
  double[] lnLikelihoods(float[] likelihoods) {
    double[] ordered = new double[order.length];
    double marginal = 0;
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = likelihoods[order[i]];
      marginal += recording[order[i]] * ordered[i];
    }
    double[] logs = new double[densities.length];
    for (int h = 0; h < logs.length; h++) {
      double sum = unlike(h) * marginal;
      double[] density = densities[h];
      for (int i = 0; i < density.length; i++) {
        sum += density[i] * ordered[firsts[h] + i];
      }
      logs[h] = Math.rint(Math.log(Math.max(sum, Double.MIN_NORMAL)) / GRAIN) * GRAIN;
    }
    return logs;
  }

  /**
   * Returns the probability that a function allocates only blocks of exactly one interval. The
   * hypothesis is about all its stacks, so all of them decide.
   *
   * @param named the kind of name of the function; null if it has none
   * @param lnLikelihoods log likelihoods of its stacks together, under each hypothesis
   * @param others number of its stacks that cannot consist of such blocks
   */
  double exactly(@Nullable NamedSizes named, double[] lnLikelihoods, int others) {
    if (exact < 0) {
      return 0;
    }
    double sum = 0;
    double[] lnPrior = lnShares(named);
    double its = lnPrior[exact] + lnLikelihoods[exact] + others * Math.log(UNLIKE);
    for (int h = 0; h < lnPrior.length; h++) {
      sum += h == exact ? 1 : Math.exp(Math.min(lnPrior[h] + lnLikelihoods[h] - its, 700));
    }
    return 1 / sum;
  }

  /**
   * Returns the probability of each entry among the stacks of a function.
   *
   * @param named the kind of name of the function; null if it has none
   * @param lnLikelihoods log likelihoods of its stacks together, under each hypothesis
   * @param exactly the probability that all blocks have exactly one interval
   */
  double[] prior(@Nullable NamedSizes named, double[] lnLikelihoods, double exactly) {
    double[] lnPrior = lnShares(named);
    double[] shares = new double[densities.length];
    double best = Double.NEGATIVE_INFINITY;
    for (int h = 0; h < shares.length; h++) {
      if (h != exact || exactly < LEAST) {
        best = Math.max(best, lnPrior[h] + lnLikelihoods[h]);
      }
    }
    double all = 0;
    for (int h = 0; h < shares.length; h++) {
      if (h != exact || exactly < LEAST) {
        double share = Math.exp(lnPrior[h] + lnLikelihoods[h] - best);
        shares[h] = share < SMALL ? 0 : share;
        all += shares[h];
      }
    }
    if (exactly >= LEAST) {
      shares[exact] = all * exactly / Math.max(1 - exactly, NEGLIGIBLE);
      all += shares[exact];
    }
    double[] mixed = new double[recording.length];
    double unlike = 0;
    for (int h = 0; h < shares.length; h++) {
      double share = shares[h] / all;
      unlike += share * unlike(h);
      double[] density = densities[h];
      for (int i = 0; share > 0 && i < density.length; i++) {
        mixed[order[firsts[h] + i]] += share * density[i];
      }
    }
    for (int at = 0; at < mixed.length; at++) {
      mixed[at] += unlike * recording[at];
    }
    return mixed;
  }
}
