package dev.heapconv.reader.perfetto;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import java.util.Arrays;

/**
 * A map from ids of a producer to numbers from 0. Producers count their ids from 1, so nearly all
 * of them are indices of an array, which is faster and smaller than a hash table; the rest are in
 * one.
 */
final class IdMap {

  /** Stands for an id that is not there. */
  static final int NONE = -1;

  private static final int MIN_SIZE = 256;

  /** The array may have so many elements for each id: some five times what a hash table needs. */
  private static final int SIZE_PER_ID = 20;

  /** By id, the number plus 1. */
  private int[] numbers = new int[0];

  private final Long2IntOpenHashMap others = new Long2IntOpenHashMap(0);

  /** How often anything was put: at least as often as there are ids. */
  private long puts;

  IdMap() {
    others.defaultReturnValue(NONE);
  }

  /** The number of an id; {@link #NONE} if it has none. */
  int get(long id) {
    return id >= 0 && id < numbers.length ? numbers[(int) id] - 1 : others.get(id);
  }

  /**
   * @param number from 0, below the largest int; {@link #NONE} takes the id out
   */
  void put(long id, int number) {
    puts++;
    if (id >= numbers.length && id < maxSize()) {
      grow((int) id);
    }
    if (id >= 0 && id < numbers.length) {
      numbers[(int) id] = number + 1;
    } else {
      others.put(id, number);
    }
  }

  private long maxSize() {
    return Math.min(MIN_SIZE + SIZE_PER_ID * puts, Integer.MAX_VALUE - 8);
  }

  private void grow(int id) {
    long size = Math.max(Math.max(2L * numbers.length, MIN_SIZE), id + 1L);
    numbers = Arrays.copyOf(numbers, (int) Math.min(size, maxSize()));
    ObjectIterator<Long2IntMap.Entry> entries = others.long2IntEntrySet().fastIterator();
    while (entries.hasNext()) {
      Long2IntMap.Entry entry = entries.next();
      long other = entry.getLongKey();
      if (other >= 0 && other < numbers.length) {
        numbers[(int) other] = entry.getIntValue() + 1;
        entries.remove();
      }
    }
  }

  void clear() {
    Arrays.fill(numbers, 0);
    others.clear();
    puts = 0;
  }
}
