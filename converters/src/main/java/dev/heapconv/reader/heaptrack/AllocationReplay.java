package dev.heapconv.reader.heaptrack;

import dev.heapconv.model.RecordedRows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Counts of each kind of allocation, now and at the peak. A kind is a size and a stack. An event
 * takes constant time: a new peak copies nothing, but only gets a number. The counts of a kind at
 * the peak are saved when it changes for the first time afterwards.
 */
final class AllocationReplay {

  private final LongArrayList sizes = new LongArrayList();
  private final IntArrayList stacks = new IntArrayList();
  private final LongArrayList allocated = new LongArrayList();
  private final LongArrayList live = new LongArrayList();
  private final LongArrayList allocatedAtPeak = new LongArrayList();
  private final LongArrayList liveAtPeak = new LongArrayList();

  /** Of each kind, the number of the peak at which its counts were saved. */
  private final LongArrayList saved = new LongArrayList();

  private long liveBytes;
  private long peakBytes;
  private long peaks;

  void addKind(long size, int stack) {
    sizes.add(size);
    stacks.add(stack);
    for (LongArrayList counts : List.of(allocated, live, allocatedAtPeak, liveAtPeak, saved)) {
      counts.add(0);
    }
  }

  int kinds() {
    return sizes.size();
  }

  /** An allocation; returns whether there have never been as many live bytes. */
  boolean allocate(int kind) {
    save(kind);
    allocated.set(kind, allocated.getLong(kind) + 1);
    live.set(kind, live.getLong(kind) + 1);
    liveBytes += sizes.getLong(kind);
    if (liveBytes <= peakBytes) {
      return false;
    }
    peakBytes = liveBytes;
    peaks++;
    return true;
  }

  /** A free; returns whether there was such an allocation. */
  boolean free(int kind) {
    if (live.getLong(kind) == 0) {
      return false;
    }
    save(kind);
    live.set(kind, live.getLong(kind) - 1);
    liveBytes -= sizes.getLong(kind);
    return true;
  }

  private void save(int kind) {
    if (saved.getLong(kind) != peaks) {
      saved.set(kind, peaks);
      allocatedAtPeak.set(kind, allocated.getLong(kind));
      liveAtPeak.set(kind, live.getLong(kind));
    }
  }

  /** The sums of each stack at the peak. */
  RecordedRows atPeak() {
    for (int kind = 0; kind < kinds(); kind++) {
      save(kind);
    }
    return rows(allocatedAtPeak, liveAtPeak);
  }

  /** The sums of each stack now. */
  RecordedRows atEnd() {
    return rows(allocated, live);
  }

  private RecordedRows rows(LongArrayList allocatedCounts, LongArrayList liveCounts) {
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int kind = 0; kind < kinds(); kind++) {
      if (allocatedCounts.getLong(kind) > 0) {
        int row = rows.row(stacks.getInt(kind));
        long size = sizes.getLong(kind);
        rows.addAlloc(
            row, allocatedCounts.getLong(kind), bytes(allocatedCounts.getLong(kind), size));
        rows.addLive(row, liveCounts.getLong(kind), bytes(liveCounts.getLong(kind), size));
      }
    }
    return rows;
  }

  private static long bytes(long count, long size) {
    return size > 0 && count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
  }
}
