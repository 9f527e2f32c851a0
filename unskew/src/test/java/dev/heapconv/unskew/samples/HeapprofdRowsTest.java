package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.samples.HeapprofdRows.Content;
import dev.heapconv.unskew.samples.HeapprofdRows.Sampler;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapprofdRowsTest {

  private static long of(long[]... stacks) {
    HeapprofdRows rows = new HeapprofdRows();
    for (long[] stack : stacks) {
      rows.add(stack[0], stack[1]);
    }
    return rows.interval();
  }

  @Test
  void stacksOfSeveralWeightsShowIt() {
    assertThat(of(new long[] {1, 512}, new long[] {1925, 999936}, new long[] {1770, 916480}))
        .isEqualTo(512);
  }

  /** Sizes that are visible may all be one size. */
  @Test
  void stacksOfOneWeightDoNot() {
    assertThat(of(new long[] {1, 8192}, new long[] {3, 24576}, new long[] {5, 40960})).isZero();
    assertThat(of(new long[] {1, 8192}, new long[] {3, 49152}, new long[] {5, 81920})).isZero();
    assertThat(of(new long[] {1, 1}, new long[] {2, 3}, new long[] {3, 4})).as("bytes").isZero();
  }

  @Test
  void noStackWeighsLess() {
    assertThat(of(new long[] {1, 512}, new long[] {3, 2048}, new long[] {3, 1000})).isZero();
  }

  private static HeapprofdRows rows(long[]... stacks) {
    HeapprofdRows rows = new HeapprofdRows();
    for (long[] stack : stacks) {
      rows.add(stack[0], stack[1]);
    }
    return rows;
  }

  private static final long[] MULTIPLE = {3, 4 * 4096};
  private static final long[] OTHER_MULTIPLE = {5, 7 * 4096};
  private static final long[] LARGE = {2, 20_001};

  /**
   * An allocation weighs at least T: a row of n samples that weighs n T is one, a byte less not.
   */
  @Test
  void rowsBelowTheIntervalHoldSizes() {
    assertThat(rows(new long[] {3, 3 * 4096}, LARGE).content(4096, 4096, Sampler.ANY))
        .isEqualTo(Content.WEIGHTS);
    assertThat(rows(new long[] {3, 3 * 4096 - 1}, LARGE).content(4096, 4096, Sampler.ANY))
        .isEqualTo(Content.SIZES);
  }

  /** Of malloc, only heapprofd takes samples: the interval was smaller once. */
  @Test
  void rowsOfMallocHoldWeights() {
    assertThat(rows(new long[] {3, 3 * 4096 - 1}, LARGE).content(4096, 4096, Sampler.HEAPPROFD))
        .isEqualTo(Content.WEIGHTS);
  }

  @Test
  void rowsAtTheIntervalThatSamplingBeganWithHoldWeights() {
    assertThat(rows(new long[] {3, 3 * 512}).content(4096, 512, Sampler.ANY))
        .isEqualTo(Content.WEIGHTS);
    assertThat(rows(new long[] {3, 3 * 512 - 1}).content(4096, 512, Sampler.ANY))
        .isEqualTo(Content.SIZES);
  }

  @Test
  void rowsOfBothKindsFitNeither() {
    assertThat(
            rows(MULTIPLE, OTHER_MULTIPLE, new long[] {10, 400}).content(4096, 4096, Sampler.ANY))
        .isEqualTo(Content.UNKNOWN);
  }

  /** Sizes are multiples of 8, so that a percent of their sums are multiples of 4096. */
  @Test
  void sumsOfSizesThatAreMultiplesByAccidentShowNoWeights() {
    HeapprofdRows rows = new HeapprofdRows();
    Random random = new Random(1);
    for (int i = 0; i < 5000; i++) {
      long count = 1 + random.nextInt(20);
      rows.add(count, count * 8 * (2 + random.nextInt(2000)));
    }
    assertThat(rows.content(4096, 4096, Sampler.OWN)).isEqualTo(Content.SIZES);
    assertThat(rows.content(4096, 4096, Sampler.ANY)).isEqualTo(Content.SIZES);
  }

  @Test
  void moreThanAQuarterOfTheRowsThatTellAreWeights() {
    long[] light = {10, 400};
    long[] other = {3, 20_000};
    long[] one = {1, 20_000};
    long[] equal = {4, 4 * 4096};
    long[][] three = {
      light, MULTIPLE, OTHER_MULTIPLE, other, other, other, other, other, one, equal
    };
    assertThat(rows(three).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.UNKNOWN);
    long[][] four = {light, MULTIPLE, OTHER_MULTIPLE, other, other, other, other, other, other};
    assertThat(rows(four).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.SIZES);
  }

  @Test
  void oneMultipleShowsNoWeights() {
    long[] light = {10, 400};
    assertThat(rows(MULTIPLE, light).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.SIZES);
  }

  /** All samples may be of one size, or weigh the same. */
  @Test
  void rowsOfAnOwnSamplerThatWeighTheSameFitNeither() {
    long[] two = {2, 3 * 4096};
    long[] four = {4, 6 * 4096};
    assertThat(rows(two, four, two).content(4096, 4096, Sampler.OWN)).isEqualTo(Content.UNKNOWN);
  }

  /** Light rows can be multiples only by accident. */
  @Test
  void rowsBelowTheIntervalShowNoWeights() {
    long[] light = {5, 4096};
    assertThat(rows(light, light, light).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.SIZES);
  }

  @Test
  void oneLargeWeightOfAllSamplesFitsNeither() {
    long[] one = {1, 65_536};
    long[] two = {2, 2 * 65_536};
    assertThat(rows(one, two, one).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.UNKNOWN);
    assertThat(rows(one, two).content(4096, 4096, Sampler.ANY)).isEqualTo(Content.WEIGHTS);
    assertThat(rows(one, two, one).content(65_536, 65_536, Sampler.ANY)).isEqualTo(Content.WEIGHTS);
  }

  @Test
  void aRowOfMallocThatDiffersDecides() {
    assertThat(rows(new long[] {1, 65_536}, new long[] {2, 131_072}).decidesForMalloc()).isFalse();
    assertThat(rows(MULTIPLE).decidesForMalloc()).isTrue();
    assertThat(rows(new long[] {1, 65_536}, new long[] {1, 4096}).decidesForMalloc()).isTrue();
  }

  /** Of a heap with a sampler of its own, only multiples of T show that they are weights. */
  @Test
  void largeRowsOfAnOwnSamplerAreSizes() {
    assertThat(rows(LARGE).content(4096, 4096, Sampler.OWN)).isEqualTo(Content.SIZES);
    assertThat(rows(LARGE, MULTIPLE).content(4096, 4096, Sampler.OWN)).isEqualTo(Content.WEIGHTS);
  }

  @Test
  void atTheIntervalOneEverythingWasRecorded() {
    assertThat(rows(new long[] {3, 1}).content(1, 1, Sampler.OWN)).isEqualTo(Content.WEIGHTS);
  }
}
