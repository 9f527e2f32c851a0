package dev.heapconv.spark;

import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Traces of two apps in two versions, from devices that differ and of which some send two: {@code
 * device-NNN-N.pftrace}.
 */
final class GeneratedFleet {

  private static final long INTERVAL = 4096;
  private static final int UID = 10_000;

  private GeneratedFleet() {}

  /** Writes traces to a new folder. */
  static Path write(Path folder, int traces, int stacks) throws IOException {
    Files.createDirectory(folder);
    for (int i = 0; i < traces; i++) {
      String name = String.format("device-%03d-%d.pftrace", i * 5 / 6, i);
      Files.write(folder.resolve(name), trace(i, stacks));
    }
    return folder;
  }

  private static byte[] trace(int number, int stacks) {
    SplittableRandom random = new SplittableRandom(number);
    TraceBuilder trace = new TraceBuilder();
    trace.packet(
        TracePacket.newBuilder()
            .setSystemInfo(
                SystemInfo.newBuilder().setAndroidBuildFingerprint("build-" + number % 3)));
    ProcessTree.Builder processes = ProcessTree.newBuilder();
    PackagesList.Builder packages = PackagesList.newBuilder();
    int apps = number % 4 == 0 ? 2 : 1;
    for (int app = 0; app < apps; app++) {
      String name = "com.example.app" + app;
      processes.addProcesses(
          ProcessTree.Process.newBuilder().setPid(100 + app).addCmdline(name).setUid(UID + app));
      packages.addPackages(
          PackagesList.PackageInfo.newBuilder()
              .setName(name)
              .setUid(UID + app)
              .setVersionCode(7 + number % 2));
    }
    trace.packet(TracePacket.newBuilder().setProcessTree(processes));
    trace.packet(TracePacket.newBuilder().setPackagesList(packages));
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap[] heaps = new TraceBuilder.Heap[apps];
    double factor = Math.exp(2 * random.nextDouble());
    for (int app = 0; app < apps; app++) {
      heaps[app] = TraceBuilder.heap(100 + app, "libc.malloc", 1);
      heaps[app].samples.setSamplingIntervalBytes(INTERVAL);
      for (int i = 0; i < stacks; i++) {
        int stack = (int) (Math.pow(random.nextDouble(), 2) * 3 * stacks);
        long samples = 1 + (long) (factor * random.nextInt(30));
        long freed = random.nextLong(samples);
        String[] functions = {
          "main", "run" + stack % 3, "module::step" + stack % 20, "leaf" + stack, "malloc"
        };
        heaps[app].row(
            sequence.stack(functions), samples, samples * INTERVAL, freed, freed * INTERVAL);
      }
    }
    sequence.dump(heaps);
    return trace.bytes();
  }
}
