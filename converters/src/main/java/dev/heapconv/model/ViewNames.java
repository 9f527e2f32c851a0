package dev.heapconv.model;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of views, as users of this and of other tools write them. */
final class ViewNames {

  /** What pprof, jeprof, heaptrack and other tools call the four views. */
  private static final Map<String, String> OF_OTHERS =
      Map.ofEntries(
          entry("inuse_space", "space"),
          entry("inuse-space", "space"),
          entry("inuse", "space"),
          entry("live", "space"),
          entry("leaked", "space"),
          entry("bytes", "space"),
          entry("inuse_objects", "objects"),
          entry("inuse-objects", "objects"),
          entry("live_objects", "objects"),
          entry("alloc-space", "alloc_space"),
          entry("allocated", "alloc_space"),
          entry("allocated_bytes", "alloc_space"),
          entry("alloc-objects", "alloc_objects"),
          entry("allocations", "alloc_objects"),
          entry("allocated_objects", "alloc_objects"));

  private ViewNames() {}

  /**
   * @see View#ours
   */
  static String ours(String name) {
    return OF_OTHERS.getOrDefault(name.toLowerCase(Locale.ROOT), name);
  }

  /**
   * @see View#named
   */
  static @Nullable View find(String name, List<View> present) {
    View own = called(name, present);
    return own != null ? own : called(ours(name), all(present));
  }

  private static List<View> all(List<View> present) {
    List<View> all = new ArrayList<>(View.ALL);
    all.addAll(present);
    return all;
  }

  private static @Nullable View called(String name, List<View> views) {
    for (View view : views) {
      if (view.name().equalsIgnoreCase(name)) {
        return view;
      }
    }
    return null;
  }
}
