package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.StreamingAllocation;
import dev.heapconv.proto.perfetto.StreamingFree;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
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
  private long[] addresses = new long[1];
  private long[] sizes = new long[1];
  private long[] heapIds = new long[1];

  boolean isEmpty() {
    return heaps.isEmpty();
  }

  void addAllocations(WireCursor message) {
    int addressCount = 0;
    int sizeCount = 0;
    int heapCount = 0;
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case StreamingAllocation.ADDRESS_FIELD_NUMBER -> {
          addresses = put(addresses, addressCount, message.integer());
          addressCount++;
        }
        case StreamingAllocation.SAMPLE_SIZE_FIELD_NUMBER -> {
          sizes = put(sizes, sizeCount, message.integer());
          sizeCount++;
        }
        case StreamingAllocation.HEAP_ID_FIELD_NUMBER -> {
          heapIds = put(heapIds, heapCount, message.integer());
          heapCount++;
        }
        default -> message.skip();
      }
    }
    for (int i = 0; i < addressCount; i++) {
      Totals totals = heap(i < heapCount ? heapIds[i] : 0);
      long size = i < sizeCount ? sizes[i] : 0;
      totals.allocations++;
      totals.allocatedBytes += size;
      totals.live.put(addresses[i], size);
    }
  }

  void addFrees(WireCursor message) {
    int addressCount = 0;
    int heapCount = 0;
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case StreamingFree.ADDRESS_FIELD_NUMBER -> {
          addresses = put(addresses, addressCount, message.integer());
          addressCount++;
        }
        case StreamingFree.HEAP_ID_FIELD_NUMBER -> {
          heapIds = put(heapIds, heapCount, message.integer());
          heapCount++;
        }
        default -> message.skip();
      }
    }
    for (int i = 0; i < addressCount; i++) {
      Totals totals = heap(i < heapCount ? heapIds[i] : 0);
      // Frees of allocations that were not sampled are sent too.
      if (totals.live.containsKey(addresses[i])) {
        totals.frees++;
        totals.freedBytes += totals.live.remove(addresses[i]);
      }
    }
  }

  private Totals heap(long id) {
    return heaps.computeIfAbsent(id, unused -> new Totals());
  }

  private static long[] put(long[] array, int index, long value) {
    long[] target = index < array.length ? array : Arrays.copyOf(array, index * 2);
    target[index] = value;
    return target;
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
