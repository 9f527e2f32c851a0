package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PprofThreadsTest {

  private static byte[] written(EstimatedProfile profile, Format format, int threads)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WriteOptions options = new WriteOptions("heapconv test", null).withThreads(threads);
    HeapConv.write(profile, format, options, out);
    return out.toByteArray();
  }

  @Test
  void aSecondThreadDoesNotChangeAByte() throws IOException {
    EstimatedProfile profile = Conversions.estimated("cc1plus_i512", DumpSelector.ALL);
    byte[] alone = written(profile, Format.PPROF, 1);
    assertThat(written(profile, Format.PPROF, 2)).isEqualTo(alone);
    // So large that there was a second thread.
    assertThat(written(profile, Format.PPROF_PLAIN, 2)).hasSizeGreaterThan(1 << 20);
  }
}
