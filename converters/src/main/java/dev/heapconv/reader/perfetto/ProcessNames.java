package dev.heapconv.reader.perfetto;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names of the processes of a trace. Outside of the trace, a process is identified by its pid and
 * name. Where two machines have a process of the same pid and name, such as init, the name says
 * which machine it is.
 */
final class ProcessNames {

  /** By pid and name. */
  private final Map<List<Object>, Set<Integer>> machines = new HashMap<>();

  private final Set<List<Object>> profiled = new HashSet<>();
  private final String configured;

  /**
   * @param heaps those of the profiled processes
   */
  ProcessNames(Collection<HeapAccumulator> heaps, TraceFacts facts) {
    for (HeapAccumulator heap : heaps) {
      profiled.add(List.of(heap.machine.id, heap.pid));
    }
    // Without a process tree, use the configuration if it requested one process and got one.
    configured = profiled.size() == 1 ? facts.configuredProcess() : "";
    for (HeapAccumulator heap : heaps) {
      List<Object> identity = List.of(heap.pid, recorded(heap.machine, heap.pid));
      machines.computeIfAbsent(identity, unused -> new HashSet<>()).add(heap.machine.id);
    }
  }

  /** Whether there is a heap of a process. */
  boolean isProfiled(Machine machine, long pid) {
    return profiled.contains(List.<Object>of(machine.id, pid));
  }

  /** The name that the machine has for it; empty if unknown. */
  String recorded(Machine machine, long pid) {
    String name = machine.processName(pid);
    return name.isEmpty() ? configured : name;
  }

  /** The name that tells it apart from all other processes of its pid; empty if unknown. */
  String unique(Machine machine, long pid) {
    String name = recorded(machine, pid);
    Set<Integer> same = machines.getOrDefault(List.of(pid, name), Set.of());
    if (machine.id == 0 || same.size() < 2) {
      return name;
    }
    String place = "machine " + Integer.toUnsignedString(machine.id);
    return name.isEmpty() ? place : name + " on " + place;
  }

  /** The name and the pid, for messages. */
  String display(Machine machine, long pid) {
    String name = unique(machine, pid);
    return name.isEmpty() ? "pid " + pid : name + " (" + pid + ")";
  }
}
