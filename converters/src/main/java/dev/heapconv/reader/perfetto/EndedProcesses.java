package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Process;
import dev.heapconv.model.Recordings;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which processes of a trace ended before others made their last dump, so that what they held at
 * their own is not live any more when the others' is. A process that lost its profiler to an error
 * has not ended.
 */
final class EndedProcesses {

  private final ProcessNames names;
  private final Map<Machine, OnMachine> machines = new HashMap<>();

  /** Pids and names of a machine say nothing of those of others. */
  private static final class OnMachine {
    private final Map<Process, Long> firstDumps = new HashMap<>();
    private final Map<Process, Long> lastDumps = new HashMap<>();

    /** By name: when the youngest process began, and when it made its first dump. */
    private final Map<String, Long> starts = new HashMap<>();

    private final Map<String, Long> beginnings = new HashMap<>();

    /** When the last dump of each trace was made: a process ends within its own one. */
    private final Map<Integer, Long> ends = new HashMap<>();

    void add(HeapAccumulator heap, Process process) {
      for (DumpRecord dump : heap.dumps()) {
        lastDumps.merge(process, dump.timestamp(), Math::max);
        firstDumps.merge(process, dump.timestamp(), Math::min);
        ends.merge(heap.trace, dump.timestamp(), Math::max);
      }
    }

    void addNamed(HeapAccumulator heap, Process process) {
      String name = process.name();
      Long first = firstDumps.get(process);
      if (first != null) {
        beginnings.merge(name, first, Math::max);
      }
      long start = Long.MAX_VALUE;
      for (DumpRecord dump : heap.dumps()) {
        start = dump.startTimestamp() > 0 ? Math.min(start, dump.startTimestamp()) : start;
      }
      if (start < Long.MAX_VALUE) {
        starts.merge(name, start, Math::max);
      }
    }
  }

  EndedProcesses(Collection<HeapAccumulator> heaps, ProcessNames names) {
    this.names = names;
    if (heaps.size() < 2) {
      return; // One process cannot end before another.
    }
    for (HeapAccumulator heap : heaps) {
      machines.computeIfAbsent(heap.machine, unused -> new OnMachine()).add(heap, process(heap));
    }
    for (HeapAccumulator heap : heaps) {
      Objects.requireNonNull(machines.get(heap.machine)).addNamed(heap, process(heap));
    }
  }

  private Process process(HeapAccumulator heap) {
    return new Process(heap.pid, names.recorded(heap));
  }

  /** When the last dump of the trace of a heap was made; 0 if only one process was dumped. */
  long end(HeapAccumulator heap) {
    OnMachine machine = machines.get(heap.machine);
    return machine == null ? 0 : machine.ends.getOrDefault(heap.trace, 0L);
  }

  /**
   * Whether the process of a heap disconnected from the profiler before the end, or another one of
   * its name and another pid took its place.
   */
  boolean contains(HeapAccumulator heap) {
    OnMachine machine = machines.get(heap.machine);
    if (machine == null) {
      return false;
    }
    long last = machine.lastDumps.getOrDefault(process(heap), 0L);
    if (last == 0) {
      return false;
    }
    boolean disconnected = heap.machine.flags.disconnection(heap.pid) >= last;
    String name = names.recorded(heap);
    long beginning = name.isEmpty() ? 0 : machine.beginnings.getOrDefault(name, 0L);
    long start = name.isEmpty() ? 0 : machine.starts.getOrDefault(name, 0L);
    return disconnected && (beginning > last || end(heap) - last >= TraceAssembly.REMARKABLE_NANOS)
        || !heap.machine.flags.hasError(heap.pid) && Recordings.isReplaced(last, start, beginning);
  }
}
