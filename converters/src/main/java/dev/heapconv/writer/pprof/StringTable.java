package dev.heapconv.writer.pprof;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The string table of a profile: each text once, the empty one first. */
final class StringTable {

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final List<String> strings = new ArrayList<>();

  StringTable() {
    ids.defaultReturnValue(-1);
    id("");
  }

  int id(String text) {
    int id = ids.getInt(text);
    if (id < 0) {
      id = strings.size();
      strings.add(text);
      ids.put(text, id);
    }
    return id;
  }

  List<String> strings() {
    return strings;
  }
}
