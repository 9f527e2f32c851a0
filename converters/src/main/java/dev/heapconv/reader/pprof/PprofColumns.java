package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps the values of a sample to views, by the names that profilers have for them. */
public final class PprofColumns {

  /**
   * Datadog's number of samples, also this program's. From Ruby and Python it is that of objects,
   * and where the user knows the sampling interval, each sample can be unskewed.
   */
  private static final String DATADOG = "alloc_samples";

  /**
   * Names of sample types that are known to be bytes or objects, with _ for - and spaces. Counts of
   * other names are never objects.
   */
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
          Map.entry("alloc_size", View.ALLOC_SPACE),
          Map.entry("heap_live_samples", View.OBJECTS),
          Map.entry("heap_live_size", View.SPACE),
          Map.entry("heap_space", View.SPACE),
          // Made by Pyroscope and jfrconv from recordings of the JDK's Flight Recorder
          Map.entry("alloc_in_new_tlab_bytes", View.ALLOC_SPACE),
          Map.entry("alloc_outside_tlab_bytes", View.ALLOC_SPACE),
          Map.entry("alloc_sample_bytes", View.ALLOC_SPACE),
          Map.entry("malloc_bytes", View.ALLOC_SPACE),
          Map.entry("memory", View.ALLOC_SPACE),
          Map.entry("allocations", View.ALLOC_SPACE),
          Map.entry("malloc", View.ALLOC_SPACE),
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

  /**
   * Names of numbers of samples. One sample stands for any number of objects, whether the bytes
   * beside it are scaled, as in those made from recordings of the Flight Recorder, or not.
   */
  private static final Map<String, View> SAMPLES =
      Map.ofEntries(
          Map.entry("allocations", View.ALLOC_SAMPLES),
          Map.entry("memory", View.ALLOC_SAMPLES),
          Map.entry("malloc", View.ALLOC_SAMPLES),
          Map.entry("alloc_in_new_tlab_objects", View.ALLOC_SAMPLES),
          Map.entry("alloc_outside_tlab_objects", View.ALLOC_SAMPLES),
          Map.entry("alloc_sample_objects", View.ALLOC_SAMPLES),
          Map.entry("malloc_objects", View.ALLOC_SAMPLES),
          Map.entry("live", View.SAMPLES),
          Map.entry(DATADOG, View.ALLOC_SAMPLES));

  /** Columns beside {@link #DATADOG} of those that write objects into it: Ruby and Python. */
  private static final Set<String> OF_OBJECTS = Set.of("alloc_samples_unscaled", "alloc_space");

  /** Allocations in thread-local buffers and outside of them are parts of all allocations. */
  private static final String PART = "_tlab_";

  /** Begins the names that jfrconv and Pyroscope have for async-profiler's native allocations. */
  private static final String MALLOC = "malloc";

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
  private final List<String> samples = new ArrayList<>();
  private boolean fuchsia;
  private @Nullable String sampledSizes;
  private @Nullable TraceconvHeap traceconv;

  /**
   * @param kind what declares the types, such as {@code a pprof profile}
   * @param name of the input
   * @param types as they are declared, with their units
   * @param periodType name of the type of the period; empty if unknown
   * @param own whether this program wrote the profile, which tells its samples from those of CPU
   *     profiles
   * @param raw whether samples are to be unskewed if there are bytes of each
   * @throws HeapConvException {@link ErrorId#NOT_A_HEAP_PROFILE} if no type is one of memory
   */
  public static PprofColumns of(
      String kind, String name, List<View> types, String periodType, boolean own, boolean raw)
      throws HeapConvException {
    PprofColumns columns = new PprofColumns(types, own, raw);
    columns = raw && !columns.inPairs() ? new PprofColumns(types, own, false) : columns;
    if (columns.views.isEmpty()
        || (columns.views.equals(columns.extras) && columns.samples.isEmpty())) {
      throw notAHeapProfile(kind, name, types, periodType);
    }
    return columns;
  }

  private PprofColumns(List<View> declared, boolean own, boolean raw) {
    List<String> types = declared.stream().map(View::name).toList();
    List<String> known = types.stream().map(PprofColumns::normalized).toList();
    boolean objects = raw || !Collections.disjoint(known, OF_OBJECTS);
    viewOfColumn = new int[types.size()];
    for (int i = 0; i < viewOfColumn.length; i++) {
      String unit = declared.get(i).unit();
      fuchsia |= types.get(i).equals(FUCHSIA);
      traceconv = traceconv == null ? TraceconvHeap.of(types.get(i)) : traceconv;
      View view = !own && objects && known.get(i).equals(DATADOG) ? View.ALLOC_OBJECTS : null;
      view = view == null ? known(known.get(i), unit, own) : view;
      viewOfColumn[i] = view == null ? extra(types.get(i), unit) : place(view, known.get(i));
      if (View.ALLOC_SPACE.equals(view) && known.get(i).startsWith(MALLOC)) {
        sampledSizes = types.get(i);
      }
      if (view != null && !View.ALL.contains(view)) {
        samples.add(types.get(i));
      }
    }
    List<View> ordered = View.ordered(views);
    views.clear();
    views.addAll(ordered);
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /** The view of a known name whose unit is none that it cannot have; null for none. */
  private static @Nullable View known(String name, String unit, boolean own) {
    if (own && name.equals(View.SAMPLES.name())) {
      return View.SAMPLES;
    }
    View view = NAMES.get(name);
    if (view != null && view.isBytes() == unit.equals(View.SPACE.unit())) {
      return view;
    }
    return unit.equals(View.SAMPLES.unit()) ? SAMPLES.get(name) : null;
  }

  private int place(View view, String name) {
    if (!views.contains(view)) {
      views.add(view);
      if (!View.ALL.contains(view)) {
        extras.add(view);
      }
    } else if (!name.contains(PART)) {
      return -1;
    }
    int index = View.ALL.indexOf(view);
    return index < 0 ? View.ALL.size() + extras.indexOf(view) : index;
  }

  /** Places a column that keeps its name. */
  private int extra(String name, String unit) {
    View view = new View(name, unit);
    boolean memory =
        (unit.equals("bytes") && name.endsWith("_space"))
            || (unit.equals("count") && name.endsWith("_objects"));
    return memory && !extras.contains(view) ? place(view, "") : -1;
  }

  private static HeapConvException notAHeapProfile(
      String kind, String name, List<View> types, String periodType) {
    List<String> names = types.stream().map(View::name).toList();
    String other = other(names);
    other = other == null ? other(List.of(periodType)) : other;
    String named = names.isEmpty() ? "nothing" : String.join(", ", names);
    return HeapConvException.input(
        ErrorId.NOT_A_HEAP_PROFILE, name, kind + " of " + (other == null ? named : other));
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
  public int view(int column) {
    return viewOfColumn[column];
  }

  /** The view of a column; null for none. */
  public @Nullable View viewOrNull(int column) {
    int index = viewOfColumn[column];
    if (index < 0) {
      return null;
    }
    return index < View.ALL.size() ? View.ALL.get(index) : extras.get(index - View.ALL.size());
  }

  int count() {
    return viewOfColumn.length;
  }

  public List<View> views() {
    return List.copyOf(views);
  }

  public List<View> extras() {
    return List.copyOf(extras);
  }

  /** Warns of columns that hold samples, and not what these stand for. */
  public void warnOfSamples(Warnings warnings) {
    if (sampledSizes != null) {
      warnings.add(ErrorId.SAMPLED_SIZES, sampledSizes);
    }
    if (samples.isEmpty()) {
      return;
    }
    List<String> shown = new ArrayList<>(extras.stream().map(View::name).toList());
    shown.retainAll(List.of(View.ALLOC_SAMPLES.name(), View.SAMPLES.name()));
    String ofSamples = String.join(", ", samples);
    String asViews = String.join(" and ", shown);
    if (views.stream().anyMatch(View::isBytes)) {
      warnings.add(ErrorId.SAMPLE_COUNTS, asViews, ofSamples);
    } else {
      warnings.add(ErrorId.ONLY_SAMPLE_COUNTS, asViews, ofSamples);
    }
  }

  /** Whether these are the columns of Fuchsia's memory sampler. */
  boolean isFuchsia() {
    return fuchsia;
  }

  /** What traceconv made the file of; null for files of others. */
  @Nullable TraceconvHeap traceconv() {
    return traceconv;
  }

  /** Whether there are objects where there are bytes, and nothing else. */
  boolean inPairs() {
    return views.contains(View.ALLOC_OBJECTS) == views.contains(View.ALLOC_SPACE)
        && views.contains(View.OBJECTS) == views.contains(View.SPACE)
        && extras.isEmpty();
  }

  /** Whether there are bytes where there are objects. */
  boolean haveBytes() {
    return (!views.contains(View.ALLOC_OBJECTS) || views.contains(View.ALLOC_SPACE))
        && (!views.contains(View.OBJECTS) || views.contains(View.SPACE));
  }
}
