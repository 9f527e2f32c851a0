package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.ToSampleUnskewer;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Samples a stack as scheme 3 does: every byte with probability 1/T, at most one per allocation; the rest of the allocation is known. */
public final class ToSampleSimulation {

    private ToSampleSimulation() {
    }

    /** The estimates of a stack, or empty when none of its allocations was sampled. */
    public static Optional<StackEstimates> simulate(
            long[] sizes, boolean[] freed, long interval, Intervals intervals, RandomGenerator random) {
        ToSampleUnskewer all = new ToSampleUnskewer(interval);
        ToSampleUnskewer live = new ToSampleUnskewer(interval);
        boolean seen = false;
        for (int i = 0; i < sizes.length; i++) {
            long hit = hitPosition(interval, random);
            if (hit <= sizes[i]) {
                seen = true;
                all.allocate(sizes[i], sizes[i] - hit);
                live.allocate(sizes[i], sizes[i] - hit);
                if (freed[i]) {
                    live.free(sizes[i], sizes[i] - hit);
                }
            }
        }
        return seen
                ? Optional.of(new StackEstimates(
                        all.objects(intervals), all.space(intervals), live.objects(intervals), live.space(intervals)))
                : Optional.empty();
    }

    /** The number of bytes up to and with the first sampled one: geometric with mean T. */
    static long hitPosition(long interval, RandomGenerator random) {
        if (interval <= 1) {
            return 1;
        }
        return 1 + (long) (Math.log(1 - random.nextDouble()) / Math.log1p(-1.0 / interval));
    }
}
