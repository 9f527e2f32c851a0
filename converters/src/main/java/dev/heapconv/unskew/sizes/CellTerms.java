package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;

/**
 * What the likelihoods of all stacks have in common that show a size in so many cells, with so many
 * recorded allocations, under each entry of a {@link SizeTable}: how many of these are visible, the
 * gamma distribution of their excess, and that just these cells show a size. Immutable.
 */
final class CellTerms {

  /** Of no cells. */
  static final CellTerms NONE = new CellTerms(0);

  /** Recorded allocations that are visible. */
  final double[] visible;

  /** ln of the probability that these cells show a size, if a stack has no others. */
  final double[] lnShown;

  private final double[] shape;
  private final double[] scale;
  private final double[] lnFactor;

  private CellTerms(int entries) {
    visible = new double[entries];
    lnShown = new double[entries];
    shape = new double[entries];
    scale = new double[entries];
    lnFactor = new double[entries];
  }

  /**
   * @param cells cells with a size, at least 1
   * @param records recorded allocations of them
   * @param leastVisible entries of which no more is visible are out of the question
   */
  CellTerms(SizeTable table, double cells, double records, double leastVisible) {
    this(table.entries);
    for (int at = 0; at < table.entries; at++) {
      if (table.visible[at] > leastVisible) {
        add(table, at, cells, records);
        lnShown[at] = lnShown(table, at, cells, records, records, visible[at]);
      }
    }
  }

  private void add(SizeTable table, int at, double cells, double records) {
    double perCell = records / cells;
    double share = table.visible[at];
    double shownInCell = perCell;
    double variance = 0;
    if (perCell > 1) {
      double any = -Math.expm1(perCell * table.lnNotVisible[at]);
      shownInCell = Math.min(perCell, Math.max(1, perCell * share / any));
      variance =
          cells
              * Math.max(
                  0, shownInCell * (1 - share) + shownInCell * (perCell * share - shownInCell));
    }
    double shown = shownInCell * cells;
    double hidden = records - shown;
    double mean = shown * table.visibleExcess[at] + hidden * table.hiddenExcess[at];
    double difference = table.visibleExcess[at] - table.hiddenExcess[at];
    double error = table.excessError[at] * mean;
    double all =
        Math.max(
                1e-4 * mean * mean + 1e-9,
                shown * table.visibleVariance[at]
                    + hidden * table.hiddenVariance[at]
                    + variance * difference * difference)
            + error * error;
    visible[at] = shown;
    shape[at] = mean * mean / all;
    scale[at] = all / mean;
    lnFactor[at] = CountQuantiles.logGamma(shape[at]) + shape[at] * Math.log(scale[at]);
  }

  /** Whether an entry is not out of the question. Of others nothing is known here. */
  boolean isPossible(int at) {
    return shape[at] > 0;
  }

  /** ln of the density of their excess, which is above 0. */
  double lnExcess(int at, double excess, double lnOfExcess) {
    return (shape[at] - 1) * lnOfExcess - excess / scale[at] - lnFactor[at];
  }

  /**
   * ln of the probability that so many cells show a size, and the rest of a stack none:
   * beta-binomial.
   *
   * @param records recorded allocations of these cells
   * @param count those of the stack
   * @param visible how many of them are visible
   */
  static double lnShown(
      SizeTable table, int at, double cells, double records, double count, double visible) {
    double a = SizeEvidence.CONCENTRATION * table.visible[at];
    double b = SizeEvidence.CONCENTRATION - a;
    double lnAll = CountTerms.lnRising(SizeEvidence.CONCENTRATION, count);
    if (cells == 1 && records == count) {
      double none = CountTerms.lnRising(b, count) - lnAll;
      return Math.log(-Math.expm1(Math.min(none, -1e-300)));
    }
    double log =
        CountQuantiles.logGamma(a + visible)
            - table.lnGammaVisible[at]
            + CountQuantiles.logGamma(b + count - visible)
            - table.lnGammaHidden[at];
    double perCell = records / cells;
    if (perCell > 1) {
      double shownInCell = visible / cells;
      log +=
          cells
              * (Math.log(-Math.expm1(perCell * table.lnNotVisible[at]))
                  - shownInCell * table.lnVisible[at]
                  - (perCell - shownInCell) * table.lnNotVisible[at]);
    }
    return log - lnAll;
  }
}
