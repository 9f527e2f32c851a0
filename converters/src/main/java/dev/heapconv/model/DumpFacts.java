package dev.heapconv.model;

import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Live;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file states about one dump of a heap, as far as it identifies the dump. It takes a few
 * hundred bytes and does not keep the profile.
 *
 * @param source name of the input
 * @param name the facts in the name of the file; null if there are none
 * @param info the heap and the dump
 * @param space where the program was loaded; null if unknown
 * @param isAlone whether the file has no other dump of the heap
 * @param counters allocations since the process, or its profile, began
 * @param numbers the numbers that show whether another file has the same dump
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
   * Whether the numbers of a heap belong to one moment, so that they can be a dump. Differences and
   * sums over a time do not.
   *
   * @param info the heap
   */
  public static boolean areOfDump(HeapInfo info) {
    Live live = info.provenance().live();
    return live != Live.DIFFERENCE && live != Live.OVER_TIME;
  }

  /**
   * Whether it is a delta profile, which has live memory at a moment and allocations since the
   * profile before. A process hardly ever has only one of them.
   */
  boolean isDelta() {
    Provenance from = info.provenance();
    return from.allocated() == Allocated.STRETCH
        && from.live() == Live.MOMENT
        && numbers.totals().containsKey(View.ALLOC_SPACE)
        && hasLive();
  }

  /** Whether a sum would count live memory of this dump. */
  boolean hasLive() {
    return info.provenance().live() != Live.ENDED
        && numbers.totals().entrySet().stream()
            .anyMatch(total -> total.getKey().isLive() && total.getValue() > 0);
  }

  /**
   * Returns the facts about each heap of a profile, in the order of its heaps.
   *
   * @param profile the only profile of its input
   */
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

  /** Returns an id that is equal for all dumps of a heap that the files name equally. */
  public HeapId heap() {
    return info.id().inAnyRecording();
  }

  String device() {
    return info.id().recording().device();
  }

  /** Returns the process. If nothing else states the pid, it comes from the name of the file. */
  Process process() {
    Process process = info.id().process();
    return process.pid() < 0 && name != null
        ? new Process(name.pid(), process.fullName())
        : process;
  }

  /**
   * Returns the number of the dump in the name of the file; -1 if the name has none, and {@link
   * Long#MAX_VALUE} for the final dump of a series.
   */
  public long number() {
    return name == null ? -1 : name.isFinal() ? Long.MAX_VALUE : name.number();
  }

  /** Returns the allocated bytes since the counters began; -1 if unknown. */
  public long allocated() {
    return counters.total();
  }

  /**
   * Returns numbers that stand for some stacks with their bytes. Dumps of one process share many of
   * them.
   */
  public long[] cells() {
    return counters.cells();
  }

  /**
   * Whether the names of both files differ only in the number of the dump.
   *
   * @param other the other dump
   */
  public boolean isNamedLike(DumpFacts other) {
    return name != null
        && other.name != null
        && name.series().equals(other.name.series())
        && name.folder().equals(other.name.folder());
  }
}
