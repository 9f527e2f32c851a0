package dev.heapconv.query;

import dev.heapconv.model.DumpId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Process;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups by process, heap, thread, label or dump. */
final class HeapGroups implements Groups {

  /** The times of dumps are shown in milliseconds. */
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final GroupBy by;
  private final boolean ofOneRun;
  private final boolean oneHeap;

  /** By the processes of programs that restarted, their last runs, which stand for all. */
  private final Map<Process, Process> lastRuns;

  private final Map<Part, Integer> ids = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<HeapInfo> heaps = new ArrayList<>();
  private @Nullable HeapInfo last;
  private int found;

  /**
   * What the heaps of a group have in common.
   *
   * @param dumps 0 where no dumps are told apart, or those of several runs
   * @param millis when it was dumped, in milliseconds since 1970; 0 likewise
   */
  private record Part(DumpId dump, int dumps, long millis) {
    Part(HeapId heap) {
      this(heap.dump(0), 0, 0);
    }
  }

  /**
   * @param ofOneRun whether pids and times distinguish processes and dumps; several runs of one
   *     program share only names and numbers
   * @param all all heaps that will be passed
   */
  HeapGroups(GroupBy by, boolean ofOneRun, List<EstimatedHeap> all) {
    this.by = by;
    this.ofOneRun = ofOneRun;
    boolean joinsRuns = ofOneRun && (by == GroupBy.PROCESS || by == GroupBy.HEAP);
    lastRuns = joinsRuns ? lastRuns(all) : Map.of();
    Set<HeapId> ids = new HashSet<>();
    for (EstimatedHeap heap : all) {
      ids.add(id(heap.info()));
    }
    oneHeap = ids.size() <= 1;
  }

  /** What runs held that ended is not added up; if nothing else lives, it stands beside. */
  private static Map<Process, Process> lastRuns(List<EstimatedHeap> all) {
    List<HeapInfo> infos = new ArrayList<>();
    for (EstimatedHeap heap : all) {
      infos.add(heap.info());
      if (heap.info().provenance().live() == Live.ENDED && heap.has(true)) {
        return Map.of();
      }
    }
    return Recordings.lastRuns(infos);
  }

  @Override
  @SuppressWarnings(
      "ReferenceEquality") // Rows of one heap are adjacent, so most need no comparison.
  public int collect(@Nullable HeapInfo heap, int stack) {
    if (heap != last) {
      last = heap;
      HeapInfo part = Objects.requireNonNull(heap, "heap"); // Null only where groups are places.
      Part key = key(part);
      Integer id = ids.get(key);
      if (id == null) {
        id = names.size();
        ids.put(key, id);
        names.add(nameOf(part));
        heaps.add(ofOneRun ? part : part.ofAnyRun());
      } else if (!lastRuns.isEmpty() && !lastRuns.containsKey(part.id().process())) {
        heaps.set(id, part);
      }
      found = id;
    }
    return 1;
  }

  private HeapId id(HeapInfo heap) {
    if (!ofOneRun) {
      return heap.id().inAnyRun();
    }
    HeapId id = heap.id().inAnyRecording();
    return new HeapId(id.recording(), run(id.process()), id.heap());
  }

  private Process run(Process process) {
    return lastRuns.getOrDefault(process, process);
  }

  private Part key(HeapInfo heap) {
    return switch (by) {
      case PROCESS -> new Part(id(heap).ofProcess());
      case HEAP, THREAD -> new Part(id(heap));
      case LABEL -> new Part(heap.id().ofHeap());
      default ->
          ofOneRun
              ? new Part(
                  id(heap).dump(heap.dump().number()),
                  heap.dump().of(),
                  Math.floorDiv(heap.dump().timeNanos(), NANOS_PER_MILLI))
              : new Part(id(heap).dump(heap.dump().number()), 0, 0);
    };
  }

  private String nameOf(HeapInfo heap) {
    return switch (by) {
      case PROCESS -> processName(heap);
      case HEAP, THREAD -> heapName(heap);
      case LABEL -> heap.heap();
      default -> (oneHeap ? "" : heapName(heap) + ", ") + dumpName(heap);
    };
  }

  private String processName(HeapInfo heap) {
    Process process = id(heap).process();
    int earlier = Collections.frequency(lastRuns.values(), process);
    return process.displayName()
        + (earlier == 0 ? "" : " and " + earlier + " earlier run" + (earlier == 1 ? "" : "s"));
  }

  private String heapName(HeapInfo heap) {
    return processName(heap) + ", " + heap.heap();
  }

  private String dumpName(HeapInfo heap) {
    if (!ofOneRun) {
      return "dump " + heap.dump().number();
    }
    String time =
        heap.dump().timeNanos() == 0 ? "" : ", " + heap.dump().displayTime(ChronoUnit.MILLIS);
    return "dump " + heap.dump().number() + " of " + heap.dump().of() + time;
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return names.size();
  }

  @Override
  public String name(int group) {
    return names.get(group);
  }

  @Override
  public HeapInfo heap(int group) {
    return heaps.get(group);
  }
}
