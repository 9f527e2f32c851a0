package dev.heapconv.reader.perfetto;

import dev.heapconv.model.HeapId;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.perfetto.TraceUuid;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The accumulators of all heaps of a trace, in the order in which their first dumps ended. */
final class ProfileHeaps {

  private final DumpSelector choice;
  private final List<HeapAccumulator> all = new ArrayList<>();
  private int sessions;

  /** The ids of the traces of which this one consists, most often one. */
  private final List<List<Long>> traces = new ArrayList<>(1);

  private int trace;

  ProfileHeaps(DumpSelector choice) {
    this.choice = choice;
  }

  List<HeapAccumulator> all() {
    return all;
  }

  /** The id of a trace, to which what follows belongs: any number of traces may be appended. */
  void beginTrace(WireCursor uuid) {
    List<Long> id =
        List.of(
            uuid.integer(TraceUuid.MSB_FIELD_NUMBER, 0),
            uuid.integer(TraceUuid.LSB_FIELD_NUMBER, 0));
    if (!traces.contains(id)) {
      traces.add(id);
    }
    trace = traces.indexOf(id);
  }

  /** How many traces there are, as far as they state their ids. */
  int traces() {
    return traces.size();
  }

  /** Adds the heaps of another packet sequence: two recordings of one process are never mixed. */
  OfSequence sequence(Machine machine) {
    return new OfSequence(machine);
  }

  /** The heaps of one packet sequence. */
  final class OfSequence {
    private final Machine machine;
    private int session = -1;

    /** Of processes that got the pid of another, which had disconnected. */
    private final Long2IntOpenHashMap laterSessions = new Long2IntOpenHashMap(0);

    private final Map<HeapId, HeapAccumulator> heaps = new HashMap<>(0);
    private final List<HeapAccumulator> sinceRestart = new ArrayList<>(0);

    private OfSequence(Machine machine) {
      this.machine = machine;
    }

    /** The process of a thread, if the trace has said so; otherwise -1. */
    long processOfThread(long tid) {
      return machine.processOfThread(tid);
    }

    HeapAccumulator heap(long pid, String heap) {
      if (session < 0) {
        session = sessions++;
      }
      HeapAccumulator found =
          heaps.computeIfAbsent(
              HeapId.of(pid, heap),
              key -> {
                HeapAccumulator accumulator =
                    new HeapAccumulator(
                        machine, laterSessions.getOrDefault(pid, session), pid, heap, choice);
                all.add(accumulator);
                return accumulator;
              });
      found.trace = trace;
      if (!found.isSinceRestart) {
        found.isSinceRestart = true;
        sinceRestart.add(found);
      }
      return found;
    }

    /**
     * The heap that was dumped. heapprofd forgets a process that disconnects: a dump of its pid in
     * which it has not is of another process, whose counters began at 0.
     */
    HeapAccumulator dumped(HeapRows dump) {
      HeapAccumulator former = heaps.get(HeapId.of(dump.pid, dump.heap));
      if (former != null && former.isDisconnected() && !dump.disconnected) {
        heaps.keySet().removeIf(each -> each.process().pid() == dump.pid);
        laterSessions.put(dump.pid, sessions++);
      }
      return heap(dump.pid, dump.heap);
    }

    /**
     * The profiler began anew, or the sequence has ended.
     *
     * @param losses how often packets of the sequence were lost until then
     */
    void endRun(int losses) {
      sinceRestart.forEach(heap -> heap.endRun(losses));
    }

    void restart() {
      sinceRestart.forEach(HeapAccumulator::restart);
      sinceRestart.clear();
    }
  }
}
