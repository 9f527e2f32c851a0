package dev.heapconv.reader.perfetto;

import dev.heapconv.columns.LongBlocks;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import java.util.ArrayList;
import java.util.List;

/**
 * One heap in one dump as recorded in the trace: the header of its ProcessHeapSamples, and its
 * samples in columns.
 */
final class HeapRows {

  private static final int MIN_GROWTH = 4;
  private static final int MAX_GROWTH = 64;

  private static final int ALLOC_OBJECTS = View.ALL.indexOf(View.ALLOC_OBJECTS);
  private static final int ALLOC_SPACE = View.ALL.indexOf(View.ALLOC_SPACE);
  private static final int OBJECTS = View.ALL.indexOf(View.OBJECTS);
  private static final int SPACE = View.ALL.indexOf(View.SPACE);

  final long pid;
  final String heap;

  /** What the callstack ids of its samples mean. */
  Generation generation;

  // The header, which is repeated in each packet of a dump.
  long timestamp;
  long startTimestamp;
  long samplingInterval;
  long origSamplingInterval;
  boolean named;

  /** Whether the process had gone. */
  boolean disconnected;

  // Set if samples carry the maximum instead of totals.
  boolean hasMax;
  boolean hasMaxCount;

  /** The views whose numbers samples carry, as bits by their place in {@link View#ALL}. */
  private int present;

  /** Known when the dump has ended. */
  DumpLoss loss = DumpLoss.NONE;

  /** How often its sequence had lost packets when it ended. */
  int lossesBefore;

  int size;

  /** How many values each column has: those from the size on are of no sample. */
  private int room;

  LongBlocks callstack = new LongBlocks();
  LongBlocks allocBytes = new LongBlocks();
  LongBlocks allocCount = new LongBlocks();
  LongBlocks freeBytes = new LongBlocks();
  LongBlocks freeCount = new LongBlocks();

  HeapRows(long pid, String heap, Generation generation) {
    this.pid = pid;
    this.heap = heap;
    this.generation = generation;
  }

  /** The columns, for another dump to use when this one is no longer needed. */
  LongBlocks[] columns() {
    return new LongBlocks[] {callstack, allocBytes, allocCount, freeBytes, freeCount};
  }

  /** Takes the columns of a dump that is no longer needed, to save making its own. */
  void reuse(LongBlocks[] columns) {
    callstack = columns[0];
    allocBytes = columns[1];
    allocCount = columns[2];
    freeBytes = columns[3];
    freeCount = columns[4];
    room = callstack.size();
  }

  /** Takes what a packet of the dump states; what it leaves out stays as it is. */
  void setHeader(HeapHeader header) {
    named |= header.heap != null || header.timestamp != 0;
    disconnected |= header.disconnected;
    timestamp = header.timestamp != 0 ? header.timestamp : timestamp;
    startTimestamp = header.startTimestamp != 0 ? header.startTimestamp : startTimestamp;
    samplingInterval = header.samplingInterval != 0 ? header.samplingInterval : samplingInterval;
    origSamplingInterval =
        header.origSamplingInterval != 0 ? header.origSamplingInterval : origSamplingInterval;
  }

  /**
   * Reads a HeapSample message. The maximum of a dump_at_max sample is stored in the alloc columns.
   */
  void add(WireCursor sample) {
    if (size == room) {
      grow();
    }
    long callstackId = 0;
    long allocated = 0;
    long allocations = 0;
    long freed = 0;
    long frees = 0;
    for (int field; (field = sample.nextField()) != 0; ) {
      switch (field) {
        case HeapSample.CALLSTACK_ID_FIELD_NUMBER -> callstackId = sample.integer();
        case HeapSample.SELF_ALLOCATED_FIELD_NUMBER -> {
          allocated = amount(sample);
          present |= 1 << ALLOC_SPACE;
        }
        case HeapSample.SELF_FREED_FIELD_NUMBER -> {
          freed = amount(sample);
          present |= 1 << SPACE;
        }
        case HeapSample.ALLOC_COUNT_FIELD_NUMBER -> {
          allocations = amount(sample);
          present |= 1 << ALLOC_OBJECTS;
        }
        case HeapSample.FREE_COUNT_FIELD_NUMBER -> {
          frees = amount(sample);
          present |= 1 << OBJECTS;
        }
        case HeapSample.SELF_MAX_FIELD_NUMBER -> {
          allocated = amount(sample);
          hasMax = true;
        }
        case HeapSample.SELF_MAX_COUNT_FIELD_NUMBER -> {
          allocations = amount(sample);
          hasMax = true;
          hasMaxCount = true;
        }
        default -> sample.skip();
      }
    }
    int row = size++;
    callstack.set(row, callstackId);
    allocBytes.set(row, allocated);
    allocCount.set(row, allocations);
    freeBytes.set(row, freed);
    freeCount.set(row, frees);
  }

  /** The views whose numbers are there; frees stand for what is live. */
  List<View> presentViews() {
    List<View> views = new ArrayList<>();
    for (int i = 0; i < View.ALL.size(); i++) {
      if ((present & 1 << i) != 0) {
        views.add(View.ALL.get(i));
      }
    }
    return views;
  }

  /** Whether there are samples, and they say nothing but what was allocated. */
  boolean hasOnlyAllocations() {
    int frees = 1 << OBJECTS | 1 << SPACE;
    return size > 0 && !hasMax && (present & frees) == 0;
  }

  /** An unsigned amount; values that do not fit a long become the largest long. */
  private static long amount(WireCursor sample) {
    long value = sample.integer();
    return value < 0 ? Long.MAX_VALUE : value;
  }

  private void grow() {
    room += Math.min(Math.max(MIN_GROWTH, size), MAX_GROWTH);
    for (LongBlocks column : columns()) {
      while (column.size() < room) {
        column.append();
      }
    }
  }
}
