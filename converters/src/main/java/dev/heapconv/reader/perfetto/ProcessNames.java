package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Process;
import dev.heapconv.model.Recordings;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Names of the processes of a trace. Outside of the trace, a process is identified by its pid and
 * name. Where two machines have a process of the same pid and name, such as init, the process says
 * which machine it is of.
 */
final class ProcessNames {

  /** Which machines have a process of a pid and name. */
  private final Map<Process, Set<Machine>> machines = new HashMap<>();

  /** By machine and pid, when the youngest heap was dumped for the first time. */
  private final Map<Machine, Map<Long, Long>> profiled = new HashMap<>();

  /** Heaps of processes whose pid another process got when they had ended. */
  private final Set<HeapAccumulator> former = new HashSet<>();

  private final String configured;

  /**
   * @param heaps those of the profiled processes
   */
  ProcessNames(Collection<HeapAccumulator> heaps, TraceFacts facts) {
    int processes = 0;
    for (HeapAccumulator heap : heaps) {
      Map<Long, Long> pids = profiled.computeIfAbsent(heap.machine, unused -> new HashMap<>());
      processes += pids.containsKey(heap.pid) ? 0 : 1;
      pids.merge(heap.pid, heap.firstDump(), Math::max);
    }
    // Without a process tree, use the configuration if it requested one process and got one.
    configured = processes == 1 ? facts.configuredProcess() : "";
    for (HeapAccumulator heap : heaps) {
      if (isFormer(heap)) {
        former.add(heap);
      }
      Process process = new Process(heap.pid, recorded(heap));
      machines.computeIfAbsent(process, unused -> new HashSet<>()).add(heap.machine);
    }
  }

  private boolean isFormer(HeapAccumulator heap) {
    long youngest = profiled.getOrDefault(heap.machine, Map.of()).getOrDefault(heap.pid, 0L);
    return heap.firstDump() < youngest
        && Recordings.isPidReused(
            heap.processName(),
            heap.machine.processName(heap.pid),
            heap.machine.flags.disconnection(heap.pid),
            youngest);
  }

  /** Whether there is a heap of a process. */
  boolean isProfiled(Machine machine, long pid) {
    return profiled.getOrDefault(machine, Map.of()).containsKey(pid);
  }

  /** The name that the machine has for it; empty if unknown. */
  String recorded(Machine machine, long pid) {
    String name = machine.processName(pid);
    return name.isEmpty() ? configured : name;
  }

  /** The name of the process of a heap, also if another process has its pid now. */
  String recorded(HeapAccumulator heap) {
    return former.contains(heap) ? heap.processName() : recorded(heap.machine, heap.pid);
  }

  /** The process of a heap, which no other process of the trace equals. */
  Process process(HeapAccumulator heap) {
    return process(heap.machine, heap.pid, recorded(heap));
  }

  private Process process(Machine machine, long pid, String name) {
    boolean isAmbiguous = machines.getOrDefault(new Process(pid, name), Set.of()).size() > 1;
    return new Process(
        pid,
        name,
        machine.packageVersion(pid, name),
        isAmbiguous && machine.id != 0 ? "machine " + Integer.toUnsignedString(machine.id) : "");
  }

  /** The process that has a pid at the end. */
  Process process(Machine machine, long pid) {
    return process(machine, pid, recorded(machine, pid));
  }

  /** The name and the pid, for messages. */
  String display(Machine machine, long pid) {
    return process(machine, pid).displayName();
  }
}
