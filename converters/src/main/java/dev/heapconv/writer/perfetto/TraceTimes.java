package dev.heapconv.writer.perfetto;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.IOException;
import java.util.List;

/**
 * Times on the clock of the trace, in nanoseconds. It starts a second before profiling did. Without
 * times in the profile, dumps are a second apart and the trace says nothing about wall-clock time.
 */
final class TraceTimes {

  private static final long SECOND = 1_000_000_000;

  private static final int REALTIME = 1;

  /** CLOCK_MONOTONIC, which the profiler uses in its coarse form, and the clock of traces. */
  private static final int[] CLOCKS = {3, 4, 6};

  private final boolean known;
  private final long origin;
  private long last;

  TraceTimes(List<EstimatedHeap> heaps) {
    long earliest = Long.MAX_VALUE;
    for (EstimatedHeap heap : heaps) {
      if (heap.info().timeNanos() > 0) {
        earliest = Math.min(earliest, start(heap.info()));
        last = Math.max(last, heap.info().timeNanos());
      }
    }
    known = last > 0;
    origin = known ? Math.max(0, earliest - SECOND) : 0;
    last = known ? last - origin : SECOND;
  }

  /** Wall-clock time when profiling began, or of the dump if unknown. */
  private static long start(HeapInfo info) {
    long duration = info.durationNanos();
    return duration > 0 && duration < info.timeNanos()
        ? info.timeNanos() - duration
        : info.timeNanos();
  }

  /**
   * Time of a dump; 0 if unknown among others that are known.
   *
   * @param previous of the dump before it, which is earlier
   */
  long ofDump(HeapInfo info, long previous) {
    long time = info.timeNanos() > 0 ? info.timeNanos() - origin : known ? 0 : info.dump() * SECOND;
    return time == 0 ? 0 : Math.max(time, previous + 1);
  }

  /** When profiling began; 0 if unknown. */
  long ofStart(HeapInfo info) {
    long start = start(info);
    return start > 0 && start < info.timeNanos() ? start - origin : 0;
  }

  void writeTo(PacketStream packets) throws IOException {
    MessageBuffer snapshot = new MessageBuffer();
    for (int clock : CLOCKS) {
      add(clock, last, snapshot);
    }
    if (known) {
      add(REALTIME, origin + last, snapshot);
    }
    packets.packet().add(TracePacket.TIMESTAMP_FIELD_NUMBER, last);
    packets.write(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER, snapshot);
  }

  private static void add(int id, long time, MessageBuffer snapshot) throws IOException {
    MessageBuffer clock = new MessageBuffer();
    clock.add(ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER, id);
    clock.add(ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER, time);
    snapshot.add(ClockSnapshot.CLOCKS_FIELD_NUMBER, clock);
  }
}
