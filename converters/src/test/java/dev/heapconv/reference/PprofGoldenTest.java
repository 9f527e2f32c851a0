package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Golden;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole outputs as text, of recorded numbers: estimates may get better. */
class PprofGoldenTest {

  @ParameterizedTest
  @ValueSource(strings = {"overrun", "inlined_symbolized"})
  void pprofOutputIsWhatItWas(String name) throws IOException {
    EstimatedProfile profile =
        Conversions.asRecorded(
            Conversions.read(TestData.recordingBytes(name), Conversions.dump(DumpSelector.LAST)));
    byte[] bytes = Conversions.write(profile, Format.PPROF_PLAIN);
    Pprof pprof = CheckValid.of(bytes);

    assertThat(Profile.parseFrom(pprof.profile.toByteArray())).isEqualTo(pprof.profile);
    Golden.check(TestData.own("golden").resolve(name + ".pprof.txt"), ProfileText.of(pprof));
  }
}
