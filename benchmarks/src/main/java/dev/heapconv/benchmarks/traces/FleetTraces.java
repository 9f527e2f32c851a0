package dev.heapconv.benchmarks.traces;

import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.PackagesList.PackageInfo;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the small traces of a fleet: {@code OUT/NNN/device-NNNNNNN-N.pftrace}, a thousand in a
 * folder. Arguments: the folder, the number of traces, how many rare stacks there are in all, and
 * how many stacks a trace has at least and at most.
 *
 * <p>Every fifth device sends two traces. Devices differ in how much they allocate, by a factor of
 * two and more. Half of them have version 1204 of the app, the others 1203; what 1204 holds of one
 * stack that all traces have is half as much again. A tenth of the stacks of a trace are rare, the
 * others are among 5,000 that many traces have.
 */
public final class FleetTraces {

  private static final long INTERVAL = 4096;
  private static final int TRACES_IN_FOLDER = 1000;
  private static final int COMMON_STACKS = 5000;

  /** Of which the newer version holds more, by this factor. */
  private static final int GROWN_STACK = 0;

  private static final double GROWTH = 1.5;
  private static final int DEPTH = 12;
  private static final int MODULES = 400;
  private static final int METHODS = 50;
  private static final int PID = 4711;
  private static final int UID = 10_123;

  /** By how much the memory of devices differs: the standard deviation of its logarithm. */
  private static final double SPREAD = 0.8;

  private final int rareStacks;
  private final int fewestStacks;
  private final int mostStacks;

  private FleetTraces(int rareStacks, int fewestStacks, int mostStacks) {
    this.rareStacks = rareStacks;
    this.fewestStacks = fewestStacks;
    this.mostStacks = mostStacks;
  }

  public static void main(String[] arguments) throws IOException {
    Path out = Path.of(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    FleetTraces traces =
        new FleetTraces(
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]));
    for (int trace = 0; trace < count; trace++) {
      // Five devices send six traces.
      int device = trace / 6 * 5 + Math.min(trace % 6, 4);
      String name = String.format("device-%07d-%d.pftrace", device, trace % 6 == 5 ? 2 : 1);
      Path folder = out.resolve(String.format("%03d", trace / TRACES_IN_FOLDER));
      Files.createDirectories(folder);
      try (OutputStream file = Files.newOutputStream(folder.resolve(name))) {
        file.write(about(device));
        file.write(traces.heap(trace, device));
      }
    }
  }

  private byte[] heap(int trace, int device) {
    SplittableRandom random = new SplittableRandom(trace);
    double factor = Math.exp(SPREAD * gaussian(new SplittableRandom(-1L - device)));
    HeapTrace heap = new HeapTrace(INTERVAL);
    int stacks = fewestStacks + random.nextInt(mostStacks - fewestStacks + 1);
    for (int i = 0; i < stacks; i++) {
      boolean rare = i % 10 == 1;
      // Squares: some of the common stacks are in every trace.
      int stack =
          rare
              ? COMMON_STACKS + random.nextInt(rareStacks)
              : i == 0 ? GROWN_STACK : (int) (Math.pow(random.nextDouble(), 2) * COMMON_STACKS);
      double usual = (rare ? 2 : 20) * factor * (i == 0 && isNew(device) ? GROWTH : 1);
      long samples = 1 + (long) (usual * -Math.log(1 - random.nextDouble()));
      long freed = (long) (samples * random.nextDouble());
      heap.add(functions(stack), samples, samples * INTERVAL, freed, freed * INTERVAL);
    }
    return heap.toByteArray();
  }

  private static double gaussian(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** Outer functions are the same for many stacks, inner ones for few. */
  private static List<String> functions(int stack) {
    List<String> leafFirst = new ArrayList<>(DEPTH);
    for (int depth = DEPTH; depth > 0; depth--) {
      int shared = stack >> Math.max(0, 2 * (DEPTH - depth) - 2);
      int hash = new SplittableRandom(31L * shared + depth).nextInt(MODULES * METHODS);
      leafFirst.add(
          "app::module"
              + hash / METHODS
              + "::Worker"
              + depth
              + "::method"
              + hash % METHODS
              + "(int)");
    }
    return leafFirst;
  }

  private static boolean isNew(int device) {
    return device % 2 == 1;
  }

  /** Whose trace it is: the process, its package, and the build of the device. */
  private static byte[] about(int device) {
    long version = isNew(device) ? 1204 : 1203;
    TracePacket.Builder[] packets = {
      TracePacket.newBuilder()
          .setProcessTree(
              ProcessTree.newBuilder()
                  .addProcesses(
                      ProcessTree.Process.newBuilder()
                          .setPid(PID)
                          .addCmdline("com.example.app")
                          .setUid(UID))),
      TracePacket.newBuilder()
          .setSystemInfo(
              SystemInfo.newBuilder()
                  .setAndroidBuildFingerprint(
                      "example/device/device:15/BUILD." + device % 3 + "/1:user/release-keys")),
      TracePacket.newBuilder()
          .setPackagesList(
              PackagesList.newBuilder()
                  .addPackages(
                      PackageInfo.newBuilder()
                          .setName("com.example.app")
                          .setUid(UID)
                          .setVersionCode(version)))
    };
    Trace.Builder trace = Trace.newBuilder();
    for (TracePacket.Builder packet : packets) {
      trace.addPacket(packet);
    }
    return trace.build().toByteArray();
  }
}
