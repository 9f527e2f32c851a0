package dev.heapconv.transform;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.model.Warnings;
import dev.heapconv.unskew.Scheme;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recognises dumps of one process whose counters run since it started, as those of jemalloc,
 * gperftools and Go: the sum of two has twice what the first one has.
 *
 * <p>They look like this: every stack of one dump is in the other, and none has fewer allocations
 * or bytes there; at least a third have exactly as many of both, because programs allocate much
 * only once. Samples of two runs of a program agree so only by chance, and stacks only where the
 * program is loaded to the same addresses. Counters of heapprofd run since profiling began, so its
 * recordings do not repeat one another.
 */
final class RepeatedDumps {

  /** Fewer stacks than this may agree by chance. */
  private static final int MIN_STACKS = 5;

  private static final int UNCHANGED = 3;

  private final Map<List<Object>, Dump> last = new HashMap<>();
  private final Map<List<Object>, Warning> found = new LinkedHashMap<>();

  /** The last dump of a process. */
  private record Dump(String source, Map<Integer, Counters> counters) {}

  /**
   * Adds a heap.
   *
   * @param heap over the same table of stacks as those before
   * @param source the input that it is from
   */
  void add(EstimatedHeap heap, String source) {
    HeapInfo info = heap.info();
    List<Object> key = List.of(info.process(), info.pid(), info.heap());
    Dump dump = new Dump(source, counters(heap));
    Dump before = last.put(key, dump);
    if (before != null
        && (repeats(dump.counters, before.counters) || repeats(before.counters, dump.counters))) {
      found.putIfAbsent(key, Warning.of(ErrorId.REPEATED_DUMPS, before.source, source));
    }
  }

  /** Warns of the first two dumps of each process. */
  void report(Warnings warnings) {
    found.values().forEach(warnings::add);
  }

  private static boolean repeats(Map<Integer, Counters> later, Map<Integer, Counters> earlier) {
    int unchanged = 0;
    for (Map.Entry<Integer, Counters> entry : earlier.entrySet()) {
      Counters before = entry.getValue();
      Counters after = later.get(entry.getKey());
      if (after == null || after.count < before.count || after.bytes < before.bytes) {
        return false;
      }
      unchanged += after.count == before.count && after.bytes == before.bytes ? 1 : 0;
    }
    return earlier.size() >= MIN_STACKS && unchanged * UNCHANGED >= earlier.size();
  }

  /** By stack; none if the heap does not say what was allocated since the process started. */
  private static Map<Integer, Counters> counters(EstimatedHeap heap) {
    Map<Integer, Counters> counters = new HashMap<>();
    Column bytes = heap.column(View.ALLOC_SPACE);
    if (heap.info().scheme() == Scheme.WEIGHTED || bytes == null) {
      return counters;
    }
    // The estimate of a count may fall when sizes are mixed, so recorded ones are better.
    Column objects = heap.isCounted(false) ? null : heap.column(View.ALLOC_OBJECTS);
    for (int row = 0; row < heap.rows(); row++) {
      double count = objects == null ? heap.recordedAlloc(row) : objects.value(row);
      if (count > 0 || bytes.value(row) > 0) {
        Counters sum = counters.computeIfAbsent(heap.stack(row), unused -> new Counters());
        sum.count += count;
        sum.bytes += bytes.value(row);
      }
    }
    return counters;
  }

  /** What was allocated at a stack. */
  private static final class Counters {
    private double count;
    private double bytes;
  }
}
