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
 * Which heap a set of numbers belongs to, when it was dumped, and how it was sampled.
 *
 * @param dump number of the dump among the dumps of this heap, from 1
 * @param dumps how many dumps of this heap the recording contains
 * @param timeNanos when it was dumped, in nanoseconds since 1970-01-01 UTC; 0 when unknown
 * @param durationNanos nanoseconds from the start of profiling to the dump; 0 when unknown
 * @param sampling how it was sampled; {@code provenance} says how sure that is
 * @param peak whether this dump was selected as the one with the most live bytes among several
 * @param provenance where the facts that decide its numbers come from
 * @param memory what the whole process held when it was dumped; null when unknown
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
   * The only dump of a heap of an unknown process, at an unknown time, of which the format states
   * how it was sampled.
   */
  public static HeapInfo of(String heap, Sampling sampling) {
    HeapId id = new HeapId(Recording.NONE, Process.UNKNOWN, heap);
    return new HeapInfo(id, 1, 1, 0, 0, sampling, false, Provenance.STATED, null);
  }

  /** Mean number of bytes between two samples; 1 when every byte was recorded, 0 when unknown. */
  public long samplingInterval() {
    return sampling.interval();
  }

  /** Process id; -1 when unknown. */
  public long pid() {
    return id.process().pid();
  }

  /** Name of the process that tells it apart from others with its pid; empty when unknown. */
  public String process() {
    return id.process().fullName();
  }

  /** Name of the heap. */
  public String heap() {
    return id.heap();
  }

  /** The same dump of another process. */
  public HeapInfo withProcess(Process other) {
    return identified(new HeapId(id.recording(), other, heap()));
  }

  /** The same dump of a process with another pid, which is -1 if unknown, and another name. */
  public HeapInfo withProcess(long number, String name) {
    return withProcess(id.process().named(number, name));
  }

  /** The same dump with another name of its process. */
  public HeapInfo withProcess(String name) {
    return withProcess(pid(), name);
  }

  /** The same dump with another heap name. */
  public HeapInfo withHeap(String name) {
    return identified(new HeapId(id.recording(), id.process(), name));
  }

  /** The same dump in another recording. */
  public HeapInfo withRecording(Recording other) {
    return identified(new HeapId(other, id.process(), heap()));
  }

  /** The same heap at another dump. */
  public HeapInfo withDump(int number, int count) {
    return at(number, count, timeNanos, durationNanos, peak);
  }

  /** The same dump with another total number of dumps. */
  public HeapInfo withDumps(int count) {
    return withDump(dump, count);
  }

  /** The same dump at another time, and that long after profiling began. */
  public HeapInfo withTimes(long time, long duration) {
    return at(dump, dumps, time, duration, peak);
  }

  /** The same dump, selected as the peak or not. */
  public HeapInfo withPeak(boolean isPeak) {
    return at(dump, dumps, timeNanos, durationNanos, isPeak);
  }

  /** The same dump, sampled in another way. */
  public HeapInfo withSampling(Sampling other) {
    return sampled(other, provenance);
  }

  /** The same dump with facts that are known from elsewhere. */
  public HeapInfo withProvenance(Provenance other) {
    return sampled(sampling, other);
  }

  /** The same dump of a process that held so much in all; null when unknown. */
  public HeapInfo withMemory(@Nullable ProcessMemory ofProcess) {
    return new HeapInfo(
        id, dump, dumps, timeNanos, durationNanos, sampling, peak, provenance, ofProcess);
  }

  /**
   * When its recording began, in nanoseconds since 1970-01-01 UTC; 0 when unknown. Dumps of one
   * recording differ in it by what the clock was set by.
   */
  public long beganNanos() {
    return timeNanos > 0 && durationNanos > 0 ? timeNanos - durationNanos : 0;
  }

  /** The same heap without what differs from one run of its program to the next. */
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
   * The heaps whose numbers may be added up. Dumps of one heap are states of the same memory, so
   * only the last dump of each heap is included.
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

  /** Human-readable time of the dump in UTC, to the minute or the millisecond. */
  public String displayTime(ChronoUnit unit) {
    long second = Math.floorDiv(timeNanos, NANOS_PER_SECOND);
    int nano = (int) Math.floorMod(timeNanos, NANOS_PER_SECOND);
    // An Instant would load all of Java's formats. With a nanosecond more, no digit is left out:
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
