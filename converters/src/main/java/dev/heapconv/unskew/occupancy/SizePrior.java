package dev.heapconv.unskew.occupancy;

/**
 * What is known of the size that a call stack typically allocates before anything is recorded.
 *
 * <p>Any magnitude from 10 bytes to a megabyte is as likely as any other, and small structures of
 * 16 to 256 bytes are more so. This is what unrelated programs do in which every allocation was
 * logged with its stack: a bump at 32 to 128 bytes over a flat rest, hardly anything below 16
 * bytes. Sizes are mostly multiples of 8, often powers of two. Figures: RATIONALE.md.
 *
 * <p>All densities change smoothly with the sampling interval, so that estimates do.
 */
final class SizePrior {

  private static final double BUMP_SHARE = 0.2;
  private static final double BUMP_LOG2 = 5.5;
  private static final double BUMP_SPREAD = 1.3;

  /** The small ones of two sizes are strings, nodes and headers more often than not. */
  private static final double SMALL_SHARE = 0.5;

  private static final double SMALL_LOG2 = 5;
  private static final double SMALL_SPREAD = 1.1;

  /** Sizes below become rare quickly (with the cube of the size). */
  private static final double SMALLEST = 10;

  /** Above, sizes become rare with their root. */
  private static final double LARGEST = 1 << 20;

  private static final double MULTIPLE_OF_8 = 0.8;
  private static final double POWER_OF_TWO = 0.15;

  /**
   * Chance of exactly the sampling interval where that is small: pages are the most common buffer,
   * and whoever chooses an interval may choose the size of a buffer. Large buffers are rarer.
   */
  private static final double EXACTLY_INTERVAL = 0.12;

  private static final double RARE_INTERVAL = 8192;

  private final double interval;
  private final double octaves;

  SizePrior(double interval) {
    this.interval = interval;
    octaves = 14 + Math.max(0, Math.log(interval / 4096) / Math.log(2)) / 2;
  }

  /** Density of the typical size over log2 of the size in bytes. */
  double perOctave(double size) {
    double ratio = Math.min(1, size / SMALLEST);
    double decay = size > LARGEST ? Math.sqrt(LARGEST / size) : 1;
    return BUMP_SHARE * bump(size, BUMP_LOG2, BUMP_SPREAD)
        + (1 - BUMP_SHARE) * ratio * ratio * ratio * decay / octaves;
  }

  /** The same of the smaller of two sizes. */
  double smallPerOctave(double size) {
    return SMALL_SHARE * bump(size, SMALL_LOG2, SMALL_SPREAD) + (1 - SMALL_SHARE) * perOctave(size);
  }

  private static double bump(double size, double center, double spread) {
    double z = (Math.log(size) / Math.log(2) - center) / spread;
    return Math.exp(-z * z / 2) / (spread * 2.5066282746310002);
  }

  /**
   * Probability of exactly this many bytes. Multiples of the interval are alike whatever the
   * interval is: a power of two or not.
   */
  double ofExactly(long size) {
    double perByte = perOctave(size) / (size * Math.log(2));
    boolean isMultiple = size % interval == 0;
    boolean aligned = isMultiple || size % 8 == 0;
    double chance = perByte * (aligned ? 8 * MULTIPLE_OF_8 : (1 - MULTIPLE_OF_8) * 8 / 7);
    if (size == interval) {
      chance = perByte + EXACTLY_INTERVAL * Math.pow(1 + interval / RARE_INTERVAL, -1.5);
    } else if (isMultiple || Long.bitCount(size) == 1) {
      chance += POWER_OF_TWO / octaves;
    }
    return Math.min(1, chance);
  }
}
