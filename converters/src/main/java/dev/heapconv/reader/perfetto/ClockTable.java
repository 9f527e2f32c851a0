package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.RemoteClockSync;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Converts times of any clock to the profiler's, CLOCK_MONOTONIC_COARSE, and those into wall-clock
 * time. Each machine has its own.
 */
final class ClockTable {

  private static final int REALTIME = 1;
  private static final int REALTIME_COARSE = 2;
  static final int MONOTONIC = 3;

  /** MONOTONIC_COARSE. */
  static final int PROFILER = 4;

  /** What timestamps are of if nothing says so. */
  static final int BOOTTIME = 6;

  private static final int FIRST_CUSTOM = 64;

  /** Wall-clock times by the profiler's. */
  private final TreeMap<Long, Long> snapshots = new TreeMap<>();

  /** What may be the profiler's clock: the first that there is. Chromium has no coarse one. */
  private static final int[] HUBS = {PROFILER, MONOTONIC, BOOTTIME};

  /** By hub, clock and its time: that of the hub, in snapshots that have no better hub. */
  private final List<Long2ObjectOpenHashMap<TreeMap<Long, Long>>> links =
      List.of(
          new Long2ObjectOpenHashMap<>(),
          new Long2ObjectOpenHashMap<>(),
          new Long2ObjectOpenHashMap<>());

  private boolean hasMonotonic;

  /** Nanoseconds by clock. */
  private final Long2LongOpenHashMap units = new Long2LongOpenHashMap();

  private final LongOpenHashSet incremental = new LongOpenHashSet();
  private long first;
  private final WireCursor synced = new WireCursor();
  private final WireCursor remote = new WireCursor();
  private final WireCursor clock = new WireCursor();

  /** Reads a RemoteClockSync message, which is where the clocks of remote machines are. */
  void addRemote(WireCursor sync) {
    while (sync.find(RemoteClockSync.SYNCED_CLOCKS_FIELD_NUMBER, synced)) {
      while (synced.find(RemoteClockSync.SyncedClocks.CLIENT_CLOCKS_FIELD_NUMBER, remote)) {
        addSnapshot(remote, 0);
      }
    }
  }

  /**
   * Reads a ClockSnapshot message.
   *
   * @param sequence that of the packet
   */
  void addSnapshot(WireCursor snapshot, int sequence) {
    Long2LongOpenHashMap times = new Long2LongOpenHashMap();
    times.defaultReturnValue(-1);
    while (snapshot.find(ClockSnapshot.CLOCKS_FIELD_NUMBER, clock)) {
      int id = (int) clock.integer(ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER, 0);
      long timestamp = clock.integer(ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER, -1);
      long unit = clock.integer(ClockSnapshot.Clock.UNIT_MULTIPLIER_NS_FIELD_NUMBER, 1);
      long key = key(id, sequence);
      if (clock.integer(ClockSnapshot.Clock.IS_INCREMENTAL_FIELD_NUMBER, 0) != 0) {
        incremental.add(key);
      } else {
        unit = id < FIRST_CUSTOM ? 1 : unit; // The system's clocks are in nanoseconds.
        units.put(key, unit);
        times.put(key, timestamp * unit);
      }
    }
    int hub = 0;
    while (hub < HUBS.length - 1 && times.get(HUBS[hub]) < 0) {
      hub++;
    }
    hasMonotonic |= HUBS[hub] != BOOTTIME;
    long from = times.get(HUBS[hub]);
    long wall = times.get(REALTIME);
    long to = wall >= 0 ? wall : times.get(REALTIME_COARSE);
    if (from >= 0 && to >= 0) {
      first = snapshots.isEmpty() ? from : first;
      snapshots.putIfAbsent(from, to);
    }
    times.remove(HUBS[hub]);
    for (Long2LongMap.Entry time : times.long2LongEntrySet()) {
      if (from >= 0 && time.getLongValue() >= 0) {
        TreeMap<Long, Long> ofClock = links.get(hub).get(time.getLongKey());
        if (ofClock == null) {
          ofClock = new TreeMap<>();
          links.get(hub).put(time.getLongKey(), ofClock);
        }
        ofClock.putIfAbsent(time.getLongValue(), from);
      }
    }
  }

  /** Names a clock: ids from 64 to 127 mean another one in each packet sequence. */
  static long key(int id, int sequence) {
    return id >= FIRST_CUSTOM && id < 128 ? (long) sequence << 32 | id : id & 0xffff_ffffL;
  }

  /** Whether timestamps of a clock count from the one before. */
  boolean isIncremental(long clock) {
    return incremental.contains(clock);
  }

  /**
   * Converts a time to the profiler's clock; 0 if no snapshots relate the two, or if it counts from
   * the one before, which may be in any packet of the sequence.
   */
  long toProfiler(long clock, long timestamp) {
    long nanos = timestamp * units.getOrDefault(clock, 1L);
    for (int hub = 0; hub < HUBS.length; hub++) {
      TreeMap<Long, Long> times = links.get(hub).get(clock);
      if (times != null) {
        return toProfiler(HUBS[hub], convert(times, nanos));
      }
      if (clock == HUBS[hub]) {
        return clock == BOOTTIME && hasMonotonic ? 0 : nanos;
      }
    }
    return 0;
  }

  /**
   * Converts a time of the profiler's clock to nanoseconds since 1970 by the nearest snapshot; 0
   * without a snapshot.
   */
  long toRealtime(long timestamp) {
    return convert(snapshots, timestamp);
  }

  private static long convert(NavigableMap<Long, Long> byTime, long timestamp) {
    if (timestamp <= 0 || byTime.isEmpty()) {
      return 0;
    }
    Map.Entry<Long, Long> before = byTime.floorEntry(timestamp);
    Map.Entry<Long, Long> after = byTime.ceilingEntry(timestamp);
    boolean useBefore =
        after == null
            || (before != null && timestamp - before.getKey() <= after.getKey() - timestamp);
    Map.Entry<Long, Long> nearest = useBefore ? before : after;
    return Math.max(0, nearest.getValue() + (timestamp - nearest.getKey()));
  }

  /** The last time of the profiler's clock in the trace; 0 if there is none. */
  long last() {
    return snapshots.isEmpty() ? 0 : snapshots.lastKey();
  }

  /** The first time of the profiler's clock in the trace; 0 if there is none. */
  long first() {
    return first;
  }
}
