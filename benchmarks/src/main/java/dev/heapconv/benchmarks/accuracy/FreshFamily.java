package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Kinds of stacks with other generators than {@link StackFamily}, nearer to what programs do and
 * with counts of 100 to 60,000. Drawn after the prior was first fixed; the weights of doubling, of
 * two sizes and the growth hypothesis were changed with these in view, see RATIONALE.md.
 */
enum FreshFamily implements Family {
  /** One size of any number of bytes from 4 to 20,000. */
  ANY_SIZE {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      int[] sizes = new int[count(random)];
      Arrays.fill(sizes, (int) Family.logUniform(4, 20_000, random));
      return Family.someFreed(sizes, random);
    }
  },
  /** Strings: log-normal, median 12 to 2000 bytes, spread 0.3 to 2, rounded up to 8. */
  STRINGS {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double median = Family.logUniform(12, 2000, random);
      double spread = 0.3 + 1.7 * random.nextDouble();
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        double size = median * Math.exp(spread * Family.normal(random));
        sizes[i] = 8 * (int) Math.ceil(Math.min(1e8, size) / 8);
      }
      return Family.someFreed(sizes, random);
    }
  },
  /** Buffers realloc'ed from 32 to 16384 bytes, of which the last is kept. */
  REALLOC {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      return growing(count(random) / 10 + 1, 32, 2, random, step -> 9);
    }
  },
  /**
   * Vectors of elements of 8 to 64 bytes that double for as many elements as each happens to get.
   */
  VECTOR_X2 {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double typical = Family.logUniform(2, 2000, random);
      int element = 8 * (1 + random.nextInt(8));
      return growing(
          count(random) / 5 + 1,
          element,
          2,
          random,
          r -> (int) Math.ceil(Math.max(0, Math.log(length(typical, r)) / Math.log(2))));
    }
  },
  /** The same with growth by a half from ten elements on. */
  VECTOR_X1_5 {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double typical = Family.logUniform(2, 2000, random);
      int element = 8 * (1 + random.nextInt(8));
      return growing(
          count(random) / 5 + 1,
          10 * element,
          1.5,
          random,
          r -> (int) Math.ceil(Math.max(0, Math.log(length(typical, r) / 10) / Math.log(1.5))));
    }
  },
  /** Buffers that double up to exactly the interval (or half or twice of it) and stay. */
  GROWN_TO_INTERVAL {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      int last = (int) Math.max(16, interval / 2 << random.nextInt(3));
      int steps = Math.min(1 + random.nextInt(9), 31 - Integer.numberOfLeadingZeros(last / 8));
      return growing(count(random) / (steps + 1) + 1, last >> steps, 2, random, r -> steps);
    }
  },
  /** 16 to 64 bytes and 20 to 80 KB from one stack, 0.5 to 50 % of them large. */
  SMALL_AND_LARGE {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      double share = Family.logUniform(0.005, 0.5, random);
      int small = 8 * (2 + random.nextInt(7));
      int large = 20_000 + random.nextInt(60_000);
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = random.nextDouble() < share ? large : small;
      }
      return Family.someFreed(sizes, random);
    }
  },
  /** Three to five sizes of 16 bytes to 4 KiB with shares of their own. */
  FEW_SIZES {
    @Override
    public SimulatedStack draw(long interval, SplittableRandom random) {
      int kinds = 3 + random.nextInt(3);
      int[] choices = new int[kinds];
      double[] shares = new double[kinds];
      double sum = 0;
      for (int i = 0; i < kinds; i++) {
        choices[i] = 8 * (int) Family.logUniform(2, 512, random);
        sum += -Math.log(1 - random.nextDouble());
        shares[i] = sum;
      }
      int[] sizes = new int[count(random)];
      for (int i = 0; i < sizes.length; i++) {
        double at = sum * random.nextDouble();
        int kind = 0;
        while (shares[kind] < at) {
          kind++;
        }
        sizes[i] = choices[kind];
      }
      return Family.someFreed(sizes, random);
    }
  };

  /** Draws how often a buffer grows. */
  private interface Steps {
    int draw(SplittableRandom random);
  }

  @Override
  public String label() {
    return "fresh_" + name().toLowerCase(Locale.ROOT);
  }

  private static int count(SplittableRandom random) {
    return (int) Family.logUniform(100, 60_000, random);
  }

  /** Elements that a vector gets: log-normal. */
  private static double length(double typical, SplittableRandom random) {
    return Math.min(1e6, typical * Math.exp(Family.normal(random)));
  }

  /** Each step frees the buffer before; the last is kept by three stacks of four. */
  private static SimulatedStack growing(
      int buffers, int first, double factor, SplittableRandom random, Steps stepsOf) {
    boolean kept = random.nextInt(4) > 0;
    int[] sizes = new int[buffers * 25];
    boolean[] freed = new boolean[sizes.length];
    int used = 0;
    for (int b = 0; b < buffers; b++) {
      int steps = stepsOf.draw(random);
      double size = first;
      for (int s = 0; s <= steps; s++) {
        sizes[used] = (int) Math.min(size, 1 << 26);
        freed[used++] = s < steps || !kept;
        size *= factor;
      }
    }
    return new SimulatedStack(Arrays.copyOf(sizes, used), Arrays.copyOf(freed, used));
  }
}
