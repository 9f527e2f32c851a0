package dev.heapconv.reader.samplelog;

import dev.heapconv.model.Recording;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a process: its sections, by headers without their time, share its addresses. */
final class LogRun {

  final LogProcess process;

  final Recording recording;

  /** When its log began, in nanoseconds since 1970; 0 if no header says so. */
  private long timeNanos;

  private final Map<LogHeader, LogSection> sections = new LinkedHashMap<>();

  /** Where memory was allocated last, by address; only if there are several sections. */
  private final Long2ObjectOpenHashMap<LogSection> allocated = new Long2ObjectOpenHashMap<>(0);

  /** Whether another run began, and no header continued this one after that. */
  private boolean ended;

  LogRun(LogProcess process, Recording recording) {
    this.process = process;
    this.recording = recording;
  }

  /** Whether a header states the time at which the log of this run began. */
  boolean beganAt(LogHeader header) {
    return timeNanos > 0 && header.timeNanos() == timeNanos;
  }

  /** Whether a header can be of this run: it does not say that one of its logs began again. */
  boolean allows(LogHeader header) {
    return header.timeNanos() == 0 || timeNanos == 0 || !sections.containsKey(header.section());
  }

  /** Another run begins. */
  void end() {
    ended = true;
  }

  /** Goes on after a header. */
  void goOn(LogHeader header) {
    ended = false;
    timeNanos = timeNanos == 0 ? header.timeNanos() : timeNanos;
  }

  boolean hasEnded() {
    return ended;
  }

  @Nullable LogSection section(LogHeader header) {
    return sections.get(header.section());
  }

  void add(LogSection section) {
    sections.put(section.header.section(), section);
    if (sections.size() == 2) {
      LogSection first = sections.values().iterator().next();
      first.forEachLiveAddress(address -> allocated.put(address, first));
    }
  }

  /** Memory at an address is allocated in a section. */
  void allocates(long address, LogSection section) {
    if (sections.size() > 1) {
      allocated.put(address, section);
    }
  }

  /** The section in which memory at an address is live; the current one if it is live in none. */
  LogSection holder(long address, LogSection current) {
    LogSection section = current.isLive(address) ? null : allocated.get(address);
    return section != null && section.isLive(address) ? section : current;
  }
}
