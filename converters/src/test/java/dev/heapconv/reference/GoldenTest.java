package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole outputs as text under {@code testdata/golden}. Of recorded numbers: estimates may get
 * better. To accept a change: {@code ./mvnw test -pl converters -am -Dtest=GoldenTest
 * -Dheapconv.updateGoldens=true -Dsurefire.failIfNoSpecifiedTests=false}, then read the diff.
 */
class GoldenTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "truth_i4096",
        "customheap_all",
        "dumpmax_i1",
        "overrun",
        "rejected",
        "names",
        "late_attach",
        "inlined_symbolized"
      })
  void pprofOutputIsWhatItWas(String name) throws IOException {
    EstimatedProfile profile =
        Conversions.asRecorded(
            Conversions.read(TestData.recordingBytes(name), Conversions.dump(DumpSelector.LAST)));
    byte[] bytes = Conversions.write(profile, Format.PPROF_PLAIN);
    Pprof pprof = CheckValid.of(bytes);

    assertThat(Profile.parseFrom(pprof.profile.toByteArray())).isEqualTo(pprof.profile);
    compareWithGolden(name, ProfileText.of(pprof));
  }

  private static void compareWithGolden(String name, String text) throws IOException {
    Path golden = TestData.own("golden").resolve(name + ".pprof.txt");
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, text);
    }
    assertThat(golden).as("golden; see the comment on this class").exists();
    assertThat(text).isEqualTo(Files.readString(golden));
  }
}
