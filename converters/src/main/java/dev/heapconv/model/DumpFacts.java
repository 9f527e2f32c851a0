package dev.heapconv.model;

import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Live;
import java.util.ArrayList;
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
 * @param space where its program was loaded; null when unknown
 * @param isAlone whether the file has no other dump of the heap
 * @param counters what was allocated since the process, or its profile, began
 * @param numbers what tells whether it is the same dump
 */
public record DumpFacts(
    String source,
    @Nullable DumpName name,
    HeapInfo info,
    @Nullable AddressSpace space,
    boolean isAlone,
    AllocationCounters counters,
    HeapNumbers numbers) {

  /**
   * Whether the numbers of a heap are of a moment, so that they can be those of a dump: differences
   * and sums over a time are not.
   */
  public static boolean areOfDump(HeapInfo info) {
    Live live = info.provenance().live();
    return live != Live.DIFFERENCE && live != Live.OVER_TIME;
  }

  /**
   * Whether it is a delta profile: live at a moment, allocated since the profile before. There is
   * hardly ever only one of a process.
   */
  boolean isDelta() {
    Provenance from = info.provenance();
    return from.allocated() == Allocated.STRETCH
        && from.live() == Live.MOMENT
        && numbers.totals().containsKey(View.ALLOC_SPACE)
        && hasLive();
  }

  /** Whether a sum would count live memory of it. */
  boolean hasLive() {
    return info.provenance().live() != Live.ENDED
        && numbers.totals().entrySet().stream()
            .anyMatch(total -> total.getKey().isLive() && total.getValue() > 0);
  }

  /** Of each heap of a profile. */
  public static List<DumpFacts> of(EstimatedProfile profile) {
    String source = profile.capture().source();
    DumpName name = DumpName.of(source);
    AddressSpace space = AddressSpace.of(profile);
    Map<HeapId, Integer> dumps = new HashMap<>();
    for (DumpSummary dump : profile.dumps()) {
      dumps.merge(dump.info().id().inAnyRecording(), 1, Integer::sum);
    }
    List<DumpFacts> facts = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      boolean alone = dumps.getOrDefault(info.id().inAnyRecording(), 1) == 1;
      AllocationCounters counters =
          alone && profile.heaps().size() == 1 && areOfDump(info)
              ? AllocationCounters.of(heap, profile.stacks())
              : AllocationCounters.NONE;
      facts.add(new DumpFacts(source, name, info, space, alone, counters, HeapNumbers.of(heap)));
    }
    return facts;
  }

  /** Equal for all dumps of a heap that files name equally. */
  public HeapId heap() {
    return info.id().inAnyRecording();
  }

  String device() {
    return info.id().recording().device();
  }

  /** The process, with the pid that the name of the file has if nothing else does. */
  Process process() {
    Process process = info.id().process();
    return process.pid() < 0 && name != null
        ? new Process(name.pid(), process.fullName())
        : process;
  }

  /** Place among the dumps of its process by the name of the file; -1 when unknown. */
  public long number() {
    return name == null ? -1 : name.isFinal() ? Long.MAX_VALUE : name.number();
  }

  /** Allocated bytes since the counters began; -1 when unknown. */
  public long allocated() {
    return counters.total();
  }

  /** A number for each of some stacks and its bytes: dumps of one process share many of them. */
  public long[] cells() {
    return counters.cells();
  }

  /** Whether the names of both files differ in nothing but what numbers dumps. */
  public boolean isNamedLike(DumpFacts other) {
    return name != null
        && other.name != null
        && name.series().equals(other.name.series())
        && name.folder().equals(other.name.folder());
  }
}
