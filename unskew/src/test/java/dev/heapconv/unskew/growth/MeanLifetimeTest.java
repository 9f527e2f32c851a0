package dev.heapconv.unskew.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.unskew.Estimate;
import org.junit.jupiter.api.Test;

class MeanLifetimeTest {

  @Test
  void littlesLaw() {
    Estimate exact = MeanLifetime.of(300, 0, 300, 0, 20, 0, 60, 1.96);
    Estimate sampled = MeanLifetime.of(300, 0, 300, 3000, 20, 4, 60, 1.96);

    assertThat(exact).isEqualTo(Estimate.exact(15));
    assertThat(sampled.value()).isEqualTo(15);
    assertThat(sampled.high() / 15).isEqualTo(15 / sampled.low(), within(1e-9));
    // What was live before is as much of the mean as is left of it, and counts twice.
    double share = 15.0 / 60 * (1 - Math.exp(-60.0 / 15));
    double relative = 4.0 / (20 * 20) + 2 * share * share * 3000.0 / (300 * 300);
    assertThat(sampled.high() / 15).isEqualTo(Math.exp(1.96 * Math.sqrt(relative)), within(1e-9));
  }

  /** Dumps that differ make the mean uncertain; what lives for long has lived before. */
  @Test
  void theNoiseOfTheMeanCounts() {
    Estimate dumps = MeanLifetime.of(300, 900, 0, 0, 20, 0, 60, 1.96);
    assertThat(dumps.high() / 15).isEqualTo(Math.exp(1.96 * 30 / 300), within(1e-9));
    assertThat(dumps.low()).isEqualTo(15 / Math.exp(1.96 * 30 / 300), within(1e-9));

    // What was live at first lives for ever, and is all that there is.
    Estimate old = MeanLifetime.of(300, 0, 600, 3600, 1e-9, 0, 60, 1.96);
    assertThat(old.high() / old.value())
        .isEqualTo(Math.exp(1.96 * Math.sqrt(2 * 3600.0 / (600 * 600))), within(1e-6));
  }

  @Test
  void nothingLiveHasNoLifetime() {
    Estimate none = MeanLifetime.of(0, 0, 0, 0, 20, 4, 60, 1.96);
    assertThat(none).isEqualTo(Estimate.exact(0));
    assertThat(MeanLifetime.of(0, 5, 7, 3, 20, 4, 60, 1.96)).isEqualTo(Estimate.exact(0));
  }
}
