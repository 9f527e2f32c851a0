package dev.heapconv.model;

import java.util.Arrays;

/**
 * A growing column of long values, in blocks. Most recorded numbers are small, and those of
 * hundreds of dumps fill gigabytes: a block takes the room that its largest value needs, and a
 * column that grows is never copied.
 */
final class LongBlocks {

  private static final int BITS = 12;
  private static final int SIZE = 1 << BITS;
  private static final int FIRST_SIZE = 4;

  /** Of short, int or long values each. */
  private Object[] blocks = {new short[FIRST_SIZE]};

  private int size;

  /** A column of these values. */
  static LongBlocks of(long[] values) {
    LongBlocks column = new LongBlocks();
    for (long value : values) {
      column.append(value);
    }
    column.trim();
    return column;
  }

  /** A column of so many zeros. */
  static LongBlocks zeros(int size) {
    return of(new long[size]);
  }

  /** The values of rows that are some entries of this column, as a column of their own. */
  LongBlocks gather(Codes codes) {
    LongBlocks gathered = new LongBlocks();
    for (int row = 0; row < codes.rows(); row++) {
      gathered.append(get(codes.code(row)));
    }
    gathered.trim();
    return gathered;
  }

  int size() {
    return size;
  }

  long get(int index) {
    Object block = blocks[index >>> BITS];
    int at = index & SIZE - 1;
    if (block instanceof short[] shorts) {
      return shorts[at];
    }
    return block instanceof int[] ints ? ints[at] : ((long[]) block)[at];
  }

  void append(long value) {
    int last = size >>> BITS;
    int at = size & SIZE - 1;
    if (last == blocks.length) {
      blocks = Arrays.copyOf(blocks, last * 2);
    }
    if (at == 0 && last > 0) {
      blocks[last] = new short[SIZE];
    } else if (at > 0 && at == length(blocks[last])) {
      blocks[last] = resized(blocks[last], at * 2);
    }
    set(size++, value);
  }

  void set(int index, long value) {
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
      set(index, value);
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

  private static int length(Object block) {
    if (block instanceof short[] shorts) {
      return shorts.length;
    }
    return block instanceof int[] ints ? ints.length : ((long[]) block).length;
  }

  private static Object resized(Object block, int length) {
    if (block instanceof short[] shorts) {
      return Arrays.copyOf(shorts, length);
    }
    return block instanceof int[] ints
        ? Arrays.copyOf(ints, length)
        : Arrays.copyOf((long[]) block, length);
  }

  /** Gives back the room that was reserved for more values. */
  void trim() {
    int last = size >>> BITS;
    int used = size & SIZE - 1;
    if (used > 0) {
      blocks[last] = resized(blocks[last], used);
    }
  }
}
