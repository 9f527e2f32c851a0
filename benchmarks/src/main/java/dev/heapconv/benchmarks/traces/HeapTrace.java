package dev.heapconv.benchmarks.traces;

import com.google.protobuf.ByteString;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TracePacket.SequenceFlags;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A trace of the dumps of one heap of one process, made from sums per stack. */
public final class HeapTrace {

  private static final long TIME = 1_000_000_000_000L;
  private static final long NANOS_BETWEEN_DUMPS = 1_000_000_000;

  private final Map<String, Integer> functions = new HashMap<>();
  private final InternedData.Builder interned =
      InternedData.newBuilder()
          .addMappingPaths(string(1, "simulated"))
          .addMappings(
              Mapping.newBuilder()
                  .setIid(1)
                  .setStart(0x400000)
                  .setEnd(0x40000000)
                  .addPathStringIds(1));
  private final List<ProcessHeapSamples.Builder> dumps = new ArrayList<>();

  /**
   * @param interval mean sampling interval in bytes
   * @param dumpCount how many dumps there are, at least 1
   */
  public HeapTrace(long interval, int dumpCount) {
    for (int i = 1; i <= dumpCount; i++) {
      dumps.add(samples(interval, i));
    }
  }

  /** A trace of one dump. */
  public HeapTrace(long interval) {
    this(interval, 1);
  }

  /** The samples of a dump, numbered from 1. */
  static ProcessHeapSamples.Builder samples(long interval, int dump) {
    return ProcessHeapSamples.newBuilder()
        .setPid(4711)
        .setTimestamp(TIME + (dump - 1) * NANOS_BETWEEN_DUMPS)
        .setHeapName("libc.malloc")
        .setSamplingIntervalBytes(interval);
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
    Callstack.Builder callstack = Callstack.newBuilder().setIid(interned.getCallstacksCount() + 1);
    for (int i = leafFirst.size() - 1; i >= 0; i--) {
      callstack.addFrameIds(functions.computeIfAbsent(leafFirst.get(i), this::addFrame));
    }
    interned.addCallstacks(callstack);
    return callstack.getIid();
  }

  private int addFrame(String function) {
    int id = interned.getFramesCount() + 1;
    interned.addFunctionNames(string(id, function));
    interned.addFrames(
        Frame.newBuilder()
            .setIid(id)
            .setFunctionNameId(id)
            .setMappingId(1)
            .setRelPc(0x1000 + id * 16L));
    return id;
  }

  private static InternedString.Builder string(int id, String text) {
    return InternedString.newBuilder().setIid(id).setStr(ByteString.copyFromUtf8(text));
  }

  /** Adds the numbers of a stack at a dump, which are those since profiling began. */
  public void addToDump(
      int dump, long stack, long allocs, long allocBytes, long frees, long freeBytes) {
    dumps.get(dump).addSamples(sample(stack, allocs, allocBytes, frees, freeBytes));
  }

  static HeapSample.Builder sample(
      long stack, long allocs, long allocBytes, long frees, long freeBytes) {
    return HeapSample.newBuilder()
        .setCallstackId(stack)
        .setSelfAllocated(allocBytes)
        .setSelfFreed(freeBytes)
        .setAllocCount(allocs)
        .setFreeCount(frees);
  }

  /** The packet of what is interned, which is the first. */
  byte[] interned() {
    return packet(
        TracePacket.newBuilder()
            .setSequenceFlags(SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
            .setInternedData(interned));
  }

  /** A packet of samples. */
  static byte[] packet(ProfilePacket.Builder profile) {
    return packet(
        TracePacket.newBuilder()
            .setSequenceFlags(SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
            .setProfilePacket(profile));
  }

  private static byte[] packet(TracePacket.Builder packet) {
    return Trace.newBuilder().addPacket(packet.setTrustedPacketSequenceId(3)).build().toByteArray();
  }

  /** The trace. */
  public byte[] toByteArray() {
    ByteArrayOutputStream trace = new ByteArrayOutputStream();
    trace.writeBytes(interned());
    for (int i = 0; i < dumps.size(); i++) {
      trace.writeBytes(
          packet(ProfilePacket.newBuilder().setIndex(i).addProcessDumps(dumps.get(i))));
    }
    return trace.toByteArray();
  }
}
