package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.Saturation;

/**
 * What was recorded of a call stack in any number of recordings with one sampling: the sums of
 * {@link StackCells} in whole numbers, so that adding in any order gives the same. They stop at the
 * largest long.
 *
 * @param pureCount recorded allocations of the cells without a visible size
 * @param pureBytes their recorded bytes
 * @param mixedCells cells with a visible size
 * @param mixedCount their recorded allocations
 * @param mixedBytes their recorded bytes
 * @param equalSize the size of all allocations if all may have the same at or above the cutoff;
 *     otherwise 0
 */
public record CellSums(
    long pureCount,
    long pureBytes,
    long mixedCells,
    long mixedCount,
    long mixedBytes,
    long equalSize) {

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
            && pureBytes >= 0
            && mixedBytes >= 0
            && equalSize >= 0
            && (equalSize == 0 || pureCount == 0);
    if (!possible) {
      throw new IllegalArgumentException("no cells have these sums");
    }
  }

  /**
   * @param cells at least one
   */
  public static CellSums of(StackCells cells) {
    return new CellSums(
        cells.pureCount,
        (long) cells.pureBytes,
        cells.mixedCells,
        cells.mixedCount,
        (long) cells.mixedBytes,
        Math.max(0, (long) cells.equalSize));
  }

  /** The sums over the cells of both. */
  public CellSums plus(CellSums other) {
    return new CellSums(
        Saturation.add(pureCount, other.pureCount),
        Saturation.add(pureBytes, other.pureBytes),
        Saturation.add(mixedCells, other.mixedCells),
        Saturation.add(mixedCount, other.mixedCount),
        Saturation.add(mixedBytes, other.mixedBytes),
        equalSize == other.equalSize ? equalSize : 0);
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
    return cells;
  }
}
