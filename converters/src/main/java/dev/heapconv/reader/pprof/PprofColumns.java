package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps the values of a sample to views, by the names that profilers have for them. */
public final class PprofColumns {

  /** How many columns a recording may have: some ten times what the richest profilers write. */
  public static final int MOST = 64;

  /**
   * Datadog's number of samples. From Ruby and Python it is that of objects, and where the user
   * knows the sampling interval, each sample can be unskewed.
   */
  private static final String DATADOG = "alloc-samples";

  /** Columns beside {@link #DATADOG} of those that write objects into it: Ruby and Python. */
  private static final Set<String> OF_OBJECTS = Set.of("alloc-samples-unscaled", "alloc-space");

  /** Numbers of samples, as this program writes them, beside the objects and bytes they yielded. */
  private static final List<List<View>> COUNTED =
      List.of(
          List.of(View.ALLOC_SAMPLES, View.ALLOC_OBJECTS, View.ALLOC_SPACE),
          List.of(View.SAMPLES, View.OBJECTS, View.SPACE));

  /** Allocations in thread-local buffers and outside of them are parts of all allocations. */
  private static final String PART = "_tlab_";

  /** Begins the names that jfrconv and Pyroscope have for async-profiler's native allocations. */
  private static final String MALLOC = "malloc";

  private static final String FUCHSIA = "residual_allocated_space";

  /** Those of Julia's PProf.Allocs. */
  private static final List<String> JULIA = List.of("allocs", "size");

  /** Those of JAX's profile of device memory. */
  private static final List<String> JAX = List.of("allocations", "space");

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
  private final List<View> counts = new ArrayList<>();
  private final Set<String> leftOut = new LinkedHashSet<>();
  private final long[] factors;
  private boolean isMany;
  private boolean fuchsia;
  private final boolean julia;
  private final boolean jax;
  private @Nullable String sampledSizes;
  private @Nullable PprofHeap traceconv;

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
    boolean isOther =
        columns.views.stream().noneMatch(View::isBytes)
            && columns.views.equals(columns.extras)
            && columns.samples.isEmpty();
    // Of a damaged profile of this program, nothing may be left.
    if (own ? columns.views.isEmpty() && !types.isEmpty() : isOther) {
      throw notAHeapProfile(kind, name, types, periodType);
    }
    return columns;
  }

  private PprofColumns(List<View> declared, boolean own, boolean raw) {
    List<ColumnRule> rules = declared.stream().map(ColumnRule::of).toList();
    List<String> known = rules.stream().map(ColumnRule::known).toList();
    List<String> names = rules.stream().map(ColumnRule::name).toList();
    boolean objects = !own && (raw || !Collections.disjoint(names, OF_OBJECTS));
    for (List<View> side : COUNTED) {
      counts.addAll(declared.containsAll(side) ? side.subList(0, 1) : List.of());
    }
    // Profiles of CPU time have a column of this name, too.
    boolean areOfMemory =
        other(names) == null
            && !Collections.disjoint(
                declared, List.of(View.ALLOC_SAMPLES, View.OBJECTS, View.SPACE));
    viewOfColumn = new int[rules.size()];
    factors = rules.stream().mapToLong(ColumnRule::factor).toArray();
    @Nullable View[] found = new View[viewOfColumn.length];
    for (int i = 0; i < found.length; i++) {
      ColumnRule rule = rules.get(i);
      fuchsia |= rule.name().equals(FUCHSIA);
      traceconv = traceconv == null ? PprofHeap.ofTraceconv(rule.name()) : traceconv;
      found[i] = objects && rule.name().equals(DATADOG) ? View.ALLOC_OBJECTS : rule.view();
      if (areOfMemory && declared.get(i).equals(View.SAMPLES)) {
        found[i] = View.SAMPLES;
      }
    }
    julia = known.equals(JULIA);
    jax = known.equals(JAX);
    if (!own && traceconv == null && rules.size() == 2) {
      pair(found, rules);
    }
    // Usual names go first: what others leave free is for them.
    for (boolean usual : new boolean[] {true, false}) {
      for (int i = 0; i < found.length; i++) {
        ColumnRule rule = rules.get(i);
        if (rule.isUsual() == usual) {
          boolean isKept = own && !usual && !rule.kept().equals(found[i]);
          viewOfColumn[i] = isKept ? keep(rule, true) : place(found[i], rule);
        }
      }
    }
    List<View> ordered = View.ordered(views);
    views.clear();
    views.addAll(ordered);
  }

  /** One count and one byte column are objects and bytes of the same memory. */
  private static void pair(@Nullable View[] found, List<ColumnRule> rules) {
    int count = rules.get(0).isBytes() ? 1 : 0;
    int bytes = 1 - count;
    if (!rules.get(bytes).isBytes()
        || rules.get(count).isBytes()
        || rules.get(count).factor() == 0) {
      return;
    }
    View objects = found[count];
    View space = found[bytes];
    boolean areObjects = objects != null && View.ALL.contains(objects);
    // Samples of allocations say nothing of live bytes, so that these are no samples.
    boolean areNoSamples = View.ALLOC_SAMPLES.equals(objects) && space != null && space.isLive();
    if (areObjects || areNoSamples) {
      boolean live = areObjects ? objects.isLive() : space.isLive();
      found[count] = live ? View.OBJECTS : View.ALLOC_OBJECTS;
      found[bytes] = live ? View.SPACE : View.ALLOC_SPACE;
    }
  }

  private int place(@Nullable View view, ColumnRule rule) {
    boolean isTaken = view != null && views.contains(view);
    if (view == null || (isTaken && !rule.known().contains(PART))) {
      return keep(rule, false);
    }
    if (View.ALLOC_SPACE.equals(view) && rule.known().startsWith(MALLOC)) {
      sampledSizes = rule.name();
    }
    if (!View.ALL.contains(view) && !counts.contains(view)) {
      samples.add(rule.name());
    }
    return isTaken ? index(view) : add(view);
  }

  /** Places a column that keeps its name. */
  private int keep(ColumnRule rule, boolean own) {
    boolean isOfCpu = rule.kept().equals(View.SAMPLES) || other(List.of(rule.name())) != null;
    boolean isOther = !own && !rule.isBytes() && isOfCpu;
    isOther |= rule.factor() == 0 || rule.name().isEmpty();
    isMany |= views.size() == MOST;
    View kept = rule.kept();
    boolean isRepeated = views.contains(kept);
    if (views.stream().anyMatch(view -> view.name().equals(rule.kept().name()))) {
      kept = kept.withUnitInName();
    }
    if (isOther || isMany || isRepeated || views.contains(kept)) {
      leftOut.add(rule.name());
      return -1;
    }
    return add(kept);
  }

  private int add(View view) {
    views.add(view);
    if (!View.ALL.contains(view)) {
      extras.add(view);
    }
    return index(view);
  }

  private int index(View view) {
    int index = View.ALL.indexOf(view);
    return index < 0 ? View.ALL.size() + extras.indexOf(view) : index;
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
    List<String> known = types.stream().map(ColumnRule::normalized).toList();
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

  /** What the values of a column are multiplied by, as their unit says. */
  public long factor(int column) {
    return factors[column];
  }

  /** Whether all bytes are written to the last one, not in larger units. */
  public boolean areToTheByte() {
    return Arrays.stream(factors).allMatch(factor -> factor <= 1);
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

  /**
   * Those of {@link #extras} that count the samples from which objects and bytes were estimated.
   */
  List<View> counts() {
    return counts;
  }

  /** Warns of columns that are left out, or hold samples, and not what these stand for. */
  public void warn(Notices notices) {
    if (isMany) {
      notices.add(ErrorId.MANY_COLUMNS, MOST);
    } else if (!leftOut.isEmpty()) {
      notices.add(ErrorId.COLUMNS_LEFT_OUT, String.join(", ", leftOut));
    }
    if (sampledSizes != null) {
      notices.add(ErrorId.SAMPLED_SIZES, sampledSizes);
    }
    if (samples.isEmpty()) {
      return;
    }
    List<String> shown = new ArrayList<>(extras.stream().map(View::name).toList());
    shown.retainAll(List.of(View.ALLOC_SAMPLES.name(), View.SAMPLES.name()));
    String ofSamples = String.join(", ", samples);
    String asViews = String.join(" and ", shown);
    if (views.stream().anyMatch(View::isBytes)) {
      notices.add(ErrorId.SAMPLE_COUNTS, asViews, ofSamples);
    } else {
      notices.add(ErrorId.ONLY_SAMPLE_COUNTS, asViews, ofSamples);
    }
  }

  /**
   * Whether these are the columns of Julia's PProf.Allocs, which keeps a share of all allocations,
   * does not say which, and states that it recorded every byte.
   */
  boolean isJulia() {
    return julia;
  }

  /** Whether they are called as in JAX's profiles of device memory. */
  boolean isJax() {
    return jax;
  }

  /** Whether these are the columns of Fuchsia's memory sampler. */
  boolean isFuchsia() {
    return fuchsia;
  }

  /** What traceconv made the file of; null for files of others. */
  @Nullable PprofHeap traceconv() {
    return traceconv;
  }

  /** Whether there are objects where there are bytes, and nothing else. */
  public boolean inPairs() {
    return views.contains(View.ALLOC_OBJECTS) == views.contains(View.ALLOC_SPACE)
        && views.contains(View.OBJECTS) == views.contains(View.SPACE)
        && samples.isEmpty();
  }

  /** Whether there are bytes where there are objects. */
  boolean haveBytes() {
    return (!views.contains(View.ALLOC_OBJECTS) || views.contains(View.ALLOC_SPACE))
        && (!views.contains(View.OBJECTS) || views.contains(View.SPACE));
  }
}
