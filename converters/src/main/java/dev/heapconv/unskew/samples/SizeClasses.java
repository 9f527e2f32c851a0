package dev.heapconv.unskew.samples;

/**
 * The sizes that jemalloc records: its size classes (jemalloc, {@code sz.h}): 8, multiples of 16 to
 * 128, then four to a power of two.
 */
final class SizeClasses {

  /** How far the printed mean may be off: jemalloc unskews in fixed point and rounds counts. */
  private static final double TOLERANCE = 1e-3;

  private SizeClasses() {}

  /**
   * Whether the mean of a line is a size class within 0.1 %; about one mean in a hundred is by
   * chance.
   */
  static boolean isNearSizeClass(long count, long bytes) {
    if (count <= 0 || bytes <= 0) {
      return false;
    }
    double mean = (double) bytes / count;
    return Math.abs(nearest(mean) - mean) <= TOLERANCE * mean;
  }

  /** The size class nearest to a size. */
  static double nearest(double size) {
    if (size < 12) {
      return 8;
    }
    double step = size <= 128 ? 16 : Math.scalb(1.0, Math.getExponent(size) - 2);
    return Math.rint(size / step) * step;
  }
}
