package dev.heapconv.unskew.sizes;

/**
 * How probable it is under each entry of the {@link SizeTable} to have recorded cells with one
 * sampling. Immutable.
 */
public final class CellLikelihood {

  private final SizeTable table;

  public CellLikelihood(Sampling sampling) {
    table = new SizeTable(sampling.interval(), sampling.cutoff());
  }

  /** Natural logarithms, but a constant; the entries are the same for every sampling. */
  double[] ln(CellSums sums) {
    SizeEvidence own = SizeEvidence.of(table, sums.cells(), false);
    double[] ln = new double[table.entryOf.length];
    for (int site = 0; site < ln.length; site++) {
      ln[site] = Math.log(own.values[table.entryOf[site]]) + own.lnScale;
    }
    return ln;
  }
}
