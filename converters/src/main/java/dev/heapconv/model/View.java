package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * One kind of number in a profile, named as in Go and pprof.
 *
 * @param name name of the sample type
 * @param unit {@code count} or {@code bytes}
 */
public record View(String name, String unit) {

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

  /** The four views in the order used by every output. */
  public static final List<View> ALL = List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE);

  public View {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
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

  /** Own equals and hashCode: those of a record are linked at run time, which slows start-up. */
  @Override
  public int hashCode() {
    return name.hashCode() * 31 + unit.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof View view && name.equals(view.name) && unit.equals(view.unit);
  }

  public boolean isBytes() {
    return unit.equals("bytes");
  }

  /** Whether it counts only allocations that are not freed. */
  public boolean isLive() {
    return !name.startsWith("alloc_") && !name.startsWith("deallocated_");
  }
}
