package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Kinds of call stacks by the sizes they allocate. Counts are heavy-tailed: log-uniform from 1 to
 * 100,000.
 */
enum StackFamily implements Family {
  /** One size, a multiple of 8 from 16 bytes to 64 KiB, log-uniform. */
  FIXED {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      return equalSizes(8 * (int) Family.logUniform(2, 8192, random), random);
    }
  },
  /** Log-normal sizes: median 24 bytes to 8 KiB, spread 0.3 to 2. */
  LOG_NORMAL {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double median = Family.logUniform(24, 8192, random);
      double spread = 0.3 + 1.7 * random.nextDouble();
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] =
            (int)
                Math.min(
                    1 << 26,
                    Math.max(1, Math.rint(median * Math.exp(spread * Family.normal(random)))));
      }
      return Family.someFreed(sizes, random);
    }
  },
  /**
   * Buffers that double from 16 to 64 bytes up to a length of their own, each step freeing the one
   * before.
   */
  DOUBLING {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      int first = 16 << random.nextInt(3);
      int mostSteps = 1 + random.nextInt(11);
      boolean allAlike = random.nextBoolean();
      boolean kept = random.nextInt(3) > 0;
      int buffers = (int) Family.logUniform(1, 20_000, random);
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
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double share = Family.logUniform(0.01, 0.5, random);
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = random.nextDouble() < share ? 50_000 : 24;
      }
      return Family.someFreed(sizes, random);
    }
  },
  /** Uniform sizes from 1 byte up to a limit of 64 bytes to 64 KiB. */
  UP_TO_LIMIT {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      int limit = (int) Family.logUniform(64, 65536, random);
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = 1 + random.nextInt(limit);
      }
      return Family.someFreed(sizes, random);
    }
  },
  /** 1, 2, 4 or 16 pages of 4096 bytes. */
  PAGES {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      return equalSizes(4096 << Math.max(0, random.nextInt(6) - 2), random);
    }
  },
  /** Exactly the sampling interval: recorded with its size, which looks like one sampled byte. */
  EQUAL_TO_INTERVAL {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      return equalSizes((int) interval, random);
    }
  };

  private static final int MOST = 100_000;

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static int count(SplittableRandom random) {
    return (int) Family.logUniform(1, MOST, random);
  }

  private static SimulatedStack equalSizes(int size, SplittableRandom random) {
    int[] sizes = new int[count(random)];
    Arrays.fill(sizes, size);
    return Family.someFreed(sizes, random);
  }
}
