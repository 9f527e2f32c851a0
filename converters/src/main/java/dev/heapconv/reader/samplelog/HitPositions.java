package dev.heapconv.reader.samplelog;

/**
 * Tests whether sampled bytes lie where the scheme {@code to-sample} has them. The position of the
 * first sampled byte of a block, size - 1 - to_sample, follows a geometric law that is truncated at
 * the size. Its distribution function is then uniform, with the mean 1/2. Blocks count by their
 * size, at most one interval: in much smaller ones all positions are as likely, whatever was
 * written.
 */
final class HitPositions {

  /** Smaller blocks, as a share of the interval, say next to nothing. */
  private static final double LEAST_SIZE = 1.0 / 8;

  /** How far the mean may be off: an interval that is wrong by a fifth moves it as far. */
  private static final double TOLERANCE = 0.05;

  /**
   * A valid log of any length is refuted with a chance of at most 1e-10, because the moments of a
   * uniform number are below those of a normal one with its variance, 1/12.
   */
  private static final double BOUND = Math.log(2 / 1e-10) * 2 / 12;

  private final double interval;
  private final double kept;
  private final double logKept;
  private long count;
  private double weights;
  private double squares;
  private double sum;
  private double swappedSum;

  /**
   * @param interval mean sampling interval T in bytes
   */
  HitPositions(long interval) {
    this.interval = interval;
    kept = 1 - 1.0 / interval;
    logKept = Math.log(kept);
  }

  void add(long size, long toSample) {
    if (size < interval * LEAST_SIZE || interval < 2) {
      return;
    }
    double weight = Math.min(1, size / interval);
    double all = -Math.expm1(size * logKept);
    count++;
    weights += weight;
    squares += weight * weight;
    sum += weight * (uniform(size - 1 - toSample, all) - 0.5);
    swappedSum += weight * (uniform(toSample, all) - 0.5);
  }

  /** The middle of the distribution function's step at a position. */
  private double uniform(long position, double all) {
    return (1 - Math.exp(position * logKept) * (1 + kept) / 2) / all;
  }

  /** How many samples were tested. */
  long count() {
    return count;
  }

  /** Mean of the distribution function, which is 1/2 where the law holds. */
  double mean() {
    return 0.5 + (weights > 0 ? sum / weights : 0);
  }

  /** Whether positions do not follow the law. */
  boolean areRefuted() {
    return isOff(sum);
  }

  /** Whether they do not, but would if to_sample were the bytes before the sampled one. */
  boolean areSwapped() {
    return isOff(sum) && !isOff(swappedSum);
  }

  private boolean isOff(double deviation) {
    return Math.abs(deviation) > TOLERANCE * weights + Math.sqrt(BOUND * squares);
  }
}
