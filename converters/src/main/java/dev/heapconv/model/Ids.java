package dev.heapconv.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Unique values, numbered from 0 in order of first use. Of millions, looking at the values costs
 * most, as each is somewhere else in memory: so hash codes are kept beside the numbers, and only
 * values with the same one are compared. Any number of threads may read while none adds.
 */
public final class Ids<T> {

  /** Stands for a value that is not there. */
  public static final int NONE = -1;

  private static final int MIN_SIZE = 32;
  private static final long NUMBER = 0xffff_ffffL;

  private final List<T> values = new ArrayList<>();

  /**
   * Hash codes in the upper halves, numbers plus 1 in the lower ones; 0 is free. At most two thirds
   * are in use, and the length is a power of two.
   */
  private long[] table = new long[MIN_SIZE];

  private int used;

  /** The number of a value, assigned if it has none yet. */
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

  /** The number of a value; {@link #NONE} if it has none. */
  public int find(T value) {
    return number(table[place(value, hash(value))]);
  }

  /** Gives the next number to a value that is not to be found. */
  public int append(T value) {
    values.add(value);
    return values.size() - 1;
  }

  /** All values in the order of their numbers. */
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

  /** Where a value is, or would be. */
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
