package dev.heapconv.estimate;

import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The estimators of the whole process, by confidence level and sampling parameters. Each takes a
 * millisecond to make and caches its results, because the profiles of one fleet share many of the
 * numbers of small stacks. Released when memory runs short. Thread-safe.
 */
final class SharedUnskewers {

  private static final int MAX = 16;

  private record Key(double confidence, Sampling sampling) {}

  private static final Map<Key, SoftReference<WeightedUnskewer>> UNSKEWERS =
      new LinkedHashMap<>(MAX, 0.75f, true);

  private SharedUnskewers() {}

  /** The one for heaps that heapprofd sampled in this way. */
  static WeightedUnskewer of(Sampling sampling, double confidence) {
    synchronized (UNSKEWERS) {
      Key key = new Key(confidence, sampling);
      SoftReference<WeightedUnskewer> reference = UNSKEWERS.get(key);
      WeightedUnskewer known = reference == null ? null : reference.get();
      if (known == null) {
        known =
            WeightedUnskewer.create(
                sampling.interval(), sampling.first(), sampling.cutoff(), confidence);
        UNSKEWERS.put(key, new SoftReference<>(known));
        if (UNSKEWERS.size() > MAX) {
          UNSKEWERS.remove(UNSKEWERS.keySet().iterator().next());
        }
      }
      return known;
    }
  }
}
