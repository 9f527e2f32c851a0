package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pprof file of this program's that another one saved again, or damaged. */
@Tag("slow")
class LostEstimatesTest {

  private static Profile written(EstimatedProfile profile) {
    return Pprof.decode(Conversions.write(profile, Format.PPROF)).profile;
  }

  private static EstimatedProfile truth() throws IOException {
    return StoredEstimatesTest.estimated(TestData.recording("truth_i4096"), UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile merged() throws IOException {
    return Merging.of(List.of(truth(), truth()), false);
  }

  private static RecordedProfile read(Profile profile) throws IOException {
    return Conversions.read(profile.toByteArray());
  }

  private static Profile without(Profile profile) {
    return Pprof.withoutEstimates(profile);
  }

  private static boolean isLost(RecordedProfile recorded) {
    return Conversions.noticeIds(recorded).contains(ErrorId.LOST_ESTIMATES);
  }

  /** Columns by heap, stack and labels. */
  private static Map<String, Map<View, double[]>> intervals(EstimatedProfile profile) {
    Map<String, Map<View, double[]>> rows = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        StringBuilder key =
            new StringBuilder(heap.info().id().process().displayName() + heap.info().heap());
        key.append(heap.labels(row));
        for (int s = heap.stack(row); s != StackTable.ROOT; s = profile.stacks().parent(s)) {
          int frame = profile.stacks().frame(s);
          key.append(profile.stacks().lines(frame)).append(profile.stacks().frameAddress(frame));
        }
        Map<View, double[]> views = new HashMap<>();
        for (View view : heap.views()) {
          Column column = heap.column(view);
          views.put(view, new double[] {column.value(row), column.low(row), column.high(row)});
        }
        rows.put(key.toString(), views);
      }
    }
    return rows;
  }

  private static void assertNotNarrower(EstimatedProfile lost, EstimatedProfile original) {
    Map<String, Map<View, double[]>> wide = intervals(lost);
    int[] compared = new int[1];
    intervals(original)
        .forEach(
            (key, views) ->
                views.forEach(
                    (view, interval) -> {
                      if (interval[0] > 1L << 53) {
                        return; // Neither doubles nor quantiles are that precise.
                      }
                      double[] now = wide.getOrDefault(key, Map.of()).get(view);
                      if (now == null) {
                        assertThat(interval[0]).isZero();
                        return;
                      }
                      compared[0]++;
                      // Quantiles of different routines agree to so much, and values are rounded.
                      double slack = 0.5 + 5e-2 * (Math.min(interval[2], 1e18) - interval[1]);
                      assertThat(now[1]).as(key + view).isLessThanOrEqualTo(interval[1] + slack);
                      assertThat(now[2]).as(key + view).isGreaterThanOrEqualTo(interval[2] - slack);
                    }));
    assertThat(compared[0]).isPositive();
  }

  @ParameterizedTest
  @MethodSource("dev.heapconv.reader.pprof.StoredEstimatesTest#smallRecordings")
  void intervalsAreNeverNarrowerThanTheOriginals(Path recording) throws IOException {
    for (double level : new double[] {0.5, 0.95}) {
      EstimatedProfile original =
          HeapConv.unskew(
              Conversions.read(TestData.bytes(recording)), StoredEstimatesTest.level(level));
      // What others record is told by its numbers, as any profile: PprofScalingTest.
      if (original.heaps().stream()
              .anyMatch(heap -> heap.info().sampling().scheme() != Scheme.WEIGHTED)
          || original.heaps().stream().allMatch(heap -> heap.rows() == 0)) {
        return;
      }
      EstimatedProfile lost =
          HeapConv.unskew(read(without(written(original))), StoredEstimatesTest.level(level));
      // Less allocated than live, as in traces made by hand, is no view of a foreign profile.
      if (lost.views().equals(original.views())) {
        assertNotNarrower(lost, original);
      }
    }
  }

  @Test
  void bytesKeepTheIntervalThatTheSamplingIntervalBounds() throws IOException {
    RecordedProfile lost = read(without(written(truth())));
    EstimatedHeap heap = HeapConv.unskew(lost, UnskewOptions.DEFAULT).heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      assertThat(heap.columns().get(0).high(row)).isInfinite();
      assertThat(heap.columns().get(1).high(row)).isFinite();
    }
  }

  @Test
  void recordedNumbersDoNotGetIntervals() throws IOException {
    EstimatedProfile asRecorded =
        StoredEstimatesTest.estimated(TestData.recording("truth_i4096"), Conversions.AS_RECORDED);
    RecordedProfile lost = read(without(written(asRecorded)));
    assertThat(isLost(lost)).isFalse();
    for (Column column : HeapConv.unskew(lost, UnskewOptions.DEFAULT).heaps().get(0).columns()) {
      assertThat(column.high(0)).isInfinite();
    }
  }

  @Test
  void estimatesOfOtherSamplesAreIgnored() throws IOException {
    Profile profile = written(merged());
    assertThat(isLost(read(profile))).isFalse();
    Sample first = profile.getSample(0);
    assertThat(isLost(read(profile.toBuilder().removeSample(0).build()))).isTrue();
    assertThat(isLost(read(profile.toBuilder().addSample(first).build()))).isTrue();
    Sample changed = first.toBuilder().setValue(1, first.getValue(1) + 1).build();
    assertThat(isLost(read(profile.toBuilder().setSample(0, changed).build()))).isTrue();
    Sample moved = first.toBuilder().setLocationId(0, first.getLocationId(1)).build();
    assertThat(isLost(read(profile.toBuilder().setSample(0, moved).build()))).isTrue();
  }

  private static Profile with(Profile profile, byte[] estimates) {
    return Pprof.withEstimates(profile, ByteString.copyFrom(estimates));
  }

  @Test
  void estimatesCutOffAnywhereAreIgnored() throws IOException {
    for (EstimatedProfile original : List.of(truth(), merged())) {
      Profile profile = written(original);
      byte[] whole = profile.getPeriodType().getHeapconvEstimates().toByteArray();
      for (int length = 1; length < whole.length; length++) {
        Profile cut = with(profile, Arrays.copyOf(whole, length));
        assertThat(isLost(read(cut))).as("cut at " + length).isTrue();
      }
    }
  }

  @Test
  void damagedEstimatesAreNeverAnError() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (EstimatedProfile original : List.of(truth(), merged())) {
      Profile profile = written(original);
      byte[] whole = profile.getPeriodType().getHeapconvEstimates().toByteArray();
      int values = read(profile).heaps().get(0).rows();
      for (int i = 0; i < Effort.of(100, 500); i++) {
        byte[] damaged = whole.clone();
        for (int n = random.nextInt(1, 4); n > 0; n--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        RecordedProfile recorded = read(with(profile, damaged));
        EstimatedProfile estimated = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
        assertThat(estimated.heaps().get(0).rows()).isEqualTo(values);
      }
    }
  }

  @Test
  void estimatesOfALaterVersionAreIgnored() throws IOException {
    Profile profile = written(truth());
    byte[] estimates = profile.getPeriodType().getHeapconvEstimates().toByteArray();
    assertThat(estimates[1]).isEqualTo((byte) 3);
    estimates[1]++;
    assertThat(isLost(read(intact(with(profile, estimates))))).isTrue();
  }

  /** With the checksum of what is in it. */
  private static Profile intact(Profile profile) {
    CRC32 crc = new CRC32();
    profile.getSampleList().forEach(sample -> crc.update(sample.toByteArray()));
    crc.update(profile.getPeriodType().getHeapconvEstimates().toByteArray());
    Profile.Builder other = profile.toBuilder();
    other.getPeriodTypeBuilder().setHeapconvCrc((int) crc.getValue());
    return other.build();
  }

  @Test
  void aChecksumOfOthersIsNoReasonToFail() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    for (EstimatedProfile original : List.of(truth(), merged())) {
      Profile profile = written(original);
      assertThat(intact(profile)).isEqualTo(profile);
      for (int i = 0; i < Effort.of(100, 500); i++) {
        Profile.Builder other = profile.toBuilder();
        for (Sample.Builder sample : other.getSampleBuilderList()) {
          sample.clearHeapconvCount().clearHeapconvEstimate();
          sample.setHeapconvSame(random.nextInt(-3, 40));
          random.longs(random.nextInt(4)).forEach(sample::addHeapconvCount);
          random.longs(random.nextInt(30)).forEach(sample::addHeapconvEstimate);
        }
        RecordedProfile recorded = read(intact(other.build()));
        assertThat(isLost(recorded)).isFalse();
        EstimatedProfile estimated = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
        assertThat(estimated.heaps().get(0).rows()).isEqualTo(profile.getSampleCount());
      }
      Estimates stored = Estimates.parseFrom(profile.getPeriodType().getHeapconvEstimates());
      for (long samples : new long[] {-1, 0, 1, 1 << 20, Long.MAX_VALUE, Long.MIN_VALUE}) {
        Estimates.Builder other = stored.toBuilder();
        other.getHeapBuilder(0).setSamples(samples);
        Profile changed = intact(with(profile, other.build().toByteArray()));
        assertThat(isLost(read(changed))).as("" + samples).isTrue();
      }
    }
  }
}
