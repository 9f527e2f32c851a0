package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The size from which everything is recorded depends on the release of Perfetto. */
class CutoffTest {

  /** 1 + ln 0.01 / ln(1 - 1/4096). */
  private static final long DOCUMENTED = 18861;

  private static EstimatedProfile read(String version) throws IOException {
    byte[] trace = TestData.recordingBytes("cutoff/" + version);
    return HeapConv.unskew(Conversions.read(trace), UnskewOptions.DEFAULT);
  }

  private static Column objects(EstimatedProfile profile) {
    EstimatedHeap heap = profile.heaps().get(0);
    return heap.columns().get(heap.views().indexOf(View.ALLOC_OBJECTS));
  }

  private static void assertUses(long cutoff, EstimatedProfile profile) {
    assertThat(profile.heaps().get(0).info().sampling().cutoff()).isEqualTo(cutoff);
    assertThat(profile.comments()).anyMatch(text -> text.contains("cutoff " + cutoff + " bytes"));
  }

  @Test
  void blocksBetweenBothCutoffsWereSampledByVersion16() throws IOException {
    // 2000 blocks of 10000 bytes.
    EstimatedProfile profile = read("v16");

    assertUses(DOCUMENTED, profile);
    Column objects = objects(profile);
    assertThat(objects.low(0)).isLessThanOrEqualTo(2000);
    assertThat(objects.high(0)).isGreaterThanOrEqualTo(2000);
    assertThat(objects.value(0)).isCloseTo(2000, Percentage.withPercentage(100));
  }

  @Test
  void andRecordedByVersion17() throws IOException {
    EstimatedProfile profile = read("v17");

    assertUses(4096, profile);
    assertThat(objects(profile).value(0)).isEqualTo(2000);
  }

  @ParameterizedTest
  @CsvSource({
    "Perfetto v12.1 (0123456789), 4096",
    "Perfetto v13.0 (N/A), 18861",
    "Perfetto v16.1-e5293f1cf1, 18861",
    "Perfetto v16, 18861",
    "Perfetto v160.1 (16), 4096",
    "Perfetto v99999999999999999999.1, 4096",
    "Perfetto v, 4096",
    "16, 4096",
    "'', 4096",
  })
  void theTraceNamesItsVersion(String version, long cutoff) throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(7);
    TraceBuilder.Heap heap = malloc(1000).row(sequence.stack("main"), 1, 4096, 0, 0);
    heap.samples.setSamplingIntervalBytes(4096);
    sequence.dump(heap);
    trace.packet(
        TracePacket.newBuilder()
            .setSystemInfo(SystemInfo.newBuilder().setTracingServiceVersion(version)));

    assertThat(Conversions.read(trace.bytes()).heaps())
        .extracting(recorded -> recorded.info().sampling().cutoff())
        .isEqualTo(List.of(cutoff));
  }
}
