package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * The recorded numbers of a call stack, divided into cells. A cell is a group of allocations that
 * belong together: they were recorded between the same two dumps, or are live, or were freed. Cells
 * with few allocations show sizes. The bytes of a cell with one allocation are its recorded size.
 * If the bytes of a cell are a multiple of the sampling interval, none of its allocations has a
 * size at or above the cutoff, unless that size is a multiple of the interval, or the sum of
 * several such sizes is.
 *
 * <p>The class keeps two sums: over cells without a visible size ("pure") and over cells with one
 * ("mixed"). Get an instance from {@link WeightedUnskewer#cells}. Mutable; not thread-safe.
 */
public final class StackCells {

  /** Rounding may leave this much of an excess of 0. */
  static final double MIN_EXCESS = 1e-6;

  /**
   * ln of the share of the sites whose large sizes are all multiples of half of the interval, or of
   * a quarter of it. Smaller fractions look like arbitrary sizes.
   */
  private static final double LN_FRACTION = Math.log(0.02);

  private static final int PARTS = 4;

  /** Factor by which an equal mean in each further cell is less probable by chance. */
  private static final double REPEATED = 10;

  private static final int MAX_REPEATED = 20;

  /** Sizes are usually multiples of this number of bytes. */
  private static final long ALIGNMENT = 16;

  /** Large sizes are often multiples of this number; sums of other sizes are so only by chance. */
  private static final long ROUND = 256;

  private final long unit;
  int number;
  long pureCount;
  double pureBytes;

  /** Number of pure cells whose bytes may still be a sum of visible sizes. */
  long openCells;

  long mixedCells;
  long mixedCount;
  double mixedBytes;

  /**
   * The mean recorded bytes, if they are the same integer in all cells; 0 if not; -1 before the
   * first cell.
   */
  double equalSize = -1;

  /** The result of {@link #equality(SizeTable)}; -1 until it is computed. */
  double equality = -1;

  /**
   * @param unit recorded bytes of sizes below the cutoff are multiples of it: the sampling
   *     interval, or the interval at the beginning; in bytes, at least 1
   */
  public StackCells(long unit) {
    this.unit = unit;
  }

  /**
   * Adds a cell. It has no effect unless both numbers are above 0.
   *
   * @param count recorded allocations
   * @param bytes their recorded bytes
   */
  public void add(long count, long bytes) {
    if (count <= 0 || bytes <= 0) {
      return;
    }
    number++;
    if (equalSize != 0) {
      double size = bytes % count == 0 ? bytes / count : 0;
      equalSize = equalSize < 0 || equalSize == size ? size : 0;
    }
    if (bytes % unit == 0) {
      pureCount += count;
      pureBytes += bytes;
      openCells += count > 1 && bytes / unit > count ? 1 : 0;
    } else {
      mixedCells++;
      mixedCount += count;
      mixedBytes += bytes;
    }
  }

  /**
   * Adds the freed and the live allocations of a dump as two cells, or as one if either is empty.
   *
   * @param allocs recorded allocations
   * @param allocBytes their recorded bytes
   * @param frees recorded frees
   * @param freeBytes their recorded bytes
   */
  public void addSides(long allocs, long allocBytes, long frees, long freeBytes) {
    boolean areTwo = frees > 0 && freeBytes > 0 && allocs > frees && allocBytes > freeBytes;
    if (areTwo) {
      add(frees, freeBytes);
      add(allocs - frees, allocBytes - freeBytes);
    } else {
      add(allocs, allocBytes);
    }
  }

  /**
   * Adds the cells of another recording of the stack with the same sampling.
   *
   * @param other the other cells, which do not change
   */
  public void add(StackCells other) {
    if (other.number == 0) {
      return;
    }
    number += other.number;
    pureCount += other.pureCount;
    pureBytes += other.pureBytes;
    openCells += other.openCells;
    mixedCells += other.mixedCells;
    mixedCount += other.mixedCount;
    mixedBytes += other.mixedBytes;
    equalSize = equalSize < 0 || equalSize == other.equalSize ? other.equalSize : 0;
  }

  /**
   * Returns the cells as if all of them held large allocations, whose sizes are multiples of a
   * fraction of the interval, so that some sums are multiples of it.
   */
  StackCells opened() {
    StackCells opened = new StackCells(unit);
    opened.number = number;
    opened.mixedCells = mixedCells + openCells;
    opened.mixedCount = mixedCount + pureCount;
    opened.mixedBytes = mixedBytes + pureBytes;
    opened.equalSize = equalSize;
    opened.equality = equality;
    return opened;
  }

  /** Returns ln of the probability that exactly the open cells have such a sum. */
  double lnCoincidence() {
    double log = Double.NEGATIVE_INFINITY;
    for (int parts = 2; parts <= PARTS; parts *= 2) {
      double rest = mixedCells * Math.log(1 - 1.0 / parts);
      log = Math.max(log, LN_FRACTION - openCells * Math.log(parts) + rest);
    }
    return log;
  }

  /** Returns the number of cells that were added. */
  public int number() {
    return number;
  }

  /** Whether the other object has the same probability under every entry. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StackCells cells
        && pureCount == cells.pureCount
        && pureBytes == cells.pureBytes
        && openCells == cells.openCells
        && mixedCells == cells.mixedCells
        && mixedCount == cells.mixedCount
        && mixedBytes == cells.mixedBytes
        && equality == cells.equality;
  }

  @Override
  public int hashCode() {
    long hash = pureCount + 31 * (openCells + 31 * (mixedCells + 31 * mixedCount));
    for (double sum : new double[] {pureBytes, mixedBytes, equality}) {
      hash = hash * 0x9E3779B97F4A7C15L + Double.doubleToRawLongBits(sum);
    }
    return Long.hashCode(hash * 0x9E3779B97F4A7C15L);
  }

  /** Returns the number of recorded allocations in all cells. */
  public long count() {
    return pureCount + mixedCount;
  }

  /** Returns the recorded bytes in all cells. */
  double bytes() {
    return pureBytes + mixedBytes;
  }

  /**
   * Returns the recorded intervals beyond one for each allocation, of the cells without a visible
   * size.
   */
  double pureExcess(long interval) {
    return Math.max(0, Math.rint(pureBytes / interval - pureCount));
  }

  /**
   * Returns the recorded intervals beyond one for each allocation, of the cells with a visible
   * size; above 0.
   */
  double mixedExcess(long interval) {
    return Math.max(MIN_EXCESS, mixedBytes / interval - mixedCount);
  }

  /**
   * Returns how strongly the cells suggest that all allocations have one size, at or above the
   * cutoff: their mean is the same integer in all cells. It is the factor by which this is less
   * probable by chance. Different sizes are also multiples of the usual alignment, or of the
   * interval, and so is their sum. In cells that show no size the sum is a multiple of the
   * interval, unless the interval is round.
   *
   * @return 0 if the cells do not suggest one size
   */
  double equality(SizeTable table) {
    if (equality >= 0) {
      return equality;
    }
    long count = count();
    if (count < 2 || equalSize < table.cutoff) {
      return 0;
    }
    if (mixedCells == 0 && !table.isRound && equalSize % table.interval != 0) {
      return 0;
    }
    long aligned = count * gcd((long) equalSize, ROUND);
    long common = gcd(mixedCells > 0 ? ALIGNMENT : table.interval, aligned);
    double oneIn =
        (double) aligned / common * Math.pow(REPEATED, Math.min(MAX_REPEATED, number - 1));
    return Math.scalb(1.0, Math.getExponent(oneIn));
  }

  /**
   * Returns the share of the aligned sizes from one interval on that are multiples of the interval.
   */
  static double multiples(long interval) {
    return (double) gcd(ALIGNMENT, interval) / interval;
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
