package dev.heapconv.transform;

import dev.heapconv.unskew.WeightedUnskewer;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The estimators of one kind of estimate, by how was sampled. They remember their results, and
 * profiles of one fleet have many of their small stacks' numbers in common. Given up when memory
 * runs short. Thread-safe.
 */
final class SharedUnskewers {

  private static final int MOST = 16;

  /**
   * Own equals and hashCode: those of a record are linked at run time, which start-up would pay
   * for.
   */
  private record Sampling(long interval, long originalInterval) {
    @Override
    public int hashCode() {
      return Long.hashCode(interval) * 31 + Long.hashCode(originalInterval);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Sampling sampling
          && interval == sampling.interval
          && originalInterval == sampling.originalInterval;
    }
  }

  private final UnskewOptions options;
  private final Map<Sampling, SoftReference<WeightedUnskewer>> unskewers =
      new LinkedHashMap<>(MOST, 0.75f, true);

  SharedUnskewers(UnskewOptions options) {
    this.options = options;
  }

  /**
   * @param interval mean sampling interval in bytes
   * @param originalInterval the interval that sampling began with; not larger
   */
  synchronized WeightedUnskewer get(long interval, long originalInterval) {
    Sampling sampling = new Sampling(interval, originalInterval);
    SoftReference<WeightedUnskewer> reference = unskewers.get(sampling);
    WeightedUnskewer known = reference == null ? null : reference.get();
    if (known == null) {
      known =
          WeightedUnskewer.create(
              interval, originalInterval, options.cutoff(interval), options.confidence());
      unskewers.put(sampling, new SoftReference<>(known));
      if (unskewers.size() > MOST) {
        unskewers.remove(unskewers.keySet().iterator().next());
      }
    }
    return known;
  }
}
