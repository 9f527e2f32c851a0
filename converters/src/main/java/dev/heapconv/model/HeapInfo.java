package dev.heapconv.model;

import dev.heapconv.unskew.Sampling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * States which heap a set of numbers belongs to, when it was dumped, and how it was sampled.
 *
 * @param id the heap
 * @param dump which of its dumps it is, and when it was made
 * @param sampling how the heap was sampled; {@code provenance} states how sure that is
 * @param provenance the sources of the facts that decide the numbers
 */
public record HeapInfo(HeapId id, Dump dump, Sampling sampling, Provenance provenance) {

  public HeapInfo {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(sampling, "sampling");
    Objects.requireNonNull(provenance, "provenance");
  }

  /**
   * Returns the only dump of a heap, with an unknown process and time, if the format states the
   * sampling.
   *
   * @param heap name of the heap
   * @param sampling how the heap was sampled
   */
  public static HeapInfo of(String heap, Sampling sampling) {
    HeapId id = new HeapId(Recording.NONE, Process.UNKNOWN, heap);
    return new HeapInfo(id, Dump.ONLY, sampling, Provenance.STATED);
  }

  /**
   * Returns the mean number of bytes between two samples; 1 if every byte was recorded, 0 if
   * unknown.
   */
  public long samplingInterval() {
    return sampling.interval();
  }

  /** Returns the process id; -1 if unknown. */
  public long pid() {
    return id.process().pid();
  }

  /** Returns the full name of the process, as in {@link Process#fullName}; empty if unknown. */
  public String process() {
    return id.process().fullName();
  }

  /** Returns the name of the heap. */
  public String heap() {
    return id.heap();
  }

  /** Returns a copy with a different process. */
  public HeapInfo withProcess(Process other) {
    return identified(new HeapId(id.recording(), other, heap()));
  }

  /**
   * Returns a copy with a different pid and name of the process.
   *
   * @param number process id; -1 if unknown
   * @param name name of the process; empty if unknown
   */
  public HeapInfo withProcess(long number, String name) {
    return withProcess(id.process().named(number, name));
  }

  /** Returns a copy with a different name of the process. */
  public HeapInfo withProcess(String name) {
    return withProcess(pid(), name);
  }

  /** Returns a copy with a different name of the heap. */
  public HeapInfo withHeap(String name) {
    return identified(new HeapId(id.recording(), id.process(), name));
  }

  /** Returns a copy with a different recording. */
  public HeapInfo withRecording(Recording other) {
    return identified(new HeapId(other, id.process(), heap()));
  }

  /**
   * Returns a copy for a different dump of the heap.
   *
   * @param number number of the dump, from 1
   * @param count how many dumps the recording contains
   */
  public HeapInfo withDump(int number, int count) {
    return at(dump.numbered(number, count));
  }

  /** Returns a copy with a different number of dumps. */
  public HeapInfo withDumps(int count) {
    return withDump(dump.number(), count);
  }

  /**
   * Returns a copy with different times.
   *
   * @param time time of the dump, in nanoseconds since 1970-01-01 UTC; 0 if unknown
   * @param duration nanoseconds from the start of profiling to the dump; 0 if unknown
   */
  public HeapInfo withTimes(long time, long duration) {
    return at(dump.at(time, duration));
  }

  /** Returns a copy that is marked as the peak, or not. */
  public HeapInfo withPeak(boolean isPeak) {
    return at(dump.withPeak(isPeak));
  }

  /** Returns a copy with a different sampling. */
  public HeapInfo withSampling(Sampling other) {
    return sampled(other, provenance);
  }

  /** Returns a copy with different sources of its facts. */
  public HeapInfo withProvenance(Provenance other) {
    return sampled(sampling, other);
  }

  /** Returns a copy with different facts about the process. */
  public HeapInfo withFacts(Facts others) {
    return at(dump.withFacts(others));
  }

  /** Returns a copy without the facts that differ between runs of the program. */
  public HeapInfo ofAnyRun() {
    return identified(id.inAnyRun()).withTimes(0, 0).withFacts(Facts.NONE);
  }

  private HeapInfo identified(HeapId other) {
    return new HeapInfo(other, dump, sampling, provenance);
  }

  private HeapInfo at(Dump other) {
    return new HeapInfo(id, other, sampling, provenance);
  }

  private HeapInfo sampled(Sampling other, Provenance from) {
    return new HeapInfo(id, dump, other, from);
  }

  /**
   * Returns the heaps whose numbers may be added up. Dumps of one heap are states of the same
   * memory, so the result contains only the last dump of each heap.
   */
  static <H> List<H> latestDumps(List<H> heaps, Function<H, HeapInfo> info) {
    Map<HeapId, Integer> last = new HashMap<>();
    for (H heap : heaps) {
      last.merge(info.apply(heap).id(), info.apply(heap).dump().number(), Math::max);
    }
    return last.size() == heaps.size()
        ? heaps
        : heaps.stream()
            .filter(
                heap ->
                    Objects.equals(
                        last.get(info.apply(heap).id()), info.apply(heap).dump().number()))
            .toList();
  }
}
