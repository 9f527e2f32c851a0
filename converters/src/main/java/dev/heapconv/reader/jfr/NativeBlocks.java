package dev.heapconv.reader.jfr;

import dev.heapconv.model.Label;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.List;

/**
 * Blocks of native memory by address. async-profiler records each block that contains a multiple of
 * N bytes, counted through all allocations, and every free. So a block of s bytes stands for max(s,
 * N) bytes. Events are not in the order of their times: the last of each kind decides.
 */
final class NativeBlocks {

  private record NativeBlock(
      JfrHeap heap, int stack, List<Label> name, long size, long weight, long time) {}

  private final Long2ObjectOpenHashMap<NativeBlock> allocated = new Long2ObjectOpenHashMap<>();
  private final Long2LongOpenHashMap freed = new Long2LongOpenHashMap();

  NativeBlocks() {
    freed.defaultReturnValue(Long.MIN_VALUE);
  }

  void allocate(
      long address, JfrHeap heap, int stack, List<Label> name, long size, long weight, long time) {
    heap.addAllocated(stack, name, size, weight);
    NativeBlock other = allocated.get(address);
    if (other == null || other.time <= time) {
      allocated.put(address, new NativeBlock(heap, stack, name, size, weight, time));
    }
  }

  void free(long address, long time) {
    freed.put(address, Math.max(time, freed.get(address)));
  }

  /** Whether frees were recorded, so that it is known what is live. */
  boolean knowsFrees() {
    return !freed.isEmpty();
  }

  /** Adds the blocks that are live at the end to their heaps. */
  void addLive() {
    allocated.forEach(
        (address, block) -> {
          // Reallocation in place frees first.
          if (block.time >= freed.get(address)) {
            block.heap.addLive(block.stack, block.name, block.size, block.weight);
          }
        });
  }
}
