package dev.heapconv.reader.perfetto;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The callstacks of one scope as sent: lists of frame ids. All are in one array, as hundreds of
 * thousands of small ones would take several times the memory.
 */
final class CallstackTable {

  /** Stands for a callstack that is not defined. */
  static final int NONE = -1;

  private static final int INITIAL_CAPACITY = 256;

  private final Long2IntOpenHashMap starts = new Long2IntOpenHashMap();

  /** Of each callstack its number of frames, and the codes of their ids. */
  private int[] frames = new int[INITIAL_CAPACITY];

  /** Ids that are not their own codes: producers count theirs from 1. */
  private final LongArrayList wideIds = new LongArrayList();

  private final Long2IntOpenHashMap placeOfWideId = new Long2IntOpenHashMap(0);

  private int size;

  CallstackTable() {
    starts.defaultReturnValue(NONE);
    placeOfWideId.defaultReturnValue(NONE);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Where a callstack starts; {@link #NONE} if it is not defined. */
  int find(long iid) {
    return starts.get(iid);
  }

  /** Number of frames of the callstack that starts there. */
  int depth(int start) {
    return frames[start];
  }

  /** The id of a frame, by its place in the callstack from 0, outermost first. */
  long frame(int start, int place) {
    int code = frames[start + 1 + place];
    return code >= 0 ? code : wideIds.getLong(-1 - code);
  }

  /** How many outermost frames two callstacks have in common. */
  int commonFrames(int start, int other) {
    int depth = Math.min(depth(start), depth(other));
    int mismatch =
        Arrays.mismatch(frames, start + 1, start + 1 + depth, frames, other + 1, other + 1 + depth);
    return mismatch < 0 ? depth : mismatch;
  }

  /**
   * Defines a callstack.
   *
   * @param ids the first {@code depth} are its frames
   * @return whether it had another definition
   */
  boolean put(long iid, long[] ids, int depth) {
    if (frames.length - size <= depth) {
      int grown = Math.max(size + depth + 1, size + (size >> 1));
      frames = Arrays.copyOf(frames, grown);
    }
    int end = size + 1 + depth;
    for (int i = 0; i < depth; i++) {
      frames[size + 1 + i] = code(ids[i]);
    }
    int before = starts.get(iid);
    if (before >= 0
        && Arrays.equals(frames, before + 1, before + 1 + depth(before), frames, size + 1, end)) {
      return false;
    }
    starts.put(iid, size);
    frames[size] = depth;
    size = end;
    return before >= 0;
  }

  private int code(long id) {
    if (id >= 0 && id <= Integer.MAX_VALUE) {
      return (int) id;
    }
    int place = placeOfWideId.get(id);
    if (place < 0) {
      place = wideIds.size();
      wideIds.add(id);
      placeOfWideId.put(id, place);
    }
    return -1 - place;
  }

  void clear() {
    starts.clear();
    wideIds.clear();
    placeOfWideId.clear();
    size = 0;
  }
}
