package dev.heapconv.unskew.samples;

/**
 * A sampler that counts T bytes and begins anew after each sample, whatever the last block was
 * larger than the rest of the count. InfluxData's heappy is one. Such a sampler draws each block of
 * T bytes or more. It finds small blocks too rarely between large ones, because a large block ends
 * a count that small ones had begun.
 *
 * <p>Blocks of T bytes or more shall come at random, {@code x} of them for T bytes of smaller
 * blocks. The bytes counted before a block then have the density {@code exp(-x u/T)} between 0 and
 * T, and a block of {@code a < T} bytes is sampled where at least T - a bytes were counted:
 *
 * <pre>{@code p(a) = (exp(-x (1 - a/T)) - exp(-x)) / (1 - exp(-x))}</pre>
 *
 * <p>A sample is of a smaller block with the probability {@code exp(-x)}, that no large one ended
 * the count. So the samples of a recording tell x. Where blocks of T/2 to T bytes are frequent,
 * they end counts, too, and all numbers of smaller blocks are up to a quarter too low.
 *
 * <p>Add all samples, then ask. Not thread-safe.
 */
public final class RestartedCounting {

  private final long interval;
  private double small;
  private double large;

  /**
   * @param interval T in bytes, above 1
   */
  public RestartedCounting(long interval) {
    this.interval = interval;
  }

  /**
   * Adds samples of blocks.
   *
   * @param count number of samples; ignored unless above 0
   * @param bytes their bytes in total
   */
  public void add(long count, long bytes) {
    if (count > 0 && (double) bytes / count >= interval) {
      large += count;
    } else if (count > 0) {
      small += count;
    }
  }

  /**
   * Returns the interval in bytes at which a sampler that draws each byte by itself would draw
   * blocks as often; 0 if every block is sampled.
   *
   * @param size of a block in bytes; less than 1 counts as 1
   */
  public double interval(double size) {
    double share = Math.max(1, size) / interval;
    if (share >= 1) {
      return 0;
    }
    // Of large blocks alone, one sample of a small one may have been missed.
    double x = large > 0 ? Math.log1p(large / Math.max(1, small)) : 0;
    double probability = x > 0 ? Math.exp(-x) * Math.expm1(x * share) / -Math.expm1(-x) : share;
    return -Math.max(1, size) / Math.log1p(-probability);
  }
}
