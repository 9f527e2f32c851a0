package dev.heapconv.transform;

import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.text.DumpName;
import dev.heapconv.transform.DumpSeries.Evidence;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of a heap at one dump, as far as it tells whose dump that is: a few hundred
 * bytes, apart from the profile.
 *
 * @param name what the name of the file says; null if nothing
 * @param info of the dump
 * @param device empty when unknown
 * @param space where its program was loaded; null when unknown
 * @param isAlone whether the file has no other dump of the heap
 * @param counters what was allocated since the process, or its profile, began
 */
public record DumpFacts(
    String source,
    @Nullable DumpName name,
    HeapInfo info,
    String device,
    @Nullable AddressSpace space,
    boolean isAlone,
    AllocationCounters counters) {

  /** What clocks are set by while heapprofd records, in nanoseconds. */
  private static final long CLOCK_ERROR = 100_000_000;

  /**
   * Whether the numbers of a heap are of a moment, so that they can be those of a dump: differences
   * and sums over a time are not.
   */
  static boolean areOfDump(HeapInfo info) {
    Live live = info.provenance().live();
    return live != Live.DIFFERENCE && live != Live.OVER_TIME;
  }

  /** Of each heap of a profile with numbers of a moment. */
  public static List<DumpFacts> of(EstimatedProfile profile) {
    String source = profile.capture().source();
    DumpName name = DumpName.of(source);
    AddressSpace space = AddressSpace.of(profile);
    Map<HeapId, Integer> dumps = new HashMap<>();
    for (DumpSummary dump : profile.dumps()) {
      dumps.merge(heap(dump.info()), 1, Integer::sum);
    }
    List<DumpFacts> facts = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      if (areOfDump(info)) {
        boolean alone = dumps.getOrDefault(heap(info), 1) == 1;
        AllocationCounters counters =
            alone && profile.heaps().size() == 1
                ? AllocationCounters.of(heap, profile.stacks())
                : AllocationCounters.NONE;
        facts.add(
            new DumpFacts(source, name, info, profile.capture().device(), space, alone, counters));
      }
    }
    return facts;
  }

  /** Equal for all dumps of a heap that files name equally. */
  static HeapId heap(HeapInfo info) {
    return info.id().inAnyRecording();
  }

  /** When its recording began, in nanoseconds since 1970; 0 when unknown. */
  private long begin() {
    return info.timeNanos() > 0 && info.durationNanos() > 0
        ? info.timeNanos() - info.durationNanos()
        : 0;
  }

  private long pid() {
    return info.pid() < 0 && name != null ? name.pid() : info.pid();
  }

  HeapId heap() {
    return heap(info);
  }

  /** Place among the dumps of its process by the name of the file; -1 when unknown. */
  long number() {
    return name == null ? -1 : name.isFinal() ? Long.MAX_VALUE : name.number();
  }

  /** Dumps of one process have at least one of these in common, beside what counters show. */
  List<List<Object>> keys() {
    List<List<Object>> keys = new ArrayList<>();
    if (begin() > 0) {
      for (int half = 0; half < 2; half++) {
        long about = (begin() / CLOCK_ERROR + half) >> 1;
        keys.add(List.of("begin", half, about, info.heap(), info.process(), info.pid()));
      }
    }
    if (space != null) {
      keys.add(List.of("space", info.heap(), space));
    }
    if (isAlone && name != null && name.isByTool() && name.number() >= 0) {
      keys.add(List.of("name", name.folder(), name.series(), info.heap(), info.process()));
    }
    if (isAlone && info.pid() >= 0 && info.timeNanos() == 0) {
      keys.add(List.of("dump", info.heap(), info.process(), info.pid()));
    }
    return keys;
  }

  /** Whether the names of both files differ in nothing but what numbers dumps. */
  boolean isNamedLike(DumpFacts other) {
    return name != null
        && other.name != null
        && name.series().equals(other.name.series())
        && name.folder().equals(other.name.folder());
  }

  /**
   * What shows that this and another are dumps of one heap of one process.
   *
   * @param inputs among how many the other was found
   */
  Evidence evidence(DumpFacts other, int inputs) {
    if (contradicts(other)) {
      return Evidence.NONE;
    }
    if (isOfRecording(other) || space != null && space.equals(other.space)) {
      return Evidence.SURE;
    }
    if (!isAlone || !other.isAlone) {
      return Evidence.NONE;
    }
    return Collections.max(
        List.of(
            byDump(other),
            byNames(other),
            repeatedBy(other, inputs),
            other.repeatedBy(this, inputs)));
  }

  /** Of files that this program has written, or others with pids and numbers. */
  private Evidence byDump(DumpFacts other) {
    return info.pid() >= 0
            && info.dump() != other.info.dump()
            && info.timeNanos() == 0
            && other.info.timeNanos() == 0
            && isRising(other, info.dump() < other.info.dump())
        ? Evidence.SURE
        : Evidence.NONE;
  }

  /** Whether no counter is lower in the later one. */
  private boolean isRising(DumpFacts other, boolean isLater) {
    return isLater ? !other.counters.isBelow(counters) : !counters.isBelow(other.counters);
  }

  /** Whether both have what was recorded since one moment, until different ones. */
  private boolean isOfRecording(DumpFacts other) {
    long from = begin();
    long later = Long.compare(other.info.timeNanos(), info.timeNanos());
    return from > 0
        && later != 0
        && (from == other.begin()
            || info.pid() >= 0
                && Math.abs(from - other.begin()) < CLOCK_ERROR
                && later == Integer.compare(other.info.dump(), info.dump()));
  }

  /** By counters. Those of heapprofd begin with each recording, which says whose it is. */
  private Evidence repeatedBy(DumpFacts later, int inputs) {
    boolean isEarlier = info.timeNanos() > later.info.timeNanos() && later.info.timeNanos() > 0;
    boolean isRecording = info.scheme() == Scheme.WEIGHTED && info.pid() >= 0;
    return isEarlier || isRecording ? Evidence.NONE : counters.repeatedBy(later.counters, inputs);
  }

  private Evidence byNames(DumpFacts other) {
    if (name == null
        || name.number() < 0
        || number() == other.number()
        || !isNamedLike(other)
        || !isRising(other, number() < other.number())) {
      return Evidence.NONE;
    }
    return name.isByTool() ? Evidence.SURE : Evidence.LIKELY;
  }

  /** Whether they cannot be of one process, or not of one heap. */
  private boolean contradicts(DumpFacts other) {
    HeapInfo with = other.info;
    return source.equals(other.source) // Said where inputs are named.
        || !info.heap().equals(with.heap())
        || areOthers(info.process(), with.process())
        || areOthers(device, other.device)
        || space != null
            && other.space != null
            && space.path().equals(other.space.path())
            && space.start() != other.space.start()
        || pid() >= 0 && other.pid() >= 0 && pid() != other.pid()
        || name != null
            && other.name != null
            && name.isByTool()
            && other.name.isByTool()
            && !name.series().equals(other.name.series());
  }

  private static boolean areOthers(String one, String other) {
    return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
  }
}
