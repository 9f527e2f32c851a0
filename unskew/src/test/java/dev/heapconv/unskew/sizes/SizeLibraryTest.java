package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.sizes.SizeLibrary.LibraryEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeLibraryTest {

  @Test
  void aLineHasFiveNumbersAndThenSizesWithTheirShares() {
    List<LibraryEntry> entries = SizeLibrary.read("250000 123 45 6 0 16 1 109 3\n1 0 0 7 8 9 2\n");

    assertThat(entries).hasSize(2);
    LibraryEntry first = entries.get(0);
    assertThat(first.weight).isEqualTo(0.25);
    assertThat(first.lnCount).isEqualTo(1.23);
    assertThat(first.lnCountDeviation).isEqualTo(0.45);
    assertThat(first.countError).isEqualTo(0.06);
    assertThat(first.excessError).isZero();
    assertThat(first.sizes).containsExactly(16, 109);
    assertThat(first.shares).containsExactly(0.25, 0.75);
    LibraryEntry second = entries.get(1);
    assertThat(second.weight).isEqualTo(1e-6);
    assertThat(second.countError).isEqualTo(0.07);
    assertThat(second.excessError).isEqualTo(0.08);
    assertThat(second.sizes).containsExactly(9);
    assertThat(second.shares).containsExactly(1);
  }

  @Test
  void theLibraryIsADistributionOfSites() {
    double weight = 0;
    for (LibraryEntry entry : SizeLibrary.entries()) {
      double share = 0;
      for (int i = 0; i < entry.sizes.length; i++) {
        assertThat(entry.sizes[i]).isPositive();
        share += entry.shares[i];
      }
      assertThat(share).isBetween(1 - 1e-9, 1 + 1e-9);
      weight += entry.weight;
    }
    assertThat(weight).isBetween(0.99, 1.01);
    assertThat(SizeLibrary.read("")).isEmpty();
  }
}
