package dev.heapconv.benchmarks.accuracy;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The samples of a simulated process under a {@link LogScheme}, as a log or a dump in text. */
final class SampleLog {

  private static final int FIRST_ADDRESS = 0x1000;

  private final LogScheme scheme;
  private final long interval;
  private final SimulatedHeap heap;
  private final StringBuilder log = new StringBuilder();
  private final StringBuilder symbols = new StringBuilder();
  private long address = FIRST_ADDRESS;
  private long headerCount;
  private long headerBytes;

  SampleLog(LogScheme scheme, SimulatedHeap heap) {
    this.scheme = scheme;
    this.heap = heap;
    interval = heap.interval();
    if (!scheme.isText()) {
      log.append("# heapconv=1\n# scheme=").append(scheme.id()).append('\n');
      log.append("# interval=").append(interval).append("\n# process=simulated\n");
      log.append("op,address,size,to_sample,weight,allocated,stack\n");
    }
  }

  /** How many allocations of each size are sampled: those freed, then those kept. */
  long[][] sample(SimulatedStack stack, Draws draws) {
    long[][] sampled = new long[2][stack.sizes().length];
    for (int i = 0; i < stack.sizes().length; i++) {
      double chance = scheme.chance(stack.sizes()[i], interval);
      sampled[0][i] = draws.binomial(stack.freed()[i], chance);
      sampled[1][i] = draws.binomial(stack.kept()[i], chance);
    }
    return sampled;
  }

  /** Adds a stack and its {@link #sample}. */
  void add(String kind, String leaf, SimulatedStack stack, long[][] sampled, Draws draws) {
    int number = heap.stacks();
    long[] sums = new long[4];
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < stack.sizes().length; i++) {
        sums[2 * side] += sampled[side][i];
        sums[2 * side + 1] += sampled[side][i] * stack.sizes()[i];
      }
    }
    heap.add(
        kind,
        List.of(leaf),
        truth(stack),
        new RecordedStack(sums[0] + sums[2], sums[1] + sums[3], sums[0], sums[1]));
    if (sums[0] + sums[2] == 0) {
      return;
    }
    if (scheme.isText()) {
      addLine(number, leaf, stack.sizes(), sampled, sums);
    } else {
      addSamples(number, leaf, stack.sizes(), sampled, draws);
    }
  }

  private ViewTotals truth(SimulatedStack stack) {
    int[] sizes = new int[stack.sizes().length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = (int) scheme.allocated(stack.sizes()[i]);
    }
    return new SimulatedStack(sizes, stack.freed(), stack.kept()).truth();
  }

  private void addSamples(int number, String leaf, int[] sizes, long[][] sampled, Draws draws) {
    String stack = leaf + ";" + SimulatedHeap.NUMBER + number + ";main\n";
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < sizes.length; i++) {
        for (long sample = 0; sample < sampled[side][i]; sample++) {
          String at = "0x" + Long.toHexString(address += 16);
          log.append("alloc,").append(at).append(',').append(sizes[i]).append(',');
          appendSample(sizes[i], draws);
          log.append(',').append(stack);
          if (side == 0) {
            log.append("free,").append(at).append(",,,,,\n");
          }
        }
      }
    }
  }

  /**
   * Bytes after the sampled one, weight, and size allocated; what the scheme does not have is
   * empty.
   */
  private void appendSample(int size, Draws draws) {
    switch (scheme) {
      case TO_SAMPLE -> log.append(size - hit(size, draws)).append(",,");
      case WEIGHTED -> log.append(',').append(weight(size, draws)).append(',');
      case TCMALLOC ->
          log.append(size + 1L - hit(size + 1L, draws)).append(",,").append(scheme.allocated(size));
      default -> log.append(",,");
    }
  }

  /** The place of the first sampled byte of those that have one: a truncated geometric draw. */
  private long hit(long bytes, Draws draws) {
    double miss = Math.log1p(-1.0 / interval);
    double chance = -Math.expm1(bytes * miss);
    long at = 1 + (long) (Math.log1p(-chance * draws.uniform()) / miss);
    return Math.min(at, bytes);
  }

  /** The size, or the interval times a Poisson number that is not 0. */
  private long weight(int size, Draws draws) {
    if (size >= interval) {
      return size;
    }
    double x = (double) size / interval;
    double rest = draws.uniform() * -Math.expm1(-x);
    double chance = x * Math.exp(-x);
    long k = 1;
    while (rest > chance && k < 100) {
      rest -= chance;
      chance *= x / ++k;
    }
    return k * interval;
  }

  /** A line of current and accumulated sums, as jemalloc prints them. */
  private void addLine(int number, String leaf, int[] sizes, long[][] sampled, long[] sums) {
    long[] all = {sums[0] + sums[2], sums[1] + sums[3]};
    long[] live = {sums[2], sums[3]};
    headerCount += all[0];
    headerBytes += all[1];
    if (scheme == LogScheme.JEMALLOC_COOKED) {
      long[] both = new long[sizes.length];
      for (int i = 0; i < both.length; i++) {
        both[i] = sampled[0][i] + sampled[1][i];
      }
      all = cooked(sizes, both);
      live = cooked(sizes, sampled[1]);
    }
    String at = hex(address += 16);
    String root = hex(address += 16);
    symbols.append(at).append(' ').append(leaf).append('\n');
    symbols.append(root).append(' ').append(SimulatedHeap.NUMBER).append(number).append('\n');
    log.append("@ ").append(at).append(' ').append(root).append('\n');
    log.append("  t*: ").append(live[0]).append(": ").append(live[1]);
    log.append(" [").append(all[0]).append(": ").append(all[1]).append("]\n");
  }

  /** Sums that give unbiased totals when they are unskewed with their mean size. */
  private long[] cooked(int[] sizes, long[] counts) {
    double objects = 0;
    double space = 0;
    for (int i = 0; i < sizes.length; i++) {
      double weight = counts[i] / scheme.chance(sizes[i], interval);
      objects += weight;
      space += weight * sizes[i];
    }
    if (objects == 0) {
      return new long[2];
    }
    double chance = -Math.expm1(-space / objects / interval);
    return new long[] {Math.max(1, Math.round(objects * chance)), Math.round(space * chance)};
  }

  private static String hex(long address) {
    return String.format("0x%016x", address);
  }

  byte[] toByteArray() {
    if (!scheme.isText()) {
      return log.toString().getBytes(StandardCharsets.UTF_8);
    }
    String text =
        "--- symbol\nbinary=simulated\n"
            + symbols
            + "---\n--- heap\nheap_v2/"
            + interval
            + "\n  t*: 0: 0 ["
            + headerCount
            + ": "
            + headerBytes
            + "]\n"
            + log;
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
