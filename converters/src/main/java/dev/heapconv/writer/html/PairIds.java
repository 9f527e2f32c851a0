package dev.heapconv.writer.html;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** Pairs of integers, numbered from 0 in order of first use. */
final class PairIds {

  private final Long2IntOpenHashMap ids = new Long2IntOpenHashMap();

  /** The first integer of each pair, and the second. */
  final IntArrayList first = new IntArrayList();

  final IntArrayList second = new IntArrayList();

  PairIds() {
    ids.defaultReturnValue(-1);
  }

  /** The number of a pair, assigned if it has none yet. */
  int id(int one, int other) {
    long key = (long) one << Integer.SIZE | Integer.toUnsignedLong(other);
    int id = ids.get(key);
    if (id < 0) {
      id = first.size();
      first.add(one);
      second.add(other);
      ids.put(key, id);
    }
    return id;
  }
}
