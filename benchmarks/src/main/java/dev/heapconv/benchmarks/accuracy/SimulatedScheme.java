package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.StackEstimates;
import java.util.Optional;
import java.util.SplittableRandom;

/** A way to sample allocations together with the estimator that heapconv uses for it. */
public interface SimulatedScheme {

    /** The name of the scheme as in docs/unskewing.md. */
    String name();

    /** The scheme at one mean sampling interval in bytes. */
    Sampler sampler(long interval);

    /** Records and estimates stacks. */
    interface Sampler {

        /** Samples the allocations of a stack and estimates them; empty if no sample fell into the stack. */
        Optional<StackEstimates> estimate(SimulatedStack stack, SplittableRandom random);
    }
}
