package dev.heapconv.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A dictionary as columns are encoded with: the unique values, numbered from 0 in the order of
 * their first use. With millions of values, looking at them costs most, because each is somewhere
 * else in memory. So this class keeps hash codes next to the numbers and compares only values with
 * the same hash code. Any number of threads may read while no thread adds.
 *
 * @param <T> the type of the values
 */
public final class Dictionary<T> {

  /** Stands for a value that is not here. */
  public static final int NONE = -1;

  private static final int MIN_SIZE = 32;
  private static final long NUMBER = 0xffff_ffffL;

  private final List<T> values = new ArrayList<>();

  /**
   * Hash codes in the upper halves, and numbers plus 1 in the lower ones; 0 is free. At most two
   * thirds are in use, and the length is a power of two.
   */
  private long[] table = new long[MIN_SIZE];

  private int used;

  /**
   * Returns the number of a value, and assigns the next number if the value is new.
   *
   * @param value the value
   */
  public int id(T value) {
    int hash = hash(value);
    int at = place(value, hash);
    if (table[at] != 0) {
      return number(table[at]);
    }
    table[at] = (long) hash << Integer.SIZE | values.size() + 1;
    if (++used > table.length / 3 * 2) {
      grow();
    }
    return append(value);
  }

  /**
   * Returns the number of a value; {@link #NONE} if it has none.
   *
   * @param value the value
   */
  public int find(T value) {
    return number(table[place(value, hash(value))]);
  }

  /**
   * Assigns the next number to a value that {@link #find} need not find.
   *
   * @param value the value
   * @return its number
   */
  public int append(T value) {
    values.add(value);
    return values.size() - 1;
  }

  /** Returns all values in the order of their numbers. */
  public List<T> values() {
    return values;
  }

  private static int hash(Object value) {
    // 2^32 divided by the golden ratio; its products have well-mixed high bits.
    return value.hashCode() * 0x9e3779b9;
  }

  private static int number(long entry) {
    return (int) (entry & NUMBER) - 1;
  }

  private int home(int hash) {
    return hash >>> Integer.SIZE - Integer.numberOfTrailingZeros(table.length);
  }

  /** Returns the place of a value, or the place where it would be. */
  private int place(T value, int hash) {
    int at = home(hash);
    for (long entry; (entry = table[at]) != 0; at = at + 1 & table.length - 1) {
      if ((int) (entry >>> Integer.SIZE) == hash && values.get(number(entry)).equals(value)) {
        break;
      }
    }
    return at;
  }

  private void grow() {
    long[] old = table;
    table = new long[old.length * 2];
    for (long entry : old) {
      if (entry != 0) {
        int at = home((int) (entry >>> Integer.SIZE));
        while (table[at] != 0) {
          at = at + 1 & table.length - 1;
        }
        table[at] = entry;
      }
    }
  }
}
