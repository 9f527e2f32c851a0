package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.unskew.growth.DetectableGrowth;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateVerdictTest {

  private static final Limit ROWS = new Limit("space", false, 5, true, "space>5%");
  private static final Limit TOTAL = new Limit("space", true, 5, true, "total:space>5%");

  private static EstimatedProfile dump(DumpSelector choice) throws IOException {
    return Conversions.estimated("phases_i512", choice);
  }

  private static GateVerdict verdict(
      EstimatedProfile base, EstimatedProfile changed, String filter, Limit... limits)
      throws IOException {
    return verdict(false, base, changed, filter, limits);
  }

  private static GateVerdict verdict(
      boolean strict,
      EstimatedProfile base,
      EstimatedProfile changed,
      String filter,
      Limit... limits)
      throws IOException {
    Pattern pattern = filter.isEmpty() ? null : Pattern.compile(filter);
    AggregateOptions options = AggregateOptions.DEFAULT.withFilter(pattern);
    GateLimits asked = new GateLimits(List.of(limits), 0.01, strict);
    Answer answer = new Difference(options, null, asked).ask(new Subject(changed, base));
    return Objects.requireNonNull(answer.verdict());
  }

  @Test
  void aFilterLeavesTheTotalToLimitsOfTheTotal() throws IOException {
    EstimatedProfile first = dump(DumpSelector.FIRST);
    EstimatedProfile last = dump(DumpSelector.LAST);
    assertThat(verdict(first, last, "once", ROWS).outcome()).isEqualTo(Outcome.PASS);
    GateVerdict both = verdict(first, last, "late", TOTAL, ROWS);
    assertThat(both.failures())
        .extracting(failure -> failure.limit().text() + " " + failure.name())
        .containsExactly("total:space>5% ", "space>5% late_only()");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e19})
  void whatNothingCanExceedIsNoLimit(double max) {
    assertThatThrownBy(() -> new Limit("space", false, max, true, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A limit says what is allowed: growth by just as much is. */
  @Test
  void growthByTheLimitItselfIsAllowed() {
    Limit bytes = new Limit("space", false, 4096, false, "space>4KiB");
    assertThat(bytes.isExceeded(100, 4096)).isFalse();
    assertThat(bytes.isExceeded(100, 4097)).isTrue();
    assertThat(ROWS.isExceeded(1000, 50)).isFalse();
    assertThat(ROWS.isExceeded(1000, 51)).isTrue();
    assertThat(ROWS.isExceeded(0, 0)).isFalse();
    assertThat(ROWS.isExceeded(0, 1)).isTrue();
  }

  @Test
  void whatIsUnchangedHasBeenTested() throws IOException {
    EstimatedProfile last = dump(DumpSelector.LAST);
    GateVerdict verdict = verdict(last, last, "late", ROWS);
    assertThat(verdict.doubts()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
  }

  private static final Limit ALLOCATED = new Limit("alloc_space", false, 0, true, "alloc_space>0%");

  private static EstimatedProfile with(EstimatedProfile profile, HeapInfo... infos) {
    EstimatedHeap heap = profile.heaps().get(0);
    return profile.withHeaps(
        Stream.of(infos).map(info -> heap.with(info, heap.columns())).toList());
  }

  /** Of missed frees, live memory seems to grow, and nothing else. */
  @Test
  void whatIsTooHighDoesNotProveGrowth() throws IOException {
    EstimatedProfile first = dump(DumpSelector.FIRST);
    EstimatedProfile last = dump(DumpSelector.LAST);
    Notice missed = Notice.of(ErrorId.MISSED_FREES, 1, 1);
    assertThat(verdict(first, last, "", ROWS).outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict(first, last.withNotice(missed), "", ROWS).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(first, last.withNotice(missed), "", ALLOCATED).outcome())
        .isEqualTo(Outcome.FAIL);
    assertThat(verdict(first.withNotice(missed), last, "", ROWS).outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict(last, last.withNotice(missed), "", ROWS).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(last.withNotice(missed), last, "", ROWS).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** What both sides have counts twice in both. */
  @Test
  void whatMayCountTwiceOnOneSideIsADoubt() throws IOException {
    EstimatedProfile first = dump(DumpSelector.FIRST);
    EstimatedProfile last = dump(DumpSelector.LAST);
    Notice twice = Notice.of(ErrorId.RECORDED_TWICE, "a", 2);
    Notice assumed = Notice.of(ErrorId.REFUTED_SCALED, "scaled", "raw");
    assertThat(verdict(first, last.withNotice(twice), "", ROWS).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    for (Notice notice : List.of(twice, assumed)) {
      EstimatedProfile doubtful = last.withNotice(notice);
      assertThat(verdict(last, doubtful, "", ROWS).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(verdict(doubtful, last, "", ROWS).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(verdict(doubtful, doubtful, "", ROWS).outcome()).isEqualTo(Outcome.PASS);
    }
  }

  /** Its own memory twice is no growth if the process began anew. */
  @Test
  void aProcessThatBeganAnewIsADoubt() throws IOException {
    EstimatedProfile once = dump(DumpSelector.LAST);
    HeapInfo info = once.heaps().get(0).info();
    HeapInfo ended = info.withProvenance(info.provenance().withLive(Live.ENDED));
    EstimatedProfile twice = with(once, ended.withProcess(1, info.process()), info);
    GateVerdict verdict = verdict(once, twice, "", ALLOCATED);
    assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.doubts())
        .containsExactly(Notice.of(ErrorId.RAN_AGAIN, "phases (libc.malloc)", 2, 1));
    assertThat(verdict(twice, once, "", ALLOCATED).doubts())
        .containsExactly(Notice.of(ErrorId.MISSING_HEAPS, "phases (libc.malloc)"));
    assertThat(verdict(twice, twice, "", ALLOCATED).outcome()).isEqualTo(Outcome.PASS);
  }

  /** 10 dumps in 4.98 s; one dump less is chance, and so is dumping less often. */
  @Test
  void aRecordingThatEndsEarlierIsADoubt() throws IOException {
    EstimatedProfile whole = dump(DumpSelector.LAST);
    HeapInfo info = whole.heaps().get(0).info();
    long duration = info.dump().durationNanos();
    EstimatedProfile cut = with(whole, info.withDump(3, 3).withTimes(1, duration * 3 / 10));
    assertThat(verdict(whole, cut, "", ROWS).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict(whole, cut, "", ROWS).doubts())
        .containsExactly(
            Notice.of(ErrorId.ENDS_EARLIER, "NEW", 3, "phases (libc.malloc)", "BASE", 10));
    assertThat(verdict(cut, whole, "", ROWS).doubts())
        .containsExactly(
            Notice.of(ErrorId.ENDS_EARLIER, "BASE", 3, "phases (libc.malloc)", "NEW", 10));
    for (EstimatedProfile alike :
        List.of(
            with(whole, info.withDump(9, 9).withTimes(1, duration * 9 / 10)),
            with(whole, info.withDump(3, 3)))) {
      assertThat(verdict(whole, alike, "", ROWS).outcome()).isEqualTo(Outcome.PASS);
    }
  }

  /** A star stands beside no interval that holds 0, and only what has one fails. */
  @Test
  void whatIsBeyondNoiseHasAnIntervalWithoutZero() throws IOException {
    String[][] pairs = {
      {"truth_i512", "truth_i4096"}, {"truth_i512", "truth_i1"}, {"truth_i4096", "truth_i32768"}
    };
    int stars = 0;
    for (String[] pair : pairs) {
      EstimatedProfile base = Conversions.estimated(pair[0], DumpSelector.LAST);
      EstimatedProfile changed = Conversions.estimated(pair[1], DumpSelector.LAST);
      Answer result = Difference.of(base, changed, AggregateOptions.DEFAULT, null);
      for (View view : result.views()) {
        NumberColumn change = result.get(view, Difference.DIFF);
        for (int row : result.order()) {
          if (result.get(view, Difference.BEYOND_NOISE).value(row) == 1) {
            stars++;
            assertThat(change.at(row).low() > 0 || change.at(row).high() < 0).isTrue();
          }
        }
      }
    }
    assertThat(stars).isPositive();
  }

  /** A site of 256 samples in BASE: two tests share the alpha, z(0.005) = 2.5758. */
  @Test
  void saysWhichGrowthIsSeen() throws IOException {
    double shift = (2.575829 + 0.841621) * Math.sqrt(2 * 4096) / 2;
    double seen = shift * (2 * 1024 + shift);
    GateVerdict verdict = verdict(site(256), site(300), "", ALLOCATED);
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
    assertThat(verdict.detectable())
        .extracting(GateVerdict.Detectable::ofTotal)
        .containsExactly(true, false);
    for (GateVerdict.Detectable detectable : verdict.detectable()) {
      assertThat(detectable.base()).isEqualTo(256 * 4096);
      assertThat(detectable.growth()).isCloseTo(seen, within(0.001 * seen));
      assertThat(detectable.orMore()).isFalse();
    }
    Limit half = new Limit("alloc_space", false, 50, true, "alloc_space>50%");
    assertThat(verdict(site(256), site(300), "", half).detectable().get(1).orMore()).isTrue();
  }

  /** Growth of 256 samples is seen from 32 % on. */
  @Test
  void whatALimitAllowsAndSamplesCannotShowPassesUnlessTheGateIsStrict() throws IOException {
    for (double percent : new double[] {10, 33}) {
      Limit limit = new Limit("alloc_space", false, percent, true, "");
      boolean unseen = percent < 32;
      GateVerdict verdict = verdict(false, site(256), site(257), "", limit);
      assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
      // The total and the only row.
      assertThat(verdict.unseen()).hasSize(unseen ? 2 : 0);
      GateVerdict strict = verdict(true, site(256), site(257), "", limit);
      assertThat(strict.outcome()).isEqualTo(unseen ? Outcome.INCONCLUSIVE : Outcome.PASS);
      assertThat(verdict(true, site(256), site(600), "", limit).outcome()).isEqualTo(Outcome.FAIL);
    }
    double bytes = 256 * 4096 / 10.0;
    Limit limit = new Limit("alloc_space", true, bytes, false, "");
    assertThat(verdict(true, site(256), site(257), "", limit).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** {@code accuracy --gate 25% --interval 4096 --size 64K} plans 23 runs: 368 samples. */
  @Test
  void plannedRunsSeeTheGrowthAsOftenAsPlanned() throws IOException {
    double runs = DetectableGrowth.runs(65_536, 4096, 0.25, 0.01, 0.8);
    assertThat(runs).isEqualTo(23);
    SplittableRandom random = new SplittableRandom(51);
    var before = PoissonDistribution.of(runs * 16);
    var after = PoissonDistribution.of(runs * 16 * 1.25);
    int pairs = 200;
    int found = 0;
    for (int pair = 0; pair < pairs; pair++) {
      EstimatedProfile base = site(before.inverseCumulativeProbability(random.nextDouble()));
      EstimatedProfile changed = site(after.inverseCumulativeProbability(random.nextDouble()));
      Limit half = new Limit("alloc_space", false, 12.5, true, "");
      found += verdict(base, changed, "", half).outcome() == Outcome.FAIL ? 1 : 0;
    }
    // Three standard errors.
    assertThat((double) found / pairs).isCloseTo(0.8, within(0.085));
  }

  /** A trace of one call site of which so many allocations were recorded, every 4 KiB. */
  private static EstimatedProfile site(int samples) throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap heap = TraceBuilder.malloc(1);
    heap.row(sequence.stack("main", "site"), samples, samples * 4096L, 0, 0);
    heap.samples.setSamplingIntervalBytes(4096).setOrigSamplingIntervalBytes(4096);
    sequence.dump(heap);
    return HeapConv.unskew(Conversions.read(trace.bytes()), UnskewOptions.DEFAULT);
  }

  @Test
  void recordingsWithoutHeapsAreNotComparable() throws IOException {
    EstimatedProfile last = dump(DumpSelector.LAST);
    EstimatedProfile none = last.withHeaps(List.of());
    for (GateVerdict verdict :
        List.of(
            verdict(none, none, "", ROWS),
            verdict(none, last, "", ROWS),
            verdict(last, none, "", ROWS))) {
      assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(verdict.doubts()).anyMatch(doubt -> doubt.id() == ErrorId.NO_COMMON_HEAP);
      assertThat(verdict.failures()).isEmpty();
    }
  }
}
