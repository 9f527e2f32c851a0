package dev.heapconv.reader.perfetto;

import java.util.Arrays;

/**
 * Predicts the rows of the samples of a dump: consecutive dumps list nearly the same callstacks in
 * nearly the same order, so a sample is most likely what followed the sample before it in the
 * previous dump. A look-up among many thousands of callstack ids misses the cache; two reads in
 * order do not.
 */
final class RowPrediction {

  private static final int NONE = -1;

  // The previous dump, and how much of the current one has been seen.
  private long[] callstacks = new long[0];
  private int[] rows = new int[0];
  private int size;
  private long[] newCallstacks = new long[0];
  private int[] newRows = new int[0];
  private int newSize;

  /** Where each row is in the previous dump, or was in one before. */
  private int[] positions = new int[0];

  /** Where the next sample is expected. */
  private int next;

  /** Forgets everything: callstack ids have new meanings. */
  void clear() {
    size = 0;
    newSize = 0;
    next = 0;
  }

  /** Begins with the next dump. */
  void begin(int samples) {
    long[] oldCallstacks = callstacks;
    int[] oldRows = rows;
    callstacks = newCallstacks;
    rows = newRows;
    size = newSize;
    boolean enough = oldRows.length >= samples;
    newCallstacks = enough ? oldCallstacks : new long[samples];
    newRows = enough ? oldRows : new int[samples];
    newSize = 0;
    next = 0;
  }

  /** The row of the next sample, if it is the expected one; -1 if it has to be looked up. */
  int predict(long callstack) {
    if (next >= size || callstacks[next] != callstack) {
      return NONE;
    }
    return rows[next];
  }

  /** Tells the row of the sample; what followed it in the previous dump is expected next. */
  void add(long callstack, int row) {
    if (row >= positions.length) {
      positions = Arrays.copyOf(positions, Math.max(row + 1, 2 * positions.length));
    }
    int position = positions[row];
    if (position < size && rows[position] == row) {
      next = position + 1;
    }
    positions[row] = newSize;
    newCallstacks[newSize] = callstack;
    newRows[newSize++] = row;
  }
}
