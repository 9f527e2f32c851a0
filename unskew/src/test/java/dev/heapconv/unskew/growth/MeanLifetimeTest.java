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
    // A hundredth of the allocations' variance, and a little for what was live before.
    assertThat(sampled.high() / 15).isBetween(Math.exp(1.96 * 0.1), Math.exp(1.96 * 0.12));
  }
}
