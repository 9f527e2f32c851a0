package dev.heapconv.reader.jfr;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many events of a kind async-profiler records in a second ({@code ratelimit=alloc:1000}): it
 * discards the others, allocations and frees alike, without a trace.
 */
final class RateLimits {

  /** By the number of the type of event. */
  private final Map<Long, Long> limits = new HashMap<>();

  /** How many events there were in each second. */
  private final Map<Long, Long2LongOpenHashMap> events = new HashMap<>();

  void limit(long type, long perSecond) {
    limits.put(type, perSecond);
  }

  void count(long type, long nanos) {
    if (!limits.isEmpty()) {
      events
          .computeIfAbsent(type, unused -> new Long2LongOpenHashMap())
          .addTo(TimeUnit.NANOSECONDS.toSeconds(nanos), 1);
    }
  }

  /** The limit of a type of events if it was reached; else 0. */
  long reached(long type) {
    long limit = limits.getOrDefault(type, 0L);
    Long2LongOpenHashMap seconds = events.getOrDefault(type, new Long2LongOpenHashMap());
    for (Long2LongMap.Entry second : seconds.long2LongEntrySet()) {
      // A second of the profiler lies in two of these.
      if (second.getLongValue() + seconds.get(second.getLongKey() + 1) >= limit) {
        return limit;
      }
    }
    return 0;
  }
}
