package dev.heapconv.fleet;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;

/** Numbers of things with identities of 128 bits, to be known on any machine: 20 bytes each. */
public final class SortedIds implements Serializable {

  private static final long serialVersionUID = 1;

  /** The two halves of each. */
  private final long[] ids;

  /** The number of each. */
  private final int[] numbers;

  /**
   * @param count how many there are
   */
  SortedIds(int count, IntToLongFunction high, IntToLongFunction low) {
    Integer[] sorted = new Integer[count];
    Arrays.setAll(sorted, i -> i);
    Arrays.sort(
        sorted,
        Comparator.<Integer>comparingLong(high::applyAsLong).thenComparingLong(low::applyAsLong));
    ids = new long[2 * count];
    numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = sorted[i];
      ids[2 * i] = high.applyAsLong(numbers[i]);
      ids[2 * i + 1] = low.applyAsLong(numbers[i]);
    }
  }

  /**
   * The number that an identity was given with.
   *
   * @throws IllegalStateException if it is not one of these
   */
  int number(long high, long low) {
    int from = 0;
    int to = numbers.length - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int comparison = Long.compare(ids[2 * middle], high);
      comparison = comparison != 0 ? comparison : Long.compare(ids[2 * middle + 1], low);
      if (comparison == 0) {
        return numbers[middle];
      }
      if (comparison < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    throw new IllegalStateException("the parts of the fleet have changed");
  }
}
