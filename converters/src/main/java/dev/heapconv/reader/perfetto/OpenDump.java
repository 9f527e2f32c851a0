package dev.heapconv.reader.perfetto;

import dev.heapconv.model.HeapId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a dump whose end has not come, or of its packets between two losses. */
final class OpenDump {

  private final Map<HeapId, Times> heaps = new HashMap<>(0);

  /** In order of appearance. */
  private final List<HeapRows> rows = new ArrayList<>();

  List<HeapRows> rows() {
    return rows;
  }

  /**
   * The rows of a heap at a time, or if one of the times is unknown, the latest; null if there are
   * none.
   */
  @Nullable HeapRows find(HeapId heap, long timestamp) {
    Times times = heaps.get(heap);
    return times == null ? null : times.find(timestamp);
  }

  /** Adds a heap that is new, or is there at another time: one packet may contain several. */
  void add(HeapId heap, HeapRows added) {
    heaps.computeIfAbsent(heap, key -> new Times()).latest = added;
    rows.add(added);
  }

  /** Rows that were added are those of a time; 0 for an unknown one. */
  void setTime(HeapId heap, long timestamp, HeapRows added) {
    Times times = heaps.get(heap);
    if (times != null && timestamp != 0) {
      times.byTime.put(timestamp, added);
    }
  }

  /** Adds what came after this, of the same dump, in which no heap of this is at another time. */
  void addAll(OpenDump later) {
    later.heaps.forEach(heaps::putIfAbsent);
    rows.addAll(later.rows);
  }

  /** The rows of one of the heaps of a packet that is here, at the same time; null if none is. */
  @Nullable HeapRows continuedBy(List<HeapHeader> packet) {
    for (HeapHeader header : packet) {
      Times times = heaps.get(header.key());
      if (times != null && times.byTime.containsKey(header.timestamp)) {
        return times.byTime.get(header.timestamp);
      }
    }
    return null;
  }

  /** Whether one of the heaps of a packet is here, at another time. */
  boolean isFollowedBy(List<HeapHeader> packet) {
    for (HeapHeader header : packet) {
      if (heaps.containsKey(header.key()) && find(header.key(), header.timestamp) == null) {
        return true;
      }
    }
    return false;
  }

  /** The dumps of one heap. */
  private static final class Times {
    private final Long2ObjectOpenHashMap<HeapRows> byTime = new Long2ObjectOpenHashMap<>(2);
    private @Nullable HeapRows latest;

    @Nullable HeapRows find(long timestamp) {
      HeapRows known = byTime.get(timestamp);
      return known != null || latest == null || timestamp != 0 && latest.timestamp != 0
          ? known
          : latest;
    }
  }
}
