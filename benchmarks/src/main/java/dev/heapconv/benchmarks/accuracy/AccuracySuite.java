package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.WeightedUnskewer;
import java.util.List;
import java.util.SplittableRandom;

/** Measures the estimators on simulated heaps and on recordings with truth. Same figures on every run: the seeds are fixed. */
public final class AccuracySuite {

    static final long[] INTERVALS = {64, 512, 4096, 32768, 524288};
    private static final long SEED = 20260801;
    private static final int STACKS = 400;
    /** Most stacks hide below a large interval; so many tries are enough for the intervals above. */
    private static final int MOST_TRIES = 20_000;

    private AccuracySuite() {
    }

    /** Runs the simulated heaps; arguments: stacks per line (default 400). */
    public static void main(String[] args) {
        AccuracyTable table = new AccuracyTable();
        int stacks = args.length > 0 ? Integer.parseInt(args[0]) : STACKS;
        simulate(table, new WeightedScheme(), stacks);
        table.print(System.out);
    }

    /** Adds simulated heaps under a scheme: for each kind of stack so many stacks that were sampled at least once. */
    public static void simulate(AccuracyTable table, SimulatedScheme scheme, int stacks) {
        for (long interval : INTERVALS) {
            SimulatedScheme.Sampler sampler = scheme.sampler(interval);
            for (StackFamily family : StackFamily.values()) {
                SplittableRandom random = new SplittableRandom(SEED + 31 * interval + family.ordinal());
                int seen = 0;
                for (int i = 0; i < MOST_TRIES && seen < stacks; i++) {
                    SimulatedStack stack = family.draw(interval, random);
                    StackEstimates estimates = sampler.estimate(stack, random).orElse(null);
                    if (estimates != null) {
                        seen++;
                        table.add(scheme.name(), interval, family.name().toLowerCase(), estimates, stack.truth());
                    }
                }
            }
        }
    }

    /** Adds recordings with truth. A site's estimate is the sum over its stacks. */
    public static void replay(AccuracyTable table, List<RecordingWithTruth> recordings) {
        for (RecordingWithTruth recording : recordings) {
            long interval = recording.interval();
            WeightedUnskewer unskewer = WeightedUnskewer.create(interval, interval, 0.95);
            for (RecordingWithTruth.Site site : recording.sites()) {
                StackEstimates sum = null;
                for (RecordingWithTruth.RecordedRow row : site.recordedAllocs()) {
                    StackEstimates stack = unskewer.stack(row.allocs(), row.allocBytes(), row.frees(), row.freeBytes());
                    sum = sum == null ? stack : plus(sum, stack);
                }
                if (sum != null) {
                    table.add("weighted", interval, recording.name(), sum, site.truth());
                }
            }
        }
    }

    private static StackEstimates plus(StackEstimates a, StackEstimates b) {
        return new StackEstimates(
                a.allocObjects().plus(b.allocObjects()),
                a.allocSpace().plus(b.allocSpace()),
                a.objects().plus(b.objects()),
                a.space().plus(b.space()));
    }
}
