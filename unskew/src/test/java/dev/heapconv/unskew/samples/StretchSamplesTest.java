package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Estimate;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Samples that each stand for the bytes since the one before. */
class StretchSamplesTest {

  private static final Intervals INTERVALS = Intervals.of(0.95);

  @Test
  void anObjectThatIsAStretchOfItsOwnIsExact() {
    StretchSamples all = new StretchSamples(null);
    StretchSamples samples = new StretchSamples(all);
    samples.add(1000, 0, 1000);
    samples.add(3000, 0, 3000);
    assertThat(samples.space(INTERVALS)).isEqualTo(Estimate.exact(4000));
  }

  @Test
  void oneSampleProvesNoMoreThanItsObject() {
    StretchSamples samples = new StretchSamples(new StretchSamples(null));
    samples.add(16, 0, 1 << 20);
    Estimate space = samples.space(INTERVALS);
    assertThat(space.value()).isEqualTo(1 << 20);
    assertThat(space.low()).isEqualTo(16);
    assertThat(space.high()).isBetween(3.0 * (1 << 20), 6.0 * (1 << 20));
  }

  /** What a stretch that was not sampled for long holds may be of any stack. */
  @Test
  void theLongestStretchOfTheRecordingWidensTheUpperEndOfOthers() {
    StretchSamples all = new StretchSamples(null);
    StretchSamples some = new StretchSamples(all);
    for (int i = 0; i < 100; i++) {
      some.add(0, 0, 1000);
    }
    double before = some.space(INTERVALS).high();
    new StretchSamples(all).add(0, 0, 1_000_000);
    assertThat(some.space(INTERVALS).high()).isGreaterThan(before + 500_000);
    assertThat(some.space(INTERVALS).value()).isEqualTo(100_000);
  }

  /** A stack that allocates a tenth of all bytes, seen at the ends of random stretches. */
  @Test
  void intervalsHoldTheTruth() {
    Random random = new Random(17);
    int held = 0;
    int seen = 0;
    for (int trial = 0; trial < 1000; trial++) {
      StretchSamples all = new StretchSamples(null);
      StretchSamples tenth = new StretchSamples(all);
      StretchSamples others = new StretchSamples(all);
      double total = 0;
      for (int i = 0; i < 100; i++) {
        int stretch = 1 + random.nextInt(2000);
        total += stretch;
        (random.nextInt(10) == 0 ? tenth : others).add(0, 0, stretch);
      }
      Estimate space = tenth.space(INTERVALS);
      if (space.value() > 0) {
        seen++;
        held += space.low() <= total / 10 && total / 10 <= space.high() ? 1 : 0;
      }
    }
    assertThat(held).isGreaterThan(seen * 95 / 100);
  }
}
