package dev.heapconv.reader.perfetto;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Numbers from 0 by id. Producers count ids from 1, and use many of them in order: then an array
 * takes a fraction of the time of a hash table, and about as much memory.
 */
final class IdMap {

  /** Stands for the number of an id that has none. */
  static final int NONE = -1;

  /** How many places an id may take: heapprofd counts the frames of callstacks, too. */
  private static final int MAX_PLACES = 32;

  private static final int MIN_IDS = 64;
  private static final int MAX_ID = 1 << 30;

  /** One more than the number of each small id; 0 if it has none here. */
  private int[] numbers = {};

  /** Of ids that were too large for the array when they got their numbers. */
  private final Long2IntOpenHashMap others = new Long2IntOpenHashMap(0);

  private int size;

  IdMap() {
    others.defaultReturnValue(NONE);
  }

  /** How many ids have numbers. */
  int size() {
    return size;
  }

  int get(long id) {
    int number = id >= 0 && id < numbers.length ? numbers[(int) id] - 1 : NONE;
    return number != NONE || others.isEmpty() ? number : others.get(id);
  }

  /** Gives a number to an id, and returns the one that it had. */
  int put(long id, int number) {
    int before = get(id);
    size += before == NONE ? 1 : 0;
    if (!others.isEmpty()) {
      others.remove(id);
    }
    long max = Math.min(MAX_ID, (long) MAX_PLACES * Math.max(MIN_IDS, size));
    if (id >= numbers.length && id < max) {
      numbers = Arrays.copyOf(numbers, (int) Math.max(id + 1, numbers.length * 3L / 2));
    }
    if (id >= 0 && id < numbers.length) {
      numbers[(int) id] = number + 1;
    } else {
      others.put(id, number);
    }
    return before;
  }

  /** Takes the number of an id away, and returns it. */
  int remove(long id) {
    int number = get(id);
    if (number != NONE) {
      size--;
      if (others.remove(id) == NONE) {
        numbers[(int) id] = 0;
      }
    }
    return number;
  }

  void clear() {
    numbers = new int[0];
    if (!others.isEmpty()) {
      others.clear();
      others.trim();
    }
    size = 0;
  }
}
