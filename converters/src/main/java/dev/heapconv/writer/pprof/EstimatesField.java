package dev.heapconv.writer.pprof;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Column;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Ids;
import dev.heapconv.model.ProcessMemory;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Recording;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.proto.pprof.Sample;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Stores the estimates of samples, whose values are only rounded numbers, in fields that other
 * readers skip; {@code estimates.proto} and {@code profile.proto} describe them.
 */
final class EstimatesField {

  private static final int VERSION = 3;
  private static final Column[] NONE = {};

  private final int allocObjects;
  private final int objects;
  private final MessageBuffer estimates = new MessageBuffer();
  private final MessageBuffer heap = new MessageBuffer();
  private final MessageBuffer numbers = new MessageBuffer();
  private final SameEstimates same = new SameEstimates();
  private final Ids<Recording> recordings = new Ids<>();
  private int[] views = {};
  private @Nullable Column[] columnsBefore = NONE;
  private boolean asRecorded;
  private long samples;

  /**
   * @param views of the profile
   */
  EstimatesField(List<View> views) throws IOException {
    allocObjects = views.indexOf(View.ALLOC_OBJECTS);
    objects = views.indexOf(View.OBJECTS);
    estimates.add(Estimates.VERSION_FIELD_NUMBER, VERSION);
  }

  /**
   * Begins a heap.
   *
   * @param heapViews its views, as indices of the profile's
   * @param heapColumns one per view of the profile; null where the heap has no such view
   * @param asRecorded whether the estimates can be computed again from the recorded numbers
   */
  void begin(HeapInfo info, int[] heapViews, @Nullable Column[] heapColumns, boolean asRecorded)
      throws IOException {
    endHeap();
    boolean continues =
        !asRecorded
            && same.begin(Arrays.equals(views, heapViews) ? columnsBefore : NONE, heapColumns);
    views = heapViews;
    columnsBefore = asRecorded ? NONE : heapColumns;
    this.asRecorded = asRecorded;
    heap.addSigned(Estimates.Heap.PID_FIELD_NUMBER, info.pid());
    heap.add(Estimates.Heap.PROCESS_FIELD_NUMBER, info.process());
    heap.add(Estimates.Heap.HEAP_FIELD_NUMBER, info.heap());
    heap.add(Estimates.Heap.DUMP_FIELD_NUMBER, info.dump());
    heap.add(Estimates.Heap.DUMPS_FIELD_NUMBER, info.dumps());
    heap.add(Estimates.Heap.TIME_NANOS_FIELD_NUMBER, info.timeNanos());
    heap.add(Estimates.Heap.DURATION_NANOS_FIELD_NUMBER, info.durationNanos());
    heap.add(Estimates.Heap.SCHEME_FIELD_NUMBER, info.sampling().scheme().wireName());
    heap.add(Estimates.Heap.SAMPLING_INTERVAL_FIELD_NUMBER, info.samplingInterval());
    heap.add(Estimates.Heap.ORIG_SAMPLING_INTERVAL_FIELD_NUMBER, info.sampling().first());
    heap.add(Estimates.Heap.PACKAGE_VERSION_FIELD_NUMBER, info.id().process().packageVersion());
    for (int view : heapViews) {
      numbers.appendVarint(view);
    }
    heap.add(Estimates.Heap.VIEW_FIELD_NUMBER, numbers);
    heap.add(Estimates.Heap.RECORDED_FIELD_NUMBER, asRecorded);
    heap.add(Estimates.Heap.CUTOFF_FIELD_NUMBER, info.sampling().cutoff());
    heap.add(Estimates.Heap.SAME_TABLE_FIELD_NUMBER, continues);
    heap.add(Estimates.Heap.RECORDING_FIELD_NUMBER, recordings.id(info.id().recording()));
    if (!info.provenance().equals(Provenance.STATED)) {
      Provenance from = info.provenance();
      numbers.add(Estimates.Provenance.SCHEME_FIELD_NUMBER, from.scheme().wireName());
      numbers.add(Estimates.Provenance.INTERVAL_FIELD_NUMBER, from.interval().wireName());
      numbers.add(Estimates.Provenance.LIVE_FIELD_NUMBER, from.live().wireName());
      numbers.add(Estimates.Provenance.ALLOCATED_FIELD_NUMBER, from.allocated().wireName());
      heap.add(Estimates.Heap.PROVENANCE_FIELD_NUMBER, numbers);
    }
    ProcessMemory memory = info.memory();
    if (memory != null) {
      numbers.addSigned(Estimates.Memory.RSS_FIELD_NUMBER, memory.rss());
      numbers.add(Estimates.Memory.OF_FIELD_NUMBER, memory.of().wireName());
      numbers.add(Estimates.Memory.HELD_FIELD_NUMBER, memory.held());
      numbers.add(Estimates.Memory.SWAPPED_FIELD_NUMBER, memory.swapped());
      numbers.add(Estimates.Memory.APART_NANOS_FIELD_NUMBER, memory.apartNanos());
      heap.add(Estimates.Heap.MEMORY_FIELD_NUMBER, numbers);
    }
  }

  private void endHeap() throws IOException {
    if (heap.size() > 0) {
      heap.add(Estimates.Heap.SAMPLES_FIELD_NUMBER, samples);
      estimates.add(Estimates.HEAP_FIELD_NUMBER, heap);
    }
    samples = 0;
  }

  /**
   * Adds to the sample of a row of the heap what is stored of it.
   *
   * @param values of the sample, one per view of the profile
   * @param columns one per view of the profile; null where the heap has no such view
   * @param allocCount recorded allocations; 0 if unknown
   * @param liveCount recorded live allocations; 0 if unknown
   */
  void add(
      MessageBuffer sample,
      long[] values,
      @Nullable Column[] columns,
      int row,
      long allocCount,
      long liveCount)
      throws IOException {
    samples++;
    int earlier = asRecorded ? 0 : same.find(row, allocCount, liveCount);
    if (earlier > 0) {
      sample.add(Sample.HEAPCONV_SAME_FIELD_NUMBER, earlier);
      return;
    }
    if (allocCount != value(allocObjects, values) || liveCount != value(objects, values)) {
      numbers.appendVarint(allocCount);
      numbers.appendVarint(liveCount);
      sample.add(Sample.HEAPCONV_COUNT_FIELD_NUMBER, numbers);
    }
    for (int i = 0; !asRecorded && i < views.length; i++) {
      Column column = columns[views[i]];
      if (column != null) {
        double value = column.value(row);
        append(value, values[views[i]]);
        append(column.low(row), value);
        append(column.high(row), value);
        append(column.modelLow(row), value);
        append(column.modelHigh(row), value);
      }
    }
    if (numbers.size() > 0) {
      sample.add(Sample.HEAPCONV_ESTIMATE_FIELD_NUMBER, numbers);
    }
  }

  private static long value(int view, long[] values) {
    return view < 0 ? 0 : values[view];
  }

  private void append(double number, double like) throws IOException {
    numbers.appendVarint(Double.doubleToRawLongBits(number) ^ Double.doubleToRawLongBits(like));
  }

  /**
   * The message of the file; empty if there are no heaps.
   *
   * @param confidence level of the intervals
   * @param loadBiases of the profile's mappings
   * @param facts an encoded {@link Estimates.Facts}
   */
  byte[] finish(double confidence, long[] loadBiases, MessageBuffer facts) throws IOException {
    if (heap.size() == 0) {
      return new byte[0];
    }
    endHeap();
    estimates.add(Estimates.CONFIDENCE_FIELD_NUMBER, confidence);
    if (LongStream.of(loadBiases).anyMatch(bias -> bias != 0)) {
      for (long bias : loadBiases) {
        numbers.appendVarint(bias);
      }
      estimates.add(Estimates.LOAD_BIAS_FIELD_NUMBER, numbers);
    }
    estimates.add(Estimates.FACTS_FIELD_NUMBER, facts);
    return estimates.takeBytes();
  }
}
