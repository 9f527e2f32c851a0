package dev.heapconv.writer.pprof;

import dev.heapconv.model.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows whose estimates an earlier one of the same table has, in the same heap or, where dumps
 * share a table, another one.
 */
final class SameEstimates {

  /** For each number of an estimate which row was the first to have it, from 1; 0 if none was. */
  private int[] firstOf = {};

  /** Recorded allocations, and live ones, of each of these. */
  private long[] allocCounts = {};

  private long[] liveCounts = {};
  private int firsts;

  /** A column of the heap; null if rows have no estimates in common, or not in all views. */
  private @Nullable Column numbered;

  /**
   * Begins a heap.
   *
   * @param before the columns of the heap before; null where it has no such view
   * @param columns those of this one likewise
   * @return whether it has the table of the one before
   */
  boolean begin(@Nullable Column[] before, @Nullable Column[] columns) {
    Column first = null;
    boolean isOne = true;
    boolean continues = firsts > 0 && before.length == columns.length;
    for (int i = 0; i < columns.length; i++) {
      Column column = columns[i];
      Column other = continues ? before[i] : null;
      continues &=
          column == null ? other == null : other != null && column.sharesDictionaryOf(other);
      if (column != null) {
        first = first == null ? column : first;
        isOne &= column.isCodedAs(first);
      }
    }
    numbered = isOne && first != null && first.hasCommonEstimates() ? first : null;
    if (!continues) {
      Arrays.fill(firstOf, 0);
      firsts = 0;
    }
    return continues;
  }

  /**
   * The first row with the estimates of a row, from 1; 0 if it is that itself, of which its counts
   * are kept.
   */
  int find(int row, long allocCount, long liveCount) {
    if (numbered == null) {
      firsts++;
      return 0;
    }
    int number = numbered.code(row);
    if (number >= firstOf.length) {
      firstOf = Arrays.copyOf(firstOf, Math.max(number + 1, 2 * firstOf.length));
    }
    int first = firstOf[number];
    if (first > 0 && allocCounts[first] == allocCount && liveCounts[first] == liveCount) {
      return first;
    }
    firsts++;
    if (firsts >= allocCounts.length) {
      allocCounts = Arrays.copyOf(allocCounts, 2 * firsts);
      liveCounts = Arrays.copyOf(liveCounts, 2 * firsts);
    }
    allocCounts[firsts] = allocCount;
    liveCounts[firsts] = liveCount;
    firstOf[number] = firsts;
    return 0;
  }
}
