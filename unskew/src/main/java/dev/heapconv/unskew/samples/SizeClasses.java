package dev.heapconv.unskew.samples;

import java.util.Arrays;

/**
 * The sizes that jemalloc records: its size classes (jemalloc, {@code sz.h}): 8, multiples of 16 to
 * 128, then four to a power of two; and those by which gperftools samples.
 */
final class SizeClasses {

  /** How far the printed mean may be off: jemalloc unskews in fixed point and rounds counts. */
  private static final double TOLERANCE = 1e-3;

  /**
   * The classes of gperftools 2.10 with pages of 8 KiB, as its {@code nallocx} says them, between
   * multiples of 16 up to 256 and multiples of a page from 32 KiB. Its rule ({@code common.cc},
   * {@code SizeMap::Init}): an eighth of the power of two below, less those that fit as often into
   * a span as the next.
   */
  private static final int[] TCMALLOC = {
    288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536,
    1792, 2048, 2304, 2560, 2816, 3072, 3328, 4096, 4608, 5120, 6144, 6656, 8192, 9216, 10240,
    12288, 13312, 16384, 20480, 24576, 26624, 32768
  };

  /** The largest class; anything above has whole pages, but is sampled by its size. */
  private static final int TCMALLOC_LARGEST = 1 << 18;

  private static final int TCMALLOC_PAGE = 1 << 13;

  private SizeClasses() {}

  /** The size by which gperftools draws an allocation of a size. */
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
