package dev.heapconv.benchmarks.accuracy;

/**
 * A kind of call sites, by the sizes they allocate.
 *
 * @param label its name in the tables
 */
record Family(String label, Generator generator) {

  /** Draws the sizes of a site. */
  @FunctionalInterface
  interface Generator {

    /**
     * @param interval the mean sampling interval, which matters to sites that allocate just that
     *     much only
     */
    Site site(long interval, Draws draws);
  }

  private static final double FEWEST = 10;
  private static final double MAX = 1e7;

  Site site(long interval, Draws draws) {
    return generator.site(interval, draws);
  }

  /** Allocations of a stack: log-uniform from 10 to 10 million. */
  static long allocations(Draws draws) {
    return Math.round(draws.logUniform(FEWEST, MAX));
  }
}
