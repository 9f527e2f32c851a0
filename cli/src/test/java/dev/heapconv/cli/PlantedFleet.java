package dev.heapconv.cli;

import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.PackagesList.PackageInfo;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.ProcessTree.Process;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Traces of devices over three days, and what they were made from. Devices send traces of two
 * versions of an app, sampled at several intervals; some traces are damaged, without a heap
 * profile, or copies of others.
 */
final class PlantedFleet {

  /** Of which the newer version holds more. */
  static final String GROWN = "work7";

  static final long OLD = 1203;
  static final long NEW = 1204;

  private static final double GROWTH = 1.8;
  private static final String APP = "com.example.app";
  private static final String HELPER = "com.example.helper";
  private static final int SHARED_FUNCTIONS = 40;
  private static final int TRACES_OF_DEVICE = 5;

  /** Half of the traces are sampled at the first. */
  private static final long[] INTERVALS = {4096, 1, 512, 32_768};

  /**
   * Sums that a trace was made from.
   *
   * @param sums allocations that live, all allocations, and the bytes of both
   */
  record PlantedRow(String process, String heap, String function, long[] sums) {
    long space() {
      return sums[2];
    }
  }

  /**
   * A trace.
   *
   * @param status as the table has it
   */
  record PlantedTrace(
      String path,
      String device,
      String day,
      long version,
      long interval,
      String status,
      List<PlantedRow> rows) {}

  private final Path folder;

  /** Of each file, a table has those that are no copy of another one of their device. */
  private final List<PlantedTrace> traces = new ArrayList<>();

  private final Set<PlantedTrace> copies = new HashSet<>();
  private final SplittableRandom random = new SplittableRandom(20_261_124);

  private PlantedFleet(Path folder) {
    this.folder = folder;
  }

  /** Writes traces to a folder. */
  static List<PlantedTrace> write(Path folder, int count) throws IOException {
    PlantedFleet fleet = new PlantedFleet(folder);
    byte[] last = {};
    for (int i = 0; i < count; i++) {
      int device = i / TRACES_OF_DEVICE;
      // Three traces of the old version, two of the new one; some devices have only one of both.
      long version = (i % TRACES_OF_DEVICE < 3) != (device % 7 == 0) ? OLD : NEW;
      if (device % 5 == 0) {
        version = device % 2 == 0 ? OLD : NEW;
      }
      last = fleet.add(i, device, version, last);
    }
    fleet.traces.removeAll(fleet.copies);
    return fleet.traces;
  }

  private byte[] add(int number, int device, long version, byte[] last) throws IOException {
    String day = "2026-11-" + (20 + number % 3);
    String path = "%s/device-%04d/%d.pftrace".formatted(day, device, number);
    long interval = INTERVALS[number % 2 == 0 ? 0 : number / 2 % INTERVALS.length];
    List<PlantedRow> rows = new ArrayList<>();
    String status = "ok";
    byte[] bytes;
    if (number % 23 == 22) {
      PlantedTrace copied = traces.get(number - 1);
      bytes = last;
      rows.addAll(copied.rows());
      status = copied.status();
      interval = copied.interval();
      version = copied.version();
    } else if (number % 29 == 28) {
      bytes = "this was a trace".getBytes(StandardCharsets.UTF_8);
      status = "failed";
    } else if (number % 31 == 30) {
      bytes = about(version).bytes();
      status = "empty";
    } else {
      boolean isDamaged = number % 37 == 36;
      bytes = trace(device, version, interval, !isDamaged && random.nextInt(3) == 0, rows);
      if (isDamaged) {
        bytes = Arrays.copyOf(bytes, bytes.length - 10);
        rows.clear();
        status = "failed";
      }
    }
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    PlantedTrace trace =
        new PlantedTrace(
            file.toString(), "%04d".formatted(device), day, version, interval, status, rows);
    if (number > 0 && bytes == last) {
      PlantedTrace other = traces.get(number - 1);
      // The first by its path counts.
      if (other.device().equals(trace.device())) {
        copies.add(other.path().compareTo(trace.path()) < 0 ? trace : other);
      }
    }
    traces.add(trace);
    return bytes;
  }

  private static TraceBuilder about(long version) {
    TraceBuilder trace = new TraceBuilder();
    ProcessTree.Builder processes = ProcessTree.newBuilder();
    // The first two are one to a table.
    for (int i = 0; i < 3; i++) {
      processes.addProcesses(
          Process.newBuilder()
              .setPid(100 + i)
              .setUid(10_001 + i / 2)
              .addCmdline(i < 2 ? APP : HELPER));
    }
    PackagesList.Builder packages = PackagesList.newBuilder();
    for (int i = 0; i < 2; i++) {
      packages.addPackages(
          PackageInfo.newBuilder()
              .setName(i == 0 ? APP : HELPER)
              .setUid(10_001 + i)
              .setVersionCode(version));
    }
    return trace
        .packet(TracePacket.newBuilder().setProcessTree(processes))
        .packet(TracePacket.newBuilder().setPackagesList(packages))
        .packet(
            TracePacket.newBuilder()
                .setSystemInfo(SystemInfo.newBuilder().setAndroidBuildFingerprint("maker/x:15")));
  }

  /**
   * A trace of one dump, or two, of which the last counts.
   *
   * @param rows to which the sums of the last are added
   */
  private byte[] trace(
      int device, long version, long interval, boolean hasTwoDumps, List<PlantedRow> rows) {
    TraceBuilder trace = about(version);
    TraceBuilder.Sequence sequence = trace.sequence(3);
    long mapping = sequence.mapping("app.so", new byte[] {1, 2}, 0x1000, 0x90_0000, 0, 0);
    long main = sequence.frame("main", mapping, 16);
    long other = sequence.frame("thread", mapping, 32);
    List<TraceBuilder.Heap> first = new ArrayList<>();
    List<TraceBuilder.Heap> last = new ArrayList<>();
    Map<List<String>, PlantedRow> sums = new HashMap<>();
    double factor = Math.exp(new SplittableRandom(device).nextDouble() - 0.5);
    for (int pid = 100; pid < 103; pid++) {
      for (String heap : List.of("libc.malloc", "custom")) {
        // The app's own heap is in all traces.
        boolean isMain = pid == 100 && heap.equals("libc.malloc");
        if (isMain || random.nextInt(4) == 0) {
          TraceBuilder.Heap before = heap(pid, heap, 1, interval);
          TraceBuilder.Heap now = heap(pid, heap, 2, interval);
          first.add(before);
          last.add(now);
          for (int stack = 0; stack < 24; stack++) {
            String function = function(isMain, stack);
            double usual = function.equals(GROWN) && version == NEW ? factor * GROWTH : factor;
            long[] live = new long[4];
            long all = 2 + (long) (usual * (15 + random.nextInt(10)));
            long freed = function.equals(GROWN) ? 0 : random.nextLong(all / 2 + 1);
            live[0] = all - freed;
            live[1] = all;
            // All are small, or all are large: their sums say that.
            long size = stack % 3 == 0 ? interval * 2 + random.nextInt(5000) : interval;
            live[2] = live[0] * size;
            live[3] = all * size;
            long work = sequence.frame(function, mapping, 64L + 16L * stack);
            long id = sequence.stackOf(stack % 2 == 0 ? main : other, work);
            before.row(id, all / 2, all / 2 * size, 0, 0);
            now.row(id, all, all * size, freed, freed * size);
            String process = pid < 102 ? APP : HELPER;
            PlantedRow row =
                sums.computeIfAbsent(
                    List.of(process, heap, function),
                    key -> new PlantedRow(process, heap, function, new long[4]));
            Arrays.setAll(row.sums(), k -> row.sums()[k] + live[k]);
          }
        }
      }
    }
    rows.addAll(sums.values());
    sequence.flush();
    if (hasTwoDumps) {
      sequence.dump(first.toArray(TraceBuilder.Heap[]::new));
    }
    sequence.dump(last.toArray(TraceBuilder.Heap[]::new));
    return trace.bytes();
  }

  /**
   * The grown function, some that many traces share, twice in a heap now and then, and rare ones.
   */
  private String function(boolean isMain, int stack) {
    if (isMain && stack == 0) {
      return GROWN;
    }
    int which = random.nextInt(SHARED_FUNCTIONS + 2);
    if (which >= SHARED_FUNCTIONS) {
      return "rare" + random.nextInt(2000);
    }
    return "work" + (which == 7 ? 8 : which);
  }

  private static TraceBuilder.Heap heap(long pid, String name, int dump, long interval) {
    TraceBuilder.Heap heap = TraceBuilder.heap(pid, name, 1_000_000_000L * dump);
    heap.samples.setSamplingIntervalBytes(interval);
    return heap;
  }
}
