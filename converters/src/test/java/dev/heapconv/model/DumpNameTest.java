package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DumpNameTest {

  private static DumpName of(String source) {
    return Objects.requireNonNull(DumpName.of(source));
  }

  @ParameterizedTest
  @CsvSource({
    "heap_dump.9.6711.libc.malloc.pb, heap_dump.10.6711.libc.malloc.pb.gz, 9, 10, 6711",
    "phases.6711.libc.malloc.dump9.pb.gz, phases.6711.libc.malloc.dump10.pb.gz, 9, 10, -1",
    "jeprof.17.0.i0.heap, jeprof.17.12.f.heap, 0, 12, 17",
    "jeprof.17.3.m2.heap, jeprof.17.4.u0.heap.gz, 3, 4, 17",
    "jeprof.17.3.m2.heap.pb.gz, jeprof.17.4.u0.heap.pb.gz, 3, 4, 17",
    "srv.0009.heap, srv.0010.heap, 9, 10, -1",
    "srv_31.0009.heap, srv_31.10000.heap, 9, 10000, 31",
    "mi.0001.pb, mi.0002.pb, 1, 2, -1",
    "mi.0001.heap, mi.0002.heap, 1, 2, -1",
    "Heap.20261124.235959.77.0.001.heapprofile, Heap.20261125.000001.77.0.002.heapprofile, 1, 2,"
        + " 77",
    "app.cm_partial_2, app.cm_partial_10.pb, 2, 10, -1",
  })
  void toolsNumberTheDumpsOfAProcess(String one, String other, long first, long last, long pid) {
    assertThat(of("a/" + one).series()).isEqualTo(of("b.zip!" + other).series());
    assertThat(of(one).number()).isEqualTo(first);
    assertThat(of(other).number()).isEqualTo(last);
    assertThat(of(one).pid()).isEqualTo(pid);
    assertThat(of(one).isByTool()).isTrue();
    assertThat(of(other).isFinal()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "heap_dump.1.6711.libc.malloc.pb, heap_dump.2.6711.com.android.art.pb",
    "heap_dump.1.6711.libc.malloc.pb, heap_dump.2.6712.libc.malloc.pb",
    "jeprof.17.0.i0.heap, jeprof.18.1.i1.heap",
    "srv.0001.heap, srv_31.0002.heap",
    "Heap.20261124.101010.77.0.001.heapprofile, Heap.20261124.101010.77.1.002.heapprofile",
    "massif.out.12, massif.out.13",
    "dhat.out.12, dhat.out.13",
    "heaptrack.app.12.zst, heaptrack.app.13.zst",
    "run1.0001.heap, run2.0002.heap",
  })
  void otherProcessesAndHeapsAreOtherSeries(String one, String other) {
    assertThat(of(one).series()).isNotEqualTo(of(other).series());
  }

  @Test
  void whatAnybodyNumbersIsNoTools() {
    assertThat(of("run1.pb.gz").isByTool()).isFalse();
    assertThat(of("shard.0001.pb.gz").isByTool()).isFalse();
    assertThat(of("trace-10.pftrace").number()).isEqualTo(10);
    assertThat(DumpName.of("before.heap")).isNull();
    assertThat(of("app_final_0").isFinal()).isTrue();
    assertThat(of("massif.out.12").number()).isNegative();
  }
}
