package dev.heapconv.testing;

import com.google.protobuf.ByteString;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.proto.perfetto.TracePacket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds traces packet by packet, with the interning done as a producer would. */
public final class TraceBuilder {

  /** Interval that dumps carry unless a test says otherwise: every allocation is recorded. */
  public static final long INTERVAL = 1;

  private final List<TracePacket> packets = new ArrayList<>();

  public byte[] bytes() {
    return Trace.newBuilder().addAllPacket(packets).build().toByteArray();
  }

  public List<TracePacket> packets() {
    return packets;
  }

  public TraceBuilder packet(TracePacket packet) {
    packets.add(packet);
    return this;
  }

  public TraceBuilder packet(TracePacket.Builder packet) {
    return packet(packet.build());
  }

  public TraceBuilder process(int pid, String name) {
    return packet(
        TracePacket.newBuilder()
            .setProcessTree(
                ProcessTree.newBuilder()
                    .addProcesses(
                        ProcessTree.Process.newBuilder()
                            .setPid(pid)
                            .addCmdline(name)
                            .addCmdline("-v"))));
  }

  public TraceBuilder config(HeapprofdConfig.Builder config) {
    return packet(
        TracePacket.newBuilder()
            .setTraceConfig(
                TraceConfig.newBuilder()
                    .addDataSources(
                        TraceConfig.DataSource.newBuilder()
                            .setConfig(
                                DataSourceConfig.newBuilder()
                                    .setName("android.heapprofd")
                                    .setHeapprofdConfig(config)))));
  }

  /**
   * @param idsAndTimes clock id, time, clock id, time ...
   */
  public TraceBuilder clocks(long... idsAndTimes) {
    ClockSnapshot.Builder snapshot = ClockSnapshot.newBuilder();
    for (int i = 0; i < idsAndTimes.length; i += 2) {
      snapshot.addClocks(
          ClockSnapshot.Clock.newBuilder()
              .setClockId((int) idsAndTimes[i])
              .setTimestamp(idsAndTimes[i + 1]));
    }
    return packet(TracePacket.newBuilder().setClockSnapshot(snapshot));
  }

  public Sequence sequence(int id) {
    return new Sequence(id);
  }

  /** One heap in one dump. */
  public static final class Heap {
    public final ProcessHeapSamples.Builder samples = ProcessHeapSamples.newBuilder();

    private Heap(long pid, String name, long timestamp) {
      samples.setPid(pid).setTimestamp(timestamp).setSamplingIntervalBytes(INTERVAL);
      if (name != null) {
        samples.setHeapName(name);
      }
    }

    public Heap row(
        long callstack, long allocCount, long allocBytes, long freeCount, long freeBytes) {
      samples.addSamples(
          ProfilePacket.HeapSample.newBuilder()
              .setCallstackId(callstack)
              .setAllocCount(allocCount)
              .setSelfAllocated(allocBytes)
              .setFreeCount(freeCount)
              .setSelfFreed(freeBytes));
      return this;
    }

    /** At the peak, with counts that are right: the interval at the start is stated. */
    public Heap peak(long callstack, long count, long bytes) {
      if (!samples.hasOrigSamplingIntervalBytes()) {
        samples.setOrigSamplingIntervalBytes(samples.getSamplingIntervalBytes());
      }
      samples.addSamples(
          ProfilePacket.HeapSample.newBuilder()
              .setCallstackId(callstack)
              .setSelfMaxCount(count)
              .setSelfMax(bytes));
      return this;
    }

    public Heap peakWithoutCount(long callstack, long bytes) {
      samples.addSamples(
          ProfilePacket.HeapSample.newBuilder().setCallstackId(callstack).setSelfMax(bytes));
      return this;
    }
  }

  /**
   * @param name null to leave it out, as before Android 12
   */
  public static Heap heap(long pid, String name, long timestamp) {
    return new Heap(pid, name, timestamp);
  }

  public static Heap malloc(long timestamp) {
    return heap(100, "libc.malloc", timestamp);
  }

  /** A packet sequence with its interned data. */
  public final class Sequence {
    private final int id;
    private long nextIid = 1;
    private final Map<String, Long> iids = new HashMap<>();
    private InternedData.Builder pending = InternedData.newBuilder();
    private boolean cleared = true;
    private long index;

    private Sequence(int id) {
      this.id = id;
    }

    /** Interns a stack of frames without mappings; its id. */
    public long stack(String... outermostFirst) {
      String key = "stack " + String.join("\n", outermostFirst);
      Long known = iids.get(key);
      return known != null ? known : define(key, nextIid++, outermostFirst);
    }

    /** Interns a stack anew under an id of the test's choice, whatever that meant before. */
    public long stackAs(long iid, String... outermostFirst) {
      return define("stack " + String.join("\n", outermostFirst), iid, outermostFirst);
    }

    private long define(String key, long iid, String... outermostFirst) {
      Callstack.Builder callstack = Callstack.newBuilder().setIid(iid);
      for (String function : outermostFirst) {
        callstack.addFrameIds(frame(function));
      }
      pending.addCallstacks(callstack);
      iids.put(key, iid);
      return iid;
    }

    private long frame(String function) {
      return iids.computeIfAbsent(
          "frame " + function,
          key -> {
            long iid = nextIid++;
            pending.addFunctionNames(string(iid, function));
            pending.addFrames(Frame.newBuilder().setIid(iid).setFunctionNameId(iid));
            return iid;
          });
    }

    public long mapping(
        String path, byte[] buildId, long start, long end, long exactOffset, long loadBias) {
      long iid = nextIid++;
      pending
          .addMappingPaths(string(iid, path))
          .addBuildIds(InternedString.newBuilder().setIid(iid).setStr(ByteString.copyFrom(buildId)))
          .addMappings(
              Mapping.newBuilder()
                  .setIid(iid)
                  .setBuildId(iid)
                  .addPathStringIds(iid)
                  .setStart(start)
                  .setEnd(end)
                  .setExactOffset(exactOffset)
                  .setLoadBias(loadBias));
      return iid;
    }

    public long frame(String function, long mapping, long relPc) {
      long iid = nextIid++;
      Frame.Builder frame = Frame.newBuilder().setIid(iid).setMappingId(mapping).setRelPc(relPc);
      if (!function.isEmpty()) {
        pending.addFunctionNames(string(iid, function));
        frame.setFunctionNameId(iid);
      }
      pending.addFrames(frame);
      return iid;
    }

    public long stackOf(Long... frames) {
      long iid = nextIid++;
      pending.addCallstacks(Callstack.newBuilder().setIid(iid).addAllFrameIds(List.of(frames)));
      return iid;
    }

    /** What will be interned with the next packet, for tests that break it. */
    public InternedData.Builder pending() {
      return pending;
    }

    /** All ids are forgotten; the next packet says so. */
    public Sequence clearIncrementalState() {
      cleared = true;
      return forget();
    }

    /** All ids are forgotten by the producer only. */
    public Sequence forget() {
      iids.clear();
      pending = InternedData.newBuilder();
      return this;
    }

    /** All ids are forgotten by the producer, which uses them again for something else. */
    public Sequence reuseIds() {
      nextIid = 1;
      return forget();
    }

    /** Sends interned data in a packet of its own. */
    public Sequence flush() {
      packet(next());
      return this;
    }

    /** A complete dump in one packet. */
    public Sequence dump(Heap... heaps) {
      packet(next().setProfilePacket(profile(heaps)));
      return this;
    }

    /** A packet of a dump that goes on. */
    public Sequence continued(Heap... heaps) {
      packet(next().setProfilePacket(profile(heaps).setContinued(true)));
      return this;
    }

    /** A packet that never arrives. */
    public Sequence lost() {
      index++;
      return this;
    }

    /** The profiler begins anew. */
    public Sequence restart() {
      index = 0;
      return this;
    }

    public TracePacket.Builder next() {
      TracePacket.Builder packet = TracePacket.newBuilder().setTrustedPacketSequenceId(id);
      if (cleared) {
        packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE);
        cleared = false;
      }
      InternedData data = pending.build();
      if (data.getSerializedSize() > 0) {
        packet.setInternedData(data);
      }
      pending = InternedData.newBuilder();
      return packet;
    }

    public ProfilePacket.Builder profile(Heap... heaps) {
      ProfilePacket.Builder profile = ProfilePacket.newBuilder().setIndex(index++);
      for (Heap heap : heaps) {
        profile.addProcessDumps(heap.samples);
      }
      return profile;
    }
  }

  public static InternedString string(long iid, String text) {
    return InternedString.newBuilder().setIid(iid).setStr(ByteString.copyFromUtf8(text)).build();
  }
}
