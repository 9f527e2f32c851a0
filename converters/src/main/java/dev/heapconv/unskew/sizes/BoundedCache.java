package dev.heapconv.unskew.sizes;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Values that are dear to make, by what they are made of: the first ones are kept, and what exceeds
 * the limit is made each time. Thread-safe.
 */
final class BoundedCache<K, V> {

  private final ConcurrentHashMap<K, V> kept = new ConcurrentHashMap<>();
  private final int limit;

  /**
   * @param limit how many are kept, about
   */
  BoundedCache(int limit) {
    this.limit = limit;
  }

  V get(K key, Supplier<V> make) {
    V value = kept.get(key);
    if (value == null) {
      value = make.get();
      if (kept.size() < limit) {
        kept.put(key, value);
      }
    }
    return value;
  }
}
