package dev.heapconv.unskew.samples;

/**
 * What the samples of a whole recording weigh, each of which says how likely it was. It tells how
 * much a block may weigh that was never sampled.
 *
 * <p>The smaller a block is, the less likely is a sample of it, but not by more than by its bytes:
 * under any such sampler, a small block weighs no more than a large one. So the samples of the
 * smallest weight tell, but each size by its largest one, because a rate limit may have changed
 * what samples weigh.
 */
final class SampleWeights {

  /** Largest weight in bytes of the samples with a size of 2^i and more; 0 for none. */
  private final double[] largest = new double[Long.SIZE];

  private double smallestSize = Intervals.MIN_BLOCK;

  /** Adds a sample that was not certain. */
  void add(double size, double weight) {
    int i = Math.max(0, Math.min(Math.getExponent(size), Long.SIZE - 1));
    largest[i] = Math.max(largest[i], weight);
    smallestSize = Math.min(smallestSize, size);
  }

  /** The bytes that an unseen block stands for, at most; 0 if every sample was certain. */
  double bytesOfUnseen() {
    double least = Double.POSITIVE_INFINITY;
    for (double weight : largest) {
      if (weight > 0) {
        least = Math.min(least, weight);
      }
    }
    return least < Double.POSITIVE_INFINITY ? least : 0;
  }

  /** The objects that it stands for, at most. */
  double objectsOfUnseen() {
    return bytesOfUnseen() / smallestSize;
  }
}
