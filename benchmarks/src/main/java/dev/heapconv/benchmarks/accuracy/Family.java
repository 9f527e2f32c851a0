package dev.heapconv.benchmarks.accuracy;

import java.util.SplittableRandom;

/** A kind of call stacks, by the sizes they allocate. */
interface Family {

  /** The name in the table. */
  String label();

  /** Draws a stack. The interval matters to stacks that allocate exactly that much only. */
  SimulatedStack draw(long interval, SplittableRandom random);

  /** Log-uniform between the two. */
  static double logUniform(double low, double high, SplittableRandom random) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }

  /** Standard normal (Box and Muller 1958). */
  static double normal(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** A third of the stacks keep everything, a third free everything, a third free at random. */
  static SimulatedStack someFreed(int[] sizes, SplittableRandom random) {
    double share =
        switch (random.nextInt(3)) {
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
}
