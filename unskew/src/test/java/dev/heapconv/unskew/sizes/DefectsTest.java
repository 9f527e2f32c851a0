package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of real and simulated stacks whose truth is known and once lay outside. */
class DefectsTest {

  private static final double TAIL = 0.025;

  static CountEstimate estimate(long interval, long n, long bytes) {
    StackCells cells = new StackCells(interval);
    cells.add(n, bytes);
    return law(interval, cells).estimate(n, bytes);
  }

  static SizeLaw law(long interval, StackCells cells) {
    return new SizeModel(interval, interval, interval, TAIL)
        .recording(new StackCells[] {cells}, new SiteFacts[] {SiteFacts.of(0)}, 1)
        .law(0);
  }

  @ParameterizedTest
  @CsvSource({
    // a compiler's blocks of 1024 and 2048 bytes
    "1024, 8056, 12374016, 8056",
    "1024, 890, 1367040, 890",
    // a linker: 24 and 4064 bytes in equal shares
    "4096, 1822, 11726848, 5738",
    // T + 1 beside T
    "4096, 30, 122900, 30",
    // exactly T
    "4096, 3000, 12288000, 3000",
    // spread evenly from 1 to 20000 bytes
    "4096, 1966, 16596992, 4000",
    "4096, 240, 991232, 60000",
    "4096, 621, 2560000, 40000",
    "4096, 1154, 4833280, 20000",
    "4096, 2193, 10076160, 10000",
    "32768, 210, 7634944, 1031",
    "4096, 39063, 160321536, 10000000",
    "512, 312500, 162500096, 10000000",
    // sizes of T times 3/2, 5/4, 7/4
    "4096, 3000, 18432000, 3000",
    "4096, 3000, 15360000, 3000",
    "4096, 3000, 21504000, 3000",
    "4096, 100, 614400, 100",
  })
  void theTruthLiesInside(long interval, long n, long bytes, long truth) {
    CountEstimate estimate = estimate(interval, n, bytes);
    assertThat(truth * 1.0).isBetween(estimate.low() / 1.02, estimate.high() * 1.02);
  }

  /** In a cell with an even number of blocks of 6144 bytes, the sum is a multiple of 4096. */
  @ParameterizedTest
  @CsvSource({
    "128, 3000, 6144, 0, 0",
    "8, 3000, 5120, 0, 0",
    "8, 2000, 10240, 2000, 40",
    "128, 200, 6144, 3000, 500",
    "32, 2000, 6144, 3000, 500"
  })
  void sizesWhoseSumIsAMultipleOfTheIntervalAreNoSmallOnes(
      int dumps, int large, int size, int small, int smallSize) {
    SplittableRandom random = new SplittableRandom(large + small);
    long[] counts = new long[dumps];
    long[] bytes = new long[dumps];
    for (int i = 0; i < large + small; i++) {
      int dump = random.nextInt(dumps);
      double hit = i < large ? 1 : -Math.expm1(-smallSize / 4096.0);
      if (random.nextDouble() < hit) {
        counts[dump]++;
        bytes[dump] += i < large ? size : 4096;
      }
    }
    StackCells cells = new StackCells(4096);
    for (int dump = 0; dump < dumps; dump++) {
      cells.add(counts[dump], bytes[dump]);
    }
    CountEstimate estimate = law(4096, cells).estimate(cells.count(), (long) cells.bytes());
    assertThat((double) large + small).isBetween(estimate.low(), estimate.high());
    if (small == 0) {
      assertThat(estimate.exact()).isTrue();
    }
  }

  /** A struct beside each of them is as likely as not seen. */
  @ParameterizedTest
  @ValueSource(longs = {129, 512, 4096, 4099, 262144})
  void fewerThanFiveAreNoPlainNumber(long interval) {
    for (long n = 1; n < 5; n++) {
      for (double size = interval; size < 1e10; size *= 1.5) {
        assertThat(estimate(interval, n, n * (long) size).high())
            .as("%d of %.0f bytes", n, size)
            .isGreaterThanOrEqualTo(1.8 * n);
      }
    }
  }

  /** Of few that are recorded as one interval each, hardly any are blocks of the interval. */
  @ParameterizedTest
  @ValueSource(longs = {512, 1024, 4096})
  void manyBlocksOfTheIntervalMayBeAllThatThereIs(long interval) {
    for (long n = 100; n < 10_000; n += 1 + n / 10) {
      assertThat(estimate(interval, n, n * interval).low()).isEqualTo(n);
    }
  }

  /**
   * Blocks of one size, a multiple of the interval, are recorded one by one and show no size, at
   * round intervals and others.
   */
  @ParameterizedTest
  @ValueSource(longs = {2, 3, 8, 16, 32, 96, 101, 128, 255, 256, 257, 509, 1000, 4099, 32768})
  void blocksOfAMultipleOfTheIntervalMayBeAllThatThereIs(long interval) {
    for (long n : new long[] {3, 10, 100, 10_000}) {
      for (long times : new long[] {2, 3, 4, 8, 16}) {
        CountEstimate estimate = estimate(interval, n, n * times * interval);
        assertThat(estimate.low()).as("%d of %d T", n, times).isEqualTo(n);
        if (n == 10_000) {
          assertThat(estimate.high()).as("%d of %d T", n, times).isEqualTo(n);
        }
      }
    }
  }

  /** Nor are so many blocks of exactly one interval tiny ones, of which some would be hit twice. */
  @ParameterizedTest
  @ValueSource(longs = {2, 16, 17, 100, 101, 509})
  void farMoreBlocksOfTheIntervalThanItHasBytesAreAllThatThereIs(long interval) {
    long n = 100 * interval;
    assertThat(estimate(interval, n, n * interval).high()).isEqualTo(n);
  }

  /** Where the mean is no multiple of the interval, what is beyond one each is from hits. */
  @ParameterizedTest
  @CsvSource({"101, 10000, 2000, 5000, 40000", "509, 10000, 2000, 15000, 60000"})
  void collisionsOfSmallBlocksAreNoLargeOnes(
      long interval, long n, long more, double least, double most) {
    CountEstimate estimate = estimate(interval, n, (n + more) * interval);
    assertThat(estimate.exact()).isFalse();
    assertThat(estimate.value()).isBetween(n + least, most);
  }
}
