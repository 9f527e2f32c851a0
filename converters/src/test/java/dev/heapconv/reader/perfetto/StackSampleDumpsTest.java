package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.InlineCallstack;
import dev.heapconv.proto.perfetto.ProcessDescriptor;
import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSample.TaskContext;
import dev.heapconv.proto.perfetto.StackSample.Unit;
import dev.heapconv.proto.perfetto.ThreadDescriptor;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TrackDescriptor;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.StackSampleTrace;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps of Chromium and Electron since 2026: every dump has all live samples again. */
class StackSampleDumpsTest {

  /** Recorded by Debian's Chromium 156 at 64 KiB, with a dump every two seconds. */
  private static final Path RECORDING = TestData.own("perfetto/chromium_2026.pftrace.gz");

  private final StackSampleTrace trace = new StackSampleTrace();

  private RecordedProfile read(DumpSelector choice) throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(choice));
  }

  private static Row live(long bytes) {
    return new Row(0, 0, 0, bytes);
  }

  /** Live bytes by process and heap. */
  private static Map<String, Long> totals(RecordedProfile recorded) {
    Map<String, Long> totals = new TreeMap<>();
    for (RecordedHeap heap : recorded.heaps()) {
      HeapInfo info = heap.info();
      totals.merge(info.pid() + " " + info.heap(), RecordedText.total(heap).liveBytes(), Long::sum);
    }
    return totals;
  }

  @Test
  void theLastDumpOfEachProcessCounts() throws IOException {
    RecordedProfile recorded = Conversions.read(RECORDING, ReadOptions.DEFAULT);

    assertThat(recorded.notices()).isEmpty();
    assertThat(recorded.capture().format()).isEqualTo("Perfetto trace of Chromium's heap profiler");
    assertThat(recorded.comments())
        .containsExactly(
            "estimates of what is live, scaled by Chromium: sampled about every 65536 bytes, dumped"
                + " every 2000 ms");
    // From the packets, by a program of its own: the sum of all dumps is 772,341,760.
    assertThat(totals(recorded))
        .containsExactlyEntriesOf(
            new TreeMap<>(
                Map.of(
                    "18065 malloc", 1_966_080L,
                    "18198 malloc", 524_288L,
                    "18233 malloc", 262_144L,
                    "18298 malloc", 3_670_016L,
                    "18298 partition_alloc", 5_111_808L,
                    "18322 malloc", 37_683_200L,
                    "18322 partition_alloc", 78_053_376L,
                    "18376 malloc", 262_144L,
                    "18400 malloc", 65_536L,
                    "18550 malloc", 262_144L)));
    for (RecordedHeap heap : recorded.heaps()) {
      assertThat(heap.views()).containsExactly(View.SPACE);
      assertThat(heap.info().sampling().scheme()).isEqualTo(Scheme.SCALED);
      assertThat(heap.info().samplingInterval()).isEqualTo(65_536);
      assertThat(heap.info().dump().number()).isEqualTo(10);
      assertThat(heap.info().dump().of()).isEqualTo(10);
    }
    assertThat(recorded.heaps())
        .extracting(heap -> heap.info().process())
        .contains("Service: tracing.mojom.TracingService");
    EstimatedHeap estimated = HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0);
    assertThat(estimated.columns().get(0).estimate(0)).matches(Estimate::hasInterval);
  }

  @Test
  void childProcessesHaveTheNameOfTheirProgram() throws IOException {
    RecordedProfile recorded = Conversions.read(RECORDING, ReadOptions.DEFAULT);

    StackTable stacks = recorded.stacks();
    assertThat(IntStream.range(0, stacks.mappingCount()).mapToObj(stacks::mapping))
        .extracting(Mapping::path, Mapping::buildId)
        .contains(
            org.assertj.core.groups.Tuple.tuple("chromium", "49f6744a29752bd4b61262c76d7b1add0"),
            org.assertj.core.groups.Tuple.tuple("libc.so.6", "ec61ac938e5a39b16f9fbd350e3169a50"))
        .allMatch(mapping -> !mapping.toList().get(0).toString().contains("--"));
  }

  /** Each heap is in every dump; those beyond the first 64 are one. */
  @Test
  void ofManyHeapsNothingIsLost() throws IOException {
    StackSampleTrace.Process process = trace.process(7);
    for (int i = 0; i < 100; i++) {
      process.sample(1000, "heap" + i, "main", 1, 7);
    }
    assertThat(totals(read(DumpSelector.LAST)))
        .hasSize(65)
        .containsEntry("7 heap63", 1L)
        .containsEntry("7 other heaps", 36L);
  }

  @Test
  void anyDumpCanBeSelected() throws IOException {
    trace.config(100, 50);
    trace
        .process(7)
        .sample(1000, "malloc", "main;kept", 200, 7)
        .sample(1000, "malloc", "main;freed", 500, 7)
        .sample(2000, "malloc", "main;kept", 100, 7)
        .sample(3000, "malloc", "main;kept", 300, 7)
        .sample(3000, "malloc", "main;new", 50, 7);

    RecordedProfile all = read(DumpSelector.ALL);
    assertThat(all.notices()).isEmpty();
    assertThat(all.dumps()).extracting(DumpSummary::stacks).containsExactly(2, 1, 2);
    assertThat(all.dumps())
        .extracting(DumpSummary::totals)
        .containsExactly(List.of(700L), List.of(100L), List.of(350L));
    List<Map<String, Row>> expected =
        List.of(
            Map.of("main;kept", live(200), "main;freed", live(500)),
            Map.of("main;kept", live(100)),
            Map.of("main;kept", live(300), "main;new", live(50)));
    for (int dump = 1; dump <= 3; dump++) {
      assertThat(RecordedText.of(all, all.heaps().get(dump - 1))).isEqualTo(expected.get(dump - 1));
      assertThat(RecordedText.of(read(new DumpSelector.Number(dump))))
          .isEqualTo(expected.get(dump - 1));
    }
    assertThat(RecordedText.of(read(DumpSelector.LAST))).isEqualTo(expected.get(2));
    assertThat(RecordedText.of(read(DumpSelector.MAX))).isEqualTo(expected.get(0));
  }

  @Test
  void aHeapWithoutSamplesIsEmptyInThatDump() throws IOException {
    trace
        .process(7)
        .sample(1000, "malloc", "f", 10, 7)
        .sample(2000, "malloc", "f", 20, 7)
        .sample(2000, "partition_alloc", "f", 5, 7)
        .sample(3000, "malloc", "f", 30, 7);

    assertThat(totals(read(DumpSelector.LAST)))
        .containsEntry("7 malloc", 30L)
        .containsEntry("7 partition_alloc", 0L);
    assertThat(
            read(DumpSelector.ALL).dumps().stream().filter(d -> d.info().heap().equals("malloc")))
        .hasSize(3);
    assertThat(
            read(DumpSelector.ALL).dumps().stream()
                .filter(dump -> dump.info().heap().equals("partition_alloc")))
        .extracting(dump -> dump.totals().get(0))
        .containsExactly(0L, 5L, 0L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void processesMayTakeTurns(boolean clearing) throws IOException {
    List<StackSampleTrace.Process> processes = List.of(trace.process(1), trace.process(2));
    for (int time = 1; time <= 4; time++) {
      for (StackSampleTrace.Process process : processes) {
        if (clearing) {
          process.clear();
        }
        process.sample(time * 1000L, "malloc", "main;f" + time, time, 9);
      }
    }
    RecordedProfile recorded = read(DumpSelector.LAST);
    assertThat(totals(recorded)).containsEntry("1 malloc", 4L).containsEntry("2 malloc", 4L);
    for (RecordedHeap heap : recorded.heaps()) {
      assertThat(RecordedText.of(recorded, heap)).isEqualTo(Map.of("main;f4", live(4)));
    }
  }

  @Test
  void threadsAreLabels() throws IOException {
    trace
        .process(7)
        .sample(1000, "malloc", "f", 10, 8)
        .sample(1000, "malloc", "f", 20, 9)
        .sample(1000, "malloc", "f", 5, 8)
        .sample(1000, "malloc", "f", 1, 0);

    RecordedHeap heap = read(DumpSelector.LAST).heaps().get(0);
    assertThat(IntStream.range(0, heap.rows()).mapToObj(heap::labels))
        .containsExactly(
            List.of(new Label("tid", null, 8, "")),
            List.of(new Label("tid", null, 9, "")),
            List.of());
    assertThat(heap.column(View.SPACE)).containsExactly(15, 20, 1);
  }

  /** Names of threads hold in their process, and may come later. */
  @Test
  void threadsHaveTheirNames() throws IOException {
    RecordedProfile recorded =
        Conversions.read(TestData.own("perfetto/chr_threads.pftrace"), ReadOptions.DEFAULT);
    RecordedHeap heap = recorded.heaps().get(0);
    assertThat(IntStream.range(0, heap.rows()).mapToObj(row -> Label.thread(heap.labels(row))))
        .containsExactly("Compositor (43)", "ThreadPoolForegroundWorker (44)");

    trace.process(7).sample(1000, "malloc", "f", 10, 8).sample(1000, "malloc", "f", 20, 9);
    trace.process(6).sample(1000, "malloc", "f", 10, 8);
    TracePacket named =
        TracePacket.newBuilder()
            .setTrackDescriptor(
                TrackDescriptor.newBuilder()
                    .setThread(
                        ThreadDescriptor.newBuilder()
                            .setPid(7)
                            .setTid(8)
                            .setThreadName("Compositor")))
            .build();
    byte[] packets = Trace.newBuilder().addPacket(named).build().toByteArray();
    assertThat(Conversions.read(Containers.concat(trace.bytes(), packets)).heaps())
        .extracting(of -> Label.thread(of.labels(0)))
        .containsExactly("8", "Compositor (8)");
  }

  /** Each dump has all that is live: what one lost, the next but one has again. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void onlyTheDumpsAroundALossAreIncomplete(int dropped) throws IOException {
    StackSampleTrace.Process process = trace.process(7);
    for (int dump = 0; dump < 4; dump++) {
      process.clear().sample(1000L * (dump + 1), "malloc", "f", 10, 8);
    }
    List<TracePacket> packets = new ArrayList<>(trace.trace.packets());
    packets.set(dropped, packets.get(dropped).toBuilder().setPreviousPacketDropped(true).build());
    byte[] lossy = Trace.newBuilder().addAllPacket(packets).build().toByteArray();

    // Every first packet of a sequence says so.
    assertThat(Conversions.noticeIds(Conversions.read(lossy)))
        .isEqualTo(dropped == 3 ? List.of(ErrorId.DROPPED_PACKETS) : List.of());
    RecordedProfile all = Conversions.read(lossy, Conversions.dump(DumpSelector.ALL));
    ErrorId ofAll = dropped == 3 ? ErrorId.DROPPED_PACKETS : ErrorId.MISSING_EARLIER_PACKETS;
    assertThat(Conversions.noticeIds(all)).isEqualTo(dropped > 0 ? List.of(ofAll) : List.of());
  }

  @Test
  void partsMayBeGivenInlineOrByDefault() throws IOException {
    StackSampleTrace.Process process = trace.process(7);
    process.sample(
        1000,
        StackSample.newBuilder()
            .setCallstack(process.callstack("main;f"))
            .setPrimaryDescriptor(
                CounterDescriptor.newBuilder()
                    .setName("malloc")
                    .setUnit(Unit.UNIT_BYTES)
                    .setUnitMultiplier(1024))
            .setPrimaryWeight(3)
            .setTaskContext(TaskContext.newBuilder().setPid(7)));
    process.sample(
        1000,
        StackSample.newBuilder()
            .setCallstack(process.callstack("main;g"))
            .setPrimaryDescriptorIid(process.heap("malloc"))
            .setPrimaryWeight(-1)
            .setTaskContext(TaskContext.newBuilder().setPid(7)));

    assertThat(RecordedText.of(read(DumpSelector.LAST)))
        .isEqualTo(Map.of("main;f", live(3072), "main;g", live(Long.MAX_VALUE)));
  }

  @Test
  void aProcessIsNamedByItsTrack() throws IOException {
    trace.process(7).sample(1000, "malloc", "f", 10, 8);
    trace.trace.packet(
        TracePacket.newBuilder()
            .setTrackDescriptor(
                TrackDescriptor.newBuilder()
                    .setProcess(
                        ProcessDescriptor.newBuilder().setPid(7).setProcessName("Renderer"))));

    assertThat(read(DumpSelector.LAST).heaps().get(0).info().id().process().displayName())
        .isEqualTo("Renderer (7)");
  }

  @Test
  void whatIsNoHeapIsRefusedByName() throws IOException {
    trace.process(1).unit(Unit.UNIT_NANOSECONDS).sample(1000, "wall-time", "f", 10, 8);
    trace.process(2).source("some.lock").unit(Unit.UNIT_COUNT).sample(1000, "waits", "f", 10, 8);
    String others =
        "1 stack sample of wall-time by org.chromium.native_heap_profiler in nanoseconds and"
            + " 1 stack sample of waits by some.lock in counts";

    assertThatThrownBy(() -> read(DumpSelector.LAST))
        .hasMessageContaining("the trace contains " + others)
        .hasMessageContaining("no heap profile")
        .hasMessageNotContaining("heapprofd");
    trace.process(3).sample(1000, "malloc", "f", 10, 8);
    RecordedProfile recorded = read(DumpSelector.LAST);
    assertThat(totals(recorded)).containsOnlyKeys("3 malloc");
    assertThat(recorded.comments())
        .contains("the trace also contains " + others + ", which heapconv does not convert");
  }

  @Test
  void bytesOfAnotherSamplerAreAllocationsAndItsFollowersCountThem() throws IOException {
    StackSampleTrace.Process process = trace.process(2).source("python.alloc");
    CounterDescriptor objects =
        CounterDescriptor.newBuilder().setName("objects").setUnit(Unit.UNIT_COUNT).build();
    for (int time = 1000; time <= 2000; time += 1000) {
      process.sample(
          time,
          StackSample.newBuilder()
              .setPrimaryDescriptorIid(process.heap("heap"))
              .setTaskContext(TaskContext.newBuilder().setPid(2))
              .setCallstack(inline("main", "f"))
              .addFollowerDescriptors(CounterDescriptor.newBuilder().setUnit(Unit.UNIT_CPU_CYCLES))
              .addFollowerDescriptors(objects)
              .addFollowerWeights(77)
              .addFollowerWeights(3)
              .setPrimaryWeight(time));
    }

    RecordedProfile recorded = read(DumpSelector.LAST);
    assertThat(recorded.notices()).isEmpty();
    assertThat(RecordedText.of(recorded)).isEqualTo(Map.of("main;f", new Row(6, 3000, 0, 0)));
    assertThat(recorded.heaps().get(0).views())
        .containsExactly(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
    assertThat(recorded.heaps().get(0).info().provenance().interval()).isEqualTo(Evidence.UNKNOWN);
  }

  private static Callstack inline(String... outermostFirst) throws IOException {
    InlineCallstack.Builder stack = InlineCallstack.newBuilder();
    for (String function : outermostFirst) {
      stack.addFrames(InlineCallstack.Frame.newBuilder().setFunctionName(function));
    }
    return Callstack.parseFrom(stack.build().toByteArray());
  }

  @Test
  void withoutAnIntervalInTheConfigurationTheUsualOneIsAssumed() throws IOException {
    trace.config(0, 50);
    trace.process(7).sample(1000, "malloc", "main", 200, 7);

    HeapInfo info = read(DumpSelector.LAST).heaps().get(0).info();
    assertThat(info.samplingInterval()).isEqualTo(131_072);
    assertThat(info.provenance().interval()).isEqualTo(Evidence.ASSUMED);
  }

  @Test
  void withoutASourceTheNamesOfItsHeapsTell() throws IOException {
    trace.process(1).source("").sample(1000, "partition_alloc", "f", 10, 8);
    trace.process(2).source("").sample(1000, "other", "f", 10, 8);

    assertThat(totals(read(DumpSelector.LAST))).containsOnlyKeys("1 partition_alloc");
  }

  @Test
  void samplesWithoutTheirDefinitionsAreLeftOut() throws IOException {
    StackSampleTrace.Process process = trace.process(1).sample(1000, "malloc", "f", 10, 8);
    StackSample.Builder lost =
        StackSample.newBuilder().setTaskContext(TaskContext.newBuilder().setPid(1));
    process.sample(1000, lost.clone().setPrimaryDescriptorIid(99).setPrimaryWeight(7));
    process.sample(
        1000,
        lost.clone()
            .setPrimaryDescriptorIid(process.heap("malloc"))
            .setCallstackIid(99)
            .setPrimaryWeight(7));

    RecordedProfile recorded = read(DumpSelector.LAST);
    assertThat(RecordedText.of(recorded)).isEqualTo(Map.of("f", live(10)));
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.UNKNOWN_CALLSTACK);
  }

  @Test
  void aCutTraceGivesTheLastCompleteDump() throws IOException {
    trace.config(100, 50);
    StackSampleTrace.Process process = trace.process(1);
    for (int time = 1; time <= 3; time++) {
      process
          .sample(time, "malloc", "main;kept", 10, 1)
          .sample(time, "malloc", "main;new" + time, time, 1);
    }
    byte[] bytes = trace.bytes();
    RecordedProfile recorded = Conversions.read(Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(RecordedText.of(recorded))
        .isEqualTo(Map.of("main;kept", live(10), "main;new2", live(2)));
    assertThat(Conversions.noticeIds(recorded))
        .containsExactlyInAnyOrder(ErrorId.TRUNCATED_TRACE, ErrorId.UNFINISHED_DUMP);

    StackSampleTrace single = new StackSampleTrace();
    single.process(1).sample(1, "malloc", "f", 1, 1).sample(1, "malloc", "g", 1, 1);
    assertThatThrownBy(
            () -> Conversions.read(Arrays.copyOf(single.bytes(), single.bytes().length - 1)))
        .hasMessageContaining("no complete heap dump: the trace is cut off inside the packet");
  }

  /** Electron has a dump every 50 ms by default: 100 of them in five seconds. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHundredDumpsTakeTheMemoryOfOne(boolean clearing) throws IOException {
    int stacks = 200;
    List<StackSampleTrace.Process> processes = new ArrayList<>();
    for (int pid = 1; pid <= 4; pid++) {
      processes.add(trace.process(pid));
    }
    for (int dump = 0; dump < 100; dump++) {
      for (StackSampleTrace.Process process : processes) {
        if (clearing && dump == 50) {
          process.clear();
        }
        for (int stack = 0; stack < stacks; stack++) {
          // Half of the stacks are never seen again.
          String leaf = stack % 2 == 0 ? "kept" + stack : "at" + dump + "_" + stack;
          process.sample(dump, "malloc", "main;loop;" + leaf, 65_536, 1);
        }
      }
    }
    RecordedProfile recorded = read(DumpSelector.LAST);

    assertThat(totals(recorded).values())
        .containsExactly(stacks * 65_536L, stacks * 65_536L, stacks * 65_536L, stacks * 65_536L);
    assertThat(recorded.dumps()).hasSize(400);
    // The root, what all have in common, and the leaves; where ids begin anew, those of one more.
    int nodes = 3 + stacks;
    assertThat(recorded.stacks().stackCount())
        .isBetween(nodes, processes.size() * (clearing ? 3 : 1) * nodes);
  }
}
