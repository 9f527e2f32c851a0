package dev.heapconv.transform;

import dev.heapconv.unskew.WeightedUnskewer;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Estimators of earlier profiles of this process. They remember their results, and profiles of one
 * fleet have many of their small stacks' numbers in common. Given up when memory runs short.
 */
final class SharedUnskewers {

  private static final int MOST = 16;

  private static final Map<List<Object>, SoftReference<WeightedUnskewer>> UNSKEWERS =
      new LinkedHashMap<>(MOST, 0.75f, true);

  private SharedUnskewers() {}

  /**
   * @param key all that decides what the estimator gives
   */
  static synchronized WeightedUnskewer get(List<Object> key, Supplier<WeightedUnskewer> creation) {
    SoftReference<WeightedUnskewer> reference = UNSKEWERS.get(key);
    WeightedUnskewer known = reference == null ? null : reference.get();
    if (known == null) {
      known = creation.get();
      UNSKEWERS.put(key, new SoftReference<>(known));
      if (UNSKEWERS.size() > MOST) {
        UNSKEWERS.remove(UNSKEWERS.keySet().iterator().next());
      }
    }
    return known;
  }
}
