package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.Estimate;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityTest {

  private static final Estimate BYTES = new Estimate(64_000, 60_000, 68_000);

  private static final Estimate BAD = new Estimate(300, 20, 9000);

  private static String text(Estimate objects, Estimate space, long interval, String sizes) {
    return Reliability.of(ProfileBuilder.oneHeap().stack("f;main", objects, space, 9).build())
        .text(interval, sizes);
  }

  private static Estimate probably(double value, double within2x) {
    return new Estimate(value, value / 20, value * 20, value / 20, value * 20, within2x);
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
            "Bytes: reliable. Object counts: for ranking only, within 2x for about 35 % of the"
                + " bytes. Better: SIZES, or record at an interval of 4 KiB.");
  }

  @Test
  void adviceIsWhatCanStillBeDone() {
    assertThat(text(BAD, BYTES, 512, "SIZES")).endsWith("Better: SIZES.");
    assertThat(text(BAD, BYTES, 4096, "")).endsWith("of the bytes.");
    assertThat(text(BAD, new Estimate(64_000, 3_000, 900_000), 1024, ""))
        .startsWith("Bytes: for ranking only")
        .endsWith("Better: record at an interval of 512 B.");
  }

  @Test
  void recordedNumbersAndUnknownIntervalsAreNotJudged() {
    assertThat(text(Estimate.exact(3), Estimate.exact(64), 1, "SIZES")).isEmpty();
    assertThat(text(Estimate.withoutInterval(3), Estimate.withoutInterval(64), 4096, "SIZES"))
        .isEmpty();
  }

  @Test
  void sharesAreOfBytesAndOfWhatIsProbable() {
    Reliability found =
        Reliability.of(
            ProfileBuilder.oneHeap()
                .stack("a", probably(10, 0.9), Estimate.exact(3000), 1)
                .stack("b", probably(10, 0.5), Estimate.exact(1000), 1)
                .build());

    assertThat(found.views()).extracting(Reliability.OfView::view).doesNotContain(View.SPACE);
    assertThat(found.views().get(0).share()).isCloseTo((0.9 * 3 + 0.5) / 4, within(1e-6));
  }

  @Test
  void liveAndAllocatedNumbersAreJudgedApart() throws Exception {
    EstimatedProfile profile = Conversions.estimated("cc1plus_i512", DumpSelector.LAST);

    assertThat(Reliability.of(profile).text(512, ""))
        .matches(
            "Bytes: reliable\\. Live object counts: rough, within 2x for about \\d+ % of the"
                + " bytes\\. Allocated object counts: reliable\\.");
  }

  @Test
  void anIncompleteRecordingIsCalledSoFirst() throws Exception {
    EstimatedProfile profile = Conversions.estimated("overrun", DumpSelector.LAST);

    assertThat(Reliability.of(profile).text(2048, "")).startsWith("INCOMPLETE: ");
  }

  /** What the sentence promises is true of a program that counted what it allocated. */
  @ParameterizedTest
  @ValueSource(strings = {"truth_i512", "truth_i4096", "truth_i32768"})
  void theShareIsNearThatOfTheTruth(String name) throws Exception {
    Map<String, Double> truth = new HashMap<>();
    Totals exact = functions(Conversions.estimated("truth_i1", DumpSelector.LAST));
    for (int row : exact.rows()) {
      truth.put(exact.name(row), exact.total(View.ALLOC_OBJECTS).value(row));
    }
    EstimatedProfile profile = Conversions.estimated(name, DumpSelector.LAST);
    Totals estimated = functions(profile);
    double all = 0;
    double near = 0;
    for (int row : estimated.rows()) {
      double bytes = estimated.total(View.ALLOC_SPACE).value(row);
      double factor =
          estimated.total(View.ALLOC_OBJECTS).value(row)
              / truth.getOrDefault(estimated.name(row), Double.NaN);
      all += bytes;
      near += factor >= 0.5 && factor <= 2 ? bytes : 0;
    }

    double said =
        Reliability.of(profile).views().stream()
            .filter(of -> of.view().equals(View.ALLOC_OBJECTS))
            .findFirst()
            .orElseThrow()
            .share();
    assertThat(said).isCloseTo(near / all, within(0.25));
  }

  private static Totals functions(EstimatedProfile profile) throws Exception {
    return Totals.of(profile, AggregateOptions.DEFAULT.withBy(GroupBy.FUNCTION), null);
  }
}
