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

  /** Objects allocated since profiling began, including those freed since. */
  public static final View ALLOC_OBJECTS = new View("alloc_objects", "count");

  /** Bytes allocated since profiling began, including those freed since. */
  public static final View ALLOC_SPACE = new View("alloc_space", "bytes");

  /** Objects allocated and not freed at the dump. */
  public static final View OBJECTS = new View("objects", "count");

  /** Bytes allocated and not freed at the dump. */
  public static final View SPACE = new View("space", "bytes");

  /**
   * Samples of allocations since profiling began, in a profile that does not state how many objects
   * each stands for.
   */
  public static final View ALLOC_SAMPLES = new View("alloc_samples", "count");

  /**
   * Samples of allocations not freed at the dump, in a profile that does not state how many objects
   * each stands for.
   */
  public static final View SAMPLES = new View("samples", "count");

  /**
   * The frame of Node.js for memory outside the heap. Its runtime reports it beside the sampled
   * rows, but does not sample it.
   */
  public static final String UNSAMPLED = "(external)";

  /** The four usual views, in the order of every output. */
  public static final List<View> ALL = List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE);

  private static final List<View> COMMON =
      List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE, ALLOC_SAMPLES, SAMPLES);

  private final String name;
  private final String unit;
  private final boolean isBytes;
  private final boolean isLive;
  private final boolean isFreed;

  /**
   * Creates a view. A name that begins with {@code alloc_} or {@code deallocated_} counts allocated
   * or freed memory; any other name counts live memory.
   *
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
   * Returns new names for views that share a name, because outputs distinguish views by their
   * names. The second view with a name gets its unit appended.
   *
   * @return the replacement of each view that needs one
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

  /**
   * Returns the same kind of number with its unit in the name, because another view has the name
   * alone.
   */
  public View withUnitInName() {
    return new View(name + "_" + unit, unit);
  }

  /** Whether this view has the name of a common view, but another unit. */
  public boolean isMisnamed() {
    return !COMMON.contains(this) && COMMON.stream().anyMatch(view -> view.name.equals(name));
  }

  /**
   * Returns views without repetition: those of {@link #ALL} in their order, then the rest.
   *
   * @param present the views
   */
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
   * Returns the view to show first: {@link #SPACE}, or else the allocated bytes, or else the first
   * view.
   *
   * @param views the views of a profile
   */
  public static View preferred(List<View> views) {
    if (views.contains(SPACE)) {
      return SPACE;
    }
    return views.contains(ALLOC_SPACE) || views.isEmpty() ? ALLOC_SPACE : views.get(0);
  }

  /**
   * Finds the view that a user means by a name, which may be the name of another tool.
   *
   * @param name the name; case does not matter
   * @param present the views of the input, whose names take precedence
   * @return null if there is no such view
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

  /**
   * Returns this program's name of one of the four usual views.
   *
   * @param name the name in another tool
   * @return the name itself if it is no such name
   */
  public static String ours(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace('-', '_')) {
      case "inuse_space", "inuse", "live", "leaked", "bytes" -> "space";
      case "inuse_objects", "live_objects" -> "objects";
      case "alloc_space", "allocated", "allocated_bytes" -> "alloc_space";
      case "alloc_objects", "allocations", "allocated_objects" -> "alloc_objects";
      default -> name;
    };
  }

  /** Returns the name of the sample type. */
  public String name() {
    return name;
  }

  /** Returns the unit, {@code count} or {@code bytes}. */
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

  /** Whether the unit is {@code bytes}. */
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
