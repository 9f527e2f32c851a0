package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Profiles of the heap at its peak have live views only. */
class DumpAtMaxTest {

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");
  private final long b = sequence.stack("main", "b");

  private RecordedProfile read(DumpSelector choice) throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(choice));
  }

  @Test
  void viewsThatDoNotExistAreLeftOut() throws IOException {
    sequence.dump(malloc(1000).peak(a, 2, 20).peak(b, 1, 10));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().get(0).views()).containsExactly(View.OBJECTS, View.SPACE);
    assertThat(
            CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF))
                .sampleTypes())
        .containsExactly("objects", "space");
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
    assertThat(profile.heaps().get(0).info().dump()).isEqualTo(2);
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
        .containsExactly("objects", "space");
  }
}
