package dev.heapconv.testing;

import com.google.protobuf.ByteString;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.ChromiumSamplingHeapProfilerConfig;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSample.TaskContext;
import dev.heapconv.proto.perfetto.StackSampleDefaults;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TracePacketDefaults;
import java.util.HashMap;
import java.util.Map;

/** Builds traces as Chromium and Electron write them since 2026: a packet for each stack sample. */
public final class StackSampleTrace {

  public static final String CHROMIUM = "org.chromium.native_heap_profiler";

  public final TraceBuilder trace = new TraceBuilder();

  public StackSampleTrace config(long interval, long period) {
    trace.packet(
        TracePacket.newBuilder()
            .setTraceConfig(
                TraceConfig.newBuilder()
                    .addDataSources(
                        TraceConfig.DataSource.newBuilder()
                            .setConfig(
                                DataSourceConfig.newBuilder()
                                    .setName(CHROMIUM)
                                    .setChromiumSamplingHeapProfiler(
                                        ChromiumSamplingHeapProfilerConfig.newBuilder()
                                            .setSamplingIntervalBytes(interval)
                                            .setSamplingIntervalMs(period))))));
    return this;
  }

  public byte[] bytes() {
    return trace.bytes();
  }

  public Process process(int pid) {
    return new Process(pid);
  }

  /** A process, which has a packet sequence of its own. */
  public final class Process {
    private final int pid;
    private final Map<String, Integer> iids = new HashMap<>();
    private InternedData.Builder interned = InternedData.newBuilder();
    private String source = CHROMIUM;
    private StackSample.Unit unit = StackSample.Unit.UNIT_BYTES;
    private boolean cleared = true;
    private int clock;
    private int usualClock;

    private Process(int pid) {
      this.pid = pid;
    }

    /** The profiler that says it wrote the samples; empty to leave it out. */
    public Process source(String name) {
      source = name;
      return this;
    }

    public Process unit(StackSample.Unit other) {
      unit = other;
      return this;
    }

    /** That of times; 0 to state none. */
    public Process clock(int id) {
      clock = id;
      return this;
    }

    /** That of times without one; 0 to state none. Begins again. */
    public Process usualClock(int id) {
      usualClock = id;
      return clear();
    }

    /** Defines all ids again. */
    public Process clear() {
      iids.clear();
      cleared = true;
      return this;
    }

    /**
     * @param stack names of functions, outermost first, divided by semicolons
     */
    public Process sample(long time, String heap, String stack, long weight, int thread) {
      return sample(
          time,
          StackSample.newBuilder()
              .setPrimaryDescriptorIid(heap(heap))
              .setCallstackIid(stack(stack))
              .setPrimaryWeight(weight)
              .setTaskContext(TaskContext.newBuilder().setPid(pid).setTid(thread)));
    }

    public Process sample(long time, StackSample.Builder sample) {
      TracePacket.Builder packet =
          TracePacket.newBuilder()
              .setTrustedPacketSequenceId(pid)
              .setTimestamp(time)
              .setSequenceFlags(cleared ? 1 : 2)
              .setInternedData(interned)
              .setStackSample(sample);
      if (clock != 0) {
        packet.setTimestampClockId(clock);
      }
      if (cleared && !source.isEmpty()) {
        TracePacketDefaults.Builder defaults = packet.getTracePacketDefaultsBuilder();
        defaults.setStackSampleDefaults(StackSampleDefaults.newBuilder().setSource(source));
        if (usualClock != 0) {
          defaults.setTimestampClockId(usualClock);
        }
      }
      trace.packet(packet);
      interned = InternedData.newBuilder();
      cleared = false;
      return this;
    }

    public int heap(String name) {
      return iids.computeIfAbsent(
          "heap " + name,
          key -> {
            int iid = iids.size() + 1;
            interned.addStackSampleCounterDescriptors(
                CounterDescriptor.newBuilder().setIid(iid).setName(name).setUnit(unit));
            return iid;
          });
    }

    public int stack(String stack) {
      Integer known = iids.get("stack " + stack);
      if (known == null) {
        Callstack.Builder callstack = callstack(stack);
        known = iids.size() + 1;
        iids.put("stack " + stack, known);
        interned.addCallstacks(callstack.setIid(known));
      }
      return known;
    }

    /** A callstack without an id, of frames that have one. */
    public Callstack.Builder callstack(String stack) {
      Callstack.Builder callstack = Callstack.newBuilder();
      for (String function : stack.split(";")) {
        callstack.addFrameIds(frame(function));
      }
      return callstack;
    }

    private int frame(String function) {
      Integer known = iids.get("frame " + function);
      if (known == null) {
        known = iids.size() + 1;
        iids.put("frame " + function, known);
        interned.addFunctionNames(
            InternedString.newBuilder().setIid(known).setStr(ByteString.copyFromUtf8(function)));
        interned.addFrames(
            Frame.newBuilder().setIid(known).setFunctionNameId(known).setRelPc(known));
      }
      return known;
    }
  }
}
