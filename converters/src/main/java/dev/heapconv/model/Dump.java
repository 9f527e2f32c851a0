package dev.heapconv.model;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * One of the states of a heap that a recording contains.
 *
 * @param number number of the dump among the dumps of its heap, from 1
 * @param of how many dumps of the heap the recording contains
 * @param timeNanos time of the dump, in nanoseconds since 1970-01-01 UTC; 0 if unknown
 * @param durationNanos nanoseconds from the start of profiling to the dump; 0 if unknown
 * @param peak whether this dump was selected as the one with the most live bytes among several
 * @param facts what is known of the process near the dump
 */
public record Dump(
    int number, int of, long timeNanos, long durationNanos, boolean peak, Facts facts) {

  /** The only dump of a heap, at an unknown time. */
  public static final Dump ONLY = new Dump(1, 1, 0, 0, false, Facts.NONE);

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  public Dump {
    Objects.requireNonNull(facts, "facts");
  }

  /**
   * Returns a copy with a different place among the dumps of the heap.
   *
   * @param other number of the dump, from 1
   * @param count how many dumps the recording contains
   */
  Dump numbered(int other, int count) {
    return new Dump(other, count, timeNanos, durationNanos, peak, facts);
  }

  /**
   * Returns a copy with different times.
   *
   * @param time time of the dump, in nanoseconds since 1970-01-01 UTC; 0 if unknown
   * @param duration nanoseconds from the start of profiling to the dump; 0 if unknown
   */
  Dump at(long time, long duration) {
    return new Dump(number, of, time, duration, peak, facts);
  }

  /** Returns a copy that is marked as the peak, or not. */
  Dump withPeak(boolean isPeak) {
    return new Dump(number, of, timeNanos, durationNanos, isPeak, facts);
  }

  /** Returns a copy with different facts about the process. */
  Dump withFacts(Facts others) {
    return new Dump(number, of, timeNanos, durationNanos, peak, others);
  }

  /** Returns whether the recording contains no later dump of the heap. */
  public boolean isLast() {
    return number == of;
  }

  /**
   * Returns when profiling of the heap began, in nanoseconds since 1970-01-01 UTC; 0 if unknown. It
   * differs between dumps of one recording if the clock was set in between.
   */
  public long beganNanos() {
    return timeNanos > 0 && durationNanos > 0 ? timeNanos - durationNanos : 0;
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
