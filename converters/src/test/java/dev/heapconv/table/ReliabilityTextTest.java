package dev.heapconv.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.Estimate;
import org.junit.jupiter.api.Test;

class ReliabilityTextTest {

  private static final Estimate BYTES = new Estimate(64_000, 60_000, 68_000);

  private static final Estimate BAD = new Estimate(300, 20, 9000);

  private static String text(Estimate objects, Estimate space, long interval, String sizes) {
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack("f;main", objects, space, 9).build();
    return ReliabilityText.of(Reliability.of(profile), interval, sizes);
  }

  @Test
  void goodNumbersNeedNoAdvice() {
    assertThat(text(new Estimate(300, 280, 320), BYTES, 4096, "SIZES"))
        .isEqualTo("Bytes: reliable. Object counts: reliable.");
  }

  @Test
  void badCountsAreForRanking() {
    assertThat(text(BAD, BYTES, 32_768, "SIZES"))
        .isEqualTo(
            "Bytes: reliable. Object counts: for ranking only, within 2x for about 35 % of"
                + " the bytes. Better: record every 4099 bytes, or SIZES.");
  }

  @Test
  void adviceIsWhatCanStillBeDone() {
    assertThat(text(BAD, BYTES, 512, "SIZES")).endsWith("Better: SIZES.");
    assertThat(text(BAD, BYTES, 4096, "SIZES")).endsWith("every 509 bytes, or SIZES.");
    assertThat(text(BAD, BYTES, 524_288, "SIZES")).endsWith("every 32771 bytes, or SIZES.");
    assertThat(text(BAD, BYTES, 4096, "")).endsWith("of the bytes.");
    assertThat(text(BAD, new Estimate(64_000, 3_000, 900_000), 1024, ""))
        .startsWith("Bytes: for ranking only")
        .endsWith("Better: record every 509 B.");
  }

  @Test
  void recordedNumbersAndUnknownIntervalsAreNotJudged() {
    assertThat(text(Estimate.exact(3), Estimate.exact(64), 1, "SIZES")).isEmpty();
    assertThat(text(Estimate.withoutInterval(3), Estimate.withoutInterval(64), 4096, "SIZES"))
        .isEmpty();
  }

  @Test
  void liveAndAllocatedNumbersAreJudgedApart() throws Exception {
    EstimatedProfile profile = Conversions.estimated("cc1plus_i512", DumpSelector.LAST);

    assertThat(ReliabilityText.of(Reliability.of(profile), 512, ""))
        .matches(
            "Bytes: reliable\\. Live object counts: rough, within 2x for about \\d+ % of the"
                + " bytes\\. Allocated object counts: reliable, within 2x for about 95 % of the"
                + " bytes\\.");
  }

  @Test
  void anIncompleteRecordingIsCalledSoFirst() throws Exception {
    EstimatedProfile profile = Conversions.estimated("overrun", DumpSelector.LAST);

    assertThat(ReliabilityText.of(Reliability.of(profile), 2048, "")).startsWith("INCOMPLETE: ");
  }
}
