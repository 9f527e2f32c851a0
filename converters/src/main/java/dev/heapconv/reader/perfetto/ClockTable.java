package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.RemoteClockSync;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts times of the profiler's clock, CLOCK_MONOTONIC_COARSE, into wall-clock time. Each
 * machine has its own.
 */
final class ClockTable {

  private static final int REALTIME = 1;
  private static final int REALTIME_COARSE = 2;
  private static final int MONOTONIC = 3;
  private static final int MONOTONIC_COARSE = 4;
  private static final int BOOTTIME = 6;

  /** Wall-clock times by the profiler's. */
  private final TreeMap<Long, Long> snapshots = new TreeMap<>();

  private long first;
  private final WireCursor synced = new WireCursor();
  private final WireCursor remote = new WireCursor();
  private final WireCursor clock = new WireCursor();

  /** Reads a RemoteClockSync message, which is where the clocks of remote machines are. */
  void addRemote(WireCursor sync) {
    while (sync.find(RemoteClockSync.SYNCED_CLOCKS_FIELD_NUMBER)) {
      sync.message(synced);
      while (synced.find(RemoteClockSync.SyncedClocks.CLIENT_CLOCKS_FIELD_NUMBER)) {
        addSnapshot(synced.message(remote));
      }
    }
  }

  /** Reads a ClockSnapshot message. */
  void addSnapshot(WireCursor snapshot) {
    long coarse = -1;
    long fine = -1;
    long boot = -1;
    long wall = -1;
    long wallCoarse = -1;
    while (snapshot.find(ClockSnapshot.CLOCKS_FIELD_NUMBER)) {
      snapshot.message(clock);
      long id = 0;
      long timestamp = -1;
      for (int part; (part = clock.nextField()) != 0; ) {
        switch (part) {
          case ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER -> id = clock.integer();
          case ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER -> timestamp = clock.integer();
          default -> clock.skip();
        }
      }
      switch ((int) id) {
        case REALTIME -> wall = timestamp;
        case REALTIME_COARSE -> wallCoarse = timestamp;
        case MONOTONIC -> fine = timestamp;
        case MONOTONIC_COARSE -> coarse = timestamp;
        case BOOTTIME -> boot = timestamp;
        default -> {}
      }
    }
    // Chromium's profiler has no coarse clock, and only the last one outside of Linux.
    long from = coarse >= 0 ? coarse : fine >= 0 ? fine : boot;
    long to = wall >= 0 ? wall : wallCoarse;
    if (from >= 0 && to >= 0) {
      first = snapshots.isEmpty() ? from : first;
      snapshots.putIfAbsent(from, to);
    }
  }

  /**
   * Converts a time of the profiler's clock to nanoseconds since 1970 by the nearest snapshot; 0
   * without a snapshot.
   */
  long toRealtime(long timestamp) {
    if (timestamp <= 0 || snapshots.isEmpty()) {
      return 0;
    }
    Map.Entry<Long, Long> before = snapshots.floorEntry(timestamp);
    Map.Entry<Long, Long> after = snapshots.ceilingEntry(timestamp);
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
