package dev.heapconv.unskew.sizes;

/**
 * Evidence about the sizes of a stack from recordings with other samplings: the likelihood of those
 * recordings under each site of a {@link SizeTable}. It contains no prior, because each recording
 * knows for itself how common sizes are. Get it from {@link WeightedUnskewer#sizes}. Immutable.
 */
public final class SizesElsewhere {

  /** Probability that the stack had other sizes in those recordings. */
  private static final double DOUBT = 0.02;

  private final float[] ofSites;

  SizesElsewhere(float[] ofSites) {
    this.ofSites = ofSites;
  }

  /** Returns the evidence together with that of recordings with one more sampling. */
  SizesElsewhere and(SizesElsewhere other) {
    float[] both = new float[ofSites.length];
    float best = Float.MIN_NORMAL;
    for (int site = 0; site < both.length; site++) {
      both[site] = ofSites[site] * other.ofSites[site];
      best = Math.max(best, both[site]);
    }
    for (int site = 0; site < both.length; site++) {
      both[site] /= best;
    }
    return new SizesElsewhere(both);
  }

  /** Returns the factors by which the entries of a table become more common. */
  double[] factors(SizeTable table) {
    return table.factors(ofSites, DOUBT);
  }
}
