package dev.heapconv.reader.perfetto;

/**
 * A time on a clock, which later snapshots of the clocks may relate to others.
 *
 * @param timestamp 0 when unknown
 * @param clock its {@link ClockTable#key}
 */
record DumpTime(long timestamp, long clock, ClockTable clocks) {

  static final DumpTime UNKNOWN = new DumpTime(0, ClockTable.PROFILER, new ClockTable());

  boolean isSame(DumpTime other) {
    return timestamp == other.timestamp && clock == other.clock;
  }
}
