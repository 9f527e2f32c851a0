package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackSumsTest {

  /** Uncertain by the noise of sampling and by the model of sizes, 300 each. */
  private static final Estimate BOTH =
      new Estimate(1000, 1000 - Math.hypot(300, 300), 1000 + Math.hypot(300, 300), 700, 1300);

  private static final Label THREAD = new Label("thread", "main", 0, "");

  private static EstimatedHeap heap(long pid, List<List<Label>> labels, int... stacks) {
    HeapInfo info = HeapInfo.of("malloc", Sampling.weighted(4096)).withProcess(pid, "a");
    EstimateSums sums = EstimateSums.ofOneStack(stacks.length);
    long[] recorded = new long[stacks.length];
    for (int row = 0; row < stacks.length; row++) {
      sums.add(row, BOTH);
      recorded[row] = 1;
    }
    return new EstimatedHeap(
        info,
        List.of(View.OBJECTS),
        stacks,
        List.of(sums.column(stacks.length)),
        recorded,
        recorded,
        labels);
  }

  @Test
  void theErrorOfSizesIsTheSameOneInEveryHeapAndTheNoiseIsNot() {
    EstimatedHeap sum = StackSums.of(List.of(heap(1, List.of(), 5, 7), heap(2, List.of(), 7)));

    assertThat(List.of(sum.stack(0), sum.stack(1))).containsExactly(5, 7);
    Estimate twice = sum.columns().get(0).estimate(1);
    assertThat(twice.value()).isEqualTo(2000);
    assertThat(twice.modelLow()).isEqualTo(1400);
    assertThat(twice.high() - 2000).isCloseTo(Math.hypot(600, 300 * Math.sqrt(2)), within(1e-9));
    assertThat(List.of(sum.recordedLive(0), sum.recordedLive(1))).containsExactly(1L, 2L);
    assertThat(sum.recordedAlloc(1)).as("without a view of what was allocated").isZero();
    assertThat(sum.columns().get(0).estimate(0).high()).isCloseTo(BOTH.high(), within(1e-9));
  }

  @Test
  void rowsThatDifferInTheirLabelsAreOfOneStackUnlessLabelsAreWanted() {
    List<List<Label>> labels = List.of(List.of(THREAD), List.of());
    EstimatedHeap heap = heap(1, labels, 5, 5);

    assertThat(StackSums.of(List.of(heap)).rows()).isEqualTo(1);
    assertThat(StackSums.of(List.of(heap)).labels(0)).isEmpty();
    assertThat(StackSums.of(List.of(heap(1, List.of(), 5, 5))).rows()).isEqualTo(1);
    EstimatedHeap apart = StackSums.of(List.of(heap, heap), heap.info(), true);
    assertThat(List.of(apart.labels(0), apart.labels(1))).isEqualTo(labels);
    assertThat(apart.recordedLive(0)).isEqualTo(2);
  }
}
