package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognises dumps of one process, as those of jemalloc, gperftools and Go: the sum of two has
 * twice what the first one has. They are of one {@link AddressSpace}, or have counters that run
 * since the process started.
 *
 * <p>The latter look like this: every stack of one dump is in the other, and none has fewer
 * allocations or bytes there; at least a third have exactly as many of both, because programs
 * allocate much only once. Samples of two runs of a program agree so only by chance, and stacks
 * only where the program is loaded to the same addresses. Counters of heapprofd run since profiling
 * began, so its recordings do not repeat one another.
 */
public final class RepeatedDumps {

  /** Fewer stacks than this may agree by chance. */
  private static final int MIN_STACKS = 5;

  private static final int UNCHANGED = 3;

  private final Map<String, String> sources = new HashMap<>();
  private final Map<List<Object>, Dump> last = new HashMap<>();
  private @Nullable Warning found;

  /** The last dump of a process. */
  private record Dump(String source, Int2DoubleMap allocated) {}

  /**
   * Adds a heap.
   *
   * @param heap over the same table of stacks as those before
   * @param source the input that it is from
   */
  public void add(EstimatedHeap heap, String source) {
    HeapInfo info = heap.info();
    List<Object> key = List.of(info.process(), info.pid(), info.heap());
    Dump dump = new Dump(source, allocated(heap));
    Dump before = last.put(key, dump);
    if (before != null
        && (repeats(dump.allocated, before.allocated)
            || repeats(before.allocated, dump.allocated))) {
      find(before.source, source);
    }
  }

  /**
   * Adds a recording of a known process.
   *
   * @param space as {@link AddressSpace#of(EstimatedProfile)} says
   */
  public void add(String space, String source) {
    String first = space.isEmpty() ? null : sources.putIfAbsent(space, source);
    if (first != null) {
      find(first, source);
    }
  }

  private void find(String one, String other) {
    found = found == null ? Warning.of(ErrorId.REPEATED_DUMPS, one, other) : found;
  }

  /** A warning of the first two dumps of a process; null if there are none. */
  public @Nullable Warning warning() {
    return found;
  }

  private static boolean repeats(Int2DoubleMap later, Int2DoubleMap earlier) {
    int unchanged = 0;
    for (Int2DoubleMap.Entry before : earlier.int2DoubleEntrySet()) {
      double after = later.get(before.getIntKey());
      if (after < before.getDoubleValue()) {
        return false;
      }
      unchanged += after == before.getDoubleValue() ? 1 : 0;
    }
    return earlier.size() >= MIN_STACKS && unchanged * UNCHANGED >= earlier.size();
  }

  /** By stack; none if the heap does not say what was allocated since the process started. */
  private static Int2DoubleMap allocated(EstimatedHeap heap) {
    Int2DoubleOpenHashMap allocated = new Int2DoubleOpenHashMap();
    Column bytes = heap.column(View.ALLOC_SPACE);
    for (int row = 0; bytes != null && row < heap.rows(); row++) {
      if (heap.info().scheme() != Scheme.WEIGHTED && bytes.value(row) > 0) {
        allocated.addTo(heap.stack(row), bytes.value(row));
      }
    }
    return allocated;
  }
}
