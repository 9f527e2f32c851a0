package dev.heapconv.reader.perfetto;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which processes of a trace ended before others made their last dump, so that what they held at
 * their own is not live any more when the others' is. A process that lost its profiler to an error
 * has not ended.
 */
final class EndedProcesses {

  /** Dumps of one request are at most this far apart: Perfetto's default time-out of a flush. */
  private static final long SAME_TIME_NANOS = 5_000_000_000L;

  private final ProcessNames names;

  /** By machine and pid. */
  private final Map<List<Object>, Long> lastDumps = new HashMap<>();

  private final Map<List<Object>, Long> firstDumps = new HashMap<>();
  private final Map<Integer, Long> ends = new HashMap<>();

  /** By machine and name: when the youngest process began, and when it made its first dump. */
  private final Map<List<Object>, Long> starts = new HashMap<>();

  private final Map<List<Object>, Long> beginnings = new HashMap<>();

  EndedProcesses(Collection<HeapAccumulator> heaps, ProcessNames names) {
    this.names = names;
    if (heaps.size() < 2) {
      return; // One process cannot end before another.
    }
    for (HeapAccumulator heap : heaps) {
      for (DumpRecord dump : heap.dumps()) {
        lastDumps.merge(process(heap), dump.timestamp(), Math::max);
        firstDumps.merge(process(heap), dump.timestamp(), Math::min);
        ends.merge(heap.machine.id, dump.timestamp(), Math::max);
      }
    }
    for (HeapAccumulator heap : heaps) {
      firstDumps.computeIfPresent(
          process(heap), (process, first) -> merge(beginnings, heap, first));
      long start = Long.MAX_VALUE;
      for (DumpRecord dump : heap.dumps()) {
        start = dump.startTimestamp() > 0 ? Math.min(start, dump.startTimestamp()) : start;
      }
      if (start < Long.MAX_VALUE) {
        merge(starts, heap, start);
      }
    }
  }

  private static List<Object> process(HeapAccumulator heap) {
    return List.of(heap.machine.id, heap.pid);
  }

  private List<Object> program(HeapAccumulator heap) {
    return List.of(heap.machine.id, names.recorded(heap.machine, heap.pid));
  }

  private long merge(Map<List<Object>, Long> times, HeapAccumulator heap, long time) {
    times.merge(program(heap), time, Math::max);
    return time;
  }

  /**
   * Whether the process of a heap disconnected from the profiler before the end, or another one of
   * its name and another pid took its place. Processes of one name that run side by side are dumped
   * at the same times.
   */
  boolean contains(HeapAccumulator heap) {
    long last = lastDumps.getOrDefault(process(heap), 0L);
    if (last == 0) {
      return false;
    }
    boolean disconnected = heap.machine.flags.disconnection(heap.pid) >= last;
    boolean isNamed = !names.recorded(heap.machine, heap.pid).isEmpty();
    long beginning = isNamed ? beginnings.getOrDefault(program(heap), 0L) : 0;
    long start = isNamed ? starts.getOrDefault(program(heap), 0L) : 0;
    return disconnected
            && (beginning > last
                || ends.getOrDefault(heap.machine.id, 0L) - last >= TraceAssembly.REMARKABLE_NANOS)
        || !heap.machine.flags.hasError(heap.pid)
            && (start > last || beginning - last > SAME_TIME_NANOS);
  }
}
