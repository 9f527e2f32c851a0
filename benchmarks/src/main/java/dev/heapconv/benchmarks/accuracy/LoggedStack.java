package dev.heapconv.benchmarks.accuracy;

import java.util.List;

/**
 * A call stack of a program whose allocations were all logged.
 *
 * @param leafFirst its innermost functions
 * @param sizes bytes, each once
 * @param allocated allocations of each size
 * @param freed how many of them were freed
 */
record LoggedStack(List<String> leafFirst, int[] sizes, long[] allocated, long[] freed) {

  long allocations() {
    long sum = 0;
    for (long count : allocated) {
      sum += count;
    }
    return sum;
  }

  /** What it did. */
  SimulatedStack run() {
    long[] kept = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      kept[i] = allocated[i] - freed[i];
    }
    return new SimulatedStack(sizes, freed, kept);
  }

  /** A site with these sizes, of which the same shares are freed. */
  Site site() {
    double[] weights = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      weights[i] = allocated[i];
    }
    SizeMix mix = new SizeMix(sizes, weights);
    return (allocations, draws) -> {
      long[] kept = mix.draw(allocations, draws);
      long[] gone = new long[kept.length];
      for (int i = 0; i < kept.length; i++) {
        gone[i] = draws.binomial(kept[i], (double) freed[i] / allocated[i]);
        kept[i] -= gone[i];
      }
      return new SimulatedStack(sizes, gone, kept);
    };
  }
}
