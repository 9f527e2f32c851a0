package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Process;
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

  private final Map<Machine, Set<Long>> profiled = new HashMap<>();
  private final String configured;

  /**
   * @param heaps those of the profiled processes
   */
  ProcessNames(Collection<HeapAccumulator> heaps, TraceFacts facts) {
    int processes = 0;
    for (HeapAccumulator heap : heaps) {
      Set<Long> pids = profiled.computeIfAbsent(heap.machine, unused -> new HashSet<>());
      processes += pids.add(heap.pid) ? 1 : 0;
    }
    // Without a process tree, use the configuration if it requested one process and got one.
    configured = processes == 1 ? facts.configuredProcess() : "";
    for (HeapAccumulator heap : heaps) {
      Process process = new Process(heap.pid, recorded(heap.machine, heap.pid));
      machines.computeIfAbsent(process, unused -> new HashSet<>()).add(heap.machine);
    }
  }

  /** Whether there is a heap of a process. */
  boolean isProfiled(Machine machine, long pid) {
    return profiled.getOrDefault(machine, Set.of()).contains(pid);
  }

  /** The name that the machine has for it; empty if unknown. */
  String recorded(Machine machine, long pid) {
    String name = machine.processName(pid);
    return name.isEmpty() ? configured : name;
  }

  /** The process, which no other process of the trace equals. */
  Process process(Machine machine, long pid) {
    String name = recorded(machine, pid);
    boolean isAmbiguous = machines.getOrDefault(new Process(pid, name), Set.of()).size() > 1;
    return new Process(
        pid,
        name,
        machine.packageVersion(pid, name),
        isAmbiguous && machine.id != 0 ? "machine " + Integer.toUnsignedString(machine.id) : "");
  }

  /** The name and the pid, for messages. */
  String display(Machine machine, long pid) {
    return process(machine, pid).displayName();
  }
}
