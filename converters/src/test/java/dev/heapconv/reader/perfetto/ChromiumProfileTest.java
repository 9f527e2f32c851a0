package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.Column;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of Chromium's heap profiler before 2025: live estimates that it scaled itself. */
class ChromiumProfileTest {

  private static final String HEAPPROFD = "android.heapprofd";
  private static final String CHROMIUM = "org.chromium.native_heap_profiler";
  private static final Path RECORDING = TestData.own("perfetto/chromium_2024.pftrace");
  private static final ReadOptions WITH_INTERVAL =
      new ReadOptions(Selection.DEFAULT, 4096, false, Limits.DEFAULT);

  private final TraceBuilder trace = new TraceBuilder();

  private void config(String... dataSources) {
    TraceConfig.Builder config = TraceConfig.newBuilder();
    for (String name : dataSources) {
      config.addDataSources(
          TraceConfig.DataSource.newBuilder()
              .setConfig(DataSourceConfig.newBuilder().setName(name)));
    }
    trace.packet(TracePacket.newBuilder().setTraceConfig(config));
  }

  /** A dump as Chromium writes it: ids that end with it, and a packet for each sample. */
  private void dump(String heap, long time, Map<String, long[]> samples) {
    TraceBuilder.Sequence sequence = trace.sequence(3);
    samples.forEach(
        (function, countAndBytes) -> {
          TraceBuilder.Heap dump = TraceBuilder.heap(42, heap, time);
          dump.samples
              .clearSamplingIntervalBytes()
              .addSamples(
                  HeapSample.newBuilder()
                      .setCallstackId(sequence.stack(function))
                      .setAllocCount(countAndBytes[0])
                      .setSelfAllocated(countAndBytes[1]));
          sequence.continued(dump);
        });
    sequence.dump();
  }

  private static HeapInfo info(RecordedProfile recorded) {
    return recorded.heaps().get(0).info();
  }

  private RecordedProfile read(DumpSelector choice) throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(choice));
  }

  @Test
  void numbersComeOutAsRecorded() throws IOException {
    RecordedProfile recorded = Conversions.read(RECORDING, ReadOptions.DEFAULT);

    assertThat(recorded.notices()).isEmpty();
    assertThat(recorded.capture().format()).isEqualTo("Perfetto trace of Chromium's heap profiler");
    assertThat(recorded.comments())
        .containsExactly(
            "estimates of what is live, scaled by Chromium: sampled about every 131072 bytes");
    HeapInfo info = info(recorded);
    assertThat(info.id().process().displayName()).isEqualTo("pid 42");
    assertThat(info.sampling().scheme()).isEqualTo(Scheme.SCALED);
    assertThat(info.samplingInterval()).isEqualTo(131_072);
    assertThat(info.sampling().cutoff()).isZero();

    EstimatedHeap heap = HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0);
    assertThat(heap.views()).containsExactly(View.OBJECTS, View.SPACE);
    Column objects = Objects.requireNonNull(heap.column(View.OBJECTS));
    Column bytes = Objects.requireNonNull(heap.column(View.SPACE));
    assertThat(List.of(objects.value(0), objects.value(1), objects.value(2)))
        .containsExactly(45_056.0, 5_408.0, 1_112.0);
    assertThat(List.of(bytes.value(0), bytes.value(1), bytes.value(2)))
        .containsExactly(2_883_584.0, 22_151_168.0, 1_066_795_008.0);
    assertThat(objects.estimate(0).hasInterval()).isTrue();
  }

  @Test
  void aGivenIntervalScalesNothingAgain() throws IOException {
    RecordedProfile recorded = Conversions.read(RECORDING, WITH_INTERVAL);

    assertThat(Conversions.noticeIds(recorded)).isEmpty();
    assertThat(info(recorded).sampling())
        .isEqualTo(Sampling.scaled(WITH_INTERVAL.given().interval()));
    EstimatedHeap heap = HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0);
    assertThat(Objects.requireNonNull(heap.column(View.SPACE)).value(0)).isEqualTo(2_883_584.0);
  }

  @Test
  void eachDumpIsWhatWasLive() throws IOException {
    config(CHROMIUM);
    dump("malloc", 1000, Map.of("kept", new long[] {2, 200}, "freed", new long[] {5, 500}));
    dump("malloc", 2000, Map.of("kept", new long[] {1, 100}));
    dump("malloc", 3000, Map.of("kept", new long[] {3, 300}, "new", new long[] {1, 50}));

    RecordedProfile all = read(DumpSelector.ALL);
    assertThat(all.notices()).isEmpty();
    assertThat(all.dumps()).extracting(DumpSummary::stacks).containsExactly(2, 1, 2);
    assertThat(all.dumps())
        .extracting(DumpSummary::totals)
        .containsExactly(List.of(7L, 700L), List.of(1L, 100L), List.of(4L, 350L));
    List<Map<String, Row>> expected =
        List.of(
            Map.of("kept", live(2, 200), "freed", live(5, 500)),
            Map.of("kept", live(1, 100)),
            Map.of("kept", live(3, 300), "new", live(1, 50)));
    for (int dump = 1; dump <= 3; dump++) {
      RecordedHeap heap = all.heaps().get(dump - 1);
      assertThat(heap.views()).containsExactly(View.OBJECTS, View.SPACE);
      assertThat(RecordedText.of(all, heap)).isEqualTo(expected.get(dump - 1));
      assertThat(RecordedText.of(read(new DumpSelector.Number(dump))))
          .isEqualTo(expected.get(dump - 1));
    }
    assertThat(RecordedText.of(read(DumpSelector.LAST))).isEqualTo(expected.get(2));
    assertThat(RecordedText.of(read(DumpSelector.MAX))).isEqualTo(expected.get(0));
  }

  private static Row live(long count, long bytes) {
    return new Row(0, 0, count, bytes);
  }

  @Test
  void withHeapprofdInTheSameTraceEachKeepsItsNumbers() throws IOException {
    config(HEAPPROFD, CHROMIUM);
    dump("partition_alloc", 1000, Map.of("f", new long[] {3, 300}));
    TraceBuilder.Sequence sequence = trace.sequence(4);
    long stack = sequence.stack("f");
    TraceBuilder.Heap modern = TraceBuilder.heap(1, "malloc", 1000);
    modern.samples.addSamples(
        HeapSample.newBuilder().setCallstackId(stack).setAllocCount(1).setSelfAllocated(1 << 20));
    TraceBuilder.Heap old = TraceBuilder.heap(2, null, 1000).row(stack, 1, 1 << 20, 0, 0);
    old.samples.clearSamplingIntervalBytes();
    sequence.dump(modern, old);

    RecordedProfile recorded = Conversions.read(trace.bytes(), WITH_INTERVAL);
    assertThat(recorded.heaps())
        .extracting(heap -> heap.info().sampling().scheme())
        .containsExactly(Scheme.SCALED, Scheme.WEIGHTED, Scheme.WEIGHTED);
    assertThat(recorded.heaps().get(0).views()).containsExactly(View.OBJECTS, View.SPACE);
    assertThat(recorded.heaps().get(1).views()).isEqualTo(View.ALL);
    assertThat(recorded.capture().format()).isEqualTo("Perfetto heapprofd trace");
  }

  @ParameterizedTest
  @ValueSource(strings = {"malloc", "partition_alloc"})
  void withoutConfigurationTheNamesOfItsHeapsTell(String heap) throws IOException {
    dump(heap, 1000, Map.of("f", new long[] {3, 300}));

    RecordedProfile recorded = read(DumpSelector.LAST);
    assertThat(info(recorded).sampling().scheme()).isEqualTo(Scheme.SCALED);
    assertThat(recorded.notices()).isEmpty();
  }

  @Test
  void whatIsNotChromiumsIsUnskewed() throws IOException {
    dump("libc.malloc", 1000, Map.of("f", new long[] {3, 3 * 4096}));
    assertThat(info(read(DumpSelector.LAST)).sampling().scheme()).isEqualTo(Scheme.WEIGHTED);

    config(HEAPPROFD);
    trace.packets().add(0, trace.packets().remove(trace.packets().size() - 1));
    dump("malloc", 1000, Map.of("f", new long[] {3, 3 * 4096}));
    assertThat(read(DumpSelector.LAST).heaps())
        .extracting(heap -> heap.info().sampling().scheme())
        .containsOnly(Scheme.WEIGHTED);
  }
}
