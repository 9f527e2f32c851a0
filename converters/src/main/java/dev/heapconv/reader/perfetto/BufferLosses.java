package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.TraceStats;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What the tracing service lost of the buffers that heap profilers write to. Other buffers belong
 * to other data sources. If the trace does not say which ones they write to, all of them count.
 */
final class BufferLosses {

  /** Instead of the index of a buffer: one that is not known. */
  static final int ANY = -1;

  private final WireCursor child = new WireCursor();
  private final IntOpenHashSet targets = new IntOpenHashSet();

  // By index of the buffer.
  private final LongArrayList overwritten = new LongArrayList();
  private final LongArrayList discarded = new LongArrayList();
  private final LongArrayList patches = new LongArrayList();

  /** Adds the index of a buffer that a heap profiler writes to, or {@link #ANY}. */
  void addTarget(int buffer) {
    targets.add(buffer);
  }

  /**
   * Reads a TraceStats message. Long traces contain several, each of which counts from the start.
   */
  void addStats(WireCursor stats) {
    for (int buffer = 0; stats.find(TraceStats.BUFFER_STATS_FIELD_NUMBER, child); buffer++) {
      update(overwritten, buffer, TraceStats.BufferStats.CHUNKS_OVERWRITTEN_FIELD_NUMBER);
      update(discarded, buffer, TraceStats.BufferStats.CHUNKS_DISCARDED_FIELD_NUMBER);
      update(patches, buffer, TraceStats.BufferStats.PATCHES_FAILED_FIELD_NUMBER);
    }
  }

  private void update(LongArrayList losses, int buffer, int field) {
    if (buffer == losses.size()) {
      losses.add(0);
    }
    losses.set(buffer, Math.max(losses.getLong(buffer), child.integer(field, 0)));
  }

  /** Chunks that newer ones replaced in a ring buffer: the oldest of the trace. */
  long overwritten() {
    return sum(overwritten);
  }

  /** Chunks for which a buffer had no room. */
  long discarded() {
    return sum(discarded);
  }

  long patches() {
    return sum(patches);
  }

  private long sum(LongArrayList losses) {
    boolean all = targets.isEmpty() || targets.contains(ANY);
    long sum = 0;
    for (int buffer = 0; buffer < losses.size(); buffer++) {
      if (all || targets.contains(buffer)) {
        sum += losses.getLong(buffer);
      }
    }
    return sum;
  }
}
