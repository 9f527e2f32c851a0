package dev.heapconv.writer.perfetto;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TracePacket.SequenceFlags;
import dev.heapconv.reader.perfetto.EstimatesTrace;
import dev.heapconv.unskew.samples.Saturation;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the dumps of one heap as a packet sequence of its own: the Perfetto UI mixes up heaps that
 * share callstacks within a sequence.
 */
final class HeapSequence {

  private final int id;
  private final long pid;
  private final TraceTimes times;
  private final InternedStacks stacks;
  private final PacketStream packets;
  private final Int2IntLinkedOpenHashMap rowOfStack = new Int2IntLinkedOpenHashMap();
  private final Counters objects = new Counters();
  private final Counters bytes = new Counters();
  private final MessageBuffer header = new MessageBuffer();
  private final MessageBuffer samples = new MessageBuffer();
  private final MessageBuffer sample = new MessageBuffer();
  private final MessageBuffer profile = new MessageBuffer();
  private boolean begun;
  private long time;
  private long index;

  /**
   * @param id of the sequence
   */
  HeapSequence(int id, long pid, TraceTimes times, InternedStacks stacks, PacketStream packets) {
    this.id = id;
    this.pid = pid;
    this.times = times;
    this.stacks = stacks;
    this.packets = packets;
  }

  /**
   * The views of a heap that a trace can hold. What is live is what was allocated less what was
   * freed, so it can be told only with the former, or alone.
   */
  static List<View> held(List<View> views) {
    boolean liveOnly =
        !isAllocated(views) || views.contains(View.SPACE) && !views.contains(View.ALLOC_SPACE);
    List<View> held = new ArrayList<>();
    for (View view : View.ALL) {
      View allocated = view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS;
      if (views.contains(view) && (liveOnly ? view.isLive() : views.contains(allocated))) {
        held.add(view);
      }
    }
    return held;
  }

  private static boolean isAllocated(List<View> views) {
    return views.contains(View.ALLOC_OBJECTS) || views.contains(View.ALLOC_SPACE);
  }

  /** Writes the next dump. */
  void write(EstimatedHeap heap) throws IOException {
    List<View> views = held(heap.views());
    time = times.ofDump(heap.info(), time);
    count(heap, views);
    for (Int2IntMap.Entry entry : rowOfStack.int2IntEntrySet()) {
      if (isWritten(entry.getIntValue())) {
        stacks.id(entry.getIntKey());
        writeInterned(PacketStream.PACKET_BYTES);
      }
    }
    writeInterned(0);
    byte[] heapHeader = header(heap.info());
    samples.append(heapHeader);
    for (Int2IntMap.Entry entry : rowOfStack.int2IntEntrySet()) {
      if (isWritten(entry.getIntValue())) {
        addSample(stacks.id(entry.getIntKey()), entry.getIntValue(), views);
        if (samples.size() > PacketStream.PACKET_BYTES) {
          writeSamples(true);
          samples.append(heapHeader);
        }
      }
    }
    writeSamples(false);
  }

  private void count(EstimatedHeap heap, List<View> views) {
    for (int row = 0; row < heap.rows(); row++) {
      rowOfStack.putIfAbsent(heap.stack(row), rowOfStack.size());
    }
    count(heap, views, View.ALLOC_OBJECTS, View.OBJECTS, objects);
    count(heap, views, View.ALLOC_SPACE, View.SPACE, bytes);
  }

  private void count(
      EstimatedHeap heap, List<View> views, View allocatedView, View liveView, Counters counters) {
    Column allocated = views.contains(allocatedView) ? heap.column(allocatedView) : null;
    Column live = views.contains(liveView) ? heap.column(liveView) : null;
    counters.begin(rowOfStack.size());
    for (int row = 0; row < heap.rows(); row++) {
      counters.add(
          rowOfStack.get(heap.stack(row)),
          allocated == null ? 0 : allocated.value(row),
          live == null ? 0 : live.value(row));
    }
    counters.end();
  }

  private boolean isWritten(int row) {
    return (objects.allocated(row) | bytes.allocated(row)) != 0;
  }

  private void addSample(long callstack, int row, List<View> views) throws IOException {
    sample.add(HeapSample.CALLSTACK_ID_FIELD_NUMBER, callstack);
    if (!isAllocated(views)) {
      sample.addPresent(HeapSample.SELF_MAX_FIELD_NUMBER, bytes.live(row));
      if (views.contains(View.OBJECTS)) {
        sample.addPresent(HeapSample.SELF_MAX_COUNT_FIELD_NUMBER, objects.live(row));
      }
    } else {
      // Views are told by the fields that are there.
      if (views.contains(View.ALLOC_SPACE)) {
        sample.addPresent(HeapSample.SELF_ALLOCATED_FIELD_NUMBER, bytes.allocated(row));
      }
      if (views.contains(View.SPACE)) {
        sample.addPresent(HeapSample.SELF_FREED_FIELD_NUMBER, bytes.freed(row));
      }
      if (views.contains(View.ALLOC_OBJECTS)) {
        sample.addPresent(HeapSample.ALLOC_COUNT_FIELD_NUMBER, objects.allocated(row));
      }
      if (views.contains(View.OBJECTS)) {
        sample.addPresent(HeapSample.FREE_COUNT_FIELD_NUMBER, objects.freed(row));
      }
    }
    samples.add(ProcessHeapSamples.SAMPLES_FIELD_NUMBER, sample);
  }

  private byte[] header(HeapInfo info) throws IOException {
    header.add(ProcessHeapSamples.PID_FIELD_NUMBER, pid);
    header.add(ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER, time);
    header.add(ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER, info.heap());
    header.add(ProcessHeapSamples.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER, EstimatesTrace.INTERVAL);
    // Without this one the Perfetto UI does not believe in counts of a maximum.
    header.add(
        ProcessHeapSamples.ORIG_SAMPLING_INTERVAL_BYTES_FIELD_NUMBER, EstimatesTrace.INTERVAL);
    header.add(ProcessHeapSamples.START_TIMESTAMP_FIELD_NUMBER, times.ofStart(info));
    return header.takeBytes();
  }

  /** Writes what has been interned if it is larger. */
  private void writeInterned(int size) throws IOException {
    if (stacks.data().size() > size) {
      packets.packet().add(TracePacket.INTERNED_DATA_FIELD_NUMBER, stacks.data());
      endPacket();
    }
  }

  private void writeSamples(boolean continued) throws IOException {
    profile.add(ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER, samples);
    profile.add(ProfilePacket.CONTINUED_FIELD_NUMBER, continued);
    profile.addPresent(ProfilePacket.INDEX_FIELD_NUMBER, index++);
    packets.packet().add(TracePacket.PROFILE_PACKET_FIELD_NUMBER, profile);
    endPacket();
  }

  private void endPacket() throws IOException {
    packets.packet().add(TracePacket.TIMESTAMP_FIELD_NUMBER, time);
    packets.packet().add(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, id);
    packets
        .packet()
        .add(
            TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
            begun
                ? SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE
                : SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE);
    begun = true;
    packets.end();
  }

  /**
   * What a dump says of each stack: how many objects, or bytes, have been allocated and freed since
   * profiling began. Readers take differences between dumps, so neither may fall, while the
   * estimate of what was allocated may, as each dump is estimated by itself. Then the larger one
   * stays. What is live, the difference, is always the estimate of the dump.
   */
  private static final class Counters {

    private double[] allocatedNow = {};
    private double[] liveNow = {};
    private long[] allocated = {};
    private long[] freed = {};

    /** Begins a dump of so many stacks at least, of which nothing is known yet. */
    void begin(int stacks) {
      allocatedNow = new double[stacks];
      liveNow = new double[stacks];
      allocated = Arrays.copyOf(allocated, stacks);
      freed = Arrays.copyOf(freed, stacks);
    }

    /** Adds an estimate of a stack in this dump. */
    void add(int stack, double allocatedEstimate, double liveEstimate) {
      allocatedNow[stack] += allocatedEstimate;
      liveNow[stack] += liveEstimate;
    }

    /** Rounds the estimates of this dump. */
    void end() {
      for (int stack = 0; stack < allocatedNow.length; stack++) {
        long live = live(stack);
        long least = Math.max(allocated[stack], Saturation.add(freed[stack], live));
        allocated[stack] = Math.max(Math.round(allocatedNow[stack]), least);
        freed[stack] = allocated[stack] - live;
      }
    }

    long live(int stack) {
      return Math.round(liveNow[stack]);
    }

    long allocated(int stack) {
      return allocated[stack];
    }

    long freed(int stack) {
      return freed[stack];
    }
  }
}
