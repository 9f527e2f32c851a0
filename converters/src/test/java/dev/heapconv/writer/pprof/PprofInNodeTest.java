package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.Node;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Readers of pprof files that are built on pprof-format of npm; skipped without it. */
@Tag("slow")
class PprofInNodeTest {

  @TempDir Path folder;

  private void assertIsRead(EstimatedProfile estimated, String period) throws Exception {
    Node.packageOrSkip("pprof-format");
    Node.packageOrSkip("pprof-to-md");
    byte[] written = Conversions.write(estimated, Format.PPROF);
    Profile profile = Pprof.decode(written).profile;
    JsonNode read =
        JsonMapper.shared()
            .readTree(Node.run("pprof.mjs", Files.write(folder.resolve("out.pb.gz"), written)));
    List<Long> sums = new ArrayList<>();
    profile.getSampleList().stream()
        .map(Sample::getValueList)
        .reduce(Pprof::sum)
        .orElseThrow()
        .forEach(sums::add);
    assertThat(read.get("sums").valueStream().map(JsonNode::asLong).toList()).isEqualTo(sums);
    assertThat(read.get("types").valueStream().map(JsonNode::asString).toList())
        .containsExactly(
            "alloc_objects/count",
            "alloc_space/bytes",
            "objects/count",
            "space/bytes",
            "alloc_samples/count",
            "samples/count");
    assertThat(read.get("period").asString()).isEqualTo(period);
    assertThat(read.get("encodedAgain").asString()).isEqualTo("space/bytes");
    assertThat(read.get("markdown").asString())
        .contains("PPROF Analysis")
        .doesNotContain("perfetto::profiling", "AHeapProfile");
  }

  @Test
  void estimatesAreRead() throws Exception {
    assertIsRead(Conversions.estimated("truth_i4096", DumpSelector.LAST), "4096 space/bytes");
  }

  @Test
  void recordedNumbersAreRead() throws Exception {
    assertIsRead(
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes("truth_i4096"))),
        "4096 space/bytes");
  }

  @Test
  void sumsOfDifferentSamplingsAreRead() throws Exception {
    EstimatedProfile one = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    EstimatedProfile other = Conversions.estimated("truth_i512", DumpSelector.LAST);
    assertIsRead(Merging.of(List.of(one, other), false), "0 ");
  }
}
