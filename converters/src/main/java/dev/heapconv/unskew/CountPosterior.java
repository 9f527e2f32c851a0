package dev.heapconv.unskew;

/**
 * The posterior of ln(allocations per recorded allocation) of a stack, under two priors. The
 * <em>typical</em> one weighs the kinds of stacks by how common they are; the estimate is its
 * median. The <em>cautious</em> one gives every kind about the same chance, so that an interval
 * from it holds the truth for the stacks of each kind and not just for most stacks.
 */
final class CountPosterior {

  final CountHistogram typical;
  final CountHistogram cautious;

  CountPosterior() {
    this(new CountHistogram(), new CountHistogram());
  }

  private CountPosterior(CountHistogram typical, CountHistogram cautious) {
    this.typical = typical;
    this.cautious = cautious;
  }

  /**
   * This posterior under the prior that is left when there are no more allocations per recorded one
   * than the median of another.
   */
  CountPosterior atMost(CountPosterior prior, CountPosterior other) {
    double limit = other.typical.quantile(0.5);
    return new CountPosterior(
        typical.atMost(limit, 1 / prior.typical.shareAtMost(limit)),
        cautious.atMost(limit, 1 / prior.cautious.shareAtMost(limit)));
  }

  /** Adds a hypothesis: its two prior weights, and the probability of the observation under it. */
  void add(
      double u,
      double typicalWeight,
      double cautiousWeight,
      double likelihood,
      double smallIntervalsPerRecord) {
    typical.add(u, typicalWeight * likelihood, smallIntervalsPerRecord);
    cautious.add(u, cautiousWeight * likelihood, smallIntervalsPerRecord);
  }

  /** Adds a point of the table, given the probability of the observation there. */
  void addPoint(OccupancyTable table, int point, double likelihood) {
    int at = point / OccupancyTable.PARTS;
    double u = table.lnPerRecordAtPoint[point];
    double each = likelihood / OccupancyTable.PARTS;
    double small = table.smallIntervals[at];
    typical.addAt(table.bin[point], u, table.weight[at] * each, small);
    cautious.addAt(table.bin[point], u, table.cautiousWeight[at] * each, small);
  }

  /** Adds the hypothesis that every allocation was recorded, to the byte. */
  void addExact(double typicalWeight, double cautiousWeight, double likelihood) {
    typical.addExact(typicalWeight * likelihood);
    cautious.addExact(cautiousWeight * likelihood);
  }

  /** Adds another posterior, its weights multiplied by a factor for each prior. */
  void addAll(CountPosterior other, double typicalFactor, double cautiousFactor) {
    typical.addAll(other.typical, typicalFactor);
    cautious.addAll(other.cautious, cautiousFactor);
  }
}
