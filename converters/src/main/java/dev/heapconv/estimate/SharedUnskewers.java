package dev.heapconv.estimate;

import dev.heapconv.unskew.Sampling;
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

  private final double confidence;
  private final Map<Sampling, SoftReference<WeightedUnskewer>> unskewers =
      new LinkedHashMap<>(MAX, 0.75f, true);

  SharedUnskewers(double confidence) {
    this.confidence = confidence;
  }

  /** The one for heaps that heapprofd sampled in this way. */
  synchronized WeightedUnskewer get(Sampling sampling) {
    SoftReference<WeightedUnskewer> reference = unskewers.get(sampling);
    WeightedUnskewer known = reference == null ? null : reference.get();
    if (known == null) {
      known =
          WeightedUnskewer.create(
              sampling.interval(), sampling.first(), sampling.cutoff(), confidence);
      unskewers.put(sampling, new SoftReference<>(known));
      if (unskewers.size() > MAX) {
        unskewers.remove(unskewers.keySet().iterator().next());
      }
    }
    return known;
  }
}
