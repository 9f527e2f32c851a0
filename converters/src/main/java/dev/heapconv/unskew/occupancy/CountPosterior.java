package dev.heapconv.unskew.occupancy;

/**
 * The posterior of ln(allocations per recorded allocation) of a stack, under two priors. The
 * <em>typical</em> one weighs the kinds of stacks by how common they are; the estimate is its
 * median. The <em>cautious</em> one gives every kind its chance, so that an interval from it holds
 * the truth for the stacks of each kind and not just for most stacks.
 */
final class CountPosterior {

  /** The estimate is the mean over the middle fifth of the posterior, next to its median. */
  private static final double MIDDLE = 0.1;

  /** Below this nearly everything was recorded: at the lower end that is everything. */
  private static final double NOTHING = 0.003;

  private final CountHistogram typical;
  private final CountHistogram cautious;
  private double smallIntervals;
  private double smallSquares;

  CountPosterior() {
    typical = new CountHistogram();
    cautious = new CountHistogram();
  }

  /** A copy, to be added to. */
  CountPosterior(CountPosterior other) {
    typical = new CountHistogram(other.typical);
    cautious = new CountHistogram(other.cautious);
    smallIntervals = other.smallIntervals;
    smallSquares = other.smallSquares;
  }

  /** Adds a hypothesis under which the stack has been observed with the given probabilities. */
  void add(int bin, double u, double typicalWeight, double cautiousWeight) {
    typical.add(bin, u, typicalWeight);
    cautious.add(bin, u, cautiousWeight);
  }

  /** Notes how many intervals a hypothesis has recorded below the cutoff per allocation. */
  void addSmall(double cautiousWeight, double intervals) {
    smallIntervals += cautiousWeight * intervals;
    smallSquares += cautiousWeight * intervals * intervals;
  }

  /** Adds the hypothesis that every allocation was recorded, to the byte. */
  void addExact(double typicalWeight, double cautiousWeight) {
    typical.addExact(typicalWeight);
    cautious.addExact(cautiousWeight);
  }

  /** ln of the allocations per recorded one: the estimate. */
  double median() {
    return typical.mean(0.5 - MIDDLE, 0.5 + MIDDLE);
  }

  /** Its lower end at a tail probability, below a half. */
  double low(double tail) {
    double width = width(tail);
    double u = cautious.mean(tail - width, tail + width);
    return u < NOTHING ? 0 : Math.min(u, median());
  }

  /** Its upper end at a tail probability, below a half. */
  double high(double tail) {
    double width = width(tail);
    return Math.max(cautious.mean(1 - tail - width, 1 - tail + width), median());
  }

  private static double width(double tail) {
    return Math.min(0.5 * tail, MIDDLE);
  }

  /** Posterior probability that every allocation was recorded, to the byte. */
  double exactShare() {
    return cautious.exactShare();
  }

  /**
   * Intervals recorded below the cutoff per recorded allocation, if not every allocation was
   * recorded to the byte: the posterior mean and two standard deviations on top, to be on the safe
   * side.
   */
  double smallIntervals() {
    double rest = cautious.evidence() * (1 - cautious.exactShare());
    if (!(rest > 0)) {
      return 0;
    }
    double mean = smallIntervals / rest;
    return mean + 2 * Math.sqrt(Math.max(0, smallSquares / rest - mean * mean));
  }
}
