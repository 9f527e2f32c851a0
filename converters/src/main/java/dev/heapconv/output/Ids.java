package dev.heapconv.output;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** Unique values, numbered from 0 in order of first use. */
public final class Ids<T> {

  private final Object2IntOpenHashMap<T> ids = new Object2IntOpenHashMap<>();
  private final List<T> values = new ArrayList<>();

  public Ids() {
    ids.defaultReturnValue(-1);
  }

  /** The number of a value, assigned if it has none yet. */
  public int id(T value) {
    int id = ids.putIfAbsent(value, values.size());
    if (id < 0) {
      values.add(value);
      return values.size() - 1;
    }
    return id;
  }

  /** All values in the order of their numbers. */
  public List<T> values() {
    return values;
  }
}
