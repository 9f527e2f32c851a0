package dev.heapconv.benchmarks.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traces that speed is measured with hold what they are said to hold. */
class GeneratorsTest {

  private static final ReadOptions ALL_DUMPS =
      new ReadOptions(
          new Selection(List.of(), List.of(), DumpSelector.ALL), 0, true, Limits.DEFAULT);

  @TempDir Path folder;

  @Test
  void everyStackIsInEveryDump() throws IOException {
    Path trace = folder.resolve("dumps.pftrace");
    ManyDumpsTrace.write(trace, 3, 5000, 0);
    RecordedProfile profile = read(trace);
    assertThat(profile.heaps()).hasSize(3);
    for (int dump = 1; dump <= 3; dump++) {
      RecordedHeap heap = profile.heaps().get(dump - 1);
      assertThat(heap.rows()).isEqualTo(5000);
      // 1,667 stacks allocate once per dump, 1,667 twice and 1,666 three times.
      assertThat(total(heap, View.ALLOC_OBJECTS)).isEqualTo(dump * 9999L);
    }
  }

  @Test
  void stacksThatChangeAreForgottenAndBeginAgain() throws IOException {
    Path trace = folder.resolve("dumps.pftrace");
    ManyDumpsTrace.write(trace, 20, 101, 1);
    RecordedProfile profile = read(trace);
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps()).hasSize(20);
    RecordedHeap last = profile.heaps().get(19);
    // 99 stacks that stay; stack 0, which has lived through 8 allocations and 5 of its next life;
    // stack 100, which has lived through 16 twice.
    assertThat(total(last, View.ALLOC_OBJECTS)).isEqualTo(20 * 198 + 8 + 5 + 16 + 16);
    assertThat(total(last, View.OBJECTS)).isEqualTo(10 * 198 + 3);
  }

  @Test
  void fillerChangesNothing() throws IOException {
    Path recording = TestData.recording("phases_i512");
    Path filled = folder.resolve("filled.pftrace");
    FillerTrace.write(recording, filled, 3_000_000);
    assertThat(Files.size(filled)).isBetween(3_000_000L, 3_100_000L);
    List<RecordedHeap> expected = read(recording).heaps();
    List<RecordedHeap> heaps = read(filled).heaps();
    assertThat(heaps).hasSameSizeAs(expected);
    for (int i = 0; i < heaps.size(); i++) {
      assertThat(heaps.get(i).summary().totals()).isEqualTo(expected.get(i).summary().totals());
      assertThat(heaps.get(i).rows()).isEqualTo(expected.get(i).rows());
    }
  }

  @Test
  void theSameArgumentsGiveTheSameBytes() throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    ManyDumpsTrace.write(one, 12, 500, 20);
    ManyDumpsTrace.write(two, 12, 500, 20);
    assertThat(two).hasSameBinaryContentAs(one);
    FillerTrace.write(TestData.recording("names"), one, 100_000);
    FillerTrace.write(TestData.recording("names"), two, 100_000);
    assertThat(two).hasSameBinaryContentAs(one);
  }

  private static RecordedProfile read(Path trace) throws IOException {
    return HeapConv.read(InputSource.file(trace), ALL_DUMPS);
  }

  private static long total(RecordedHeap heap, View view) {
    return Arrays.stream(heap.column(view)).sum();
  }
}
