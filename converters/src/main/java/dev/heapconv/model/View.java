package dev.heapconv.model;

import java.util.List;
import java.util.Objects;

/**
 * One kind of number of a profile, named as Go and pprof name it.
 *
 * @param name name of the sample type
 * @param unit {@code count} or {@code bytes}
 */
public record View(String name, String unit) {

  /** Objects allocated since profiling began, whether freed since or not. */
  public static final View ALLOC_OBJECTS = new View("alloc_objects", "count");

  /** Bytes allocated since profiling began, whether freed since or not. */
  public static final View ALLOC_SPACE = new View("alloc_space", "bytes");

  /** Objects allocated and not freed at the dump. */
  public static final View OBJECTS = new View("objects", "count");

  /** Bytes allocated and not freed at the dump. */
  public static final View SPACE = new View("space", "bytes");

  /** The four views in the order every output has them. */
  public static final List<View> ALL = List.of(ALLOC_OBJECTS, ALLOC_SPACE, OBJECTS, SPACE);

  public View {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
  }

  /**
   * Own equals and hashCode: those of a record are linked at run time, which start-up would pay
   * for.
   */
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

  /** Whether it counts what is allocated and not freed. */
  public boolean isLive() {
    return !name.startsWith("alloc_") && !name.startsWith("deallocated_");
  }
}
