package dev.heapconv.unskew;

/**
 * What is known of the size that a call stack typically allocates before anything is recorded.
 *
 * <p>Any magnitude between 8 bytes and 64 intervals is as likely as any other, and small structures
 * of 16 to 256 bytes are more so. This is what unrelated programs do in which every allocation was
 * logged with its stack (g++, python3, sqlite3, perl, git, node, java): among the stacks that a
 * profile would show there is a bump at 32 to 128 bytes over a flat rest, hardly anything below 16
 * bytes, and sizes of exactly a page are common. Sizes are mostly multiples of 8, often powers of
 * two. Figures: RATIONALE.md.
 */
final class SizePrior {

  private static final double CAUTIOUS_BUMP_SHARE = 0.3;
  private static final double CAUTIOUS_BUMP_LOG2 = 4.7;
  private static final double CAUTIOUS_BUMP_SPREAD = 0.8;
  private static final double BUMP_SHARE = 0.2;
  private static final double BUMP_LOG2 = 5.7;
  private static final double BUMP_SPREAD = 1.3;

  /** Sizes below become rare quickly (with the cube of the size). */
  private static final double SMALLEST = 8;

  private static final double MULTIPLE_OF_8 = 0.8;
  private static final double POWER_OF_TWO = 0.15;

  /** A page is the most common buffer by far, and 4096 the most common interval. */
  private static final double PAGE = 0.1;

  private static final long PAGE_SIZE = 4096;

  /** Whoever chooses an interval may choose the size of a buffer. */
  private static final double EQUAL_TO_INTERVAL = 0.05;

  private final double interval;
  private final double octaves;

  SizePrior(double interval) {
    this.interval = interval;
    octaves = Math.max(1, Math.log(64 * interval / SMALLEST) / Math.log(2));
  }

  /** Density over log2 of the size in bytes. */
  double perOctave(double size) {
    return density(size, BUMP_SHARE, BUMP_LOG2, BUMP_SPREAD);
  }

  /** The same for intervals: it gives the smallest blocks their chance, of which most can hide. */
  double cautiousPerOctave(double size) {
    return density(size, CAUTIOUS_BUMP_SHARE, CAUTIOUS_BUMP_LOG2, CAUTIOUS_BUMP_SPREAD);
  }

  private double density(double size, double share, double center, double spread) {
    double log2 = Math.log(size) / Math.log(2);
    double z = (log2 - center) / spread;
    double bump = Math.exp(-z * z / 2) / (spread * 2.5066282746310002);
    double ratio = Math.min(1, size / SMALLEST);
    return share * bump + (1 - share) * ratio * ratio * ratio / octaves;
  }

  /** Probability of exactly this many bytes. */
  double ofExactly(long size) {
    double perByte = perOctave(size) / (size * Math.log(2));
    double chance = perByte * (size % 8 == 0 ? 8 * MULTIPLE_OF_8 : (1 - MULTIPLE_OF_8) * 8 / 7);
    if (Long.bitCount(size) == 1) {
      chance += POWER_OF_TWO / octaves;
    }
    if (size == PAGE_SIZE) {
      chance += PAGE;
    }
    if (size == interval) {
      chance += EQUAL_TO_INTERVAL;
    }
    return Math.min(chance, 1);
  }
}
