package dev.heapconv.model;

import dev.heapconv.unskew.Sampling;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * States which heap a set of numbers belongs to, when it was dumped, and how it was sampled.
 *
 * @param id the heap
 * @param dump number of the dump among the dumps of this heap, from 1
 * @param dumps how many dumps of this heap the recording contains
 * @param timeNanos time of the dump, in nanoseconds since 1970-01-01 UTC; 0 if unknown
 * @param durationNanos nanoseconds from the start of profiling to the dump; 0 if unknown
 * @param sampling how the heap was sampled; {@code provenance} states how sure that is
 * @param peak whether this dump was selected as the one with the most live bytes among several
 * @param provenance the sources of the facts that decide the numbers
 * @param memory the memory of the whole process at the dump; null if unknown
 */
public record HeapInfo(
    HeapId id,
    int dump,
    int dumps,
    long timeNanos,
    long durationNanos,
    Sampling sampling,
    boolean peak,
    Provenance provenance,
    @Nullable ProcessMemory memory) {

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  public HeapInfo {
    Objects.requireNonNull(id, "id");
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
    return new HeapInfo(id, 1, 1, 0, 0, sampling, false, Provenance.STATED, null);
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
    return at(number, count, timeNanos, durationNanos, peak);
  }

  /** Returns a copy with a different number of dumps. */
  public HeapInfo withDumps(int count) {
    return withDump(dump, count);
  }

  /**
   * Returns a copy with different times.
   *
   * @param time time of the dump, in nanoseconds since 1970-01-01 UTC; 0 if unknown
   * @param duration nanoseconds from the start of profiling to the dump; 0 if unknown
   */
  public HeapInfo withTimes(long time, long duration) {
    return at(dump, dumps, time, duration, peak);
  }

  /** Returns a copy that is marked as the peak, or not. */
  public HeapInfo withPeak(boolean isPeak) {
    return at(dump, dumps, timeNanos, durationNanos, isPeak);
  }

  /** Returns a copy with a different sampling. */
  public HeapInfo withSampling(Sampling other) {
    return sampled(other, provenance);
  }

  /** Returns a copy with different sources of its facts. */
  public HeapInfo withProvenance(Provenance other) {
    return sampled(sampling, other);
  }

  /** Returns a copy with the memory of the whole process; null if unknown. */
  public HeapInfo withMemory(@Nullable ProcessMemory ofProcess) {
    return new HeapInfo(
        id, dump, dumps, timeNanos, durationNanos, sampling, peak, provenance, ofProcess);
  }

  /**
   * Returns when profiling of the heap began, in nanoseconds since 1970-01-01 UTC; 0 if unknown. It
   * differs between dumps of one recording if the clock was set in between.
   */
  public long beganNanos() {
    return timeNanos > 0 && durationNanos > 0 ? timeNanos - durationNanos : 0;
  }

  /** Returns a copy without the facts that differ between runs of the program. */
  public HeapInfo ofAnyRun() {
    return identified(id.inAnyRun()).withTimes(0, 0).withMemory(null);
  }

  private HeapInfo identified(HeapId other) {
    return new HeapInfo(
        other, dump, dumps, timeNanos, durationNanos, sampling, peak, provenance, memory);
  }

  private HeapInfo at(int number, int count, long time, long duration, boolean isPeak) {
    return new HeapInfo(id, number, count, time, duration, sampling, isPeak, provenance, memory);
  }

  private HeapInfo sampled(Sampling other, Provenance from) {
    return new HeapInfo(id, dump, dumps, timeNanos, durationNanos, other, peak, from, memory);
  }

  /**
   * Returns the heaps whose numbers may be added up. Dumps of one heap are states of the same
   * memory, so the result contains only the last dump of each heap.
   */
  static <H> List<H> latestDumps(List<H> heaps, Function<H, HeapInfo> info) {
    Map<HeapId, Integer> last = new HashMap<>();
    for (H heap : heaps) {
      last.merge(info.apply(heap).id(), info.apply(heap).dump(), Math::max);
    }
    return last.size() == heaps.size()
        ? heaps
        : heaps.stream()
            .filter(
                heap -> Objects.equals(last.get(info.apply(heap).id()), info.apply(heap).dump()))
            .toList();
  }

  /**
   * Returns the time of the dump for people, in UTC.
   *
   * @param unit {@link ChronoUnit#MINUTES} for minutes; any other unit for milliseconds
   */
  public String displayTime(ChronoUnit unit) {
    long second = Math.floorDiv(timeNanos, NANOS_PER_SECOND);
    int nano = (int) Math.floorMod(timeNanos, NANOS_PER_SECOND);
    // An Instant would load all of Java's formats. Adding a nanosecond keeps all digits:
    // 2026-01-31T12:34:56.789000001.
    String time =
        LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC)
            .truncatedTo(ChronoUnit.MILLIS)
            .plusNanos(1)
            .toString();
    int end = unit == ChronoUnit.MINUTES ? 16 : 23;
    return time.substring(0, 10) + " " + time.substring(11, end) + " UTC";
  }
}
