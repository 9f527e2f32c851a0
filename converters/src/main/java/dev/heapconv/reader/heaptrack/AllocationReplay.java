package dev.heapconv.reader.heaptrack;

import dev.heapconv.model.RecordedRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts of each kind of allocation, now and at the peak. An event takes constant time: a new peak
 * copies nothing, but only gets a number. The counts of a kind at the peak are saved when it
 * changes for the first time afterwards.
 */
final class AllocationReplay {

  /** The allocations of one size and stack. */
  private static final class Kind {
    final long size;
    final int stack;
    long allocated;
    long live;
    long allocatedAtPeak;
    long liveAtPeak;

    /** The number of the peak at which its counts were saved. */
    long saved;

    Kind(long size, int stack) {
      this.size = size;
      this.stack = stack;
    }

    void save(long peak) {
      if (saved != peak) {
        saved = peak;
        allocatedAtPeak = allocated;
        liveAtPeak = live;
      }
    }
  }

  private final List<Kind> kinds = new ArrayList<>();
  private long liveBytes;
  private long peakBytes;
  private long peaks;

  void addKind(long size, int stack) {
    kinds.add(new Kind(size, stack));
  }

  int kinds() {
    return kinds.size();
  }

  /** An allocation; returns whether there have never been as many live bytes. */
  boolean allocate(int number) {
    Kind kind = kinds.get(number);
    kind.save(peaks);
    kind.allocated++;
    kind.live++;
    liveBytes += kind.size;
    if (liveBytes <= peakBytes) {
      return false;
    }
    peakBytes = liveBytes;
    peaks++;
    return true;
  }

  /** A free; returns whether there was such an allocation. */
  boolean free(int number) {
    Kind kind = kinds.get(number);
    if (kind.live == 0) {
      return false;
    }
    kind.save(peaks);
    kind.live--;
    liveBytes -= kind.size;
    return true;
  }

  /** The sums of each stack at the peak. */
  RecordedRows atPeak() {
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (Kind kind : kinds) {
      kind.save(peaks);
      add(rows, kind, kind.allocatedAtPeak, kind.liveAtPeak);
    }
    return rows;
  }

  /** The sums of each stack now. */
  RecordedRows atEnd() {
    RecordedRows rows = RecordedRows.ofSums(List.of());
    kinds.forEach(kind -> add(rows, kind, kind.allocated, kind.live));
    return rows;
  }

  private static void add(RecordedRows rows, Kind kind, long allocated, long live) {
    if (allocated > 0) {
      int row = rows.row(kind.stack);
      rows.addAlloc(row, allocated, bytes(allocated, kind.size));
      rows.addLive(row, live, bytes(live, kind.size));
    }
  }

  private static long bytes(long count, long size) {
    return size > 0 && count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
  }
}
