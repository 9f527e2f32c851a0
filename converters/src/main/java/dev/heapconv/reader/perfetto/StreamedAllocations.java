package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.StreamingAllocation;
import dev.heapconv.proto.perfetto.StreamingFree;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Map;
import java.util.TreeMap;

/**
 * Totals of a session with {@code stream_allocations}, which sends every sampled allocation and
 * free as it happens, but without its stack.
 */
final class StreamedAllocations {

  /** Totals of one heap. */
  static final class Totals {
    long allocations;
    long allocatedBytes;
    long frees;
    long freedBytes;
    private final Long2LongOpenHashMap live = new Long2LongOpenHashMap();
  }

  private final Map<Long, Totals> heaps = new TreeMap<>();
  private final LongArrayList addresses = new LongArrayList();
  private final LongArrayList sizes = new LongArrayList();
  private final LongArrayList heapIds = new LongArrayList();

  boolean isEmpty() {
    return heaps.isEmpty();
  }

  /** Reads a StreamingAllocation message. */
  void addAllocations(WireCursor message) {
    read(
        message,
        StreamingAllocation.ADDRESS_FIELD_NUMBER,
        StreamingAllocation.SAMPLE_SIZE_FIELD_NUMBER,
        StreamingAllocation.HEAP_ID_FIELD_NUMBER);
    for (int i = 0; i < addresses.size(); i++) {
      Totals totals = heap(i);
      long size = i < sizes.size() ? sizes.getLong(i) : 0;
      totals.allocations++;
      totals.allocatedBytes += size;
      totals.live.put(addresses.getLong(i), size);
    }
  }

  /** Reads a StreamingFree message. */
  void addFrees(WireCursor message) {
    read(message, StreamingFree.ADDRESS_FIELD_NUMBER, 0, StreamingFree.HEAP_ID_FIELD_NUMBER);
    for (int i = 0; i < addresses.size(); i++) {
      Totals totals = heap(i);
      // Frees of allocations that were not sampled are sent too.
      if (totals.live.containsKey(addresses.getLong(i))) {
        totals.frees++;
        totals.freedBytes += totals.live.remove(addresses.getLong(i));
      }
    }
  }

  private void read(WireCursor message, int addressField, int sizeField, int heapField) {
    addresses.clear();
    sizes.clear();
    heapIds.clear();
    for (int field; (field = message.nextField()) != 0; ) {
      if (field == addressField) {
        addresses.add(message.integer());
      } else if (field == sizeField) {
        sizes.add(message.integer());
      } else if (field == heapField) {
        heapIds.add(message.integer());
      } else {
        message.skip();
      }
    }
  }

  private Totals heap(int index) {
    long id = index < heapIds.size() ? heapIds.getLong(index) : 0;
    return heaps.computeIfAbsent(id, unused -> new Totals());
  }

  /** One clause per heap, for a message. */
  String describe() {
    StringBuilder text = new StringBuilder();
    heaps.forEach(
        (id, totals) ->
            text.append(text.isEmpty() ? "" : "; ")
                .append("heap ")
                .append(id)
                .append(": ")
                .append(totals.allocations)
                .append(" sampled allocations of ")
                .append(totals.allocatedBytes)
                .append(" bytes, ")
                .append(totals.frees)
                .append(" of them (")
                .append(totals.freedBytes)
                .append(" bytes) freed"));
    return text.toString();
  }
}
