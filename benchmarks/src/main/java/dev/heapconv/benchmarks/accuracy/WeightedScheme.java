package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.WeightedUnskewer;
import java.util.Optional;
import java.util.SplittableRandom;

/** heapprofd: allocations at or above T are recorded with their size, others as T times the sampled bytes in them. */
public final class WeightedScheme implements SimulatedScheme {

    @Override
    public String name() {
        return "weighted";
    }

    @Override
    public Sampler sampler(long interval) {
        WeightedUnskewer unskewer = WeightedUnskewer.create(interval, interval, 0.95);
        return (stack, random) -> sample(interval, unskewer, stack, random);
    }

    private static Optional<StackEstimates> sample(
            long interval, WeightedUnskewer unskewer, SimulatedStack stack, SplittableRandom random) {
        long allocs = 0;
        long allocBytes = 0;
        long frees = 0;
        long freeBytes = 0;
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
                allocs++;
                allocBytes += recorded;
                if (stack.freed()[i]) {
                    frees++;
                    freeBytes += recorded;
                }
            }
        }
        return allocs == 0 ? Optional.empty() : Optional.of(unskewer.stack(allocs, allocBytes, frees, freeBytes));
    }

    /** Sampled bytes are a Poisson process over all bytes allocated. */
    private static double gap(long interval, SplittableRandom random) {
        return -interval * Math.log(1 - random.nextDouble());
    }
}
