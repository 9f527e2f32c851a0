package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.query.Subtraction;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bits that flip in the stored estimates of a file are noticed. */
@Tag("slow")
class DamagedEstimatesTest {

  /** Bits at both ends of a message, where its structure is, are all tried. */
  private static final int ENDS = 8 * Effort.of(16, 48);

  /** Of the others, only so many. */
  private static final int STEP = 211;

  private static EstimatedProfile truth(String interval) throws IOException {
    return StoredEstimatesTest.estimated(
        TestData.recording("truth_i" + interval), UnskewOptions.DEFAULT);
  }

  static List<EstimatedProfile> profiles() throws IOException {
    EstimatedProfile truth = truth("4096");
    return List.of(
        truth,
        truth("1"),
        Merging.of(List.of(truth, truth), false),
        Subtraction.of(truth("512"), truth).profile(),
        StoredEstimatesTest.estimated(TestData.recording("truth_i4096"), Conversions.AS_RECORDED));
  }

  /** The profile with one bit flipped, for many bits of its stored estimates. */
  private static List<Profile> flipped(Profile profile) {
    List<Profile> damaged = new ArrayList<>();
    byte[] whole = profile.getPeriodType().getHeapconvEstimates().toByteArray();
    int bits = 8 * whole.length;
    for (int bit = 0; bit < bits; bit += bit < ENDS || bit >= bits - ENDS ? 1 : STEP) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      damaged.add(Pprof.withEstimates(profile, ByteString.copyFrom(flipped)));
    }
    for (int at = 0; at < profile.getSampleCount(); at++) {
      Sample sample = profile.getSample(at);
      for (int i = 0; i < sample.getHeapconvCountCount(); i++) {
        long flipped = sample.getHeapconvCount(i) ^ 1L << at % Long.SIZE;
        damaged.add(with(profile, at, sample.toBuilder().setHeapconvCount(i, flipped)));
      }
      for (int i = 0; i < sample.getHeapconvEstimateCount(); i++) {
        long flipped = sample.getHeapconvEstimate(i) ^ 1L << at % Long.SIZE;
        damaged.add(with(profile, at, sample.toBuilder().setHeapconvEstimate(i, flipped)));
      }
    }
    return damaged;
  }

  private static Profile with(Profile profile, int at, Sample.Builder sample) {
    return profile.toBuilder().setSample(at, sample).build();
  }

  private static Profile written(EstimatedProfile profile) {
    return Pprof.decode(Conversions.write(profile, Format.PPROF)).profile;
  }

  private static EstimatedProfile estimated(RecordedProfile recorded) {
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void aFlippedBitIsNoticed(EstimatedProfile original) throws IOException {
    for (Profile each : flipped(written(original))) {
      RecordedProfile recorded = Conversions.read(each.toByteArray());
      assertThat(Conversions.noticeIds(recorded)).contains(ErrorId.LOST_ESTIMATES);
      estimated(recorded);
    }
  }
}
