package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of a stack's mean size, and what it does to its count. */
class KnownSizesTest {

  private static final long INTERVAL = 4099;
  private static final double NORMAL_95 = 1.96;
  private static final double DOUBT = 0.02;
  private static final double TAIL = 0.025;

  private static KnownSizes exactly(double mean) {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    builder.add(mean, mean, mean, NORMAL_95, 1);
    return builder.build(DOUBT);
  }

  /** Probability of mean sizes below a bin. */
  private static double below(KnownSizes known, int bin) {
    double sum = 0;
    for (int i = 0; i < bin; i++) {
      sum += known.share(i);
    }
    return sum;
  }

  @Test
  void threeBinsADoublingFromOneByteToTheLast() {
    assertThat(KnownSizes.bin(1)).isZero();
    assertThat(KnownSizes.bin(0.01)).isZero();
    assertThat(KnownSizes.bin(2)).isEqualTo(3);
    assertThat(KnownSizes.bin(1 << 20)).isEqualTo(60);
    assertThat(KnownSizes.bin(1e30)).isEqualTo(KnownSizes.BINS - 1);
  }

  @Test
  void sharesAreADistributionWhateverWasAdded() {
    Cases.forAll(
        500,
        values -> {
          KnownSizes.Builder builder = new KnownSizes.Builder();
          for (int stacks = values.between(1, 3); stacks > 0; stacks--) {
            double mean = Math.exp(values.between(-5.0, 60.0));
            double low = mean * Math.exp(-values.between(0.0, 700.0));
            double high = mean * Math.exp(values.between(0.0, 700.0));
            double quantile = values.between(0.01, 6.0);
            builder.add(mean, low, high, quantile, values.between(0.1, 1.0));
          }
          KnownSizes known = builder.build(DOUBT);
          for (int bin = 0; bin < KnownSizes.BINS; bin++) {
            assertThat(known.share(bin)).isBetween(0.0, 1.0);
          }
          assertThat(below(known, KnownSizes.BINS)).isCloseTo(1, within(1e-9));
        });
  }

  @Test
  void evenExactSizesDifferFromRunToRun() {
    KnownSizes known = exactly(1024);
    int middle = KnownSizes.bin(1024);
    double square = 0;
    for (int bin = 0; bin < KnownSizes.BINS; bin++) {
      square += known.share(bin) * (bin - middle) * (bin - middle);
    }
    assertThat(Math.sqrt(square) * Math.log(2) / 3).isCloseTo(0.2, within(0.01));
  }

  @Test
  void anIntervalMayReachFurtherUpThanDown() {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    builder.add(1024, 512, 8192, NORMAL_95, 1);
    KnownSizes known = builder.build(DOUBT);
    int middle = KnownSizes.bin(1024);
    // One doubling below and three above: a quarter and three quarters of a two-piece normal.
    assertThat(below(known, middle) + known.share(middle) / 2).isCloseTo(0.25, within(0.02));
    // The ends of the interval, 1.3 times as far away, cut off 2.5 % of each half.
    assertThat(below(known, KnownSizes.bin(512 / Math.pow(2, 0.3)))).isBetween(0.005, 0.025);
    assertThat(1 - below(known, KnownSizes.bin(8192 * Math.pow(8, 0.3)) + 1)).isBetween(0.02, 0.06);
  }

  @Test
  void stacksCountByTheirWeights() {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    builder.add(32, 32, 32, NORMAL_95, 0.25);
    builder.add(65536, 65536, 65536, NORMAL_95, 0.75);
    assertThat(below(builder.build(DOUBT), KnownSizes.bin(1024))).isCloseTo(0.25, within(1e-6));
  }

  private static CountEstimate estimate(long n, long bytes, @Nullable KnownSizes known) {
    SizeModel model = new SizeModel(INTERVAL, INTERVAL, INTERVAL, TAIL);
    StackCells cells = new StackCells(INTERVAL);
    cells.add(n, bytes);
    SizeLaw law =
        model
            .recording(new StackCells[] {cells}, new SiteFacts[] {new SiteFacts(0, null, known)}, 1)
            .law(0);
    return law.estimate(n, bytes);
  }

  @Test
  void aKnownSizeDecidesACountThatWasOpen() {
    CountEstimate open = estimate(50, 50 * INTERVAL, null);
    assertThat(open.high() / open.low()).isGreaterThan(20);
    for (double size : new double[] {16, 32, 64}) {
      CountEstimate known = estimate(50, 50 * INTERVAL, exactly(size));
      double expected = 50 * INTERVAL / size;
      assertThat(known.value()).isBetween(expected / 1.25, expected * 1.25);
      assertThat(known.low()).isLessThan(expected);
      assertThat(known.high()).isGreaterThan(expected);
      assertThat(known.high() / known.low()).isLessThan(5);
    }
  }

  @Test
  void doubtLetsARecordingContradict() {
    // Each of 200 recorded allocations was hit three times on average: they are large.
    long bytes = 600 * INTERVAL;
    CountEstimate alone = estimate(200, bytes, null);
    CountEstimate known = estimate(200, bytes, exactly(16));
    assertThat(known.value()).isBetween(alone.value() / 2, alone.value() * 2);
  }

  @Test
  void allocationsRecordedToTheByteStayExact() {
    long n = 400;
    long size = 40_000;
    for (KnownSizes known : new KnownSizes[] {null, exactly(size)}) {
      CountEstimate estimate = estimate(n, n * size, known);
      assertThat(estimate.exact()).isTrue();
      assertThat(estimate.low()).isEqualTo(n);
      assertThat(estimate.high()).isEqualTo(n);
    }
  }
}
