package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.StackSamples;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was recorded of each stack, now and at one earlier moment. */
final class LogRows {

  /**
   * What is live of a stack of which there are totals: of samples that are not known one by one.
   */
  static final class LiveTotals {
    long count;
    long bytes;
    long sampled;
    long toSample;
    double objects;

    private LiveTotals copy() {
      LiveTotals copy = new LiveTotals();
      copy.count = count;
      copy.bytes = bytes;
      copy.sampled = sampled;
      copy.toSample = toSample;
      copy.objects = objects;
      return copy;
    }
  }

  /** One stack. */
  static final class Row {
    final int stack;
    long allocCount;
    long allocBytes;

    /** Of allocated memory; null for none since they were taken last. */
    @Nullable StackSamples samples;

    /** Null if there are none, as of most stacks in a log of millions. */
    @Nullable LiveTotals totals;

    private Row(int stack) {
      this.stack = stack;
    }

    private Row copy() {
      Row copy = new Row(stack);
      copy.allocCount = allocCount;
      copy.allocBytes = allocBytes;
      copy.samples = samples == null ? null : samples.copy();
      copy.totals = totals == null ? null : totals.copy();
      return copy;
    }

    void add(long count, long bytes) {
      allocCount = Saturation.add(allocCount, count);
      allocBytes = Saturation.add(allocBytes, bytes);
    }
  }

  private static final int NONE = -1;

  private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
  private final List<Row> rows = new ArrayList<>();

  /** As they were at the mark, those of its rows that have changed since. */
  private Int2ObjectOpenHashMap<Row> changed = new Int2ObjectOpenHashMap<>();

  private int marked;

  LogRows() {
    rowOfStack.defaultReturnValue(NONE);
  }

  /** The number of the row of a stack, which may be new. */
  int of(int stack) {
    int row = rowOfStack.get(stack);
    if (row == NONE) {
      row = rows.size();
      rows.add(new Row(stack));
      rowOfStack.put(stack, row);
    }
    return row;
  }

  /** A row that is going to change. */
  Row changing(int index) {
    Row row = rows.get(index);
    if (index < marked && !changed.containsKey(index)) {
      changed.put(index, row.copy());
    }
    return row;
  }

  /** How many more were freed than allocated. */
  long unknownFrees() {
    long more = 0;
    for (Row row : rows) {
      more += row.totals == null ? 0 : Math.max(0, -row.totals.count);
    }
    return more;
  }

  int size() {
    return rows.size();
  }

  /** Remembers the rows as they are now, instead of those at the mark before. */
  void mark() {
    marked = rows.size();
    // Clearing it would take as long as its largest size.
    changed = new Int2ObjectOpenHashMap<>();
  }

  /** How many rows there were at the {@link #mark}. */
  int marked() {
    return marked;
  }

  /** A row as it was at the {@link #mark}. */
  Row marked(int index) {
    Row old = changed.get(index);
    return old == null ? rows.get(index) : old;
  }

  /** The samples so far are those of a dump that was taken; nothing is marked any more. */
  void forgetSamples() {
    rows.forEach(row -> row.samples = null);
    marked = 0;
  }
}
