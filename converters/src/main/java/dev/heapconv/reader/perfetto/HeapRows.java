package dev.heapconv.reader.perfetto;

import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One heap in one dump as recorded in the trace: its ProcessHeapSamples. */
final class HeapRows {

  private static final int INITIAL_ROWS = 4;

  private static final int ALLOC_OBJECTS = View.ALL.indexOf(View.ALLOC_OBJECTS);
  private static final int ALLOC_SPACE = View.ALL.indexOf(View.ALLOC_SPACE);
  private static final int OBJECTS = View.ALL.indexOf(View.OBJECTS);
  private static final int SPACE = View.ALL.indexOf(View.SPACE);

  final long pid;
  final String heap;

  // The header, which is repeated in each packet of a dump.
  long timestamp;
  long startTimestamp;
  long samplingInterval;
  long origSamplingInterval;
  boolean named;

  // Set if samples carry the maximum instead of totals.
  boolean hasMax;
  boolean hasMaxCount;

  /** The views whose numbers samples carry, as bits by their place in {@link View#ALL}. */
  private int present;

  /** Whether packets of this dump were lost, so that a missing stack proves nothing. */
  boolean lossy;

  int size;
  private HeapSampleRow[] samples = new HeapSampleRow[INITIAL_ROWS];

  /** A sample; the maximum of a dump_at_max sample is in the alloc counters. */
  static final class HeapSampleRow extends StackCounters {
    long callstack;
  }

  HeapRows(long pid, String heap) {
    this.pid = pid;
    this.heap = heap;
  }

  /** Takes the samples of a dump that is no longer needed, to save making its own. */
  void reuse(HeapRows old) {
    samples = old.samples;
  }

  HeapSampleRow sample(int i) {
    return samples[i];
  }

  private HeapSampleRow next() {
    if (size == samples.length) {
      samples = Arrays.copyOf(samples, size * 2);
    }
    HeapSampleRow next = samples[size];
    if (next == null) {
      next = new HeapSampleRow();
      samples[size] = next;
    }
    next.callstack = 0;
    next.clear();
    size++;
    return next;
  }

  /** Reads a HeapSample message. */
  void add(WireCursor sample) {
    HeapSampleRow row = next();
    for (int field; (field = sample.nextField()) != 0; ) {
      switch (field) {
        case HeapSample.CALLSTACK_ID_FIELD_NUMBER -> row.callstack = sample.integer();
        case HeapSample.SELF_ALLOCATED_FIELD_NUMBER -> {
          row.allocBytes = amount(sample);
          present |= 1 << ALLOC_SPACE;
        }
        case HeapSample.SELF_FREED_FIELD_NUMBER -> {
          row.freeBytes = amount(sample);
          present |= 1 << SPACE;
        }
        case HeapSample.ALLOC_COUNT_FIELD_NUMBER -> {
          row.allocCount = amount(sample);
          present |= 1 << ALLOC_OBJECTS;
        }
        case HeapSample.FREE_COUNT_FIELD_NUMBER -> {
          row.freeCount = amount(sample);
          present |= 1 << OBJECTS;
        }
        case HeapSample.SELF_MAX_FIELD_NUMBER -> {
          row.allocBytes = amount(sample);
          hasMax = true;
        }
        case HeapSample.SELF_MAX_COUNT_FIELD_NUMBER -> {
          row.allocCount = amount(sample);
          hasMax = true;
          hasMaxCount = true;
        }
        default -> sample.skip();
      }
    }
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
}
