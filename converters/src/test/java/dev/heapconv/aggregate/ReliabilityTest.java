package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.Totals;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.Estimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityTest {

  private static Estimate probably(double value, double within2x) {
    return new Estimate(value, value / 20, value * 20, value / 20, value * 20, within2x);
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

  /** As in a report: labels, such as the sizes of Go, part the rows of a stack. */
  @Test
  void rowsOfAStackAreOneNumber() {
    EstimatedProfile parted =
        ProfileBuilder.oneHeap()
            .stack("a", probably(10, 0.9), Estimate.exact(3000), 1)
            .stack("a", probably(10, 0.5), Estimate.exact(1000), 1)
            .build();

    assertThat(Reliability.of(parted))
        .isEqualTo(
            Reliability.of(
                parted.withHeaps(List.of(StackSums.of(List.of(parted.heaps().get(0)))))));
    assertThat(Reliability.of(parted).views().get(0).share()).isNotCloseTo(0.8, within(0.01));
  }

  /** What the sentence promises is true of a program that counted what it allocated. */
  @ParameterizedTest
  @ValueSource(strings = {"truth_i512", "truth_i4096", "truth_i32768"})
  void theShareIsNearThatOfTheTruth(String name) throws Exception {
    Map<String, Double> truth = new HashMap<>();
    Result exact = functions(Conversions.estimated("truth_i1", DumpSelector.LAST));
    for (int row : exact.rows()) {
      truth.put(exact.name(row), exact.total(View.ALLOC_OBJECTS).value(row));
    }
    EstimatedProfile profile = Conversions.estimated(name, DumpSelector.LAST);
    Result estimated = functions(profile);
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

  private static Result functions(EstimatedProfile profile) throws Exception {
    return Totals.of(profile, AggregateOptions.DEFAULT.withBy(GroupBy.FUNCTION), null);
  }
}
