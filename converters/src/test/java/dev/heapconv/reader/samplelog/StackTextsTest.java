package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.reader.ReadOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StackTextsTest {

  /** More frames than are kept by their texts, of which the last comes again. */
  @Test
  void framesAreFoundHoweverManyThereAre() throws Exception {
    int frames = (1 << 17) + 10;
    StringBuilder log = new StringBuilder("# heapconv=1\n# scheme=exact\nop,address,size,stack\n");
    for (int i = 0; i <= frames; i++) {
      int frame = Math.min(i, frames - 1);
      log.append("alloc,").append(Integer.toHexString(i + 1)).append(",8,f").append(frame);
      log.append(";main\n");
    }

    RecordedHeap heap =
        Conversions.read(log.toString().getBytes(StandardCharsets.UTF_8), ReadOptions.DEFAULT)
            .heaps()
            .get(0);

    assertThat(heap.rows()).isEqualTo(frames);
    assertThat(heap.allocCount(0)).isEqualTo(1);
    assertThat(heap.allocCount(frames - 1)).isEqualTo(2);
  }
}
