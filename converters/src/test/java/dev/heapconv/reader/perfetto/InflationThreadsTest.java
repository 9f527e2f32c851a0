package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a second thread inflates is what one thread would have. */
@Tag("slow")
class InflationThreadsTest {

  private static String reading(byte[] trace, int threads) throws IOException {
    try {
      RecordedProfile profile = Conversions.read(trace, ReadOptions.DEFAULT.withThreads(threads));
      StringBuilder text = new StringBuilder();
      for (RecordedHeap heap : profile.heaps()) {
        text.append(heap.info());
        for (int row = 0; row < heap.rows(); row++) {
          text.append(' ').append(Arrays.toString(profile.stacks().frames(heap.stack(row))));
          for (View view : heap.views()) {
            text.append(',').append(heap.value(view, row));
          }
        }
      }
      return text.append(profile.notices()).append(profile.comments()).toString();
    } catch (HeapConvException e) {
      return e.id() + e.getMessage();
    }
  }

  private static void assertSame(byte[] trace) throws IOException {
    assertThat(reading(trace, 2)).isEqualTo(reading(trace, 1));
  }

  @Test
  void compressedTrace() throws IOException {
    byte[] trace = TestData.recordingBytes("cc1plus_i512");
    byte[] large = Containers.concat(trace, trace);
    for (byte[] stored : new byte[][] {Containers.gzip(large), Containers.zstd(large)}) {
      assertSame(stored);
      assertSame(Arrays.copyOf(stored, stored.length / 8 * 7));
    }
  }
}
