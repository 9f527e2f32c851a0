package dev.heapconv.transform;

import dev.heapconv.unskew.sizes.WeightedUnskewer;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The estimators for one kind of estimate, by sampling parameters. They cache their results,
 * because profiles of one fleet share many of the numbers of small stacks. Released when memory
 * runs short. Thread-safe.
 */
final class SharedUnskewers {

  private static final int MAX = 16;

  private record UnskewerKey(long interval, long originalInterval, long cutoff) {}

  private final double confidence;
  private final Map<UnskewerKey, SoftReference<WeightedUnskewer>> unskewers =
      new LinkedHashMap<>(MAX, 0.75f, true);

  SharedUnskewers(double confidence) {
    this.confidence = confidence;
  }

  /**
   * @param interval mean sampling interval in bytes
   * @param originalInterval the interval that sampling began with, at most {@code interval}
   * @param cutoff size in bytes from which allocations are always recorded, with their size
   */
  synchronized WeightedUnskewer get(long interval, long originalInterval, long cutoff) {
    UnskewerKey sampling = new UnskewerKey(interval, originalInterval, cutoff);
    SoftReference<WeightedUnskewer> reference = unskewers.get(sampling);
    WeightedUnskewer known = reference == null ? null : reference.get();
    if (known == null) {
      known = WeightedUnskewer.create(interval, originalInterval, cutoff, confidence);
      unskewers.put(sampling, new SoftReference<>(known));
      if (unskewers.size() > MAX) {
        unskewers.remove(unskewers.keySet().iterator().next());
      }
    }
    return known;
  }
}
