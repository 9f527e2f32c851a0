package dev.heapconv.cli;

import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;

/** Small traces of which the totals are known. */
final class BatchTraces {

  private static final byte[] BUILD_ID = {0x0a, 0x0b};

  private BatchTraces() {}

  /**
   * A trace of one process with {@code stacks} stacks, of which number i (from 1) has allocated i
   * kilobytes exactly.
   */
  static byte[] trace(String process, int uid, long version, int stacks) {
    return trace(process, uid, version, stacks, 1);
  }

  static byte[] trace(String process, int uid, long version, int stacks, long interval) {
    TraceBuilder trace = new TraceBuilder();
    trace.packet(
        TracePacket.newBuilder()
            .setProcessTree(
                ProcessTree.newBuilder()
                    .addProcesses(
                        ProcessTree.Process.newBuilder()
                            .setPid(100)
                            .setUid(uid)
                            .addCmdline(process))));
    trace.packet(
        TracePacket.newBuilder()
            .setPackagesList(
                PackagesList.newBuilder()
                    .addPackages(
                        PackagesList.PackageInfo.newBuilder()
                            .setName("com.example.app")
                            .setUid(10_001)
                            .setVersionCode(version))));
    trace.packet(
        TracePacket.newBuilder()
            .setSystemInfo(
                SystemInfo.newBuilder()
                    .setAndroidBuildFingerprint("maker/device:14/BUILD/1:user/keys")));
    TraceBuilder.Sequence sequence = trace.sequence(3);
    long mapping = sequence.mapping("app.so", BUILD_ID, 0x1000, 0x9000, 0, 0);
    long main = sequence.frame("main", mapping, 16);
    long malloc = sequence.frame("malloc", mapping, 32);
    TraceBuilder.Heap heap = TraceBuilder.malloc(1_000_000_000L);
    heap.samples.setSamplingIntervalBytes(interval);
    for (int i = 1; i <= stacks; i++) {
      long work = sequence.frame("work" + i, mapping, 64 + i);
      heap.row(sequence.stackOf(main, work, malloc), i, i * 1000L, 0, 0);
    }
    sequence.flush().dump(heap);
    return trace.bytes();
  }

  static byte[] small(int stacks) {
    return trace("com.example.app", 10_001, 7, stacks);
  }
}
