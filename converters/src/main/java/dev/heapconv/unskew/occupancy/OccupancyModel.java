package dev.heapconv.unskew.occupancy;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Weighs hypotheses about the sizes that stacks allocate by what was recorded of them, for one
 * sampling interval and cutoff. Thread-safe: it holds no state but a table and a cache.
 */
final class OccupancyModel {

  /** Likelihoods kept, of some 3 KB each. */
  private static final int CACHED = 20_000;

  /** Weights of the hypothesis of one size at or above the cutoff, where it can be. */
  static final double EQUAL = 0.3;

  static final double CAUTIOUS_EQUAL = 0.32;

  /** Weights of the hypothesis of mixed sizes that are all at or above the cutoff. */
  private static final double ALL_LARGE = 0.08;

  private static final double CAUTIOUS_ALL_LARGE = 0.085;

  /** Prior chances that what is live and what was freed have the same sizes. */
  private static final double SAME_SIZES = 0.8;

  private static final double CAUTIOUS_SAME_SIZES = 0.35;

  /**
   * Prior chances that small ones were freed as larger ones took their place: what is live is no
   * smaller than what was freed.
   */
  private static final double GROWN = 0.12;

  private static final double CAUTIOUS_GROWN = 0.3;
  private static final double OWN_SIZES = 1 - SAME_SIZES - GROWN;
  private static final double CAUTIOUS_OWN_SIZES = 1 - CAUTIOUS_SAME_SIZES - CAUTIOUS_GROWN;

  private static final int EXACT_COUNT = 32;
  private static final double COUNT_STEPS = 8 / Math.log(2);
  private static final double LEAST_STEP = 0.04;
  private static final double MOST_STEP = 0.0625;

  final SizeTable table;
  private final long interval;
  private final long unit;
  private final ConcurrentHashMap<Rounded, SizeLikelihood> likelihoods = new ConcurrentHashMap<>();

  /** What the hypotheses of the table cannot tell from one another. */
  private record Rounded(double n, double k, boolean pure) {
    // Written out because those of a record are linked at run time, which start-up would pay for.
    @Override
    public int hashCode() {
      long bits = Double.doubleToRawLongBits(n) * 0x9E3779B97F4A7C15L;
      return Long.hashCode(bits + Double.doubleToRawLongBits(k)) + (pure ? 1 : 0);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Rounded that && n == that.n && k == that.k && pure == that.pure;
    }
  }

  /**
   * @param unit what all sums of sizes below the cutoff are multiples of: the interval, or what it
   *     was at first
   */
  OccupancyModel(long interval, long unit, long cutoff) {
    this.interval = interval;
    this.unit = unit;
    table = new SizeTable(interval, cutoff);
  }

  /**
   * @param n recorded allocations, at least 1
   * @param bytes their recorded bytes, at least 1
   */
  OccupancyEvidence evidence(long n, long bytes) {
    double k = Math.max(n, bytes / (double) interval);
    boolean pure = bytes % unit == 0;
    Rounded key = rounded(n, k, pure);
    SizeLikelihood likelihood = likelihoods.get(key);
    if (likelihood == null) {
      likelihood = new SizeLikelihood(table, key.n, key.k, pure);
      if (likelihoods.size() < CACHED) {
        likelihoods.put(key, likelihood);
      }
    }
    return new OccupancyEvidence(table, likelihood, n, bytes, k, pure);
  }

  /** n within 4 %, and k within a sixth of the standard deviation of its collisions, or 1 %. */
  private static Rounded rounded(double n, double k, boolean pure) {
    double count =
        n <= EXACT_COUNT
            ? n
            : Math.rint(Math.exp(Math.rint(Math.log(n) * COUNT_STEPS) / COUNT_STEPS));
    double perRecord = k / n;
    if (pure && k - n <= EXACT_COUNT) {
      // Few collisions are counted one by one.
      return new Rounded(count, count + Math.rint(k - n), true);
    }
    double step = Math.max(LEAST_STEP, 0.35 / Math.sqrt(Math.max(k - n, 1)));
    double rounded =
        pure ? 1 + rounded(perRecord - 1, step) : rounded(perRecord, Math.min(step, MOST_STEP));
    return new Rounded(count, count * rounded, pure);
  }

  /**
   * Rounds on the log scale, to a step or less: those of similar numbers are the same ones, so that
   * these become equal to the last bit.
   */
  private static double rounded(double value, double step) {
    double common = Math.scalb(1.0, Math.getExponent(step));
    return Math.exp(Math.rint(Math.log(value) / common) * common);
  }

  /**
   * The posterior of a side.
   *
   * @param freed what was freed, if the side is what is live: it has the same sizes or sizes of its
   *     own; null otherwise
   * @param others what other stacks tell; null for nothing
   */
  CountPosterior posterior(
      OccupancyEvidence side, OccupancyEvidence freed, SizeWeights weights, SizeFactors others) {
    return freed == null
        ? addEqual(shared(side, weights, others), side, others)
        : new Weighing(side, freed, weights, others).posterior();
  }

  /**
   * The part of the posterior of a side alone that all stacks share which cannot be told apart:
   * {@link #addEqual} completes it.
   */
  CountPosterior shared(OccupancyEvidence side, SizeWeights weights, SizeFactors others) {
    CountPosterior posterior = new Weighing(side, null, weights, others).ofNodes();
    double allLarge = side.allLarge * ofRecorded(others, side);
    posterior.addExact(ALL_LARGE * allLarge, CAUTIOUS_ALL_LARGE * allLarge);
    return posterior;
  }

  /** The posterior of a side of which all may be of one size at or above the cutoff. */
  CountPosterior addEqual(CountPosterior shared, OccupancyEvidence side, SizeFactors others) {
    CountPosterior posterior = new CountPosterior(shared);
    double equal = side.ofEqualSize * ofRecorded(others, side);
    posterior.addExact(EQUAL * equal, CAUTIOUS_EQUAL * equal);
    return posterior;
  }

  private double ofRecorded(SizeFactors others, OccupancyEvidence side) {
    return others == null ? 1 : others.ofRecorded(side.k * interval / side.n);
  }

  /** Bayes' rule over the nodes of the table. */
  private final class Weighing {
    private final OccupancyEvidence side;
    private final OccupancyEvidence freed;
    private final SizeWeights weights;
    private final SizeFactors others;
    private double typicalSame;
    private double cautiousSame;
    private double grownLimit;
    private double typicalGrown;
    private double cautiousGrown;

    Weighing(
        OccupancyEvidence side, OccupancyEvidence freed, SizeWeights weights, SizeFactors others) {
      this.side = side;
      this.freed = freed;
      this.weights = weights;
      this.others = others;
      if (freed != null) {
        double recorded = ofRecorded(others, freed);
        double typical = recorded * (EQUAL * freed.ofEqualSize + ALL_LARGE * freed.allLarge);
        double cautious =
            recorded * (CAUTIOUS_EQUAL * freed.ofEqualSize + CAUTIOUS_ALL_LARGE * freed.allLarge);
        SizeLikelihood likelihood = freed.likelihood;
        double[] factors = others == null ? null : others.factors(likelihood);
        for (int i = 0; i < likelihood.nodes.length; i++) {
          int at = likelihood.nodes[i];
          double value = likelihood.values[i] * (factors == null ? 1 : factors[i]);
          typical += weights.typical[at] * value;
          cautious += weights.cautious[at] * value;
        }
        typicalSame = typical > 0 ? SAME_SIZES / typical : 0;
        cautiousSame = cautious > 0 ? CAUTIOUS_SAME_SIZES / cautious : 0;
        grownLimit = OccupancyModel.this.posterior(freed, null, weights, others).median();
        typicalGrown = GROWN / weights.typicalAtMost(grownLimit);
        cautiousGrown = CAUTIOUS_GROWN / weights.cautiousAtMost(grownLimit);
      }
    }

    /** With freed ones only. */
    CountPosterior posterior() {
      CountPosterior posterior = ofNodes();
      addExact(posterior);
      return posterior;
    }

    CountPosterior ofNodes() {
      CountPosterior posterior = new CountPosterior();
      int[] nodes = side.likelihood.nodes;
      float[] values = side.likelihood.values;
      double[] factors = others == null ? null : others.factors(side.likelihood);
      int j = 0;
      for (int i = 0; i < nodes.length; i++) {
        int at = nodes[i];
        double value = values[i] * (factors == null ? 1 : factors[i]);
        double typical = weights.typical[at] * value;
        double cautious = weights.cautious[at] * value;
        if (freed != null) {
          SizeLikelihood other = freed.likelihood;
          while (j < other.nodes.length && other.nodes[j] < at) {
            j++;
          }
          double same = j < other.nodes.length && other.nodes[j] == at ? other.values[j] : 0;
          boolean grown = table.lnPerRecord[at] <= grownLimit;
          typical *= OWN_SIZES + typicalSame * same + (grown ? typicalGrown : 0);
          cautious *= CAUTIOUS_OWN_SIZES + cautiousSame * same + (grown ? cautiousGrown : 0);
        }
        if (at == table.exactlyInterval) {
          posterior.addExact(typical, cautious);
          continue;
        }
        addNode(posterior, at, share(nodes, values, i), typical, cautious);
      }
      return posterior;
    }

    /**
     * How much of a node's weight lies towards the node before it: more if that is the more likely
     * of its neighbours.
     */
    private double share(int[] nodes, float[] values, int i) {
      double before = i > 0 && table.areNeighbours(nodes[i - 1], nodes[i]) ? values[i - 1] : 0;
      double after =
          i + 1 < nodes.length && table.areNeighbours(nodes[i], nodes[i + 1]) ? values[i + 1] : 0;
      return 0.5 + 0.25 * (before - after) / (before + after + values[i]);
    }

    private void addNode(
        CountPosterior posterior, int at, double below, double typical, double cautious) {
      posterior.add(
          table.binBelow[at], table.lnPerRecordBelow[at], below * typical, below * cautious);
      double above = 1 - below;
      posterior.add(
          table.binAbove[at], table.lnPerRecordAbove[at], above * typical, above * cautious);
      posterior.addSmall(cautious, (1 - table.large[at]) * (1 + table.smallExcess[at]));
    }

    private void addExact(CountPosterior posterior) {
      // Of one size that both have, the freed ones have shown it already.
      boolean sameSize = side.equalSize > 0 && side.equalSize == freed.equalSize;
      double typicalOther = OWN_SIZES + typicalGrown;
      double cautiousOther = CAUTIOUS_OWN_SIZES + cautiousGrown;
      double typical = EQUAL * side.ofEqualSize * (typicalOther + (sameSize ? typicalSame : 0));
      double cautious =
          CAUTIOUS_EQUAL * side.ofEqualSize * (cautiousOther + (sameSize ? cautiousSame : 0));
      double typicalMixed =
          ALL_LARGE * side.allLarge * (typicalOther + typicalSame * freed.allLarge);
      double cautiousMixed =
          CAUTIOUS_ALL_LARGE * side.allLarge * (cautiousOther + cautiousSame * freed.allLarge);
      double recorded = ofRecorded(others, side);
      posterior.addExact(
          recorded * (typical + typicalMixed), recorded * (cautious + cautiousMixed));
    }
  }
}
