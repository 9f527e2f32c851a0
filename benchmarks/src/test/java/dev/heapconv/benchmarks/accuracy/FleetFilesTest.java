package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.benchmarks.traces.HeapTrace;
import dev.heapconv.query.AllocatorFrames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes the traces that {@code benchmarks/fleets.py} judges: {@code
 * T/PROGRAM/GROUP/DEVICE.pftrace}, one of each device, and {@code truth.tsv}, which has how often
 * each function of a program allocates on a device, in the mean. The devices of a group run the
 * same program for longer or shorter. Group {@code same} is like {@code a}; in {@code changed},
 * functions {@code grow_*} allocate half as many objects again, and those of {@code struct_*} are
 * 64 bytes instead of 48.
 */
@Tag("nightly")
@EnabledIfSystemProperty(named = FleetFilesTest.FOLDER, matches = ".+")
class FleetFilesTest {

  static final String FOLDER = "heapconv.fleets";

  /** The names of programs between commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("heapconv.programs", "");

  private static final int DEVICES = Integer.getInteger("heapconv.devices", 20);

  private static final String CHANGED = "changed";
  private static final List<String> GROUPS = List.of("a", "same", CHANGED);

  private static final String STRUCT = "struct_";
  private static final String GROW = "grow_";
  private static final int BYTES = 48;
  private static final int CHANGED_BYTES = 64;
  private static final double GROWTH = 1.5;
  private static final List<Long> ALLOCATIONS = List.of(100_000L, 10_000L);

  /** By how much devices differ: the standard deviation of the logarithm of their amounts. */
  private static final double SPREAD = 0.3;

  @Test
  void writeTraces() throws IOException {
    Path folder = Files.createDirectories(Path.of(System.getProperty(FOLDER)));
    List<String> truth = new ArrayList<>();
    for (Map.Entry<String, List<ProgramStack>> program : ProgramLogs.read().entrySet()) {
      String name = program.getKey();
      if (!PROGRAMS.isEmpty() && !List.of(PROGRAMS.split(",")).contains(name)) {
        continue;
      }
      List<ProgramStack> stacks = new ArrayList<>(program.getValue());
      for (String prefix : List.of(STRUCT, GROW)) {
        ALLOCATIONS.forEach(allocations -> stacks.add(added(prefix, allocations)));
      }
      Map<String, Long> allocations = new TreeMap<>();
      stacks.forEach(stack -> allocations.merge(function(stack), stack.allocations(), Long::sum));
      allocations.forEach((function, n) -> truth.add(name + "\t" + function + "\t" + n));
      for (long interval : Report.intervals(4099L, 32771L)) {
        for (String group : GROUPS) {
          Path files = Files.createDirectories(folder.resolve(interval + "/" + name + "/" + group));
          for (int device = 0; device < DEVICES; device++) {
            Draws draws = Draws.of("fleetgen", name, interval, group, device);
            byte[] trace = trace(stacks, group.equals(CHANGED), interval, draws);
            Files.write(files.resolve(String.format("%s%03d.pftrace", group, device)), trace);
          }
        }
      }
    }
    assertThat(truth).as("programs of the logs that are asked for").isNotEmpty();
    Files.write(folder.resolve("truth.tsv"), truth);
  }

  private static ProgramStack added(String prefix, long allocations) {
    String function = prefix + allocations;
    List<String> leafFirst = List.of(function, "caller_of_" + function);
    return new ProgramStack(leafFirst, new int[] {BYTES}, new long[] {0}, new long[] {allocations});
  }

  /** What called the allocator; empty if the log has only the allocator's own functions. */
  private static String function(ProgramStack stack) {
    return stack.leafFirst().stream()
        .dropWhile(AllocatorFrames::isAllocator)
        .findFirst()
        .orElse("");
  }

  private static byte[] trace(
      List<ProgramStack> stacks, boolean isChanged, long interval, Draws draws) {
    // The mean of a log-normal is above its median, by this square.
    double scale = Math.exp(SPREAD * normal(draws) - SPREAD * SPREAD / 2);
    HeapTrace trace = new HeapTrace(interval);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    for (ProgramStack stack : stacks) {
      ProgramStack run = isChanged ? changed(stack, scale) : stack.times(scale);
      RecordedStack seen = sampler.record(run, draws);
      if (seen.seen()) {
        trace.add(
            stack.leafFirst(), seen.allocs(), seen.allocBytes(), seen.frees(), seen.freeBytes());
      }
    }
    return trace.toByteArray();
  }

  private static ProgramStack changed(ProgramStack stack, double scale) {
    String function = function(stack);
    ProgramStack run = stack.times(function.startsWith(GROW) ? GROWTH * scale : scale);
    return function.startsWith(STRUCT)
        ? new ProgramStack(run.leafFirst(), new int[] {CHANGED_BYTES}, run.freed(), run.kept())
        : run;
  }

  /** Nearly normal, with mean 0 and variance 1: the sum of twelve uniform numbers. */
  private static double normal(Draws draws) {
    int steps = 1 << 20;
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += (double) draws.below(steps) / steps;
    }
    return sum - 6;
  }
}
