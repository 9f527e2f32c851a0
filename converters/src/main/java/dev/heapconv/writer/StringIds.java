package dev.heapconv.writer;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** Unique strings, numbered from 0 in order of first use. */
public final class StringIds {

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final List<String> strings = new ArrayList<>();

  public StringIds() {
    ids.defaultReturnValue(-1);
  }

  /** The number of a string, assigned if it has none yet. */
  public int id(String text) {
    int id = ids.getInt(text);
    if (id < 0) {
      id = strings.size();
      strings.add(text);
      ids.put(text, id);
    }
    return id;
  }

  /** All strings in the order of their numbers. */
  public List<String> strings() {
    return strings;
  }
}
