package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.WeightedUnskewer;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Scheme 1, heapprofd: allocations at or above T are recorded with their size, others as T times
 * the sampled bytes in them.
 */
final class WeightedScheme implements SimulatedScheme {

  @Override
  public String name() {
    return "weighted";
  }

  @Override
  public Sampler sampler(long interval, double confidence) {
    WeightedUnskewer unskewer = WeightedUnskewer.create(interval, interval, confidence);
    return (stack, random) -> {
      long[] sums = sample(interval, stack, random);
      return sums[0] == 0
          ? Optional.empty()
          : Optional.of(unskewer.stack(sums[0], sums[1], sums[2], sums[3]));
    };
  }

  /** Recorded allocations, their bytes, recorded frees, their bytes. */
  static long[] sample(long interval, SimulatedStack stack, SplittableRandom random) {
    long[] sums = new long[4];
    double toNextSample = gap(interval, random);
    for (int i = 0; i < stack.sizes().length; i++) {
      int size = stack.sizes()[i];
      long recorded = 0;
      if (size >= interval) {
        recorded = size;
      } else {
        toNextSample -= size;
        while (toNextSample < 0) {
          recorded += interval;
          toNextSample += gap(interval, random);
        }
      }
      if (recorded > 0) {
        sums[0]++;
        sums[1] += recorded;
        if (stack.freed()[i]) {
          sums[2]++;
          sums[3] += recorded;
        }
      }
    }
    return sums;
  }

  /** Sampled bytes are a Poisson process over all bytes allocated. */
  private static double gap(long interval, SplittableRandom random) {
    return -interval * Math.log(1 - random.nextDouble());
  }
}
