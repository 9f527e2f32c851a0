package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of real and simulated stacks whose truth is known and once lay outside. */
class DefectsTest {

  private static final double TAIL = 0.025;

  static CountEstimate estimate(long interval, long n, long bytes) {
    StackCells cells = new StackCells(interval);
    cells.add(n, bytes);
    return new SizeModel(interval, interval, interval, TAIL).law(cells).estimate(n, bytes);
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
  })
  void theTruthLiesInside(long interval, long n, long bytes, long truth) {
    CountEstimate estimate = estimate(interval, n, bytes);
    assertThat(truth * 1.0).isBetween(estimate.low() / 1.0001, estimate.high());
  }
}
