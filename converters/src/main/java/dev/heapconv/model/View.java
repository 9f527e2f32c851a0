package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One kind of number in a profile, named as in Go and pprof. */
public final class View {

  /** Objects allocated since profiling began, whether since freed or not. */
  public static final View ALLOC_OBJECTS = new View("alloc_objects", "count");

  /** Bytes allocated since profiling began, whether since freed or not. */
  public static final View ALLOC_SPACE = new View("alloc_space", "bytes");

  /** Objects allocated and not freed at the dump. */
  public static final View OBJECTS = new View("objects", "count");

  /** Bytes allocated and not freed at the dump. */
  public static final View SPACE = new View("space", "bytes");

  /**
   * Samples of what was allocated since profiling began, in a profile that does not say how many
   * objects each stands for.
   */
  public static final View ALLOC_SAMPLES = new View("alloc_samples", "count");

  /** Likewise of what is not freed at the dump. */
  public static final View SAMPLES = new View("samples", "count");

  /**
   * The frame of Node.js for what its runtime says of memory outside of the heap, beside sampled
   * rows: it is not sampled.
   */
  public static final String UNSAMPLED = "(external)";

  /** The four views in the order used by every output. */
  public static final List<View> ALL = List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE);

  private static final List<View> COMMON =
      List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE, ALLOC_SAMPLES, SAMPLES);

  private final String name;
  private final String unit;
  private final boolean isBytes;
  private final boolean isLive;
  private final boolean isFreed;

  /**
   * @param name name of the sample type
   * @param unit {@code count} or {@code bytes}
   */
  public View(String name, String unit) {
    this.name = Objects.requireNonNull(name, "name");
    this.unit = Objects.requireNonNull(unit, "unit");
    isBytes = unit.equals("bytes");
    isFreed = name.startsWith("deallocated_");
    isLive = !name.startsWith("alloc_") && !isFreed;
  }

  /**
   * Those of some views, by which outputs tell them apart, must be different: of two with one name,
   * the second has its unit in it, too.
   *
   * @return for each view whose name is taken, the one to replace it
   */
  static Map<View, View> renamed(Collection<View> views) {
    Map<View, View> renamed = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (View view : ordered(views)) {
      View own = view;
      while (!names.add(own.name)) {
        own = own.withUnitInName();
      }
      if (!own.equals(view)) {
        renamed.put(view, own);
      }
    }
    return renamed;
  }

  /** The same kind of number, named by its unit, too: the name alone is that of another view. */
  public View withUnitInName() {
    return new View(name + "_" + unit, unit);
  }

  /** Whether it has the name of a view that all formats have in common, and is not that. */
  public boolean isMisnamed() {
    return !COMMON.contains(this) && COMMON.stream().anyMatch(view -> view.name.equals(name));
  }

  /** The given views without repetition: those of {@link #ALL} in their order, then the others. */
  public static List<View> ordered(Collection<View> present) {
    List<View> views = new ArrayList<>(ALL);
    views.retainAll(present);
    for (View view : present) {
      if (!views.contains(view)) {
        views.add(view);
      }
    }
    return views;
  }

  /**
   * The view to show first: {@link #SPACE}, or if it is missing the allocated bytes, or else the
   * first one.
   */
  public static View preferred(List<View> views) {
    if (views.contains(SPACE)) {
      return SPACE;
    }
    return views.contains(ALLOC_SPACE) || views.isEmpty() ? ALLOC_SPACE : views.get(0);
  }

  /**
   * The view that a user means by a name, of this or of another tool; null if there is none.
   *
   * @param present the views of the input, which may have others than the four; their names go
   *     first
   */
  public static @Nullable View named(String name, List<View> present) {
    List<View> all = new ArrayList<>(ALL);
    all.addAll(present);
    View own = called(name, present);
    return own == null ? called(ours(name), all) : own;
  }

  private static @Nullable View called(String name, List<View> views) {
    return views.stream().filter(view -> view.name.equalsIgnoreCase(name)).findFirst().orElse(null);
  }

  /** What one of the four views is called here; the name itself if no other tool uses it. */
  public static String ours(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace('-', '_')) {
      case "inuse_space", "inuse", "live", "leaked", "bytes" -> "space";
      case "inuse_objects", "live_objects" -> "objects";
      case "alloc_space", "allocated", "allocated_bytes" -> "alloc_space";
      case "alloc_objects", "allocations", "allocated_objects" -> "alloc_objects";
      default -> name;
    };
  }

  public String name() {
    return name;
  }

  public String unit() {
    return unit;
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + unit.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof View view && name.equals(view.name) && unit.equals(view.unit);
  }

  public boolean isBytes() {
    return isBytes;
  }

  /** Whether it counts only allocations that are not freed. */
  public boolean isLive() {
    return isLive;
  }

  /** Whether it counts only allocations that are freed. */
  boolean isFreed() {
    return isFreed;
  }

  @Override
  public String toString() {
    return name;
  }
}
