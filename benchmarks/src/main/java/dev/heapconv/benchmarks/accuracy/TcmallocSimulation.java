package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.TcmallocUnskewer;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Samples a stack as scheme 4 does: the counter runs over requested + 1 bytes; space counts size-class bytes. */
public final class TcmallocSimulation {

    private TcmallocSimulation() {
    }

    /** The estimates of a stack of requested sizes, or empty when none of its allocations was sampled. Truth for space: {@link #allocated}. */
    public static Optional<StackEstimates> simulate(
            long[] sizes, boolean[] freed, long interval, Intervals intervals, RandomGenerator random) {
        TcmallocUnskewer all = new TcmallocUnskewer(interval);
        TcmallocUnskewer live = new TcmallocUnskewer(interval);
        boolean seen = false;
        for (int i = 0; i < sizes.length; i++) {
            long hit = ToSampleSimulation.hitPosition(interval, random);
            if (hit <= sizes[i] + 1) {
                seen = true;
                double weight = all.weightOf(sizes[i] + 1 - hit);
                all.allocate(sizes[i], allocated(sizes[i]), weight);
                live.allocate(sizes[i], allocated(sizes[i]), weight);
                if (freed[i]) {
                    live.free(sizes[i], allocated(sizes[i]), weight);
                }
            }
        }
        return seen
                ? Optional.of(new StackEstimates(
                        all.objects(intervals), all.space(intervals), live.objects(intervals), live.space(intervals)))
                : Optional.empty();
    }

    /** A size class as tcmalloc's are: multiples of 8 up to 64, then about eight steps to a power of two, pages above 256 KiB. */
    public static long allocated(long requested) {
        long step = 8;
        if (requested > 262_144) {
            step = 8192;
        } else if (requested > 64) {
            step = Math.max(8, Long.highestOneBit(requested - 1) / 8);
        }
        return Math.max(8, (requested + step - 1) / step * step);
    }
}
