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
  private final LongArrayList chunks = new LongArrayList();
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
      if (buffer == chunks.size()) {
        chunks.add(0);
        patches.add(0);
      }
      long lostChunks =
          child.integer(TraceStats.BufferStats.CHUNKS_OVERWRITTEN_FIELD_NUMBER, 0)
              + child.integer(TraceStats.BufferStats.CHUNKS_DISCARDED_FIELD_NUMBER, 0);
      long lostPatches = child.integer(TraceStats.BufferStats.PATCHES_FAILED_FIELD_NUMBER, 0);
      chunks.set(buffer, Math.max(chunks.getLong(buffer), lostChunks));
      patches.set(buffer, Math.max(patches.getLong(buffer), lostPatches));
    }
  }

  long chunks() {
    return sum(chunks);
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
