package dev.heapconv.benchmarks.accuracy;

/**
 * Scheme 1, heapprofd: an allocation at or above the cutoff, which is the interval, is recorded
 * with its size; of a smaller one of a bytes K ~ Poisson(a/T) bytes are sampled, and if there are
 * any it is recorded as T K bytes.
 */
record HeapprofdSampler(long interval) {

  /** What a profile holds of a stack: exact draws, in a time that does not grow with its counts. */
  RecordedStack record(ProgramStack stack, Draws draws) {
    long[] freed = side(stack.sizes(), stack.freed(), draws);
    long[] kept = side(stack.sizes(), stack.kept(), draws);
    return new RecordedStack(freed[0] + kept[0], freed[1] + kept[1], freed[0], freed[1]);
  }

  private long[] side(int[] sizes, long[] counts, Draws draws) {
    long recorded = 0;
    long bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (counts[i] == 0) {
        continue;
      }
      if (sizes[i] >= interval) {
        recorded += counts[i];
        bytes += counts[i] * sizes[i];
      } else {
        double x = (double) sizes[i] / interval;
        long hit = draws.binomial(counts[i], -Math.expm1(-x));
        recorded += hit;
        bytes += interval * sampledBytes(hit, x, draws);
      }
    }
    return new long[] {recorded, bytes};
  }

  /** Sampled bytes of so many allocations that each have at least one. */
  private static long sampledBytes(long allocations, double x, Draws draws) {
    long sampled = 0;
    long rest = allocations;
    double chance = x * Math.exp(-x);
    double atLeast = -Math.expm1(-x);
    for (int k = 1; rest > 0; k++) {
      long exactly = atLeast > chance ? draws.binomial(rest, chance / atLeast) : rest;
      sampled += k * exactly;
      rest -= exactly;
      atLeast -= chance;
      chance *= x / (k + 1);
    }
    return sampled;
  }
}
