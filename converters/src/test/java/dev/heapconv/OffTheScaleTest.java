package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Numbers that no program can reach. */
class OffTheScaleTest {

  private static final List<Format> TEXTS =
      List.of(
          Format.CSV,
          Format.JSON,
          Format.SPEEDSCOPE,
          Format.FOLDED,
          Format.TEXT,
          Format.MARKDOWN,
          Format.HTML);

  private static RecordedProfile log(String scheme, String... lines) throws IOException {
    String header =
        "{\"heapconv\":1,\"frees\":true,\"interval\":4096,\"scheme\":\"" + scheme + "\"}\n";
    return Conversions.read((header + String.join("\n", lines)).getBytes(StandardCharsets.UTF_8));
  }

  private static String written(EstimatedProfile profile, Format format) {
    return new String(Conversions.write(profile, format), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @FieldSource("TEXTS")
  void sumsDoNotWrap(Format format) throws IOException {
    String most = "\"count\":9223372036854775807,\"bytes\":9223372036854775807";
    RecordedProfile recorded =
        log(
            "exact",
            "{\"total\":1," + most + ",\"frames\":[\"a\",\"main\"]}",
            "{\"total\":2," + most + ",\"frames\":[\"b\",\"main\"]}\n");
    EstimatedProfile profile = Conversions.asRecorded(recorded);
    assertThat(profile.notices()).extracting(Notice::id).containsOnlyOnce(ErrorId.OFF_THE_SCALE);
    String text = written(Merging.of(List.of(profile, profile), false), format);
    assertThat(text).doesNotContain("-9223372036854775808").doesNotContain(":-2");
    if (format == Format.SPEEDSCOPE) {
      assertThat(text).contains("\"endValue\":9223372036854775807");
    }
  }

  /** Counts of which the upper ends have no unit. */
  @ParameterizedTest
  @FieldSource("TEXTS")
  void estimatesOfAnySizeAreWritten(Format format) throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    long mapping = sequence.mapping("app.so", new byte[] {1}, 0x1000, 0x9000, 0, 0);
    TraceBuilder.Heap heap = TraceBuilder.malloc(1);
    long interval = 1L << 40;
    heap.samples.setSamplingIntervalBytes(interval);
    heap.row(sequence.stackOf(sequence.frame("main", mapping, 16)), interval, interval, 0, 0);
    sequence.flush().dump(heap);
    RecordedProfile recorded = Conversions.read(trace.bytes());
    assertThat(written(HeapConv.unskew(recorded, UnskewOptions.DEFAULT), format)).contains("main");
  }

  @ParameterizedTest
  @FieldSource("TEXTS")
  void aWeightBeyondAllMemoryIsRefused(Format format) throws IOException {
    String frames = ",\"size\":10,\"frames\":[\"main\"]}";
    RecordedProfile recorded =
        log(
            "weighted",
            "{\"alloc\":1,\"weight\":1e308" + frames,
            "{\"alloc\":2,\"weight\":1e308" + frames,
            "{\"alloc\":3,\"weight\":4096" + frames + "\n");
    assertThat(recorded.notices())
        .extracting(Notice::message)
        .anyMatch(message -> message.endsWith("line 2: the weight is larger than 2^63"));
    EstimatedProfile profile = HeapConv.unskew(recorded, Conversions.AS_RECORDED);
    // The script of a report knows infinity.
    String text = written(profile, format).replaceAll("(?s)<script.*</script>", "");
    assertThat(text).doesNotContain("Infinity").isNotBlank();
    assertThat(profile.heaps().get(0).columns().get(1).total()).isEqualTo(4096);
  }
}
