package dev.heapconv.columns;

import java.util.Arrays;

/**
 * A growing array of int values, which are 0 until they are set. Past its first block, it is not
 * copied when it grows, and little of its room is unused: for tables of millions that are read too
 * often for {@link LongBlocks}.
 */
public final class IntBlocks {

  private static final int FIRST_SIZE = 64;
  private static final int BITS = 16;
  private static final int SIZE = 1 << BITS;

  private int[][] blocks = {new int[FIRST_SIZE]};
  private int room = FIRST_SIZE;

  /** Returns for how many values there is room. */
  public int room() {
    return room;
  }

  // The quick compiler can compile what follows into its callers.

  /** Makes room for as many values. */
  public void reserve(int values) {
    if (values > room) {
      grow(values);
    }
  }

  /** Returns a value for which there is room. */
  public int get(int index) {
    return blocks[index >>> BITS][index & SIZE - 1];
  }

  /** Replaces a value for which there is room. */
  public void set(int index, int value) {
    blocks[index >>> BITS][index & SIZE - 1] = value;
  }

  private void grow(int values) {
    if (room < SIZE) {
      room = Math.min(SIZE, Math.max(values, 2 * room));
      blocks[0] = Arrays.copyOf(blocks[0], room);
    }
    while (room < values) {
      blocks = Arrays.copyOf(blocks, blocks.length + 1);
      blocks[blocks.length - 1] = new int[SIZE];
      room += SIZE;
    }
  }
}
