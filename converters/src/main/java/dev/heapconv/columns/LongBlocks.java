package dev.heapconv.columns;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A growing column of long values. Most recorded numbers are small, and those of hundreds of dumps
 * fill gigabytes: a long column is one of blocks, of which each takes the room that its largest
 * value needs, and which are not copied when it grows. Short ones are an array, which is quicker.
 */
public final class LongBlocks {

  /** So many values are one array. */
  private static final int MOST_IN_ARRAY = 1 << 19;

  private static final int BITS = 12;
  private static final int SIZE = 1 << BITS;
  private static final int FIRST_SIZE = 4;

  private final int mostInArray;

  /** Null if there are blocks. */
  private long @Nullable [] array = new long[FIRST_SIZE];

  /** Of short, int or long values each. */
  private Object[] blocks = {};

  private int size;

  /** Creates a column without values. */
  public LongBlocks() {
    this(MOST_IN_ARRAY);
  }

  /**
   * @param mostInArray how many values are one array, at least 1
   */
  LongBlocks(int mostInArray) {
    this.mostInArray = mostInArray;
  }

  /** Returns a column of these values. It takes over the array. */
  public static LongBlocks of(long[] values) {
    LongBlocks column = new LongBlocks();
    column.array = values;
    column.size = values.length;
    return column;
  }

  /**
   * Returns some of the values as a column of their own.
   *
   * @param count how many
   * @param index the place of each in this column
   */
  public LongBlocks gather(int count, IntUnaryOperator index) {
    LongBlocks gathered = new LongBlocks();
    for (int i = 0; i < count; i++) {
      gathered.append();
      gathered.set(i, get(index.applyAsInt(i)));
    }
    gathered.trim();
    return gathered;
  }

  /** Returns the number of values. */
  public int size() {
    return size;
  }

  /** Returns a value. */
  // The quick compiler can compile it into its callers.
  public long get(int index) {
    return array != null ? array[index] : ofBlock(index);
  }

  private long ofBlock(int index) {
    Object block = blocks[index >>> BITS];
    int at = index & SIZE - 1;
    if (block instanceof short[] shorts) {
      return shorts[at];
    }
    return block instanceof int[] ints ? ints[at] : ((long[]) block)[at];
  }

  /** Appends 0. */
  public void append() {
    if (array != null && size == array.length) {
      grow(array);
    }
    if (array == null && (size & SIZE - 1) == 0) {
      int last = size >>> BITS;
      if (last == blocks.length) {
        blocks = Arrays.copyOf(blocks, last * 2);
      }
      blocks[last] = new short[SIZE];
    }
    size++;
  }

  private void grow(long[] full) {
    if (size < mostInArray) {
      array = Arrays.copyOf(full, Math.max(FIRST_SIZE, size * 2));
      return;
    }
    array = null;
    blocks = new Object[2 * (size + SIZE - 1 >>> BITS)];
    for (int from = 0; from < size; from += SIZE) {
      blocks[from >>> BITS] = new short[SIZE];
      for (int i = from; i < Math.min(from + SIZE, size); i++) {
        set(i, full[i]);
      }
    }
  }

  /** Replaces a value. */
  public void set(int index, long value) {
    if (array != null) {
      array[index] = value;
    } else {
      setOfBlock(index, value);
    }
  }

  private void setOfBlock(int index, long value) {
    Object block = blocks[index >>> BITS];
    int at = index & SIZE - 1;
    if (block instanceof short[] shorts && (short) value == value) {
      shorts[at] = (short) value;
    } else if (block instanceof int[] ints && (int) value == value) {
      ints[at] = (int) value;
    } else if (block instanceof long[] longs) {
      longs[at] = value;
    } else {
      blocks[index >>> BITS] = widened(block);
      setOfBlock(index, value);
    }
  }

  private static Object widened(Object block) {
    if (block instanceof int[] ints) {
      return Arrays.stream(ints).asLongStream().toArray();
    }
    short[] shorts = (short[]) block;
    int[] ints = new int[shorts.length];
    Arrays.setAll(ints, i -> shorts[i]);
    return ints;
  }

  /** Gives back the room that was reserved for more values. */
  public void trim() {
    if (array != null && array.length > size) {
      array = Arrays.copyOf(array, size);
    }
  }
}
