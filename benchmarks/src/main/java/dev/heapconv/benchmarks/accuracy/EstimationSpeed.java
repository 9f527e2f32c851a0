package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.benchmarks.traces.HeapTrace;
import dev.heapconv.model.RecordedProfile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How long the estimates of heapprofd stacks take: the first one, and 100,000 of a heap, tables
 * included. The program does each once, as a conversion does. Arguments: {@code T} (default 4096),
 * {@code realistic} (heavy-tailed counts, so that many stacks show the same numbers) or {@code
 * distinct} (hardly two alike), stacks (default 100000).
 */
public final class EstimationSpeed {

  private EstimationSpeed() {}

  /** Prints the processor time of the process while it estimates. */
  public static void main(String[] args) throws IOException {
    long interval = args.length > 0 ? Long.parseLong(args[0]) : 4096;
    boolean distinct = args.length > 1 && args[1].equals("distinct");
    int stacks = args.length > 2 ? Integer.parseInt(args[2]) : 100_000;
    RecordedProfile one = profile(interval, new long[][] {{17, 19 * interval, 0, 0}});
    RecordedProfile all = profile(interval, heap(interval, distinct, stacks));
    long start = cpu();
    Outputs.estimate(one, Settings.LEVEL);
    long first = cpu();
    double sum = Outputs.totals(Outputs.estimate(all, Settings.LEVEL))[0].value();
    long end = cpu();
    System.out.printf(
        Locale.ROOT,
        "T %d, %s: first estimate %.1f ms, %d stacks %.0f ms (sum %.0f)%n",
        interval,
        distinct ? "distinct" : "realistic",
        (first - start) / 1e6,
        stacks,
        (end - first) / 1e6,
        sum);
  }

  /** Ten stacks share a leaf function. */
  private static RecordedProfile profile(long interval, long[][] stacks) throws IOException {
    HeapTrace trace = new HeapTrace(interval);
    for (int i = 0; i < stacks.length; i++) {
      long[] s = stacks[i];
      trace.add(
          List.of("leaf_" + i / 10, "caller_" + i % 1000, "main_" + i), s[0], s[1], s[2], s[3]);
    }
    return Outputs.read("speed", trace.toByteArray());
  }

  private static long cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  /**
   * Stacks of one size, of which half are partly freed. Distinct: large counts with remainders that
   * no two share.
   */
  private static long[][] heap(long interval, boolean distinct, int stacks) {
    SplittableRandom random = new SplittableRandom(1);
    long[][] heap = new long[stacks][];
    for (int i = 0; i < stacks; i++) {
      double pareto = Math.pow(1 - random.nextDouble(), -0.9);
      long n = (long) (distinct ? 1 + 3000 * random.nextDouble() : Math.min(pareto, 1e5));
      boolean large = random.nextInt(distinct ? 2 : 8) == 0;
      double collisions = n * 0.7 * random.nextDouble() * random.nextDouble();
      long bytes = interval * (n + (long) collisions);
      if (large) {
        bytes += n * 8 * (long) random.nextInt((int) interval);
      }
      long frees = random.nextBoolean() ? 0 : (long) (n * random.nextDouble());
      long freeBytes =
          frees == n ? bytes : interval * frees + interval * (long) (collisions * frees / n);
      heap[i] = new long[] {n, bytes, frees, frees == 0 ? 0 : Math.min(freeBytes, bytes)};
    }
    return heap;
  }
}
