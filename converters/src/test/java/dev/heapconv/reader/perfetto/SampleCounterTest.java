package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSample.TaskContext;
import dev.heapconv.proto.perfetto.StackSample.Unit;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.StackSampleTrace;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which stack samples are of allocations, and of which process. */
class SampleCounterTest {

  private final StackSampleTrace trace = new StackSampleTrace();

  private RecordedProfile read(String source, StackSample.Builder sample) throws IOException {
    StackSampleTrace.Process process = trace.process(2).source(source);
    process.sample(1000, sample.setCallstackIid(process.stack("main;f")));
    return Conversions.read(trace.bytes());
  }

  private static StackSample.Builder sample(CounterDescriptor.Builder counter, long weight) {
    return StackSample.newBuilder()
        .setPrimaryDescriptor(counter)
        .setPrimaryWeight(weight)
        .setTaskContext(TaskContext.newBuilder().setPid(2));
  }

  private static CounterDescriptor.Builder counter(String name, Unit unit) {
    return CounterDescriptor.newBuilder().setName(name).setUnit(unit);
  }

  @ParameterizedTest
  @CsvSource({"bytes,1", "B,1", "byte,1", "KiB,1024", "MiB,1048576", "kB,1000", "MB,1000000"})
  void unitsAsTextAreNumbersOfBytes(String unit, long bytes) throws IOException {
    CounterDescriptor.Builder counter =
        CounterDescriptor.newBuilder().setName("a").setUnitStr(unit).setUnitMultiplier(3);
    assertThat(RecordedText.of(read("rust.alloc", sample(counter, 7))))
        .isEqualTo(Map.of("main;f", new Row(0, 21 * bytes, 0, 0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "objects", "KiBs"})
  void othersAreNot(String unit) {
    CounterDescriptor.Builder counter =
        CounterDescriptor.newBuilder().setName("a").setUnitStr(unit);
    assertThatThrownBy(() -> read("rust.alloc", sample(counter, 7)))
        .hasMessageContaining("1 stack sample of a by rust.alloc in " + unit);
  }

  @Test
  void bytesOfTheKernelAreNoAllocations() {
    assertThatThrownBy(() -> read("linux.io", sample(counter("read_bytes", Unit.UNIT_BYTES), 7)))
        .hasMessageContaining("1 stack sample of read_bytes by linux.io in bytes");
  }

  @Test
  void countsOfAllocationsHaveBytesBeside() throws IOException {
    StackSample.Builder sample =
        sample(counter("allocations", Unit.UNIT_COUNT).setUnitMultiplier(2), 8)
            .addFollowerDescriptors(counter("freed_bytes", Unit.UNIT_BYTES))
            .addFollowerDescriptors(counter("bytes", Unit.UNIT_BYTES).setUnitMultiplier(5))
            .addFollowerWeights(99)
            .addFollowerWeights(4096);
    RecordedProfile recorded = read("rust.alloc", sample);
    assertThat(RecordedText.of(recorded)).isEqualTo(Map.of("main;f", new Row(16, 5 * 4096, 0, 0)));
    assertThat(recorded.heaps().get(0).info().heap()).isEqualTo("bytes");
  }

  @Test
  void aThreadIsOfTheProcessThatTheTreeNames() throws IOException {
    trace.trace.packet(
        TracePacket.newBuilder()
            .setProcessTree(
                ProcessTree.newBuilder()
                    .addThreads(ProcessTree.Thread.newBuilder().setTid(43).setTgid(42))
                    .addProcesses(
                        ProcessTree.Process.newBuilder().setPid(42).addCmdline("server"))));
    StackSample.Builder sample = sample(counter("allocated", Unit.UNIT_BYTES), 7);
    RecordedProfile recorded =
        read("rust.alloc", sample.setTaskContext(TaskContext.newBuilder().setTid(43)));
    assertThat(recorded.heaps().get(0).info().pid()).isEqualTo(42);
    assertThat(recorded.heaps().get(0).info().process()).isEqualTo("server");
  }
}
