package dev.heapconv.reader.perfetto;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.stream.IntStream;

/**
 * Finds which samples of a stack continue which of its rows. A stack nearly always has one of each;
 * it has several where the profiler tells stacks apart that the trace does not.
 */
final class RowMatching {

  /** Ends the search for a row in a damaged trace; a real stack has two or three samples. */
  private static final int MAX_TRIES = 1000;

  /** Whether the counters of a sample can be those of a row, some time later. */
  @FunctionalInterface
  interface Continuation {
    boolean isPossible(int row, int sample);
  }

  private final IntArrayList samples;
  private final Continuation continuation;
  private final Int2IntOpenHashMap rowOfSample = new Int2IntOpenHashMap(1);
  private final IntOpenHashSet visited = new IntOpenHashSet(1);
  private int tries;

  RowMatching(IntArrayList samples, Continuation continuation) {
    this.samples = samples;
    this.continuation = continuation;
    rowOfSample.defaultReturnValue(-1);
  }

  /**
   * Finds a sample for one more row, and others for those before it if need be (Kuhn's algorithm):
   * as many rows are continued as possible, and the first of them if not all.
   */
  boolean match(int row) {
    visited.clear();
    tries = MAX_TRIES;
    return matchTo(row);
  }

  private boolean matchTo(int row) {
    return matchTo(row, true) || matchTo(row, false);
  }

  /** To a sample that is free, or to one whose row can go to another. */
  private boolean matchTo(int row, boolean free) {
    for (int i = 0; i < samples.size() && tries-- > 0; i++) {
      int sample = samples.getInt(i);
      int other = rowOfSample.get(sample);
      if (free == other < 0
          && continuation.isPossible(row, sample)
          && (free || visited.add(sample) && matchTo(other))) {
        rowOfSample.put(sample, row);
        return true;
      }
    }
    return false;
  }

  /** After a row without a sample: those that have one which it could have had instead. */
  boolean hasRivals() {
    return !visited.isEmpty();
  }

  IntStream rivals() {
    return visited.intStream().map(rowOfSample);
  }

  /** The row that a sample continues; -1 if there is none. */
  int row(int sample) {
    return rowOfSample.get(sample);
  }
}
