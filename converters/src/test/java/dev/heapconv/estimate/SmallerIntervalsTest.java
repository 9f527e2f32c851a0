package dev.heapconv.estimate;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.testing.TraceBuilder.Heap;
import dev.heapconv.testing.TraceBuilder.Sequence;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SmallerIntervalsTest {

  private final TraceBuilder trace = new TraceBuilder();
  private final Sequence sequence = trace.sequence(1);

  private Heap dump(long time, long interval, long n, long bytes) {
    Heap heap = malloc(time).row(sequence.stack("main"), n, bytes, 0, 0);
    heap.samples.setSamplingIntervalBytes(interval);
    return heap;
  }

  private Column objects() throws IOException {
    EstimatedHeap heap =
        HeapConv.unskew(Conversions.read(trace.bytes()), UnskewOptions.DEFAULT).heaps().get(0);
    return heap.columns().get(heap.views().indexOf(View.ALLOC_OBJECTS));
  }

  private void holdsBlocksOf16Bytes() throws IOException {
    assertThat(objects().low(0)).isLessThan(312_500);
    assertThat(objects().high(0)).isGreaterThan(312_500);
  }

  /** 312,500 blocks of 16 bytes, of which more than half were sampled at 4096 bytes. */
  @Test
  void fewerBytesThanIntervalsProveThatItWasSmallerOnce() throws IOException {
    sequence.dump(dump(1, 8192, 882, 4_718_592));

    holdsBlocksOf16Bytes();
  }

  @Test
  void intervalsThatDifferFromDumpToDumpHaveGrown() throws IOException {
    sequence.dump(dump(1, 4096, 200, 819_200)).dump(dump(2, 8192, 500, 4_505_600));

    assertThat(objects().low(0)).isLessThan(1_000);
    assertThat(objects().high(0)).isGreaterThan(300_000);
  }
}
