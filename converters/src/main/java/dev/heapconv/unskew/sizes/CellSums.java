package dev.heapconv.unskew.sizes;

/**
 * What was recorded of a call stack in any number of recordings with one sampling: the sums of
 * {@link StackCells} in whole numbers, so that adding in any order gives the same. Each is at most
 * 2^53, where sums stop: up to there a double holds them exactly.
 *
 * @param pureCount recorded allocations of the cells without a visible size
 * @param pureBytes their recorded bytes
 * @param mixedCells cells with a visible size
 * @param mixedCount their recorded allocations
 * @param mixedBytes their recorded bytes
 * @param equalSize the mean recorded bytes, if they are the same integer in all cells; otherwise 0
 */
public record CellSums(
    long pureCount,
    long pureBytes,
    long mixedCells,
    long mixedCount,
    long mixedBytes,
    long equalSize) {

  private static final long MAX = 1L << 53;

  /**
   * @throws IllegalArgumentException if these can be the sums of no cells
   */
  public CellSums {
    boolean possible =
        pureCount >= 0
            && mixedCells >= 0
            && mixedCells <= mixedCount
            && pureCount + mixedCount != 0
            && (pureCount == 0) == (pureBytes == 0)
            && (mixedCells == 0) == (mixedCount == 0)
            && (mixedCells == 0) == (mixedBytes == 0)
            && Math.max(Math.max(pureCount, pureBytes), equalSize) <= MAX
            && Math.max(mixedCount, mixedBytes) <= MAX
            && pureBytes >= 0
            && mixedBytes >= 0
            && equalSize >= 0;
    if (!possible) {
      throw new IllegalArgumentException("no cells have these sums");
    }
  }

  /**
   * @param cells at least one
   */
  public static CellSums of(StackCells cells) {
    return new CellSums(
        Math.min(cells.pureCount, MAX),
        (long) Math.min(cells.pureBytes, MAX),
        Math.min(cells.mixedCells, MAX),
        Math.min(cells.mixedCount, MAX),
        (long) Math.min(cells.mixedBytes, MAX),
        (long) Math.max(0, Math.min(cells.equalSize, MAX)));
  }

  /** The sums over the cells of both. */
  public CellSums plus(CellSums other) {
    return new CellSums(
        sum(pureCount, other.pureCount),
        sum(pureBytes, other.pureBytes),
        sum(mixedCells, other.mixedCells),
        sum(mixedCount, other.mixedCount),
        sum(mixedBytes, other.mixedBytes),
        equalSize == other.equalSize ? equalSize : 0);
  }

  private static long sum(long a, long b) {
    return Math.min(a + b, MAX);
  }

  /** The numbers, in the order of the components. */
  public long[] numbers() {
    return new long[] {pureCount, pureBytes, mixedCells, mixedCount, mixedBytes, equalSize};
  }

  /** The cells as if one recording had them. */
  StackCells cells() {
    StackCells cells = new StackCells(1);
    cells.pureCount = pureCount;
    cells.pureBytes = pureBytes;
    cells.mixedCells = mixedCells;
    cells.mixedCount = mixedCount;
    cells.mixedBytes = mixedBytes;
    cells.equalSize = equalSize;
    cells.number = 1;
    return cells;
  }
}
