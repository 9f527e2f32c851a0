package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Recordings of a program that counted its allocations, with sizes from another recording of it.
 */
class ReferenceSizesTruthTest {

  /** Sites that are one stack each, of which something was recorded. */
  private record Sites(int count, int withinTwo, int covered, double medianWidth) {}

  private static Sites sites(String field, UnskewSetup setup) throws IOException {
    RecordedProfile recorded = Conversions.read(TestData.recording(field), ReadOptions.DEFAULT);
    EstimatedProfile estimated = new Unskewing(setup).apply(recorded);
    EstimatedHeap heap = estimated.heaps().get(0);
    Column counts = heap.column(View.ALLOC_OBJECTS);
    List<Double> widths = new ArrayList<>();
    int count = 0;
    int withinTwo = 0;
    int covered = 0;
    for (JsonNode site : truth(field)) {
      int row = onlyRow(estimated, heap, site.get("function").asString());
      double truth = site.get("alloc_count").asDouble();
      if (row >= 0 && heap.recordedAlloc(row) > 0) {
        double ratio = counts.value(row) / truth;
        count++;
        withinTwo += ratio >= 0.5 && ratio <= 2 ? 1 : 0;
        covered += counts.low(row) <= truth && truth <= counts.high(row) ? 1 : 0;
        widths.add(counts.high(row) / counts.low(row));
      }
    }
    double[] sorted = widths.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Sites(count, withinTwo, covered, sorted[sorted.length / 2]);
  }

  private static JsonNode truth(String field) {
    return new ObjectMapper()
        .readTree(TestData.own("heapprofd").resolve(field + ".truth.json").toFile())
        .get("sites");
  }

  /** -1 if several stacks, or none, contain the function. */
  private static int onlyRow(EstimatedProfile profile, EstimatedHeap heap, String function) {
    int[] rows = new int[heap.rows()];
    int found = 0;
    for (int row = 0; row < heap.rows(); row++) {
      if (RecordedText.names(profile.stacks(), heap.stack(row)).contains(function)) {
        rows[found++] = row;
      }
    }
    return found == 1 ? rows[0] : -1;
  }

  private static UnskewSetup sizesFrom(String... references) throws IOException {
    List<EstimatedProfile> recordings = new ArrayList<>();
    for (String reference : references) {
      recordings.add(Conversions.estimated(reference, DumpSelector.LAST));
    }
    return new UnskewSetup(UnskewOptions.DEFAULT, ReferenceSizes.of(recordings), StackChoice.ALL);
  }

  @ParameterizedTest
  @CsvSource({"truth_i32768, truth_i512", "truth_i4096, truth_i512", "truth_i32768, truth_i1"})
  void sizesOfAReferenceRecordingMoveCountsToTheTruth(String field, String reference)
      throws IOException {
    Sites without = sites(field, UnskewSetup.of(UnskewOptions.DEFAULT));
    Sites with = sites(field, sizesFrom(reference));
    assertThat(with.count()).isEqualTo(without.count()).isGreaterThan(20);
    assertThat(with.withinTwo()).isGreaterThan(without.withinTwo());
    assertThat(with.covered()).isGreaterThanOrEqualTo((int) (0.9 * with.count()));
    assertThat(with.medianWidth()).isLessThan(without.medianWidth() / 1.5);
  }

  @Test
  void aSmallSiteIsCountedAndItsIntervalNarrow() throws IOException {
    RecordedProfile recorded =
        Conversions.read(TestData.recording("truth_i4096"), ReadOptions.DEFAULT);
    EstimatedProfile without = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
    EstimatedProfile with = new Unskewing(sizesFrom("truth_i512")).apply(recorded);
    int row = onlyRow(with, with.heaps().get(0), "site_16_kept()");
    Column before = without.heaps().get(0).column(View.ALLOC_OBJECTS);
    Column after = with.heaps().get(0).column(View.ALLOC_OBJECTS);
    double truth = 60_000;
    assertThat(Math.abs(Math.log(after.value(row) / truth)))
        .isLessThan(Math.abs(Math.log(before.value(row) / truth)));
    assertThat(after.low(row)).isBetween(before.low(row), truth);
    assertThat(after.high(row)).isGreaterThan(truth);
    assertThat(after.high(row) / after.low(row))
        .isLessThan(before.high(row) / before.low(row) / 1.05);
    Column bytesBefore = without.heaps().get(0).column(View.ALLOC_SPACE);
    Column bytesAfter = with.heaps().get(0).column(View.ALLOC_SPACE);
    assertThat(bytesAfter.value(row)).isEqualTo(bytesBefore.value(row));
  }
}
