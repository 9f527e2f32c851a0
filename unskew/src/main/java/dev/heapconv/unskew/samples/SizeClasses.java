package dev.heapconv.unskew.samples;

import java.util.Arrays;

/**
 * The sizes that jemalloc records, which are its size classes (jemalloc, {@code sz.h}): 8,
 * multiples of 16 to 128, then four in each power of two. Also the size classes by which gperftools
 * samples.
 */
final class SizeClasses {

  /**
   * Tolerance of the printed mean as a fraction: jemalloc unskews in fixed point and rounds counts.
   */
  private static final double TOLERANCE = 1e-3;

  /**
   * The classes of gperftools 2.10 with pages of 8 KiB, as its {@code nallocx} returns them. Up to
   * 256 the classes are multiples of 16, and from 32 KiB on they are multiples of a page. The rule
   * between ({@code common.cc}, {@code SizeMap::Init}) is steps of an eighth of the power of two
   * below, without the classes that fit into a span as often as the next one does.
   */
  private static final int[] TCMALLOC = {
    288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536,
    1792, 2048, 2304, 2560, 2816, 3072, 3328, 4096, 4608, 5120, 6144, 6656, 8192, 9216, 10240,
    12288, 13312, 16384, 20480, 24576, 26624, 32768
  };

  /**
   * The largest class. Larger allocations occupy whole pages, but gperftools samples them by their
   * size.
   */
  private static final int TCMALLOC_LARGEST = 1 << 18;

  private static final int TCMALLOC_PAGE = 1 << 13;

  private SizeClasses() {}

  /** Returns the size by which gperftools samples an allocation of the given size. */
  static double ofTcmalloc(double size) {
    if (!(size > 8) || size > TCMALLOC_LARGEST) {
      return size > 8 ? size : 8;
    }
    if (size <= 256 || size > 32768) {
      int step = size <= 256 ? 16 : TCMALLOC_PAGE;
      return Math.ceil(size / step) * step;
    }
    int place = Arrays.binarySearch(TCMALLOC, (int) Math.ceil(size));
    return TCMALLOC[place < 0 ? -place - 1 : place];
  }

  /**
   * Whether the mean of a line is a size class within 0.1 %. About one mean in a hundred is one by
   * chance.
   */
  static boolean isNearSizeClass(long count, long bytes) {
    if (count <= 0 || bytes <= 0) {
      return false;
    }
    double mean = (double) bytes / count;
    return Math.abs(nearest(mean) - mean) <= TOLERANCE * mean;
  }

  /** Returns the size class nearest to a size. */
  static double nearest(double size) {
    if (size < 12) {
      return 8;
    }
    double step = size <= 128 ? 16 : Math.scalb(1.0, Math.getExponent(size) - 2);
    return Math.rint(size / step) * step;
  }
}
