package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.query.Reliability;
import dev.heapconv.unskew.Estimate;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrustTest {

  private static final Estimate BYTES = new Estimate(64_000, 60_000, 68_000);

  private static final Estimate BAD = new Estimate(300, 20, 9000);

  private static String text(Estimate objects, Estimate space, long interval, String sizes) {
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack("f;main", objects, space, 9).build();
    return text(profile, interval, sizes);
  }

  private static String text(EstimatedProfile profile, long interval, String sizes) {
    return new Trust(Reliability.of(profile), Set.of(), interval, sizes, "").text(false);
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
    EstimatedProfile profile = Conversions.estimated("sqlite_i4096", DumpSelector.LAST);

    assertThat(text(profile, 4096, ""))
        .matches(
            "Live bytes: for ranking only, within 2x for about \\d+ % of the bytes\\. Allocated"
                + " bytes: reliable\\. .*");
  }

  @Test
  void whatIsAssumedComesFirst() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("f;main", new Estimate(300, 280, 320), BYTES, 9).build();
    Reliability reliability = Reliability.of(profile);

    assertThat(
            new Trust(reliability, Set.of("assumed: sampled every 4 KiB"), 4096, "", "")
                .text(false))
        .startsWith("Assumed: sampled every 4 KiB. Bytes: ");
  }

  @Test
  void coloursChangeNoWord() throws Exception {
    EstimatedProfile profile = Conversions.estimated("overrun", DumpSelector.LAST);
    Trust trust = new Trust(Reliability.of(profile), Set.of(), 4096, "SIZES", "Changes.");

    assertThat(trust.text(true)).startsWith("\u001b[31mINCOMPLETE\u001b[0m: ");
    assertThat(trust.text(true).replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(trust.text(false));
  }

  @Test
  void anIncompleteRecordingIsCalledSoFirst() throws Exception {
    EstimatedProfile profile = Conversions.estimated("overrun", DumpSelector.LAST);

    assertThat(text(profile, 2048, "")).startsWith("INCOMPLETE: ");
  }
}
