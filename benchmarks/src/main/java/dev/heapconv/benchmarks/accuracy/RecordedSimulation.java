package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.RecordedUnskewer;
import dev.heapconv.unskew.StackEstimates;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Samples a stack as scheme 2 does: an allocation of size a is recorded with probability {@code 1 - exp(-a/T)}. */
public final class RecordedSimulation {

    /** How the recorded allocations of a stack reach the reader. */
    public enum Lines {
        /** One unit per size: Go text, single samples. */
        PER_SIZE,
        /** One line per stack with plain sums (jemalloc before 5.3, prof_unbias:false): biased for mixed sizes, which nobody can undo. */
        PLAIN_SUMS,
        /** One line per stack, cooked as jemalloc >= 5.3 does so that the rule applied to the line gives the unbiased totals. */
        COOKED
    }

    private RecordedSimulation() {
    }

    /** The estimates of a stack, or empty when none of its allocations was sampled: it is not in the profile then. */
    public static Optional<StackEstimates> simulate(
            long[] sizes, boolean[] freed, long interval, Lines lines, Intervals intervals, RandomGenerator random) {
        Map<Long, long[]> counts = new TreeMap<>();
        for (int i = 0; i < sizes.length; i++) {
            if (random.nextDouble() < -Math.expm1(-(double) sizes[i] / interval)) {
                long[] count = counts.computeIfAbsent(sizes[i], size -> new long[2]);
                count[0]++;
                count[1] += freed[i] ? 0 : 1;
            }
        }
        if (counts.isEmpty()) {
            return Optional.empty();
        }
        RecordedUnskewer all = unskew(counts, 0, interval, lines);
        RecordedUnskewer live = unskew(counts, 1, interval, lines);
        return Optional.of(new StackEstimates(
                all.objects(intervals), all.space(intervals), live.objects(intervals), live.space(intervals)));
    }

    private static RecordedUnskewer unskew(Map<Long, long[]> counts, int side, long interval, Lines lines) {
        RecordedUnskewer unskewer = new RecordedUnskewer(interval);
        long count = 0;
        long bytes = 0;
        double objects = 0;
        double space = 0;
        for (Map.Entry<Long, long[]> entry : counts.entrySet()) {
            long size = entry.getKey();
            long n = entry.getValue()[side];
            double weight = RecordedUnskewer.weight(size, interval);
            count += n;
            bytes += n * size;
            objects += n * weight;
            space += n * weight * size;
            if (lines == Lines.PER_SIZE) {
                unskewer.add(n, n * size);
            }
        }
        if (lines == Lines.PLAIN_SUMS) {
            unskewer.addPlainLine(count, bytes);
        } else if (lines == Lines.COOKED && count > 0) {
            double weight = RecordedUnskewer.weight(space / objects, interval);
            unskewer.addCookedLine(Math.max(1, Math.round(objects / weight)), Math.round(space / weight));
        }
        return unskewer;
    }
}
