package dev.heapconv.benchmarks.traces;

import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.TracePacket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A trace of the dumps of one heap of one process, made from sums per stack. */
public final class HeapTrace {

  private static final long SEQUENCE = 3;
  private static final long TIME = 1_000_000_000_000L;
  private static final long NANOS_BETWEEN_DUMPS = 1_000_000_000;

  private final Map<String, Integer> functions = new HashMap<>();
  private final Wire names = new Wire();
  private final Wire frames = new Wire();
  private final Wire callstacks = new Wire();
  private final Wire[] dumps;
  private long stacks;

  /**
   * @param interval mean sampling interval in bytes
   * @param dumpCount how many dumps there are, at least 1
   */
  public HeapTrace(long interval, int dumpCount) {
    dumps = new Wire[dumpCount];
    for (int i = 0; i < dumpCount; i++) {
      dumps[i] =
          new Wire()
              .number(ProcessHeapSamples.PID_FIELD_NUMBER, 4711)
              .number(ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER, TIME + i * NANOS_BETWEEN_DUMPS)
              .bytes(ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER, text("libc.malloc"))
              .number(ProcessHeapSamples.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER, interval);
    }
  }

  /** A trace of one dump. */
  public HeapTrace(long interval) {
    this(interval, 1);
  }

  /**
   * Adds a stack to a trace of one dump.
   *
   * @param leafFirst the names of its functions
   */
  public void add(
      List<String> leafFirst, long allocs, long allocBytes, long frees, long freeBytes) {
    addToDump(0, addStack(leafFirst), allocs, allocBytes, frees, freeBytes);
  }

  /**
   * Adds a stack without numbers; returns its id.
   *
   * @param leafFirst the names of its functions
   */
  public long addStack(List<String> leafFirst) {
    Wire callstack = new Wire().number(Callstack.IID_FIELD_NUMBER, ++stacks);
    for (int i = leafFirst.size() - 1; i >= 0; i--) {
      callstack.number(Callstack.FRAME_IDS_FIELD_NUMBER, frame(leafFirst.get(i)));
    }
    callstacks.message(InternedData.CALLSTACKS_FIELD_NUMBER, callstack);
    return stacks;
  }

  /** Adds the numbers of a stack at a dump, which are those since profiling began. */
  public void addToDump(
      int dump, long stack, long allocs, long allocBytes, long frees, long freeBytes) {
    dumps[dump].message(
        ProcessHeapSamples.SAMPLES_FIELD_NUMBER,
        new Wire()
            .number(HeapSample.CALLSTACK_ID_FIELD_NUMBER, stack)
            .number(HeapSample.SELF_ALLOCATED_FIELD_NUMBER, allocBytes)
            .number(HeapSample.SELF_FREED_FIELD_NUMBER, freeBytes)
            .number(HeapSample.ALLOC_COUNT_FIELD_NUMBER, allocs)
            .number(HeapSample.FREE_COUNT_FIELD_NUMBER, frees));
  }

  private long frame(String function) {
    Integer known = functions.get(function);
    if (known != null) {
      return known;
    }
    int id = functions.size() + 1;
    functions.put(function, id);
    names.message(
        InternedData.FUNCTION_NAMES_FIELD_NUMBER,
        new Wire()
            .number(InternedString.IID_FIELD_NUMBER, id)
            .bytes(InternedString.STR_FIELD_NUMBER, text(function)));
    frames.message(
        InternedData.FRAMES_FIELD_NUMBER,
        new Wire()
            .number(Frame.IID_FIELD_NUMBER, id)
            .number(Frame.FUNCTION_NAME_ID_FIELD_NUMBER, id)
            .number(Frame.MAPPING_ID_FIELD_NUMBER, 1)
            .number(Frame.REL_PC_FIELD_NUMBER, 0x1000 + id * 16L));
    return id;
  }

  /** The trace. */
  public byte[] toByteArray() {
    Wire data =
        new Wire()
            .message(
                InternedData.MAPPING_PATHS_FIELD_NUMBER,
                new Wire()
                    .number(InternedString.IID_FIELD_NUMBER, 1)
                    .bytes(InternedString.STR_FIELD_NUMBER, text("simulated")))
            .message(
                InternedData.MAPPINGS_FIELD_NUMBER,
                new Wire()
                    .number(Mapping.IID_FIELD_NUMBER, 1)
                    .number(Mapping.START_FIELD_NUMBER, 0x400000)
                    .number(Mapping.END_FIELD_NUMBER, 0x40000000)
                    .number(Mapping.PATH_STRING_IDS_FIELD_NUMBER, 1))
            .append(names)
            .append(frames)
            .append(callstacks);
    Wire interned =
        new Wire()
            .number(
                TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
            .message(TracePacket.INTERNED_DATA_FIELD_NUMBER, data);
    Wire trace = new Wire().append(packet(interned));
    for (int i = 0; i < dumps.length; i++) {
      Wire profile =
          new Wire()
              .number(ProfilePacket.INDEX_FIELD_NUMBER, i)
              .message(ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER, dumps[i]);
      trace.append(
          packet(
              new Wire()
                  .number(
                      TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                      TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
                  .message(TracePacket.PROFILE_PACKET_FIELD_NUMBER, profile)));
    }
    return trace.toByteArray();
  }

  private static Wire packet(Wire content) {
    return new Wire()
        .message(
            Wire.PACKET_FIELD,
            content.number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, SEQUENCE));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
