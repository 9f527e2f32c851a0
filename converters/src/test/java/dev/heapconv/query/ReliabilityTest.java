package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.Reliability.Level;
import dev.heapconv.query.Reliability.OfView;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.samples.WithinTwo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityTest {

  private static final WithinTwo CHANCES = WithinTwo.of(0.95);

  private static Estimate within(double value, double factor) {
    return new Estimate(value, value / factor, value * factor);
  }

  @Test
  void sharesAreOfBytesAndOfWhatIsProbable() {
    Reliability found =
        Reliability.of(
            ProfileBuilder.oneHeap()
                .stack("a", within(10, 3), Estimate.exact(3000), 1)
                .stack("b", within(10, 20), Estimate.exact(1000), 1)
                .build());

    assertThat(found.views()).extracting(Reliability.OfView::view).doesNotContain(View.SPACE);
    double narrow = CHANCES.ofRow(10, 10.0 / 3, 30, 0);
    double wide = CHANCES.ofRow(10, 0.5, 200, 0);
    assertThat(narrow).isGreaterThan(wide);
    assertThat(found.views().get(0).share()).isCloseTo((narrow * 3 + wide) / 4, offset(1e-6));
  }

  @Test
  void nothingThatIsAssumedIsReliable() throws HeapConvException {
    EstimatedProfile stated =
        ProfileBuilder.oneHeap().stack("a", within(10, 1.2), within(640, 1.1), 9).build();
    assertThat(levels(stated)).containsOnly(Level.RELIABLE);
    for (Evidence evidence : List.of(Evidence.UNTESTED, Evidence.ASSUMED, Evidence.UNKNOWN)) {
      EstimatedProfile assumed =
          stated.withInfos(
              info ->
                  info.withProvenance(Provenance.STATED.withSampling(Evidence.STATED, evidence)));
      assertThat(levels(assumed)).as(evidence.wireName()).containsOnly(Level.ROUGH);
    }
  }

  @Test
  void nothingInDoubtIsReliable() throws HeapConvException {
    EstimatedProfile sure =
        ProfileBuilder.oneHeap().stack("a", within(10, 1.2), within(640, 1.1), 9).build();
    assertThat(levels(sure.withNotice(Notice.of(ErrorId.NAMED_BY_PATH, 1, "a.so"))))
        .containsOnly(Level.RELIABLE);
    Notice twice = Notice.of(ErrorId.RECORDED_TWICE, "a", 2);
    assertThat(levels(sure.withNotice(twice))).containsOnly(Level.ROUGH);
    assertThat(Reliability.of(sure.withNotice(twice)).effects().isIncomplete()).isFalse();
  }

  @Test
  void numbersThatAreTooHighOrTooLowAreRoughAndTheOthersAreNot() throws HeapConvException {
    EstimatedProfile sure =
        ProfileBuilder.oneHeap().stack("a", within(10, 1.2), within(640, 1.1), 9).build();
    Notice missed = Notice.of(ErrorId.MISSED_FREES, 1, 1);
    for (Reliability.OfView of : Reliability.of(sure.withNotice(missed)).views()) {
      assertThat(of.level()).isEqualTo(of.view().isLive() ? Level.ROUGH : Level.RELIABLE);
    }
    Notice earlier = Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1);
    for (Reliability.OfView of : Reliability.of(sure.withNotice(earlier)).views()) {
      assertThat(of.level()).isEqualTo(of.view().isLive() ? Level.RELIABLE : Level.ROUGH);
    }
    assertThat(levels(sure.withNotice(Notice.of(ErrorId.DROPPED_PACKETS, 1))))
        .containsOnly(Level.ROUGH);
  }

  @Test
  void aTotalOfWhichTheEndsAreFarApartIsNotReliable() {
    Reliability rows =
        Reliability.of(
            ProfileBuilder.oneHeap().stack("a", within(10, 1.2), within(640, 1.1), 9).build());
    Reliability limited =
        rows.withTotals(
            0.95,
            view -> view.isLive() ? new Estimate(10, 2, view == View.OBJECTS ? 17 : 16) : null);
    for (OfView of : limited.views()) {
      assertThat(of.level()).isEqualTo(of.view() == View.OBJECTS ? Level.ROUGH : Level.RELIABLE);
      assertThat(Double.isNaN(of.ofTotal())).isNotEqualTo(of.view().isLive());
    }
  }

  /** The grades of rows whose intervals are narrow, which no row of their view exceeds. */
  private static List<Level> levels(EstimatedProfile profile) throws HeapConvException {
    Answer rows = functions(profile);
    for (OfView of : Reliability.of(profile).views()) {
      NumberColumn column = rows.main(of.view());
      Grade grade = column.meta().grade(column.at(rows.order()[0]));
      assertThat(grade == Grade.PLAIN).isEqualTo(of.level() == Level.RELIABLE);
    }
    return Reliability.of(profile).views().stream().map(OfView::level).toList();
  }

  /** What was recorded to the byte is not right either if some of it is missing. */
  private static Grade best(EstimatedProfile profile, View view) {
    return Reliability.best(profile, profile.effects(), view);
  }

  @Test
  void rowsOfCompleteRecordingsAreAsGoodAsWhatIsKnownOfThem() {
    EstimatedProfile complete =
        ProfileBuilder.oneHeap()
            .stack("a", Estimate.exact(3), Estimate.exact(300), 3)
            .build()
            .withInfos(info -> info.withSampling(Sampling.COMPLETE));
    EstimatedProfile unsure =
        complete.withInfos(
            info ->
                info.withProvenance(
                    Provenance.STATED.withSampling(Evidence.STATED, Evidence.UNTESTED)));
    Notice lost = Notice.of(ErrorId.DROPPED_PACKETS, 1);
    Notice missed = Notice.of(ErrorId.MISSED_FREES, 1, 1);
    assertThat(best(complete, View.SPACE)).isEqualTo(Grade.PLAIN);
    assertThat(best(unsure, View.SPACE)).isEqualTo(Grade.PLAIN);
    assertThat(best(complete.withNotice(lost), View.SPACE)).isEqualTo(Grade.APPROXIMATE);
    assertThat(best(complete.withNotice(missed), View.SPACE)).isEqualTo(Grade.APPROXIMATE);
    assertThat(best(complete.withNotice(missed), View.ALLOC_SPACE)).isEqualTo(Grade.PLAIN);
  }

  /** As in a report: labels, such as the sizes of Go, part the rows of a stack. */
  @Test
  void rowsOfAStackAreOneNumber() {
    EstimatedProfile parted =
        ProfileBuilder.oneHeap()
            .stack("a", within(10, 3), Estimate.exact(3000), 1)
            .stack("a", within(10, 20), Estimate.exact(1000), 1)
            .build();

    assertThat(Reliability.of(parted))
        .isEqualTo(
            Reliability.of(
                parted.withHeaps(List.of(StackSums.of(List.of(parted.heaps().get(0)))))));
    assertThat(Reliability.of(parted).views().get(0).share()).isNotCloseTo(0.8, offset(0.01));
  }

  /** What the sentence promises is true of a program that counted what it allocated. */
  @ParameterizedTest
  @ValueSource(strings = {"truth_i512", "truth_i4096", "truth_i32768"})
  void theShareIsNearThatOfTheTruth(String name) throws Exception {
    Map<String, Double> truth = new HashMap<>();
    Answer exact = functions(Conversions.estimated("truth_i1", DumpSelector.LAST));
    for (int row : exact.order()) {
      truth.put(exact.name(row), exact.total(View.ALLOC_OBJECTS).value(row));
    }
    EstimatedProfile profile = Conversions.estimated(name, DumpSelector.LAST);
    Answer estimated = functions(profile);
    double all = 0;
    double near = 0;
    for (int row : estimated.order()) {
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
    assertThat(said).isCloseTo(near / all, offset(0.25));
  }

  private static Answer functions(EstimatedProfile profile) throws HeapConvException {
    return Totals.of(profile, AggregateOptions.DEFAULT.withBy(GroupBy.FUNCTION), null);
  }
}
