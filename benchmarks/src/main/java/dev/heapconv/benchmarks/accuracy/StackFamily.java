package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Kinds of call stacks by the sizes they allocate. Counts are heavy-tailed: log-uniform from 1 to 100,000. */
public enum StackFamily {
    /** One size, a multiple of 8 from 16 bytes to 64 KiB, log-uniform. */
    FIXED {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            return equalSizes((int) logUniform(2, 8192, random) * 8, random);
        }
    },
    /** Log-normal sizes: median 24 bytes to 8 KiB, spread 0.3 to 2. */
    LOG_NORMAL {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            double median = logUniform(24, 8192, random);
            double spread = 0.3 + 1.7 * random.nextDouble();
            int[] sizes = new int[count(random)];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = (int) Math.min(1 << 26, Math.max(1, Math.rint(median * Math.exp(spread * normal(random)))));
            }
            return someFreed(sizes, random);
        }
    },
    /** Buffers that double from 16 to 64 bytes up to a length of their own, each step freeing the one before. */
    DOUBLING {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            int first = 16 << random.nextInt(3);
            int mostSteps = 1 + random.nextInt(11);
            boolean allAlike = random.nextBoolean();
            boolean kept = random.nextInt(3) > 0;
            int buffers = (int) logUniform(1, 20_000, random);
            int[] sizes = new int[buffers * (mostSteps + 1)];
            boolean[] freed = new boolean[sizes.length];
            int used = 0;
            for (int b = 0; b < buffers; b++) {
                int steps = allAlike ? mostSteps : random.nextInt(mostSteps + 1);
                for (int s = 0; s <= steps; s++) {
                    sizes[used] = first << s;
                    freed[used++] = s < steps || !kept;
                }
            }
            return new SimulatedStack(Arrays.copyOf(sizes, used), Arrays.copyOf(freed, used));
        }
    },
    /** Blocks of 24 bytes and of 50,000 bytes from one stack, 1 to 50 % of them large. */
    BIMODAL {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            double share = logUniform(0.01, 0.5, random);
            int[] sizes = new int[count(random)];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = random.nextDouble() < share ? 50_000 : 24;
            }
            return someFreed(sizes, random);
        }
    },
    /** Uniform sizes from 1 byte up to a limit of 64 bytes to 64 KiB. */
    UP_TO_LIMIT {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            int limit = (int) logUniform(64, 65536, random);
            int[] sizes = new int[count(random)];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = 1 + random.nextInt(limit);
            }
            return someFreed(sizes, random);
        }
    },
    /** 1, 2, 4 or 16 pages of 4096 bytes. */
    PAGES {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            return equalSizes(4096 << Math.max(0, random.nextInt(6) - 2), random);
        }
    },
    /** Exactly the sampling interval: recorded with its size, which looks like one sampled byte. */
    EQUAL_TO_INTERVAL {
        @Override
        SimulatedStack draw(long interval, SplittableRandom random) {
            return equalSizes((int) interval, random);
        }
    };

    private static final int MOST = 100_000;

    /** Draws a stack; {@code interval} matters to {@link #EQUAL_TO_INTERVAL} only. */
    abstract SimulatedStack draw(long interval, SplittableRandom random);

    private static int count(SplittableRandom random) {
        return (int) logUniform(1, MOST, random);
    }

    private static SimulatedStack equalSizes(int size, SplittableRandom random) {
        int[] sizes = new int[count(random)];
        Arrays.fill(sizes, size);
        return someFreed(sizes, random);
    }

    /** A third of the stacks keep everything, a third free everything, a third free at random. */
    private static SimulatedStack someFreed(int[] sizes, SplittableRandom random) {
        double share = switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> 1;
            default -> random.nextDouble();
        };
        boolean[] freed = new boolean[sizes.length];
        for (int i = 0; i < freed.length; i++) {
            freed[i] = random.nextDouble() < share;
        }
        return new SimulatedStack(sizes, freed);
    }

    private static double logUniform(double low, double high, SplittableRandom random) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
