package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.StackEstimates;
import java.util.Optional;
import java.util.SplittableRandom;

/** A way to sample allocations together with the estimator that heapconv uses for it. */
interface SimulatedScheme {

  /** The name of the scheme as in docs/unskewing.md. */
  String name();

  /** The scheme at one mean sampling interval in bytes, with intervals at a level such as 0.95. */
  Sampler sampler(long interval, double confidence);

  /** What the estimates of a stack are to be compared with. */
  default ViewTotals truth(SimulatedStack stack) {
    return stack.truth();
  }

  /** Records and estimates stacks. */
  interface Sampler {

    /** Samples the allocations of a stack and estimates them; empty if none of them was sampled. */
    Optional<StackEstimates> estimate(SimulatedStack stack, SplittableRandom random);
  }
}
