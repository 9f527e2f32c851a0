package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a profile is by its numbers, not by who wrote it. */
class PprofScalingTest {

  private static final List<String> STRINGS =
      List.of(
          "",
          "alloc_objects",
          "count",
          "alloc_space",
          "bytes",
          "inuse_objects",
          "inuse_space",
          "a",
          "b",
          "c",
          View.UNSAMPLED);

  /** A profile of four columns, with a function of its own for each sample. */
  private static Profile.Builder profile(long period, long[]... samples) {
    Profile.Builder profile = Profile.newBuilder().addAllStringTable(STRINGS);
    for (int type : new int[] {1, 3, 5, 6}) {
      profile.addSampleType(ValueType.newBuilder().setType(type).setUnit(type % 2 == 1 ? 2 : 4));
    }
    profile.getSampleTypeBuilder(1).setUnit(4);
    profile.setPeriod(period).setPeriodType(ValueType.newBuilder().setType(6).setUnit(4));
    for (int i = 0; i < samples.length; i++) {
      profile.addFunction(Function.newBuilder().setId(i + 1).setName(7 + i));
      profile.addLocation(
          Location.newBuilder().setId(i + 1).addLine(Line.newBuilder().setFunctionId(i + 1)));
      Sample.Builder sample = Sample.newBuilder().addLocationId(i + 1);
      for (long value : samples[i]) {
        sample.addValue(value);
      }
      profile.addSample(sample);
    }
    return profile;
  }

  private static long[] both(long objects, long bytes) {
    return new long[] {objects, bytes, objects, bytes};
  }

  private static RecordedProfile read(Profile.Builder profile, ReadOptions options)
      throws IOException {
    return Conversions.read(profile.build().toByteArray(), options);
  }

  private static RecordedProfile read(Profile.Builder profile) throws IOException {
    return read(profile, ReadOptions.DEFAULT);
  }

  private static EstimatedHeap estimate(RecordedProfile profile) {
    return HeapConv.unskew(profile, UnskewOptions.DEFAULT).heaps().get(0);
  }

  private static void assertHolds(EstimatedHeap heap, View view, int row, double low, double high) {
    Column column = heap.column(view);
    assertThat(column.low(row)).isBetween(low, column.value(row));
    assertThat(column.high(row)).isBetween(column.value(row), high);
  }

  private static ReadOptions given(long interval) {
    return new ReadOptions(
        ReadOptions.DEFAULT.selection(), interval, false, ReadOptions.DEFAULT.limits());
  }

  private static Profile.Builder rawProfile() {
    return profile(16384, both(990, 63360), both(1246, 1275904), both(200, 20_000_000));
  }

  @Test
  void rawSumsOfPoissonSamplesAreUnskewed() throws IOException {
    RecordedProfile recorded = read(rawProfile().setTimeNanos(1_790_000_000_000L));
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.sampling().scheme()).isEqualTo(Scheme.RECORDED);
    assertThat(info.samplingInterval()).isEqualTo(16384);
    assertThat(info.provenance().scheme()).isEqualTo(Evidence.SHOWN);
    assertThat(info.dump().timeNanos()).isZero();
    EstimatedHeap heap = estimate(recorded);
    double[] truth = {250_000, 20_000, 200};
    for (int row = 0; row < truth.length; row++) {
      for (View view : List.of(View.ALLOC_OBJECTS, View.OBJECTS)) {
        assertThat(truth[row]).isBetween(heap.column(view).low(row), heap.column(view).high(row));
      }
    }
  }

  @Test
  void aFewStacksThatShowNothingHaveNoIntervals() throws IOException {
    RecordedProfile recorded = read(profile(524288, both(100, 52_428_800)));
    assertThat(recorded.heaps().get(0).info().provenance().scheme()).isEqualTo(Evidence.ASSUMED);
    assertThat(estimate(recorded).column(View.SPACE).high(0)).isInfinite();
  }

  @Test
  void theUserDecidesWhereTheNumbersDoNot() throws IOException {
    Profile.Builder undecided = profile(524288, both(100, 52_428_800));
    RecordedProfile scaled =
        read(undecided, ReadOptions.DEFAULT.withGiven(new GivenSampling(0, true)));
    assertThat(scaled.heaps().get(0).info().provenance().scheme()).isEqualTo(Evidence.TOLD);
    assertThat(estimate(scaled).column(View.SPACE).high(0)).isFinite();
    RecordedProfile raw =
        read(undecided, ReadOptions.DEFAULT.withGiven(new GivenSampling(8192, false)));
    assertThat(raw.heaps().get(0).info().sampling().scheme()).isEqualTo(Scheme.RECORDED);
    assertThat(raw.heaps().get(0).info().samplingInterval()).isEqualTo(8192);
    RecordedProfile given = read(undecided, given(8192));
    assertThat(given.heaps().get(0).info().samplingInterval()).isEqualTo(8192);
    assertThat(given.heaps().get(0).info().provenance().interval()).isEqualTo(Evidence.TOLD);
    assertThat(Conversions.noticeIds(given)).containsExactly(ErrorId.UNSTATED_SCALING);
    assertThat(
            Conversions.noticeIds(
                read(
                    profile(0, both(3, 192)),
                    ReadOptions.DEFAULT.withGiven(new GivenSampling(0, false)))))
        .containsExactly(ErrorId.CANNOT_UNSKEW, ErrorId.UNSTATED_SCALING);
  }

  @Test
  void whatTheUserSaysIsUsedThoughTheNumbersRefuteIt() throws IOException {
    RecordedProfile recorded =
        read(rawProfile(), ReadOptions.DEFAULT.withGiven(new GivenSampling(0, true)));
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.sampling()).isEqualTo(Sampling.scaled(16384));
    assertThat(info.provenance().scheme()).isEqualTo(Evidence.TOLD);
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.REFUTED_SCALED);
  }

  @Test
  void theGivenIntervalIsUsedThoughTheNumbersShowAnother() throws IOException {
    Profile.Builder scaled = profile(524288, both(8192, 524320), both(16384, 524304));
    RecordedProfile recorded = read(scaled, given(65536));
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.sampling()).isEqualTo(Sampling.scaled(65536));
    assertThat(info.provenance().scheme()).isEqualTo(Evidence.SHOWN);
    assertThat(info.provenance().interval()).isEqualTo(Evidence.TOLD);
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.REFUTED_GIVEN_INTERVAL);
    assertThat(Conversions.noticeIds(read(scaled, given(524288)))).isEmpty();
  }

  @Test
  void theIntervalOneSaysThatEverythingWasRecorded() throws IOException {
    HeapInfo info = read(profile(0, both(3, 192)), given(1)).heaps().get(0).info();
    assertThat(info.sampling()).isEqualTo(Sampling.COMPLETE);
    assertThat(info.provenance().sampling()).isEqualTo(Evidence.TOLD);
  }

  @Test
  void numbersThatAreGivenAsScaledWereNotAllRecorded() throws IOException {
    RecordedProfile recorded =
        read(profile(1, both(3, 192)), ReadOptions.DEFAULT.withGiven(new GivenSampling(0, true)));
    assertThat(recorded.heaps().get(0).info().sampling()).isEqualTo(Sampling.scaled(0));
    assertThat(Conversions.noticeIds(recorded)).isEmpty();
  }

  @Test
  void anIntervalThatTheNumbersRefuteIsNotUsed() throws IOException {
    RecordedProfile recorded = read(profile(1, both(8192, 524320), both(16384, 524304)));
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.sampling().scheme()).isEqualTo(Scheme.SCALED);
    assertThat(info.samplingInterval()).isEqualTo(524288);
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.REFUTED_INTERVAL);
  }

  @Test
  void aPeriodOfOneIsNoProof() throws IOException {
    HeapInfo info = read(profile(1, both(3, 192))).heaps().get(0).info();
    assertThat(info.sampling().scheme()).isEqualTo(Scheme.EXACT);
    assertThat(info.provenance().interval()).isEqualTo(Evidence.UNTESTED);
  }

  @Test
  void countsOfKnownSizesAreAsCertainAsBytes() throws IOException {
    Profile.Builder profile = profile(524288, both(1_000_000, 64_000_000), both(40, 41_943_040));
    profile.getSampleBuilder(0).addLabel(Label.newBuilder().setKey(4).setNum(64));
    profile.getSampleBuilder(1).addLabel(Label.newBuilder().setKey(4).setNum(1 << 20));
    EstimatedHeap heap = estimate(read(profile));
    assertHolds(heap, View.OBJECTS, 0, 823_000, 1_200_000);
    assertHolds(heap, View.OBJECTS, 1, 34, 47);
  }

  @Test
  void whatIsNotSampledIsExactAndRefutesNothing() throws IOException {
    Profile.Builder profile =
        profile(524288, both(8192, 524320), both(16384, 1_048_608), both(4112, 526_336))
            .addFunction(Function.newBuilder().setId(9).setName(10))
            .addLocation(Location.newBuilder().setId(9).addLine(Line.newBuilder().setFunctionId(9)))
            .addSample(
                Sample.newBuilder()
                    .addLocationId(9)
                    .addValue(1)
                    .addValue(1000)
                    .addValue(1)
                    .addValue(1000));
    EstimatedHeap heap = estimate(read(profile));
    assertThat(heap.info().sampling().scheme()).isEqualTo(Scheme.SCALED);
    assertThat(heap.column(View.SPACE).estimate(3).isExact()).isTrue();
  }

  @Test
  void liveNumbersOfAStretchOfTimeAreNoHeapAtAMoment() throws IOException {
    Profile.Builder scrapes = profile(524288, both(100, 52_428_800)).setDurationNanos(1_000_000);
    assertThat(read(scrapes).heaps().get(0).info().provenance().live()).isEqualTo(Live.OVER_TIME);
    Profile.Builder delta = profile(524288, new long[] {0, 0, -1, -600_000});
    assertThat(read(delta).heaps().get(0).info().provenance().live()).isEqualTo(Live.DIFFERENCE);
  }

  @Test
  void allocatedBelowLiveWasNotRecorded() throws IOException {
    RecordedProfile recorded = read(profile(524288, new long[] {0, 0, 524, 53_000_000}));
    assertThat(recorded.heaps().get(0).views()).containsExactly(View.OBJECTS, View.SPACE);
  }

  @Test
  void theProducersPresentationStays() throws IOException {
    Profile.Builder profile =
        profile(524288, both(100, 52_428_800))
            .setDefaultSampleType(3)
            .setDropFrames(7)
            .setKeepFrames(8)
            .setDocUrl(9);
    profile.getLocationBuilder(0).setIsFolded(true).getLineBuilder(0).setColumn(12);
    profile.getFunctionBuilder(0).setStartLine(5);
    EstimatedProfile estimated = HeapConv.unskew(read(profile), UnskewOptions.DEFAULT);
    assertThat(estimated.defaultView()).isEqualTo(View.ALLOC_SPACE);
    Profile again = Profile.parseFrom(Conversions.write(estimated, Format.PPROF_PLAIN));
    assertThat(
            List.of(
                again.getStringTable((int) again.getDefaultSampleType()),
                again.getStringTable((int) again.getDropFrames()),
                again.getStringTable((int) again.getKeepFrames()),
                again.getStringTable((int) again.getDocUrl())))
        .containsExactly("alloc_space", "a", "b", "c");
    assertThat(again.getLocation(0).getIsFolded()).isTrue();
    assertThat(again.getLocation(0).getLine(0).getColumn()).isEqualTo(12);
    assertThat(again.getFunction(0).getStartLine()).isEqualTo(5);
  }

  @Test
  void missingNamesLeaveTheNumbersComplete() throws IOException {
    Profile.Builder profile = profile(524288, both(100, 52_428_800));
    profile.getFunctionBuilder(0).setFilename(99);
    RecordedProfile recorded = read(profile);
    assertThat(Conversions.noticeIds(recorded)).contains(ErrorId.MISSING_NAMES);
  }

  /** Fuchsia lists each live block with its size; samples are not listed so. */
  @Test
  void rowsThatAreOneBlockEachAreAllThereIs() throws IOException {
    Profile.Builder blocks = profile(0, both(1, 64), both(1, 4096));
    blocks.getSampleBuilder(0).addLabel(Label.newBuilder().setKey(4).setNum(64));
    blocks.getSampleBuilder(1).addLabel(Label.newBuilder().setKey(4).setNum(4096));
    HeapInfo info = read(blocks).heaps().get(0).info();
    assertThat(info.sampling()).isEqualTo(Sampling.COMPLETE);
    assertThat(info.provenance().sampling()).isEqualTo(Evidence.SHOWN);
    blocks.getSampleBuilder(1).getLabelBuilder(0).setNum(4095);
    assertThat(read(blocks).heaps().get(0).info().sampling().isComplete()).isFalse();
  }

  /** Two columns, and rows with a label each. */
  private static Profile.Builder pair(String objects, String bytes, String key, String... labels) {
    Profile.Builder profile =
        Profile.newBuilder()
            .addAllStringTable(List.of("", objects, "count", bytes, "bytes", key, "f"))
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addSampleType(ValueType.newBuilder().setType(3).setUnit(4));
    profile.addFunction(Function.newBuilder().setId(1).setName(6));
    profile.addLocation(Location.newBuilder().setId(1).addLine(Line.newBuilder().setFunctionId(1)));
    for (String label : labels) {
      profile.addStringTable(label);
      profile.addSample(
          Sample.newBuilder()
              .addLocationId(1)
              .addValue(3)
              .addValue(3_000_001)
              .addLabel(Label.newBuilder().setKey(5).setStr(profile.getStringTableCount() - 1)));
    }
    return profile;
  }

  /** JAX lists all buffers on its devices, and states no interval. */
  @Test
  void buffersOfJaxAreAllThereIs() throws IOException {
    Profile.Builder jax = pair("allocations", "space", "kind", "buffer", "executable", "buffer");
    RecordedProfile read = read(jax);
    assertThat(read.notices()).isEmpty();
    assertThat(read.heaps().get(0).info().sampling()).isEqualTo(Sampling.COMPLETE);
    assertThat(read.heaps().get(0).info().provenance().sampling().isSure()).isTrue();
    assertThat(estimate(read).column(View.SPACE).total()).isEqualTo(9_000_003);
    for (Profile.Builder other :
        List.of(
            pair("allocations", "space", "kind", "buffer", "arena"),
            pair("allocations", "space", "sort", "buffer"),
            pair("objects", "space", "kind", "buffer"))) {
      assertThat(read(other).heaps().get(0).info().sampling().isComplete()).isFalse();
    }
  }

  /** It does not say which share of the allocations it recorded, so nothing scales its numbers. */
  @Test
  void samplesOfJuliaAreForRankingOnly() throws IOException {
    Profile.Builder julia = pair("allocs", "size", "type", "String", "Array");
    RecordedProfile read = read(julia);
    assertThat(Conversions.noticeIds(read)).containsExactly(ErrorId.UNKNOWN_SHARE);
    HeapInfo info = read.heaps().get(0).info();
    assertThat(info.sampling()).isEqualTo(Sampling.of(Scheme.RECORDED, 0));
    assertThat(info.provenance().interval()).isEqualTo(Evidence.UNKNOWN);
    Column space = estimate(read).column(View.ALLOC_SPACE);
    assertThat(space.total()).isEqualTo(6_000_002);
    assertThat(space.high(0)).isInfinite();
    assertThat(Conversions.noticeIds(read(julia, given(4096))))
        .doesNotContain(ErrorId.UNKNOWN_SHARE);
  }

  /** heappy counts anew after each sample, and large blocks leave small ones unseen. */
  @Test
  void smallBlocksBesideLargeOnesOfHeappyCountMore() throws IOException {
    Profile.Builder profile =
        profile(1 << 20, alloc(7, 448), alloc(66, 270_336), alloc(150, 629_145_600));
    double poisson = estimate(read(profile)).column(View.ALLOC_SPACE).value(1);
    profile.setStringTable(8, ".*::Profiler::track_allocated").setDropFrames(8);
    Column space = estimate(read(profile)).column(View.ALLOC_SPACE);
    assertThat(poisson).isBetween(69e6, 70e6);
    assertThat(space.value(1)).isBetween(126e6, 128e6);
    assertThat(space.low(1)).isLessThan(122e6);
    assertThat(space.high(0)).isGreaterThan(17.3e6);
    assertThat(space.value(2)).isEqualTo(629_145_600);
  }

  private static long[] alloc(long objects, long bytes) {
    return new long[] {objects, bytes, 0, 0};
  }
}
