package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Set A: kinds of sites that the estimators may be tuned with. What they show is in sample; see
 * {@link ProgramLogs} for the figures that are not.
 */
final class TuningFamilies {

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private static final double LARGEST = 1 << 26;
  private static final int PAGE = 4096;

  static final List<Family> ALL =
      List.of(
          // One size.
          new Family("fixed", (t, d) -> one(8 * Math.floor(d.logUniform(2, 8192)))),
          new Family("any_size", (t, d) -> one(d.logUniform(4, 20_000))),
          new Family("one_small", (t, d) -> one(16 + 8 * d.below(31))),
          new Family("pages", (t, d) -> one(PAGE << Math.max(0, d.below(6) - 2))),
          new Family("exactly_T", (t, d) -> one(t)),
          // Sizes around a middle.
          new Family("log_narrow", (t, d) -> logNormal(d.logUniform(16, 8192), 0.1, 0.6, 1, d)),
          new Family("log_wide", (t, d) -> logNormal(d.logUniform(24, 8192), 0.8, 2, 1, d)),
          new Family("strings", (t, d) -> logNormal(d.logUniform(12, 2000), 0.3, 2, 8, d)),
          new Family("uniform", (t, d) -> Site.of(uniform(d.logUniform(64, 65536)))),
          new Family("pareto", (t, d) -> Site.of(pareto(d))),
          // Growth.
          new Family("doubling_fixed", (t, d) -> doublingToOneLength(d)),
          new Family("doubling_random", (t, d) -> vectors(8 * (1 + d.below(8)), 2, d)),
          new Family("growth_1.5", (t, d) -> vectors(80 * (1 + d.below(8)), 1.5, d)),
          new Family("grown_to_T", (t, d) -> grownToInterval(t, d)),
          // A few sizes.
          new Family("bimodal", (t, d) -> bimodal(d)),
          new Family(
              "32B_beside_1MB",
              (t, d) -> Site.of(SizeMix.two(32, 1 << 20, d.logUniform(0.0002, 0.05)))),
          new Family("few_classes", (t, d) -> fewClasses(d)),
          new Family("documents", (t, d) -> documents(d)),
          // Large ones.
          new Family("images", (t, d) -> images(t, d)),
          new Family("multiples_of_T", (t, d) -> multiplesBesideSmall(t, d)));

  private TuningFamilies() {}

  private static Site one(double size) {
    return Site.of(SizeMix.one(size));
  }

  private static Site logNormal(
      double median, double leastSpread, double mostSpread, int align, Draws draws) {
    return Site.of(logNormal(median, draws.uniform(leastSpread, mostSpread), align));
  }

  private static SizeMix logNormal(double median, double spread, int align) {
    double low = Math.max(1, median * Math.exp(-5 * spread));
    double high = Math.min(LARGEST, median * Math.exp(6 * spread));
    return SizeMix.continuous(
        low, high, align, a -> NORMAL.cumulativeProbability(Math.log(a / median) / spread));
  }

  private static SizeMix uniform(double limit) {
    return SizeMix.continuous(1, limit, 1, a -> a / limit);
  }

  private static SizeMix pareto(Draws draws) {
    double smallest = 8 * (2 + draws.below(15));
    double exponent = draws.uniform(1.1, 2.5);
    return SizeMix.continuous(
        smallest, LARGEST, 1, a -> -Math.expm1(exponent * Math.log(smallest / a)));
  }

  /** From 16 to 64 bytes on, all to one length. */
  private static Site doublingToOneLength(Draws draws) {
    int steps = 2 + draws.below(11);
    double[] ends = new double[steps];
    ends[steps - 1] = 1;
    return growing(16 << draws.below(3), 2, ends, draws.below(3) > 0);
  }

  /** Elements are pushed, as many as each vector happens to get: a log-normal number. */
  private static Site vectors(int first, double factor, Draws draws) {
    double typical = draws.logUniform(2, 2000);
    double[] ends = new double[40];
    double before = 0;
    for (int step = 0; step < ends.length; step++) {
      double upToHere = NORMAL.cumulativeProbability(Math.log(Math.pow(factor, step) / typical));
      ends[step] = upToHere - before;
      before = upToHere;
    }
    return growing(first, factor, ends, draws.below(4) > 0);
  }

  /** Up to the interval, half or twice of it. */
  private static Site grownToInterval(long interval, Draws draws) {
    int last = (int) Math.max(16, interval / 2 << draws.below(3));
    int steps = Math.min(1 + draws.below(9), 31 - Integer.numberOfLeadingZeros(last / 8));
    double[] ends = new double[steps + 1];
    ends[steps] = 1;
    return growing(last >> steps, 2, ends, draws.below(4) > 0);
  }

  private static Site growing(int first, double factor, double[] ends, boolean keeps) {
    int steps = ends.length;
    while (first * Math.pow(factor, steps - 1) > LARGEST) {
      steps--;
    }
    int[] sizes = new int[steps];
    Arrays.setAll(sizes, step -> (int) (first * Math.pow(factor, step)));
    return Site.growing(sizes, Arrays.copyOf(ends, steps), keeps);
  }

  /** Small blocks and ones that are 2^4 to 2^15 times as large, 0.01 to 50 % of them large. */
  private static Site bimodal(Draws draws) {
    double small = 8 * (2 + draws.below(7));
    double large = Math.min(LARGEST, small * draws.logUniform(1 << 4, 1 << 15));
    return Site.of(SizeMix.two(small, large, draws.logUniform(0.0001, 0.5)));
  }

  /** Three to five sizes of 16 bytes to 4 KiB with shares of their own. */
  private static Site fewClasses(Draws draws) {
    int[] sizes = new int[3 + draws.below(3)];
    double[] shares = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = 8 * (int) draws.logUniform(2, 512);
      shares[i] = draws.exponential();
    }
    return Site.of(new SizeMix(sizes, shares));
  }

  /** Strings, and buffers of one to sixteen pages. */
  private static Site documents(Draws draws) {
    SizeMix strings = logNormal(draws.logUniform(20, 200), draws.uniform(0.5, 1.2), 1);
    return Site.of(strings.and(SizeMix.one(PAGE << draws.below(5)), draws.logUniform(0.003, 0.3)));
  }

  /** All larger than the interval. */
  private static Site images(long interval, Draws draws) {
    double smallest = interval * draws.logUniform(1.05, 100);
    double span = draws.logUniform(1.5, 20);
    return Site.of(
        SizeMix.continuous(
            smallest, smallest * span, 1, a -> Math.log(a / smallest) / Math.log(span)));
  }

  /** One, two, four or eight intervals, beside small ones. */
  private static Site multiplesBesideSmall(long interval, Draws draws) {
    return Site.of(
        SizeMix.two(
            16 + 8 * draws.below(31), interval << draws.below(4), draws.logUniform(0.001, 0.5)));
  }
}
