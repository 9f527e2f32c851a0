package dev.heapconv.reader.jfr;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What async-profiler says of how it samples. With {@code ratelimit=alloc:1000}, it discards what
 * exceeds so many events in a second, allocations and frees alike, without a trace.
 */
final class JfrSettings {

  /** What async-profiler's {@code alloc=0} means. */
  private static final long DEFAULT_INTERVAL = 524_287;

  private static final long UNKNOWN = -1;

  private long alloc = UNKNOWN;
  private long nativemem = UNKNOWN;
  private String profiler = "JDK Flight Recorder";

  /** By the number of the type of event. */
  private final Map<Long, Long> limits = new HashMap<>();

  /** Whether events were ever recorded, by the number of their type. */
  private final Map<Long, Boolean> enabled = new HashMap<>();

  /** How many events of a heap there were in each second. */
  private final Map<String, Long2LongOpenHashMap> events = new HashMap<>();

  void add(JfrRecord event) {
    String value = event.text(JfrField.VALUE);
    switch (event.text(JfrField.NAME)) {
      case "alloc" -> alloc = number(value) == 0 ? DEFAULT_INTERVAL : number(value);
      case "nativemem" -> nativemem = number(value) == 0 ? 1 : number(value);
      case "ratelimit" -> limits.put(event.number(JfrField.ID, 0), number(value));
      case "enabled" ->
          enabled.merge(
              event.number(JfrField.ID, 0), Boolean.parseBoolean(value), Boolean::logicalOr);
      case "version" -> profiler = "async-profiler " + value;
      default -> {}
    }
  }

  private static long number(String value) {
    try {
      return Math.max(UNKNOWN, Long.parseLong(value));
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  /** Bytes between samples of Java objects; not positive if unknown. */
  long alloc() {
    return alloc;
  }

  /** Bytes between samples of native memory; not positive if unknown. */
  long nativemem() {
    return nativemem;
  }

  /** Whether the recording says that it has no events of a type. */
  boolean isOff(long type) {
    return !enabled.getOrDefault(type, true);
  }

  String profiler() {
    return profiler;
  }

  void count(String heap, long nanos) {
    if (!limits.isEmpty()) {
      events
          .computeIfAbsent(heap, unused -> new Long2LongOpenHashMap())
          .addTo(TimeUnit.NANOSECONDS.toSeconds(nanos), 1);
    }
  }

  /** The limit of the events of a heap if it was reached; else 0. */
  long reachedLimit(String heap, long type) {
    long limit = limits.getOrDefault(type, 0L);
    Long2LongOpenHashMap seconds = events.getOrDefault(heap, new Long2LongOpenHashMap());
    for (Long2LongMap.Entry second : seconds.long2LongEntrySet()) {
      // A second of the profiler lies in two of these.
      if (second.getLongValue() + seconds.get(second.getLongKey() + 1) >= limit) {
        return limit;
      }
    }
    return 0;
  }
}
