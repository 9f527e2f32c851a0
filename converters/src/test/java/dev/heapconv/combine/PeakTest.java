package dev.heapconv.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The peak is the first of the dumps that hold most, whoever chooses it. */
class PeakTest {

  /** Live memory of one, two and again two allocations. */
  private static byte[] trace() {
    TraceBuilder trace = new TraceBuilder().process(42, "app");
    TraceBuilder.Sequence sequence = trace.sequence(7);
    for (int dump = 1; dump <= 3; dump++) {
      sequence.dump(
          TraceBuilder.heap(42, "libc.malloc", 1000L * dump)
              .row(
                  sequence.stack("main", "f"),
                  dump,
                  1000L * dump,
                  dump - Math.min(dump, 2),
                  1000L * (dump - Math.min(dump, 2))));
    }
    return trace.bytes();
  }

  private static EstimatedProfile read(byte[] input, DumpSelector choice) throws IOException {
    return HeapConv.unskew(
        Conversions.read(input, Conversions.dump(choice)), UnskewOptions.DEFAULT);
  }

  private static void assertPeak(EstimatedProfile profile) {
    assertThat(profile.heaps()).hasSize(1);
    HeapInfo info = profile.heaps().get(0).info();
    assertThat(List.of(info.dump().number(), info.dump().of())).isEqualTo(List.of(2, 3));
    assertThat(info.dump().peak()).isTrue();
  }

  @Test
  void ofTheDumpsOfATrace() throws IOException {
    assertPeak(read(trace(), DumpSelector.MAX));
  }

  @Test
  void ofTheDumpsOfAProfile() throws IOException {
    byte[] all = Conversions.write(read(trace(), DumpSelector.ALL), Format.PPROF);
    assertPeak(read(all, DumpSelector.MAX));
  }

  @Test
  void ofASeries() throws IOException {
    assertPeak(DumpSeries.selected(read(trace(), DumpSelector.ALL), DumpSelector.MAX));
  }

  @Test
  void ofTheDumpsOfALog() throws IOException {
    String log =
        """
        {"heapconv":1,"frees":true,"scheme":"exact","process":"app"}
        {"alloc":1,"size":1000,"frames":["f"]}
        {"dump":true}
        {"alloc":2,"size":1000,"frames":["f"]}
        {"dump":true}
        {"alloc":3,"size":1000,"frames":["f"]}
        {"free":1}
        {"dump":true}
        """;
    assertPeak(read(log.getBytes(StandardCharsets.UTF_8), DumpSelector.MAX));
  }
}
