package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.samples.Saturation;
import dev.heapconv.unskew.samples.StackSamples;

/**
 * What is live: the samples by address, and sums. Changes are collected and made a batch at a time,
 * because the memory that a batch needs can be fetched at once: one change after another would wait
 * for memory again and again. {@link #settle} is to be called before anything is asked.
 */
final class LiveSamples {

  private static final int BATCH = 256;
  private static final int FREE = -1;

  private final StackSamples scheme;
  private final LiveTable table;
  private final long[] addresses = new long[BATCH];
  private final int[] rows = new int[BATCH];
  private final long[] sizes = new long[BATCH];
  private final long[] allocated = new long[BATCH];
  private final double[] extras = new double[BATCH];
  private int pending;

  /** Keeps the compiler from leaving out reads whose only purpose is to fetch memory. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  private long count;
  private long bytes;
  private long unknownFrees;

  /**
   * @param scheme samples of the scheme of the log, which say what is recorded of one
   */
  LiveSamples(StackSamples scheme) {
    this.scheme = scheme;
    table = new LiveTable(scheme);
  }

  /** Adds a sample. If another is still live at its address, a free was missed. */
  void add(long address, int row, long size, long allocatedSize, double extra) {
    int i = next(address, row);
    sizes[i] = size;
    allocated[i] = allocatedSize;
    extras[i] = extra;
  }

  /** Removes the sample at an address, or counts the free if there is none. */
  void free(long address) {
    next(address, FREE);
  }

  private int next(long address, int row) {
    if (pending == BATCH) {
      settle();
    }
    int i = pending++;
    addresses[i] = address;
    rows[i] = row;
    return i;
  }

  /** Makes the changes that were collected. */
  void settle() {
    for (int i = 0; i < pending; i++) {
      touched += table.touch(addresses[i]);
    }
    for (int i = 0; i < pending; i++) {
      if (rows[i] == FREE) {
        removed(table.remove(addresses[i]), true);
      } else {
        put(i);
      }
    }
    pending = 0;
  }

  private void put(int i) {
    long recorded = scheme.recordedBytes(sizes[i], allocated[i], extras[i]);
    removed(table.put(addresses[i], rows[i], sizes[i], allocated[i], extras[i], recorded), false);
    addTotals(1, recorded);
  }

  private void removed(long recorded, boolean freed) {
    if (recorded != LiveTable.NONE) {
      count--;
      bytes -= recorded;
    } else if (freed) {
      unknownFrees++;
    }
  }

  /** Adds to the sums; negative numbers take away. */
  void addTotals(long samples, long recordedBytes) {
    count = Saturation.add(count, samples);
    bytes = Saturation.add(bytes, recordedBytes);
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  long unknownFrees() {
    return unknownFrees;
  }

  /** The samples that are live, in the order of their slots. */
  LiveTable table() {
    return table;
  }
}
