package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What earlier versions wrote into manifests is understood. */
class ResumeCompatibilityTest {

  /** A line of version 0.1.0, less what resuming does not read. */
  private static final String LINE =
      "{\"input\":\"a.pftrace\",\"status\":\"ok\",\"bytes\":7737,\"modified_millis\":1,"
          + "\"sha256\":\"06ac\",\"settings\":\"af4fe7f7a329\",\"outputs\":[\"a.pb.gz\"],"
          + "\"spill\":1234}";

  private static BatchOptions options(UnskewOptions unskew) {
    return new BatchOptions(
        List.of(),
        List.of(),
        new NameFilter(List.of(), List.of()),
        Path.of("out"),
        BatchOptions.Existing.RESUME_BY_TIME,
        Formats.STANDARD,
        Format.PPROF,
        ReadOptions.DEFAULT,
        unskew,
        new WriteOptions("heapconv 0.1.0", null),
        1,
        1 << 30,
        0,
        null);
  }

  @Test
  void theSettingsOfALineAreThoseOfEqualOptions() {
    ManifestJson.Past past = ManifestJson.past(LINE.getBytes(StandardCharsets.UTF_8));
    assertThat(options(UnskewOptions.DEFAULT).settings()).isEqualTo(past.settings());
    assertThat(options(UnskewOptions.DEFAULT.withThreads(7)).settings())
        .as("threads do not change an output")
        .isEqualTo(past.settings());
    assertThat(
            options(new UnskewOptions(true, UnskewOptions.Cutoff.INTERVAL, 0, 0.95, true, null, 1))
                .settings())
        .as("a given cutoff may")
        .isNotEqualTo(past.settings());
  }

  @Test
  void thePartOfALineIsKnownByItsEarlierName() {
    assertThat(ManifestJson.past(LINE.getBytes(StandardCharsets.UTF_8)).partBytes())
        .isEqualTo(1234);
    assertThat(
            ManifestJson.past(LINE.replace("spill", "part_bytes").getBytes(StandardCharsets.UTF_8))
                .partBytes())
        .isEqualTo(1234);
  }
}
