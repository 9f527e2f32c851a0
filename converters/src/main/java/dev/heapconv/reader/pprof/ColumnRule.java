package dev.heapconv.reader.pprof;

import dev.heapconv.model.View;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a column of a profile is, by its name and unit: a unit of bytes makes it bytes, one of
 * counts a count, and words of its name say whether of what was allocated or of what is live.
 *
 * @param name as its producer writes it
 * @param known the name in lower case, with _ for - and spaces
 * @param factor what its values are multiplied by to be bytes; 1 for counts, 0 for other units
 * @param isBytes whether it is bytes
 */
record ColumnRule(String name, String known, long factor, boolean isBytes) {

  private static final List<String> ALLOCATED = List.of("alloc", "total");

  /** {@code residual} is Fuchsia's, {@code unreleased} that of Perfetto's traceconv. */
  private static final List<String> LIVE =
      List.of("inuse", "in_use", "live", "heap", "retained", "residual_", "unreleased_");

  /** What jfrconv and Pyroscope call the bytes that were allocated. */
  private static final String MEMORY = "memory";

  /** Datadog's name of objects that are live, from runtimes that count them. */
  private static final String COUNTED = "heap_live_samples";

  /**
   * Counts of samples, each of which stands for any number of objects, that are not called so: made
   * from recordings of the JDK's Flight Recorder by Pyroscope and jfrconv.
   */
  private static final Map<String, View> SAMPLES =
      Map.of(
          "allocations", View.ALLOC_SAMPLES,
          "memory", View.ALLOC_SAMPLES,
          "malloc", View.ALLOC_SAMPLES,
          "alloc_in_new_tlab_objects", View.ALLOC_SAMPLES,
          "alloc_outside_tlab_objects", View.ALLOC_SAMPLES,
          "alloc_sample_objects", View.ALLOC_SAMPLES,
          "malloc_objects", View.ALLOC_SAMPLES,
          "live", View.SAMPLES,
          "alloc_samples", View.ALLOC_SAMPLES);

  static ColumnRule of(View declared) {
    String unit = declared.unit().toLowerCase(Locale.ROOT);
    String known = normalized(declared.name());
    boolean isUnstated = unit.isEmpty() && (known.endsWith("_space") || known.contains("bytes"));
    long bytes = isUnstated ? 1 : bytes(unit);
    return new ColumnRule(
        declared.name(), known, bytes > 0 || !isCount(unit) ? bytes : 1, bytes > 0);
  }

  static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /** The multiple of a byte that a unit is, in any spelling that pprof or UCUM has; 0 if none. */
  private static long bytes(String unit) {
    String one = unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
    for (String end : List.of("ibyte", "byte", "iby", "by", "ib", "b")) {
      int multiple =
          one.endsWith(end)
              ? List.of("", "k", "m", "g", "t", "p")
                  .indexOf(one.substring(0, one.length() - end.length()))
              : -1;
      if (multiple >= 0) {
        return 1L << (10 * multiple);
      }
    }
    int word =
        List.of("kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte")
            .indexOf(one.replace("kibi", "kilo").replace("mebi", "mega").replace("gibi", "giga"));
    return word < 0 ? 0 : 1L << (10 * (word + 1));
  }

  private static boolean isCount(String unit) {
    return unit.isEmpty()
        || unit.startsWith("{")
        || Set.of("1", "count", "object", "sample", "allocation", "number", "item", "block")
            .contains(unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit);
  }

  /**
   * The view of its own that it is unless it is one of the known ones, whose names mean one kind of
   * number.
   */
  View kept() {
    View kept = new View(name, isBytes ? View.SPACE.unit() : View.OBJECTS.unit());
    return kept.isMisnamed() ? kept.withUnitInName() : kept;
  }

  /** Whether it is called as in Go, pprof's own and most others, which goes before other names. */
  boolean isUsual() {
    return known.matches("(alloc_|inuse_)?(objects|space)");
  }

  /** The known view that it is; null if none. */
  @Nullable View view() {
    boolean isMisnamed =
        isBytes ? known.endsWith("objects") : known.matches(".*(space|bytes|size)");
    if (factor == 0 || isMisnamed) {
      return null;
    }
    if (!isBytes && SAMPLES.containsKey(known)) {
      return SAMPLES.get(known);
    }
    boolean isAllocated = ALLOCATED.stream().anyMatch(known::startsWith);
    boolean isLive = LIVE.stream().anyMatch(known::startsWith) || known.matches("space|objects");
    boolean isOfAllocations = known.contains("alloc") && !known.contains("dealloc");
    isAllocated |= !isLive && (isOfAllocations || known.equals(MEMORY));
    return isAllocated || isLive ? of(!isAllocated) : null;
  }

  private View of(boolean isLive) {
    if (!isBytes && known.contains("sample") && !known.equals(COUNTED)) {
      return isLive ? View.SAMPLES : View.ALLOC_SAMPLES;
    }
    return View.ALL.get((isLive ? 2 : 0) + (isBytes ? 1 : 0));
  }
}
