package dev.heapconv.unskew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a heap's sampling says, and sums that do not wrap around. */
class SamplingTest {

  /** Whoever looks at every byte misses nothing, whatever is told beside it. */
  @ParameterizedTest
  @EnumSource
  void everyByteIsComplete(Scheme scheme) {
    assertThat(new Sampling(scheme, 1, 4096, 7)).isEqualTo(Sampling.COMPLETE);
    Sampling sampled = new Sampling(scheme, 2, 0, 7);
    boolean isExact = scheme == Scheme.EXACT;
    assertThat(sampled.isComplete()).isEqualTo(isExact);
    assertThat(sampled.scheme()).isEqualTo(scheme);
    assertThat(sampled.interval()).isEqualTo(isExact ? 1 : 2);
    assertThat(sampled.first()).isEqualTo(isExact ? 1 : 2);
    assertThat(sampled.cutoff()).isEqualTo(isExact ? 0 : 7);
    assertThat(sampled.isScaled()).isEqualTo(scheme == Scheme.SCALED);
    assertThat(sampled.isWeighted()).isEqualTo(scheme == Scheme.WEIGHTED);
  }

  @Test
  void heapprofdAloneHasACutoffByItself() {
    assertThat(Sampling.weighted(4096)).isEqualTo(new Sampling(Scheme.WEIGHTED, 4096, 4096, 4096));
    assertThat(Sampling.scaled(4096)).isEqualTo(new Sampling(Scheme.SCALED, 4096, 4096, 0));
    assertThat(Sampling.of(Scheme.TCMALLOC, 512))
        .isEqualTo(new Sampling(Scheme.TCMALLOC, 512, 512, 0));
  }

  @Test
  void theIntervalMayBeUnknown() {
    Sampling unknown = Sampling.scaled(0);
    assertThat(unknown.isIntervalKnown()).isFalse();
    assertThat(unknown.isComplete()).isFalse();
    assertThat(unknown.hasSlowedDown()).isFalse();
    assertThat(Sampling.weighted(1).isIntervalKnown()).isTrue();
  }

  @Test
  void samplersSlowDownIfTheFirstIntervalWasSmaller() {
    Sampling sampling = Sampling.weighted(4096);
    assertThat(sampling.hasSlowedDown()).isFalse();
    assertThat(sampling.withFirst(4095))
        .isEqualTo(new Sampling(Scheme.WEIGHTED, 4096, 4095, 4096))
        .matches(Sampling::hasSlowedDown);
    assertThat(sampling.withFirst(0)).isEqualTo(sampling);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 1", "1, -1, 1", "1, 1, -1"})
  void noNumberIsNegative(long interval, long first, long cutoff) {
    assertThatThrownBy(() -> new Sampling(Scheme.RECORDED, interval, first, cutoff))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("" + interval, "" + first, "" + cutoff);
  }

  /** The least size of which more than 99 % are sampled: the rest is (1 - 1/T)^size. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 7", "10, 44", "4096, 18861", "32768, 150900"})
  void documentedCutoffs(long interval, long cutoff) {
    assertThat(Sampling.documentedCutoff(interval)).isEqualTo(cutoff);
  }

  @ParameterizedTest
  @EnumSource
  void schemesHaveTheirWireNames(Scheme scheme) {
    assertThat(Scheme.ofWireName(scheme.wireName())).contains(scheme);
    assertThat(scheme).hasToString(scheme.wireName());
    assertThat(scheme.wireName()).isEqualTo(scheme.name().toLowerCase().replace('_', '-'));
    assertThat(Scheme.ofWireName(scheme.name())).as("case matters").isEmpty();
    assertThat(scheme.isPassThrough()).isEqualTo(scheme == Scheme.EXACT || scheme == Scheme.SCALED);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 4, 7",
    "-3, 4, 1",
    "9223372036854775807, 0, 9223372036854775807",
    "9223372036854775806, 1, 9223372036854775807",
    "9223372036854775807, 1, 9223372036854775807",
    "1, 9223372036854775807, 9223372036854775807",
    "9223372036854775807, 9223372036854775807, 9223372036854775807",
    "9223372036854775807, -9223372036854775808, -1",
    "-9223372036854775807, -1, -9223372036854775808",
    "-9223372036854775808, -1, -9223372036854775808",
    "-9223372036854775808, -9223372036854775808, -9223372036854775808",
    "0, 0, 0"
  })
  void sumsStopAtTheEnds(long a, long b, long sum) {
    assertThat(Saturation.add(a, b)).isEqualTo(sum);
  }
}
