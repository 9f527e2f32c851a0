package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.Nullable;

/**
 * What was recorded of a call stack, in cells: allocations that are known to belong together,
 * because they were recorded between the same two dumps, or are live, or were freed. Few in a cell
 * show their sizes: one allocation alone shows what was recorded of it, and a cell whose bytes are
 * a multiple of the sampling interval holds no size at or above the cutoff, but multiples of the
 * interval, or several whose sum is one.
 *
 * <p>Kept as sums over the cells without a visible size ("pure"), and over those with one
 * ("mixed"). Mutable; not thread-safe.
 */
public final class StackCells {

  /** What rounding may leave of an excess of 0. */
  static final double MIN_EXCESS = 1e-6;

  /**
   * ln of the share of the sites of which all large sizes are multiples of half of the interval,
   * and of those of a quarter, which is the last fraction that is told from any size.
   */
  private static final double LN_FRACTION = Math.log(0.02);

  private static final int PARTS = 4;

  /** How much less probable an equal mean is by chance for each other cell. */
  private static final double REPEATED = 10;

  private static final int MAX_REPEATED = 20;

  /** What sizes are usually multiples of, in bytes. */
  private static final long ALIGNMENT = 16;

  /** Large sizes are often multiples of it, sums of others only by chance. */
  private static final long ROUND = 256;

  private final long unit;
  int number;
  long pureCount;
  double pureBytes;

  /** Cells of them whose bytes may still be those of visible sizes with such a sum. */
  long openCells;

  long mixedCells;
  long mixedCount;
  double mixedBytes;

  /** The mean recorded bytes, if they are the same integer in all cells; 0 if not; -1: none yet. */
  double equalSize = -1;

  /** See {@link #equality(SizeTable)}; -1: not yet known. */
  double equality = -1;

  /**
   * @param unit what recorded bytes of sizes below the cutoff are multiples of: the sampling
   *     interval, or what it was at first; at least 1
   */
  public StackCells(long unit) {
    this.unit = unit;
  }

  /**
   * Adds a cell; nothing if either number is not above 0, which no profiler writes.
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

  /** Adds what was freed and what is live as two cells. */
  public void addSides(long allocs, long allocBytes, long frees, long freeBytes) {
    boolean areTwo = frees > 0 && freeBytes > 0 && allocs > frees && allocBytes > freeBytes;
    if (areTwo) {
      add(frees, freeBytes);
      add(allocs - frees, allocBytes - freeBytes);
    } else {
      add(allocs, allocBytes);
    }
  }

  /** Adds the cells of another recording of the stack with the same sampling. */
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
   * The same if all cells hold large allocations, whose sizes are multiples of a fraction of the
   * interval: then the sum of some is a multiple of it.
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

  /** ln of the chance that just the open cells have such a sum. */
  double lnCoincidence() {
    double log = Double.NEGATIVE_INFINITY;
    for (int parts = 2; parts <= PARTS; parts *= 2) {
      double rest = mixedCells * Math.log(1 - 1.0 / parts);
      log = Math.max(log, LN_FRACTION - openCells * Math.log(parts) + rest);
    }
    return log;
  }

  /** How many cells were added. */
  public int number() {
    return number;
  }

  /** Whether all that decides how probable they are is the same. */
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

  /** Recorded allocations of all cells. */
  public long count() {
    return pureCount + mixedCount;
  }

  /** Their recorded bytes. */
  double bytes() {
    return pureBytes + mixedBytes;
  }

  /** Intervals beyond one for each recorded allocation, of the cells without a visible size. */
  double pureExcess(long interval) {
    return Math.max(0, Math.rint(pureBytes / interval - pureCount));
  }

  /** The same of the others: above 0. */
  double mixedExcess(long interval) {
    return Math.max(MIN_EXCESS, mixedBytes / interval - mixedCount);
  }

  /**
   * How much less probable it is by chance than if all allocations have one size, at or above the
   * cutoff, that their mean is the same integer in all cells; 0 if it is not. Unlike sizes are
   * multiples of the usual alignment, too, or of the interval, and so is their sum. Of cells that
   * show no size it is a multiple of the interval, but for those that are round numbers.
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

  /** How many of the sizes from an interval on are multiples of it, of those that are aligned. */
  static double multiples(long interval) {
    return (double) gcd(ALIGNMENT, interval) / interval;
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
