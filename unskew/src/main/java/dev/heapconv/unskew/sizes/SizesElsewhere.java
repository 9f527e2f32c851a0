package dev.heapconv.unskew.sizes;

/**
 * What recordings of a stack with other samplings tell of its sizes: how likely what they hold is
 * under each site of the {@link SizeTable}s. Likelihoods only: what is common among stacks each
 * recording knows for itself. Immutable.
 */
public final class SizesElsewhere {

  /** The chance that the stack had other sizes there. */
  private static final double DOUBT = 0.02;

  private final float[] ofSites;

  SizesElsewhere(float[] ofSites) {
    this.ofSites = ofSites;
  }

  /** Together with recordings of one more sampling. */
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

  /** How much more common each entry of a table is for it. */
  double[] factors(SizeTable table) {
    return table.factors(ofSites, DOUBT);
  }
}
