package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.unskew.Estimate;
import org.junit.jupiter.api.Test;

class ReliabilityTest {

  private static final Estimate BYTES = new Estimate(64_000, 60_000, 68_000);

  private static String text(Estimate objects, Estimate space, long interval, String sizes)
      throws Exception {
    Result result =
        Totals.of(
            ProfileBuilder.oneHeap().stack("f;main", objects, space, 9).build(),
            AggregateOptions.DEFAULT,
            null);
    return Reliability.of(result, interval, sizes);
  }

  @Test
  void goodNumbersNeedNoAdvice() throws Exception {
    assertThat(text(new Estimate(300, 280, 320), BYTES, 4096, "SIZES"))
        .isEqualTo("Bytes: reliable. Objects: reliable.");
  }

  @Test
  void badCountsAreForRanking() throws Exception {
    assertThat(text(new Estimate(300, 20, 9000), BYTES, 32_768, "SIZES"))
        .isEqualTo(
            "Bytes: reliable. Objects: order of magnitude only; rank, do not count (within 2x for"
                + " 0 % of the bytes). Better: SIZES, or record at an interval of 4 KiB.");
  }

  @Test
  void adviceIsWhatCanStillBeDone() throws Exception {
    Estimate bad = new Estimate(300, 20, 9000);

    assertThat(text(bad, BYTES, 512, "SIZES")).endsWith("Better: SIZES.");
    assertThat(text(bad, BYTES, 4096, "")).endsWith("of the bytes).");
    assertThat(text(bad, new Estimate(64_000, 9_000, 250_000), 1024, ""))
        .startsWith("Bytes: order of magnitude only.")
        .endsWith("Better: record at an interval of 512 B.");
  }

  @Test
  void recordedNumbersAndUnknownIntervalsAreNotJudged() throws Exception {
    assertThat(text(Estimate.exact(3), Estimate.exact(64), 1, "SIZES")).isEmpty();
    assertThat(text(Estimate.withoutInterval(3), Estimate.withoutInterval(64), 4096, "SIZES"))
        .isEmpty();
  }

  @Test
  void dumpsAreNotAdded() throws Exception {
    Result dumps =
        Totals.of(
            ProfileBuilder.oneHeap().stack("f", new Estimate(300, 20, 9000), BYTES, 9).build(),
            AggregateOptions.DEFAULT.withBy(GroupBy.DUMP),
            null);

    assertThat(Reliability.of(dumps, 4096, "SIZES")).isEmpty();
  }
}
