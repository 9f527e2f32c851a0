package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps the values of a sample to views. */
final class PprofColumns {

  /** Names of sample types, with _ for - and spaces. */
  private static final Map<String, View> NAMES =
      Map.ofEntries(
          // Go, google/tcmalloc, Datadog
          Map.entry("alloc_objects", View.ALLOC_OBJECTS),
          Map.entry("alloc_space", View.ALLOC_SPACE),
          Map.entry("objects", View.OBJECTS),
          Map.entry("space", View.SPACE),
          Map.entry("inuse_objects", View.OBJECTS),
          Map.entry("inuse_space", View.SPACE),
          // Datadog: .NET, Ruby, Python, PHP
          Map.entry("alloc_samples", View.ALLOC_OBJECTS),
          Map.entry("alloc_size", View.ALLOC_SPACE),
          Map.entry("heap_live_samples", View.OBJECTS),
          Map.entry("heap_live_size", View.SPACE),
          Map.entry("heap_space", View.SPACE),
          // Made from recordings of the JDK's Flight Recorder
          Map.entry("alloc_in_new_tlab_objects", View.ALLOC_OBJECTS),
          Map.entry("alloc_in_new_tlab_bytes", View.ALLOC_SPACE),
          Map.entry("alloc_outside_tlab_objects", View.ALLOC_OBJECTS),
          Map.entry("alloc_outside_tlab_bytes", View.ALLOC_SPACE),
          Map.entry("alloc_sample_objects", View.ALLOC_OBJECTS),
          Map.entry("alloc_sample_bytes", View.ALLOC_SPACE),
          Map.entry("live", View.OBJECTS),
          // Fuchsia's memory sampler
          Map.entry("allocated_objects", View.ALLOC_OBJECTS),
          Map.entry("allocated_space", View.ALLOC_SPACE),
          Map.entry("residual_allocated_objects", View.OBJECTS),
          Map.entry("residual_allocated_space", View.SPACE),
          // Perfetto's traceconv
          Map.entry("total_malloc_count", View.ALLOC_OBJECTS),
          Map.entry("total_malloc_size", View.ALLOC_SPACE),
          Map.entry("unreleased_malloc_count", View.OBJECTS),
          Map.entry("unreleased_malloc_size", View.SPACE),
          Map.entry("total_allocation_count", View.ALLOC_OBJECTS),
          Map.entry("total_allocation_size", View.ALLOC_SPACE),
          Map.entry("unreleased_allocation_count", View.OBJECTS),
          Map.entry("unreleased_allocation_size", View.SPACE),
          Map.entry("total_count", View.ALLOC_OBJECTS),
          Map.entry("total_size", View.ALLOC_SPACE),
          Map.entry("unreleased_count", View.OBJECTS),
          Map.entry("unreleased_size", View.SPACE));

  /** Names of allocations that async-profiler counts in objects or in bytes. */
  private static final Set<String> BY_UNIT = Set.of("memory", "allocations", "malloc");

  /** Allocations in thread-local buffers and outside of them are parts of all allocations. */
  private static final String PART = "_tlab_";

  private static final String FUCHSIA = "residual_allocated_space";

  /** Types of other kinds of profiles: the first match decides. */
  private static final String[][] OTHER_PROFILES = {
    {"contentions", "lock contention"},
    {"delay", "lock contention"},
    {"lock_time", "lock contention"},
    {"lock_count", "lock contention"},
    {"cpu", "CPU time"},
    {"cpu_time", "CPU time"},
    {"cpu_samples", "CPU time"},
    {"wall", "wall clock time"},
    {"wall_time", "wall clock time"},
    {"wall_samples", "wall clock time"},
    {"exception", "exceptions"},
    {"exception_samples", "exceptions"},
    {"goroutine", "goroutines"},
    {"goroutines", "goroutines"},
    {"threadcreate", "thread creation"},
  };

  private final int[] viewOfColumn;
  private final List<View> views = new ArrayList<>();
  private final List<View> extras = new ArrayList<>();
  private boolean fuchsia;
  private @Nullable TraceconvHeap traceconv;

  PprofColumns(PprofContent content, String name) throws HeapConvException {
    List<String> types = new ArrayList<>();
    viewOfColumn = new int[content.sampleTypes.size()];
    for (int i = 0; i < viewOfColumn.length; i++) {
      ValueType type = content.sampleTypes.get(i);
      String typeName = content.string(type.getType());
      String unit = content.string(type.getUnit());
      types.add(typeName);
      fuchsia |= typeName.equals(FUCHSIA);
      traceconv = traceconv == null ? TraceconvHeap.of(typeName) : traceconv;
      viewOfColumn[i] = place(known(normalized(typeName), unit), typeName, unit);
    }
    if (views.isEmpty() || views.equals(extras)) {
      throw notAHeapProfile(types, content.string(content.periodType.getType()), name);
    }
    List<View> ordered = new ArrayList<>(View.ALL);
    ordered.retainAll(views);
    ordered.addAll(extras);
    views.clear();
    views.addAll(ordered);
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  private static @Nullable View known(String name, String unit) {
    if (BY_UNIT.contains(name)) {
      return unit.equals("bytes")
          ? View.ALLOC_SPACE
          : unit.equals("count") ? View.ALLOC_OBJECTS : null;
    }
    return NAMES.get(name);
  }

  private int place(@Nullable View known, String name, String unit) {
    if (known != null) {
      if (!views.contains(known)) {
        views.add(known);
      } else if (!name.contains(PART)) {
        return -1;
      }
      return View.ALL.indexOf(known);
    }
    boolean memory =
        (unit.equals("bytes") && name.endsWith("_space"))
            || (unit.equals("count") && name.endsWith("_objects"));
    View extra = new View(name, unit);
    if (!memory || extras.contains(extra)) {
      return -1;
    }
    extras.add(extra);
    views.add(extra);
    return View.ALL.size() + extras.size() - 1;
  }

  private static HeapConvException notAHeapProfile(
      List<String> types, String periodType, String name) {
    String other = other(types);
    other = other == null ? other(List.of(periodType)) : other;
    String named = types.isEmpty() ? "nothing" : String.join(", ", types);
    return HeapConvException.input(
        ErrorId.NOT_A_HEAP_PROFILE, name, "a pprof profile of " + (other == null ? named : other));
  }

  private static @Nullable String other(List<String> types) {
    List<String> known = types.stream().map(PprofColumns::normalized).toList();
    for (String[] other : OTHER_PROFILES) {
      if (known.contains(other[0])) {
        return other[1];
      }
    }
    return null;
  }

  /** The index of a column's view in {@link View#ALL}, or 4 and up for extra views; -1 for none. */
  int view(int column) {
    return viewOfColumn[column];
  }

  /** The view of a column; null for none. */
  @Nullable View viewOrNull(int column) {
    int index = viewOfColumn[column];
    if (index < 0) {
      return null;
    }
    return index < View.ALL.size() ? View.ALL.get(index) : extras.get(index - View.ALL.size());
  }

  int count() {
    return viewOfColumn.length;
  }

  List<View> views() {
    return List.copyOf(views);
  }

  List<View> extras() {
    return List.copyOf(extras);
  }

  /** Whether these are the columns of Fuchsia's memory sampler. */
  boolean isFuchsia() {
    return fuchsia;
  }

  /** What traceconv made the file of; null for files of others. */
  @Nullable TraceconvHeap traceconv() {
    return traceconv;
  }

  boolean has(View view) {
    return views.contains(view);
  }
}
