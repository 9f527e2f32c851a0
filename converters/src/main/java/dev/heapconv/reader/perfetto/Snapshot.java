package dev.heapconv.reader.perfetto;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import java.util.List;

/** The numbers of one heap at one dump, in the form that {@link RecordedHeap} takes. */
final class Snapshot {

  private final int dump;
  private final List<View> views;
  private final int[] stacks;
  private final long[] allocCount;
  private final long[] allocBytes;
  private final long[] liveCount;
  private final long[] liveBytes;

  /**
   * @param dump number of the dump, from 1
   */
  Snapshot(
      int dump,
      List<View> views,
      int[] stacks,
      long[] allocCount,
      long[] allocBytes,
      long[] liveCount,
      long[] liveBytes) {
    this.dump = dump;
    this.views = views;
    this.stacks = stacks;
    this.allocCount = allocCount;
    this.allocBytes = allocBytes;
    this.liveCount = liveCount;
    this.liveBytes = liveBytes;
  }

  int dump() {
    return dump;
  }

  RecordedHeap heap(HeapInfo info) {
    return new RecordedHeap(info, views, stacks, allocCount, allocBytes, liveCount, liveBytes);
  }
}
