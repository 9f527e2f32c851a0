package dev.heapconv.reader.perfetto;

import java.util.Arrays;

/**
 * The callstacks of one scope as sent: lists of frame ids. All are in one array, as hundreds of
 * thousands of small ones would take several times the memory.
 */
final class CallstackTable {

  private static final int INITIAL_CAPACITY = 256;

  private final IdMap starts = new IdMap();

  /** Of each callstack its number of frames, and their ids. */
  private long[] frames = new long[INITIAL_CAPACITY];

  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Where a callstack starts; {@link IdMap#NONE} if it is not defined. */
  int find(long iid) {
    return starts.get(iid);
  }

  /** Number of frames of the callstack that starts there. */
  int depth(int start) {
    return (int) frames[start];
  }

  /** The id of a frame, by its place in the callstack from 0, outermost first. */
  long frame(int start, int place) {
    return frames[start + 1 + place];
  }

  /**
   * Defines a callstack.
   *
   * @param ids the first {@code depth} are its frames
   * @return whether it had another definition
   */
  boolean put(long iid, long[] ids, int depth) {
    int before = starts.get(iid);
    if (before >= 0
        && Arrays.equals(frames, before + 1, before + 1 + depth(before), ids, 0, depth)) {
      return false;
    }
    if (frames.length - size <= depth) {
      int grown = Math.max(size + depth + 1, size + (size >> 1));
      frames = Arrays.copyOf(frames, grown);
    }
    starts.put(iid, size);
    frames[size++] = depth;
    System.arraycopy(ids, 0, frames, size, depth);
    size += depth;
    return before >= 0;
  }

  void clear() {
    starts.clear();
    size = 0;
  }
}
