package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps the values of a sample to views. */
final class PprofColumns {

  private static final Map<String, View> NAMES =
      Map.ofEntries(
          Map.entry("alloc_objects", View.ALLOC_OBJECTS),
          Map.entry("allocated_objects", View.ALLOC_OBJECTS),
          Map.entry("alloc_space", View.ALLOC_SPACE),
          Map.entry("allocated_space", View.ALLOC_SPACE),
          Map.entry("objects", View.OBJECTS),
          Map.entry("inuse_objects", View.OBJECTS),
          Map.entry("residual_allocated_objects", View.OBJECTS),
          Map.entry("space", View.SPACE),
          Map.entry("inuse_space", View.SPACE),
          Map.entry("residual_allocated_space", View.SPACE));

  private static final String FUCHSIA = "residual_allocated_space";

  /** Sample types of other kinds of profiles: the first match decides. */
  private static final String[][] OTHER_PROFILES = {
    {"contentions", "lock contention"},
    {"delay", "lock contention"},
    {"cpu", "CPU time"},
    {"wall", "wall clock time"},
    {"goroutine", "goroutines"},
    {"threadcreate", "thread creation"},
    {"samples", "CPU time"},
  };

  private final int[] viewOfColumn;
  private final List<View> views = new ArrayList<>();
  private final List<View> extras = new ArrayList<>();
  private boolean fuchsia;

  PprofColumns(PprofContent content, String name) throws HeapConvException {
    List<String> types = new ArrayList<>();
    viewOfColumn = new int[content.sampleTypes.size()];
    for (int i = 0; i < viewOfColumn.length; i++) {
      ValueType type = content.sampleTypes.get(i);
      String typeName = content.string(type.getType());
      String unit = content.string(type.getUnit());
      types.add(typeName);
      fuchsia |= typeName.equals(FUCHSIA);
      viewOfColumn[i] = place(NAMES.get(typeName), typeName, unit);
    }
    if (views.isEmpty() || views.equals(extras)) {
      throw notAHeapProfile(types, name);
    }
    List<View> ordered = new ArrayList<>(View.ALL);
    ordered.retainAll(views);
    ordered.addAll(extras);
    views.clear();
    views.addAll(ordered);
  }

  private int place(@Nullable View known, String name, String unit) {
    if (known != null) {
      if (views.contains(known)) {
        return -1;
      }
      views.add(known);
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

  private static HeapConvException notAHeapProfile(List<String> types, String name) {
    for (String[] other : OTHER_PROFILES) {
      if (types.contains(other[0])) {
        return notAHeapProfile(other[1], name);
      }
    }
    return notAHeapProfile(types.isEmpty() ? "nothing" : String.join(", ", types), name);
  }

  private static HeapConvException notAHeapProfile(String content, String name) {
    return HeapConvException.input(
        ErrorId.NOT_A_HEAP_PROFILE, name, "a pprof profile of " + content);
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

  boolean has(View view) {
    return views.contains(view);
  }
}
