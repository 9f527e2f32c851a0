package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.reader.jfr.JfrThread.Sample;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.samples.StretchSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in seconds, weights in bytes; a recording begins at 0. */
class JfrThreadTest {

  private static final long SECOND = 1_000_000_000;
  private static final long NO_STATISTICS = Long.MAX_VALUE;

  private final JfrThread thread = new JfrThread();
  private final JfrHeap heap = new JfrHeap(() -> new StretchSamples(null));

  private void sample(int time, long weight) {
    thread.add(new Sample(time * SECOND, time, List.of(), weight), heap);
  }

  private void statistics(int time, long allocated) {
    thread.addStatistics(time * SECOND, allocated);
  }

  /** What the first sample counts; the others, which come at 2, count 10. */
  private long first(long began) {
    thread.addFirst(heap, began);
    RecordedHeap recorded =
        heap.heap(HeapInfo.of("java", Sampling.scaled(0)), List.of(View.ALLOC_SPACE));
    long sum = 0;
    for (int row = 0; row < recorded.rows(); row++) {
      sum += recorded.allocBytes(row);
    }
    return sum - 10;
  }

  @Test
  void pastIsTakenOff() {
    statistics(0, 1000);
    sample(2, 10);
    sample(1, 1005);
    statistics(3, 1020);
    assertThat(first(0)).isEqualTo(5);
  }

  @Test
  void whatTheStatisticsAllowCountsWhole() {
    statistics(0, 1000);
    sample(1, 5);
    sample(2, 10);
    statistics(3, 1020);
    assertThat(first(0)).isEqualTo(5);
  }

  /** It was sampled in an earlier recording, so that a part of its past is not in the sample. */
  @Test
  void nothingCountsBeyondTheStatistics() {
    statistics(0, 1000);
    sample(1, 500);
    sample(2, 10);
    statistics(3, 1020);
    assertThat(first(0)).isEqualTo(10);
  }

  @Test
  void pastIsTakenOffAThreadThatEndedBeforeTheLastStatistics() {
    statistics(0, 1000);
    sample(1, 1005);
    sample(2, 10);
    assertThat(first(0)).isEqualTo(5);
  }

  @Test
  void threadsThatStartedInTheRecordingHaveNoPast() {
    thread.start();
    sample(1, 1005);
    sample(2, 10);
    assertThat(first(NO_STATISTICS)).isEqualTo(1005);
  }

  @Test
  void threadsThatAreNotInTheFirstStatisticsStartedLater() {
    sample(1, 1005);
    sample(2, 10);
    statistics(3, 1020);
    assertThat(first(0)).isEqualTo(1005);
  }

  @Test
  void whatNothingBoundsIsLeftOut() {
    sample(1, 1005);
    sample(2, 10);
    JfrHeap other = new JfrHeap(() -> new StretchSamples(null));
    assertThat(thread.addFirst(other, NO_STATISTICS)).isTrue();
    assertThat(first(NO_STATISTICS)).isZero();
  }
}
