package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.StackEstimates;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * Simulated heaps for schemes 2, 3 and 4: stacks of one size family each, with heavy-tailed counts; per scheme, T, family and view the share
 * of recorded stacks whose interval holds the truth (above, below), and estimated total/true total over all stacks. Seeds are fixed.
 * Argument: stacks per family and T (default 400).
 */
public final class SchemeCoverage {

    private static final String[] FAMILIES = {"fixed", "log-normal", "doubling", "bimodal", "page-sized", "equal to T"};
    private static final String[] SCHEMES = {"recorded/size", "recorded/cooked", "recorded/plain", "to-sample", "tcmalloc"};
    private static final String[] VIEWS = {"alloc_objects", "alloc_space", "objects", "space"};
    private static final long[] INTERVALS = {64, 512, 4096, 32_768, 524_288};
    private static final int MOST_OBJECTS = 30_000;

    private SchemeCoverage() {
    }

    /** Prints the table. */
    public static void main(String[] arguments) {
        int stacks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400;
        System.out.printf("%-16s %7s %-11s %7s", "scheme", "T", "family", "stacks");
        for (String view : VIEWS) {
            System.out.printf(" %27s", view + " in low high tot");
        }
        System.out.println();
        for (int scheme = 0; scheme < SCHEMES.length; scheme++) {
            for (long interval : INTERVALS) {
                for (int family = 0; family < FAMILIES.length; family++) {
                    new SchemeCoverage().run(scheme, interval, family, stacks);
                }
            }
        }
    }

    private final int[] inside = new int[4];
    private final int[] above = new int[4];
    private final int[] below = new int[4];
    private final double[] estimated = new double[4];
    private final double[] truth = new double[4];
    private int seen;

    private void run(int scheme, long interval, int family, int stacks) {
        Intervals intervals = Intervals.of(Intervals.DEFAULT_CONFIDENCE);
        SplittableRandom random = new SplittableRandom(scheme * 1000L + family * 100L + interval);
        for (int i = 0; i < stacks; i++) {
            long[] sizes = sizes(family, interval, random);
            boolean[] freed = new boolean[sizes.length];
            double freedShare = Math.max(0, random.nextDouble(-0.5, 1));
            for (int j = 0; j < freed.length; j++) {
                freed[j] = random.nextDouble() < freedShare;
            }
            LongUnaryOperator size = scheme == 4 ? TcmallocSimulation::allocated : s -> s;
            double[] actual = new double[4];
            for (int j = 0; j < sizes.length; j++) {
                actual[0]++;
                actual[1] += size.applyAsLong(sizes[j]);
                actual[2] += freed[j] ? 0 : 1;
                actual[3] += freed[j] ? 0 : size.applyAsLong(sizes[j]);
            }
            for (int view = 0; view < 4; view++) {
                truth[view] += actual[view];
            }
            simulate(scheme, sizes, freed, interval, intervals, random).ifPresent(estimates -> count(estimates, actual));
        }
        print(scheme, interval, family);
    }

    private static Optional<StackEstimates> simulate(
            int scheme, long[] sizes, boolean[] freed, long interval, Intervals intervals, SplittableRandom random) {
        return switch (scheme) {
            case 0 -> RecordedSimulation.simulate(sizes, freed, interval, RecordedSimulation.Lines.PER_SIZE, intervals, random);
            case 1 -> RecordedSimulation.simulate(sizes, freed, interval, RecordedSimulation.Lines.COOKED, intervals, random);
            case 2 -> RecordedSimulation.simulate(sizes, freed, interval, RecordedSimulation.Lines.PLAIN_SUMS, intervals, random);
            case 3 -> ToSampleSimulation.simulate(sizes, freed, interval, intervals, random);
            default -> TcmallocSimulation.simulate(sizes, freed, interval, intervals, random);
        };
    }

    private void count(StackEstimates stack, double[] actual) {
        seen++;
        Estimate[] estimates = {stack.allocObjects(), stack.allocSpace(), stack.objects(), stack.space()};
        for (int view = 0; view < 4; view++) {
            double slack = 1e-9 * actual[view];
            estimated[view] += estimates[view].value();
            if (actual[view] < estimates[view].low() - slack) {
                above[view]++;
            } else if (actual[view] > estimates[view].high() + slack) {
                below[view]++;
            } else {
                inside[view]++;
            }
        }
    }

    private void print(int scheme, long interval, int family) {
        System.out.printf("%-16s %7d %-11s %7d", SCHEMES[scheme], interval, FAMILIES[family], seen);
        for (int view = 0; view < 4; view++) {
            System.out.printf(Locale.ROOT, "     %5.1f %4.1f %4.1f %6.3f%s", 100.0 * inside[view] / seen, 100.0 * above[view] / seen,
                    100.0 * below[view] / seen, estimated[view] / truth[view], inside[view] < 0.9 * seen ? "!" : " ");
        }
        System.out.println();
    }

    private static long[] sizes(int family, long interval, SplittableRandom random) {
        int count = (int) Math.min(MOST_OBJECTS, 3 / Math.pow(random.nextDouble() + 1e-9, 1.1));
        long[] sizes = new long[count];
        double median = 16 * Math.pow(4096, random.nextDouble());
        double spread = 0.3 + 1.2 * random.nextDouble();
        double small = 0.1 + 0.8 * random.nextDouble();
        int steps = 4 + random.nextInt(13);
        Arrays.setAll(sizes, i -> switch (family) {
            case 0 -> (long) median;
            case 1 -> Math.max(16, Math.round(median * Math.exp(spread * normal(random))));
            case 2 -> 16L << (i % steps);
            case 3 -> random.nextDouble() < small ? 24 : 50_000;
            case 4 -> 4096L;
            default -> interval;
        });
        return sizes;
    }

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
