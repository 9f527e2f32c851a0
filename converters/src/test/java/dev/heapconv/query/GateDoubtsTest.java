package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each reason for which a gate cannot answer, at the border where it begins. */
class GateDoubtsTest {

  private static final Limit SPACE = new Limit("space", false, 5, true, "space>5%");
  private static final Limit TOTAL = new Limit("space", true, 5, true, "total:space>5%");
  private static final Limit ALLOCATED = new Limit("alloc_space", false, 0, true, "alloc_space>0%");

  private static GateVerdict verdict(
      EstimatedProfile base,
      EstimatedProfile changed,
      @Nullable String filter,
      double alpha,
      Limit limit)
      throws IOException {
    Pattern pattern = filter == null ? null : Pattern.compile(filter);
    AggregateOptions options = AggregateOptions.DEFAULT.withFilter(pattern);
    GateLimits asked = new GateLimits(List.of(limit), alpha, false);
    Answer answer = new Difference(options, null, asked).ask(new Subject(changed, base));
    return Objects.requireNonNull(answer.verdict());
  }

  private static GateVerdict verdict(EstimatedProfile base, EstimatedProfile changed, Limit limit)
      throws IOException {
    return verdict(base, changed, null, 0.01, limit);
  }

  /** A heap of so many bytes, known to a tenth. */
  private static EstimatedProfile heap(double space) {
    return ProfileBuilder.oneHeap().stack("f;main", space).build();
  }

  private static EstimatedProfile with(EstimatedProfile profile, UnaryOperator<HeapInfo> changes) {
    return profile.withHeaps(
        profile.heaps().stream()
            .map(heap -> heap.with(changes.apply(heap.info()), heap.columns()))
            .toList());
  }

  private static EstimatedProfile heaps(int first, int last) {
    ProfileBuilder builder = new ProfileBuilder();
    for (int i = first; i <= last; i++) {
      builder.heap(17, "server", "h" + i, 1, 1).stack("f;main", 1e7);
    }
    return builder.build();
  }

  /** Up to five are named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | server (h2)",
        "6 | server (h2), server (h3), server (h4), server (h5), server (h6)",
        "7 | server (h2), server (h3), server (h4), server (h5), server (h6) and 1 more",
        "9 | server (h2), server (h3), server (h4), server (h5), server (h6) and 3 more"
      })
  void missingHeapsAreNamed(int heaps, String names) throws IOException {
    GateVerdict verdict = verdict(heaps(1, heaps), heaps(1, 1), SPACE);
    assertThat(verdict.doubts()).containsExactly(Notice.of(ErrorId.MISSING_HEAPS, names));
    assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(heaps(1, 1), heaps(1, heaps), SPACE).doubts())
        .as("new heaps may grow")
        .isEmpty();
  }

  @Test
  void nothingIsComparedWithoutACommonHeap() throws IOException {
    GateVerdict verdict = verdict(heaps(1, 2), heaps(3, 3), SPACE);
    assertThat(verdict.doubts())
        .containsExactly(
            Notice.of(ErrorId.NO_COMMON_HEAP, "server (h1), server (h2)", "server (h3)"));
    assertThat(verdict.tests()).isZero();
    assertThat(verdict.detectable()).isEmpty();
    assertThat(verdict.failures()).isEmpty();
  }

  /** Of three dumps in 4.5 s, one dump after 3 s is one less than two; that is chance. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 3, 2.999, true",
    "1, 3, 3, 3, false",
    "2, 3, 3, 1, false",
    "1, 2, 2, 1, false",
    "1, 3, 2, 1, false",
    "1, 3, 3, 0, true",
  })
  void endingTwoDumpsEarlierIsADoubt(
      int of, int otherOf, int number, double seconds, boolean isShorter) throws IOException {
    EstimatedProfile whole =
        with(heap(1e7), info -> info.withDump(number, otherOf).withTimes(1, 4_500_000_000L));
    EstimatedProfile cut =
        with(heap(1e7), info -> info.withDump(of, of).withTimes(1, (long) (seconds * 1e9)));
    List<Notice> expected =
        isShorter
            ? List.of(
                Notice.of(ErrorId.ENDS_EARLIER, "NEW", of, "server (libc.malloc)", "BASE", otherOf))
            : List.of();
    assertThat(verdict(whole, cut, SPACE).doubts()).isEqualTo(expected);
    // What NEW has longer may be what it grew by.
    EstimatedProfile grown = with(heap(3e7), info -> whole.heaps().get(0).info());
    assertThat(verdict(cut, grown, SPACE).outcome())
        .isEqualTo(isShorter ? Outcome.INCONCLUSIVE : Outcome.FAIL);
    EstimatedProfile cutButGrown = with(heap(3e7), info -> cut.heaps().get(0).info());
    assertThat(verdict(whole, cutButGrown, SPACE).outcome()).isEqualTo(Outcome.FAIL);
  }

  private static EstimatedProfile live(Live live) {
    return with(heap(1e7), info -> info.withProvenance(info.provenance().withLive(live)));
  }

  @Test
  void whatIsLiveMustBeOfTheSameKind() throws IOException {
    assertThat(verdict(live(Live.MOMENT), live(Live.PEAK), SPACE).doubts())
        .containsExactly(Notice.of(ErrorId.LIVE_UNLIKE, "moment", "peak"));
    assertThat(verdict(live(Live.PEAK), live(Live.PEAK), SPACE).doubts()).isEmpty();
    for (EstimatedProfile ended : List.of(live(Live.ENDED))) {
      assertThat(verdict(ended, live(Live.PEAK), SPACE).doubts()).isEmpty();
      assertThat(verdict(live(Live.PEAK), ended, SPACE).doubts()).isEmpty();
    }
  }

  private static EstimatedProfile sampled(Evidence evidence) {
    return with(
        heap(1e7), info -> info.withProvenance(info.provenance().withSampling(evidence, evidence)));
  }

  @Test
  void samplingThatIsAssumedMustBeAssumedOfBoth() throws IOException {
    EstimatedProfile assumed = sampled(Evidence.ASSUMED);
    EstimatedProfile stated = sampled(Evidence.STATED);
    Notice unlike = Notice.of(ErrorId.SAMPLED_UNLIKE);
    assertThat(verdict(assumed, stated, SPACE).doubts()).containsExactly(unlike);
    assertThat(verdict(stated, assumed, SPACE).doubts()).containsExactly(unlike);
    assertThat(verdict(assumed, assumed, SPACE).doubts()).isEmpty();
    assertThat(verdict(sampled(Evidence.TOLD), stated, SPACE).doubts()).isEmpty();
  }

  /** A process that ended holds nothing at the end, whatever it held before. */
  @Test
  void processesThatEndedAreADoubtOfLiveMemory() throws IOException {
    ProfileBuilder builder = new ProfileBuilder();
    builder.heap(1, "/bin/job", "malloc", 1, 1).stack("f;main", 1e7);
    builder.heap(2, "server", "malloc", 1, 1).stack("f;main", 1e7);
    EstimatedProfile both = builder.build();
    EstimatedHeap job = both.heaps().get(0);
    HeapInfo ended = job.info().withProvenance(job.info().provenance().withLive(Live.ENDED));
    EstimatedProfile without =
        both.withHeaps(List.of(job.with(ended, job.columns()).withoutLive(), both.heaps().get(1)));
    assertThat(verdict(both, without, SPACE).doubts())
        .containsExactly(Notice.of(ErrorId.ENDED_PROCESSES, "NEW", "job (1)"));
    GateVerdict grown = verdict(without, both, SPACE);
    assertThat(grown.doubts())
        .containsExactly(Notice.of(ErrorId.ENDED_PROCESSES, "BASE", "job (1)"));
    assertThat(grown.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(without, both, ALLOCATED).doubts()).isEmpty();
  }

  @Test
  void aViewThatOneSideLacksIsADoubt() throws IOException {
    EstimatedProfile small = heap(1e6);
    EstimatedProfile large = heap(1e7);
    EstimatedProfile lacking =
        small.withHeaps(small.heaps().stream().map(EstimatedHeap::withoutLive).toList());
    GateVerdict grown = verdict(lacking, large, SPACE);
    assertThat(grown.doubts()).containsExactly(Notice.of(ErrorId.MISSING_VIEW, "BASE", "space"));
    assertThat(grown.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(large, lacking, SPACE).doubts())
        .containsExactly(Notice.of(ErrorId.MISSING_VIEW, "NEW", "space"));
    assertThat(verdict(lacking, large, ALLOCATED).outcome()).isEqualTo(Outcome.FAIL);
    Limit none = new Limit("blocks", false, 5, true, "blocks>5%");
    assertThatThrownBy(() -> verdict(small, large, none))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.NO_SUCH_VIEW));
  }

  @Test
  void rowsThatNothingMatchesHaveNotBeenTested() throws IOException {
    EstimatedProfile one = heap(1e7);
    assertThat(verdict(one, one, "nothing", 0.01, SPACE).doubts())
        .containsExactly(Notice.of(ErrorId.NO_MATCHING_ROW, "functions"));
    assertThat(verdict(one, one, "f", 0.01, SPACE).doubts()).isEmpty();
    // The total is not filtered, but there is nothing to test it by.
    assertThat(verdict(one, one, "nothing", 0.01, TOTAL).doubts())
        .containsExactly(Notice.of(ErrorId.NOTHING_TO_TEST));
    EstimatedProfile empty =
        ProfileBuilder.oneHeap().stack("f;main", Estimate.ZERO, Estimate.ZERO, 0).build();
    assertThat(verdict(empty, empty, SPACE).doubts())
        .containsExactly(Notice.of(ErrorId.NOTHING_TO_TEST));
  }

  @Test
  void numbersWithoutIntervalsAreRefusedEvenIfTheyAreEqual() throws IOException {
    EstimatedProfile one = unknown(5000);
    for (EstimatedProfile other : List.of(one, unknown(6000), heap(5000))) {
      for (Limit limit : List.of(SPACE, TOTAL)) {
        assertThatThrownBy(() -> verdict(one, other, limit))
            .isInstanceOfSatisfying(
                HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.UNKNOWN_NOISE));
        assertThatThrownBy(() -> verdict(other, one, limit))
            .isInstanceOfSatisfying(
                HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.UNKNOWN_NOISE));
      }
    }
    // Nothing is nothing, also without an interval.
    assertThat(verdict(unknown(0), unknown(0), SPACE).failures()).isEmpty();
  }

  private static EstimatedProfile unknown(double space) {
    return ProfileBuilder.oneHeap()
        .stack("f;main", Estimate.exact(5), Estimate.withoutInterval(space), 9)
        .build();
  }

  /** A trace of one call site, of which so many allocations were recorded, every 4 KiB. */
  private static EstimatedProfile site(int samples) throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap heap = TraceBuilder.malloc(1);
    heap.row(sequence.stack("main", "site"), samples, samples * 4096L, 0, 0);
    heap.samples.setSamplingIntervalBytes(4096).setOrigSamplingIntervalBytes(4096);
    sequence.dump(heap);
    return HeapConv.unskew(Conversions.read(trace.bytes()), UnskewOptions.DEFAULT);
  }

  /** n samples on both sides together show growth at the level of 1 in 2^n, at the best. */
  @ParameterizedTest
  @CsvSource({
    "3, 3, 0.0157, false",
    "3, 3, 0.0156, true",
    "3, 4, 0.0079, false",
    "3, 4, 0.0078, true"
  })
  void soFewSamplesShowNothing(int before, int after, double alpha, boolean areFew)
      throws IOException {
    GateVerdict verdict = verdict(site(before), site(after), null, alpha, ALLOCATED);
    assertThat(verdict.doubts())
        .isEqualTo(
            areFew ? List.of(Notice.of(ErrorId.TOO_FEW_SAMPLES, "alloc_space>0%")) : List.of());
    assertThat(verdict.tests() > 0).isEqualTo(!areFew);
  }

  /** A p-value of alpha itself counts. */
  @Test
  void growthUpToAlphaFails() throws IOException {
    EstimatedProfile one = site(1);
    for (int after : new int[] {9, 12, 30}) {
      GateVerdict verdict = verdict(one, site(after), null, 0.05, ALLOCATED);
      assertThat(verdict.failures()).hasSize(2);
      double p = verdict.failures().get(1).p();
      assertThat(verdict(one, site(after), null, p, ALLOCATED).failures()).isNotEmpty();
      assertThat(verdict(one, site(after), null, p / 3, ALLOCATED).failures()).isEmpty();
    }
  }

  /** Beyond two limits it is one growth, of the first limit that it exceeds. */
  @Test
  void oneGrowthFailsOnce() throws IOException {
    Limit little = new Limit("alloc_space", false, 1, true, "alloc_space>1%");
    GateLimits asked = new GateLimits(List.of(ALLOCATED, little), 0.01, false);
    Answer answer =
        new Difference(AggregateOptions.DEFAULT, null, asked)
            .ask(new Subject(site(300), site(100)));
    GateVerdict verdict = Objects.requireNonNull(answer.verdict());
    assertThat(verdict.failures())
        .extracting(failure -> failure.limit().text() + failure.name() + failure.difference())
        .containsExactly("alloc_space>0%" + 200 * 4096.0, "alloc_space>0%site" + 200 * 4096.0);
    assertThat(verdict.failures().get(0).base().value()).isEqualTo(100 * 4096);
    assertThat(verdict.failures().get(0).changed().value()).isEqualTo(300 * 4096);
    assertThat(verdict.failures()).allMatch(GateVerdict.Failure::isBytes);
    assertThat(verdict.tests()).isEqualTo(2);
    assertThat(verdict.detectable()).hasSize(4);
  }

  private static GateVerdict.Detectable row(Limit limit, double base, double growth) {
    return new GateVerdict.Detectable(limit, false, base, growth, true, false);
  }

  /** Rows of 1000, 500 and 100 bytes, of which growth of 30, 25 and 20 bytes is found. */
  @Test
  void theLeastRowWhoseGrowthByTheLimitIsSeen() {
    for (double percent : new double[] {2.9, 3, 5, 20}) {
      Limit limit = new Limit("space", false, percent, true, "");
      GateVerdict.Detectable found =
          Objects.requireNonNull(
              GateVerdict.Detectable.ofRows(
                  List.of(row(limit, 500, 25), row(limit, 100, 20), row(limit, 1000, 30))));
      double base = percent < 5 ? 1000 : percent < 20 ? 500 : 100;
      assertThat(found.base()).as(percent + " %").isEqualTo(base);
      assertThat(found.orMore()).isEqualTo(percent >= 3);
      assertThat(found.isUnseen()).isEqualTo(percent < 3);
      // The share that is found of it and of all larger ones.
      assertThat(found.growth()).isEqualTo(base == 1000 ? 30 : base == 500 ? 25 : 20);
    }
    // A smaller row of which more is found is found by as much as the larger ones.
    Limit five = new Limit("space", false, 5, true, "");
    GateVerdict.Detectable odd =
        GateVerdict.Detectable.ofRows(List.of(row(five, 1000, 30), row(five, 500, 5)));
    assertThat(Objects.requireNonNull(odd).growth()).isEqualTo(15);
    assertThat(GateVerdict.Detectable.ofRows(List.of())).isNull();
  }

  @Test
  void ofAnAmountTheRowThatCanGrowMostUnseen() {
    Limit limit = new Limit("space", false, 50, false, "");
    GateVerdict.Detectable found =
        GateVerdict.Detectable.ofRows(
            Stream.of(
                    row(limit, 10, 30), row(limit, 20, 70), row(limit, 30, 70), row(limit, 40, 60))
                .toList());
    assertThat(found).isEqualTo(row(limit, 30, 70));
    assertThat(Objects.requireNonNull(found).isUnseen()).isTrue();
  }

  @Test
  void viewsOfTheVerdictAreThoseThatWereLimited() throws IOException {
    GateVerdict verdict = verdict(heap(1e7), heap(1e7), TOTAL);
    assertThat(verdict.detectable())
        .extracting(GateVerdict.Detectable::ofTotal)
        .containsExactly(true);
    assertThat(verdict.detectable().get(0).base()).isEqualTo(1e7);
    assertThat(verdict.asked().limits()).containsExactly(TOTAL);
    assertThat(heap(1e7).views()).contains(View.SPACE);
  }
}
