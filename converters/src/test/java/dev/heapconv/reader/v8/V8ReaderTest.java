package dev.heapconv.reader.v8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The number of samples is known only if a file lists them. */
class V8ReaderTest {

  private static RecordedHeap heap(int samples, int lastOrdinal) throws IOException {
    String listed =
        IntStream.rangeClosed(1, samples)
            .map(sample -> sample == samples ? lastOrdinal : sample)
            .mapToObj(ordinal -> "{\"size\":9,\"nodeId\":2,\"ordinal\":" + ordinal + "}")
            .collect(Collectors.joining(","));
    return Conversions.read(
            profile(samples == 0 ? "" : ",\"samples\":[" + listed + "]")
                .getBytes(StandardCharsets.UTF_8))
        .heaps()
        .get(0);
  }

  /**
   * V8 counts its samples, and drops those of collected objects unless it was told to keep them.
   */
  @Test
  void samplesWithoutGapsAreOfWhatWasAllocated() throws IOException {
    RecordedHeap kept = heap(200, 200);
    assertThat(kept.views()).containsExactly(View.ALLOC_SPACE);
    assertThat(kept.allocBytes(0)).isEqualTo(100);
    RecordedHeap live = heap(200, 1000);
    assertThat(live.views()).containsExactly(View.SPACE);
    assertThat(live.info().provenance().live()).isEqualTo(Live.MOMENT);
    for (RecordedHeap unknown : List.of(heap(0, 0), heap(5, 5))) {
      assertThat(unknown.views()).containsExactly(View.SPACE);
      assertThat(unknown.info().provenance().live()).isEqualTo(Live.UNCOLLECTED);
      assertThat(unknown.info().provenance().interval()).isEqualTo(Evidence.UNKNOWN);
    }
  }

  private static String profile(String samples) {
    return "{\"head\":{\"callFrame\":{},\"selfSize\":0,\"id\":1,\"children\":[{\"callFrame\":"
        + "{\"functionName\":\"f\"},\"selfSize\":100,\"id\":2,\"children\":[]}]}"
        + samples
        + "}";
  }

  private static String table(String samples, Format format) throws IOException {
    byte[] table =
        Conversions.write(
            HeapConv.unskew(
                Conversions.read(profile(samples).getBytes(StandardCharsets.UTF_8)),
                UnskewOptions.DEFAULT),
            format);
    return new String(table, StandardCharsets.UTF_8);
  }

  @Test
  void tablesHaveThemOnlyIfTheyAreKnown() throws IOException {
    String listed = ",\"samples\":[{\"size\":100,\"nodeId\":2,\"ordinal\":1}]";
    for (Format format : new Format[] {Format.CSV, Format.JSON}) {
      assertThat(table(listed, format)).contains("samples");
      assertThat(table("", format)).contains("100").doesNotContain("samples");
    }
  }
}
