package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.ClockSnapshot;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Converts times of the profiler's clock, CLOCK_MONOTONIC_COARSE, into wall-clock time. */
final class ClockTable {

  private static final int REALTIME = 1;
  private static final int REALTIME_COARSE = 2;
  private static final int MONOTONIC = 3;
  private static final int MONOTONIC_COARSE = 4;

  private final LongArrayList monotonic = new LongArrayList();
  private final LongArrayList realtime = new LongArrayList();
  private final WireCursor clock = new WireCursor();

  /** Reads a ClockSnapshot message. */
  void addSnapshot(WireCursor snapshot) {
    long coarse = -1;
    long fine = -1;
    long wall = -1;
    long wallCoarse = -1;
    for (int field; (field = snapshot.nextField()) != 0; ) {
      if (field != ClockSnapshot.CLOCKS_FIELD_NUMBER) {
        snapshot.skip();
        continue;
      }
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
        default -> {}
      }
    }
    long from = coarse >= 0 ? coarse : fine;
    long to = wall >= 0 ? wall : wallCoarse;
    if (from >= 0 && to >= 0) {
      monotonic.add(from);
      realtime.add(to);
    }
  }

  /**
   * Converts a time of the profiler's clock to nanoseconds since 1970 by the nearest snapshot; 0
   * without a snapshot.
   */
  long toRealtime(long timestamp) {
    if (timestamp <= 0 || monotonic.isEmpty()) {
      return 0;
    }
    int nearest = 0;
    long best = Long.MAX_VALUE;
    for (int i = 0; i < monotonic.size(); i++) {
      long distance = Math.abs(monotonic.getLong(i) - timestamp);
      if (distance < best) {
        best = distance;
        nearest = i;
      }
    }
    return Math.max(0, realtime.getLong(nearest) + (timestamp - monotonic.getLong(nearest)));
  }

  /** The last time of the profiler's clock in the trace; 0 if there is none. */
  long last() {
    return monotonic.isEmpty() ? 0 : monotonic.getLong(monotonic.size() - 1);
  }

  /** The first time of the profiler's clock in the trace; 0 if there is none. */
  long first() {
    return monotonic.isEmpty() ? 0 : monotonic.getLong(0);
  }
}
