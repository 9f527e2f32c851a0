package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums and differences of profiles. */
class SubtractionTest {

  private static EstimatedProfile log(int pid, String records) throws IOException {
    String log =
        "{\"heapconv\":1,\"frees\":true,\"scheme\":\"to-sample\",\"interval\":4096,\"process\":\"p\",\"pid\":"
            + pid
            + "}\n"
            + records;
    return HeapConv.unskew(
        Conversions.read(log.getBytes(StandardCharsets.UTF_8)), UnskewOptions.DEFAULT);
  }

  private static String allocs(String function, int line, int first, int count) {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < count; i++) {
      records
          .append("{\"alloc\":")
          .append(first + i)
          .append(",\"size\":100,\"to_sample\":50,\"frames\":[");
      records
          .append("{\"name\":\"")
          .append(function)
          .append("\",\"line\":")
          .append(line)
          .append("},\"main\"]}\n");
    }
    return records.toString();
  }

  private static double sum(EstimatedProfile profile, View view) {
    return profile.heaps().stream().mapToDouble(heap -> heap.column(view).total()).sum();
  }

  @Test
  void estimatesOfEqualHeapsAddAndHalfWidthsByTheirProducts() throws IOException {
    EstimatedProfile one = log(1, allocs("f", 1, 0, 10));
    EstimatedProfile merged = Merging.of(List.of(one, log(1, allocs("f", 1, 0, 10))), false);
    assertThat(merged.heaps()).hasSize(1);
    Column single = one.heaps().get(0).column(View.SPACE);
    Column twice = merged.heaps().get(0).column(View.SPACE);
    assertThat(twice.rows()).isEqualTo(1);
    assertThat(twice.value(0)).isEqualTo(2 * single.value(0));
    double upper = single.high(0) - single.value(0);
    double lower = single.value(0) - single.low(0);
    double skew = (upper - lower) / 2;
    double half = Math.sqrt(skew * skew + 2 * lower * upper);
    assertThat(twice.high(0) - twice.value(0)).isCloseTo(half + skew, within(1e-6));
  }

  @Test
  void processesOfOneNameStayApartUnlessTheyAreFolded() throws IOException {
    List<EstimatedProfile> profiles =
        List.of(log(1, allocs("f", 1, 0, 10)), log(2, allocs("g", 1, 0, 5)));
    assertThat(Merging.of(profiles, false).heaps()).hasSize(2);
    EstimatedProfile folded = Merging.of(profiles, true);
    assertThat(folded.heaps()).hasSize(1);
    assertThat(folded.heaps().get(0).info().pid()).isEqualTo(-1);
    assertThat(sum(folded, View.SPACE)).isEqualTo(15 * (4096 + 50));
  }

  @Test
  void aDifferenceKnowsWhatIsLargerThanTheNoise() throws IOException {
    EstimatedProfile base = log(1, allocs("same", 3, 0, 100) + allocs("gone", 1, 1000, 200));
    EstimatedProfile changed = log(2, allocs("same", 4, 0, 101) + allocs("new", 1, 1000, 300));
    Subtraction difference = Subtraction.of(base, changed);
    EstimatedHeap heap = difference.profile().heaps().get(0);
    Column space = heap.column(View.SPACE);
    assertThat(heap.rows()).as("lines differ from build to build").isEqualTo(3);
    int beyond = 0;
    for (int row = 0; row < heap.rows(); row++) {
      boolean large = Math.abs(space.value(row)) > 100_000;
      assertThat(space.low(row) > 0 || space.high(row) < 0).isEqualTo(large);
      assertThat(heap.labels(row)).isEqualTo(large ? List.of(Subtraction.BEYOND_NOISE) : List.of());
      beyond += large ? 1 : 0;
    }
    assertThat(beyond).isEqualTo(2);
    assertThat(sum(difference.profile(), View.SPACE)).isEqualTo((401 - 300) * 4146.0);
    assertThat(sum(difference.growth(), View.SPACE)).isEqualTo(301 * 4146.0);
    assertThat(sum(difference.shrink(), View.SPACE)).isEqualTo(200 * 4146.0);
  }

  @Test
  void pprofHoldsNegativeValues() throws IOException {
    Subtraction difference =
        Subtraction.of(log(1, allocs("f", 1, 0, 10)), log(1, allocs("f", 1, 0, 4)));
    Profile written =
        Profile.parseFrom(Conversions.write(difference.profile(), Format.PPROF_PLAIN));
    assertThat(written.getSample(0).getValueList()).contains(-6L * 4146);
  }

  @Test
  void saysOfEachSideHowItWasComputedAndWhatIsWrong() {
    EstimatedProfile base = ProfileBuilder.oneHeap().stack("f;main", 10).notice("old").build();
    EstimatedProfile changed = ProfileBuilder.oneHeap().stack("f;main", 12).notice("late").build();
    EstimatedProfile difference = Subtraction.of(base, changed).profile();
    assertThat(difference.notices())
        .containsExactly(
            Notice.of(ErrorId.COLUMNS_LEFT_OUT, "old").about("base"),
            Notice.of(ErrorId.COLUMNS_LEFT_OUT, "late").about("new"));
    List<String> comments = new ArrayList<>();
    base.comments().forEach(comment -> comments.add("base: " + comment));
    changed.comments().forEach(comment -> comments.add("new: " + comment));
    assertThat(difference.comments()).endsWith(comments.toArray(new String[0])).isNotEmpty();
    assertThat(difference.comments().get(0)).contains(" minus ");
  }

  @Test
  void eachSideHasTheIntervalsOfTheDifference() throws IOException {
    EstimatedProfile few = log(1, allocs("f", 1, 0, 40) + allocs("g", 1, 100, 3));
    EstimatedProfile many = log(1, allocs("f", 1, 0, 3) + allocs("g", 1, 100, 40));
    Subtraction difference = Subtraction.of(few, many);
    Column both = difference.profile().heaps().get(0).column(View.SPACE);
    Column grown = difference.growth().heaps().get(0).column(View.SPACE);
    Column shrunk = difference.shrink().heaps().get(0).column(View.SPACE);
    assertThat(both.rows()).isEqualTo(2);
    for (int row = 0; row < 2; row++) {
      boolean grew = both.value(row) > 0;
      Column one = grew ? grown : shrunk;
      assertThat(one.value(row)).isEqualTo(Math.abs(both.value(row)));
      assertThat(one.low(row)).isEqualTo(grew ? both.low(row) : -both.high(row)).isPositive();
      assertThat(one.high(row)).isEqualTo(grew ? both.high(row) : -both.low(row));
      assertThat((grew ? shrunk : grown).estimate(row)).isEqualTo(Estimate.ZERO);
    }
  }
}
