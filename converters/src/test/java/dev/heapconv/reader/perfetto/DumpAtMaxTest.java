package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of the heap at its peak have live views only. */
class DumpAtMaxTest {

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");
  private final long b = sequence.stack("main", "b");

  private RecordedProfile read(DumpSelector choice) throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(choice));
  }

  private String text(List<String> heaps) throws IOException {
    ReadOptions options =
        ReadOptions.DEFAULT.withSelection(new Selection(List.of(), heaps, DumpSelector.MAX));
    EstimatedProfile profile = Conversions.asRecorded(Conversions.read(trace.bytes(), options));
    return new String(Conversions.write(profile, Format.TEXT), StandardCharsets.UTF_8);
  }

  @Test
  void viewsThatDoNotExistAreLeftOut() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20).peak(b, 1, 10));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().get(0).views()).containsExactly(View.OBJECTS, View.SPACE);
    assertThat(
            CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF))
                .sampleTypes())
        .containsExactly("objects", "space", "samples");
  }

  @Test
  void oldTracesHavePeaksWithoutCounts() throws IOException {
    sequence.dump(malloc(1000).peakWithoutCount(a, 20));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().get(0).views()).containsExactly(View.SPACE);
    assertThat(
            CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF))
                .sampleTypes())
        .containsExactly("space");
  }

  @Test
  void countsOfPeaksBeforeAndroid12AreNotThoseOfThePeak() throws IOException {
    TraceBuilder.Heap heap = malloc(1000).peak(a, 3, 20);
    heap.samples.clearOrigSamplingIntervalBytes();
    sequence.dump(heap);

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().get(0).views()).containsExactly(View.SPACE);
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;a", new Row(0, 0, 0, 20)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"peak", "max"})
  void peaksOfSeveralHeapsAddUpToAnUpperBound(String kind) throws IOException {
    for (String heap : List.of("libc.malloc", "gpu")) {
      if (kind.equals("peak")) {
        sequence.dump(TraceBuilder.heap(100, heap, 1000).peak(a, 2, 20));
      } else {
        sequence.dump(TraceBuilder.heap(100, heap, 1000).row(a, 2, 20, 0, 0));
        sequence.dump(TraceBuilder.heap(100, heap, 2000).row(a, 2, 20, 1, 10));
      }
    }

    assertThat(text(List.of())).contains("peak of each heap, at its own time", "At most");
    assertThat(text(List.of("gpu"))).contains("At the peak").doesNotContain("At most");
  }

  @Test
  void theHighestPeakIsTheProfileAndPeaksAreNotAddedUp() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20));
    sequence.dump(malloc(2000).peak(a, 3, 30).peak(b, 9, 90));
    sequence.dump(malloc(3000).peak(a, 3, 30).peak(b, 9, 90));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(RecordedText.of(profile))
        .isEqualTo(Map.of("main;a", new Row(0, 0, 3, 30), "main;b", new Row(0, 0, 9, 90)));
    assertThat(read(DumpSelector.ALL).heaps()).hasSize(3);
    assertThat(RecordedText.of(read(DumpSelector.FIRST)))
        .isEqualTo(Map.of("main;a", new Row(0, 0, 2, 20)));
  }

  @Test
  void ofEqualPeaksTheLastIsTheProfile() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20));
    sequence.dump(malloc(2000).peak(b, 1, 20));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps()).hasSize(1);
    assertThat(profile.heaps().get(0).info().dump().number()).isEqualTo(2);
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;b", new Row(0, 0, 1, 20)));
  }

  @Test
  void ofEqualPeaksOfOneTimeTheLastCounts() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20));
    sequence.dump(malloc(1000).peak(b, 1, 20));

    RecordedProfile all = read(DumpSelector.ALL);
    assertThat(all.heaps()).hasSize(1);
    assertThat(RecordedText.of(all)).isEqualTo(Map.of("main;b", new Row(0, 0, 1, 20)));
  }

  @Test
  void aDumpThatLostRowsDoesNotReplaceAHigherOne() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20).peak(b, 9, 90));
    sequence.lost();
    sequence.dump(malloc(2000).peak(a, 2, 20));

    assertThat(RecordedText.total(read(DumpSelector.LAST).heaps().get(0)))
        .isEqualTo(new Row(0, 0, 11, 110));
  }

  @Test
  void aPeakWithoutAllocationsIsAnEmptyProfile() throws IOException {
    trace.config(HeapprofdConfig.newBuilder().setDumpAtMax(true));
    sequence.dump(malloc(1000));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().get(0).rows()).isZero();
    assertThat(
            CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF))
                .sampleTypes())
        .containsExactly("objects", "space", "samples");
  }
}
