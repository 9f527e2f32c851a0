package dev.heapconv.unskew.samples;

/**
 * The weights of all samples of a recording whose samples state how likely they were. They limit
 * how much a block that was never sampled may weigh.
 *
 * <p>The smaller a block is, the less likely is a sample of it, but at most in proportion to its
 * bytes. So under any such sampler a small block weighs no more than a large one. The limit is
 * therefore the smallest weight, taken over the largest weight of each size, because a rate limit
 * may have changed the weights.
 */
final class SampleWeights {

  /** Largest weight in bytes of the samples with a size from 2^i to below 2^(i + 1); 0 for none. */
  private final double[] largest = new double[Long.SIZE];

  private double smallestSize = Intervals.MIN_BLOCK;

  /** Adds a sample that was not certain to be taken. */
  void add(double size, double weight) {
    int i = Math.max(0, Math.min(Math.getExponent(size), Long.SIZE - 1));
    largest[i] = Math.max(largest[i], weight);
    smallestSize = Math.min(smallestSize, size);
  }

  /** Returns the most bytes that an unseen block can stand for; 0 if every sample was certain. */
  double bytesOfUnseen() {
    double least = Double.POSITIVE_INFINITY;
    for (double weight : largest) {
      if (weight > 0) {
        least = Math.min(least, weight);
      }
    }
    return least < Double.POSITIVE_INFINITY ? least : 0;
  }

  /** Returns the most objects that an unseen block can stand for. */
  double objectsOfUnseen() {
    return bytesOfUnseen() / smallestSize;
  }
}
