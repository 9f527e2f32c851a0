package dev.heapconv.fleet;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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

  /** Numbers of texts, by their hashes. */
  static SortedIds ofTexts(List<String> texts) {
    long[] hashes = new long[2 * texts.size()];
    for (int i = 0; i < texts.size(); i++) {
      ByteBuffer hash = hash(texts.get(i));
      hashes[2 * i] = hash.getLong();
      hashes[2 * i + 1] = hash.getLong();
    }
    return new SortedIds(texts.size(), i -> hashes[2 * i], i -> hashes[2 * i + 1]);
  }

  private static ByteBuffer hash(String text) {
    return ByteBuffer.wrap(Hashes.sha256(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * The number of a text.
   *
   * @throws IllegalStateException if it is none of those that were numbered
   */
  public int number(String text) {
    ByteBuffer hash = hash(text);
    return number(hash.getLong(), hash.getLong());
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
