package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.AddressSymbols;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.proto.perfetto.Line;
import dev.heapconv.proto.perfetto.ModuleSymbols;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSampleDefaults;
import dev.heapconv.proto.perfetto.StreamingAllocation;
import dev.heapconv.proto.perfetto.StreamingFree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TraceAttributes;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TracePacketDefaults;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Growth;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a trace tells beside its samples. */
class TraceFactsTest {

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");

  private static TracePacket.Builder attribute(String key, Object value) {
    TraceAttributes.Attribute.Builder attribute =
        TraceAttributes.Attribute.newBuilder().setKey(key);
    if (value instanceof Long number) {
      attribute.setLongValue(number);
    } else {
      attribute.setStringValue(value.toString());
    }
    return TracePacket.newBuilder()
        .setTraceAttributes(TraceAttributes.newBuilder().addAttribute(attribute));
  }

  /** As in Perfetto. */
  @Test
  void theLastValueOfAnAttributeCounts() throws IOException {
    trace.packet(attribute("app.branch", "old")).packet(attribute("cl", -5L));
    sequence.dump(malloc(1).row(a, 1, 1, 0, 0));
    trace.packet(attribute("app.branch", "new")).packet(attribute("", "no key"));
    assertThat(Conversions.read(trace.bytes()).capture().attributes())
        .isEqualTo(Map.of("app.branch", "new", "cl", "-5"));
  }

  private RecordedProfile read() throws IOException {
    return Conversions.read(trace.bytes());
  }

  private HeapInfo info() throws IOException {
    return read().heaps().get(0).info();
  }

  @Test
  void theIntervalOfTheDumpCounts() throws IOException {
    trace.config(HeapprofdConfig.newBuilder().setSamplingIntervalBytes(512));
    TraceBuilder.Heap heap = malloc(1000).row(a, 1, 4096, 0, 0);
    heap.samples.setSamplingIntervalBytes(8192).setOrigSamplingIntervalBytes(4096);
    sequence.dump(heap);

    assertThat(info().samplingInterval()).isEqualTo(8192);
    assertThat(info().sampling().first()).isEqualTo(4096);
  }

  @Test
  void theIntervalOfTheConfigurationCountsWhereTheDumpHasNone() throws IOException {
    TraceBuilder.Heap heap = malloc(1000).row(a, 1, 10, 0, 0);
    heap.samples.clearSamplingIntervalBytes();
    sequence.dump(heap);
    trace.config(HeapprofdConfig.newBuilder().setSamplingIntervalBytes(512));

    assertThat(info().samplingInterval()).isEqualTo(512);
    assertThat(read().notices().isEmpty()).isTrue();
  }

  private static ByteString field(int number, ByteString... parts) {
    ByteString value = ByteString.copyFrom(List.of(parts));
    UnknownFieldSet.Field field =
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
    return UnknownFieldSet.newBuilder().addField(number, field).build().toByteString();
  }

  /** Field 0 is none. */
  private static final ByteString DAMAGE = ByteString.copyFrom(new byte[] {0, 0});

  @Test
  void whatPrecedesTheDamageOfAConfigurationOrSystemCounts() throws IOException {
    ByteString interval =
        HeapprofdConfig.newBuilder().setSamplingIntervalBytes(512).build().toByteString();
    ByteString device =
        SystemInfo.newBuilder().setAndroidBuildFingerprint("device").build().toByteString();
    TraceBuilder.Heap heap = malloc(1000).row(a, 1, 10, 0, 0);
    heap.samples.clearSamplingIntervalBytes();
    sequence.dump(heap);
    ByteString config =
        field(
            TracePacket.TRACE_CONFIG_FIELD_NUMBER,
            field(
                2,
                field(1, field(DataSourceConfig.HEAPPROFD_CONFIG_FIELD_NUMBER, interval, DAMAGE))));
    ByteString system = field(TracePacket.SYSTEM_INFO_FIELD_NUMBER, device, DAMAGE);
    ByteString damaged =
        ByteString.copyFrom(trace.bytes()).concat(field(1, config)).concat(field(1, system));

    RecordedProfile recorded = Conversions.read(damaged.toByteArray());
    assertThat(recorded.heaps().get(0).info().samplingInterval()).isEqualTo(512);
    assertThat(recorded.capture().device()).isEqualTo("device");
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.MALFORMED_PACKET);
  }

  @Test
  void aDamagedProcessHasNoNameAndThoseBeforeItHave() throws IOException {
    ByteString first = process(100, "first");
    ByteString second = process(101, "second");
    sequence.dump(
        heap(100, "libc.malloc", 1000).row(a, 1, 10, 0, 0),
        heap(101, "libc.malloc", 1000).row(a, 1, 10, 0, 0));
    ByteString tree =
        field(TracePacket.PROCESS_TREE_FIELD_NUMBER, field(1, first), field(1, second, DAMAGE));

    RecordedProfile recorded =
        Conversions.read(ByteString.copyFrom(trace.bytes()).concat(field(1, tree)).toByteArray());
    assertThat(recorded.heaps())
        .extracting(heap -> heap.info().id().process().displayName())
        .containsExactly("first (100)", "pid 101");
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.MALFORMED_PACKET);
  }

  private static ByteString process(int pid, String name) {
    return ProcessTree.Process.newBuilder().setPid(pid).addCmdline(name).build().toByteString();
  }

  @Test
  void withoutAnyIntervalTheDefaultIsAssumedAndSaid() throws IOException {
    TraceBuilder.Heap heap = malloc(1000).row(a, 1, 10, 0, 0);
    heap.samples.clearSamplingIntervalBytes();
    sequence.dump(heap);

    assertThat(info().samplingInterval()).isEqualTo(4096);
    assertThat(Conversions.noticeIds(read())).containsExactly(ErrorId.UNKNOWN_INTERVAL);
    ReadOptions given = new ReadOptions(Selection.DEFAULT, 128, false, Limits.DEFAULT);
    RecordedProfile told = Conversions.read(trace.bytes(), given);
    assertThat(told.heaps().get(0).info().samplingInterval()).isEqualTo(128);
    assertThat(told.notices().isEmpty()).isTrue();
  }

  @Test
  void timesComeThroughTheNearestClockSnapshot() throws IOException {
    // Coarse monotonic time runs from boot, wall time does not, and is set forward between the
    // snapshots.
    trace.clocks(6, 900, 4, 1_000, 1, 5_000_000);
    trace.clocks(4, 9_000, 1, 7_000_000);
    TraceBuilder.Heap early = malloc(2_000).row(a, 1, 10, 0, 0);
    early.samples.setStartTimestamp(1_500);
    sequence.dump(early);
    sequence.dump(malloc(8_500).row(a, 1, 10, 0, 0));

    RecordedProfile profile = Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL));
    assertThat(profile.heaps().get(0).info().dump().timeNanos()).isEqualTo(5_001_000);
    assertThat(profile.heaps().get(0).info().dump().durationNanos()).isEqualTo(500);
    assertThat(profile.heaps().get(1).info().dump().timeNanos()).isEqualTo(6_999_500);
    assertThat(profile.heaps().get(1).info().dump().durationNanos()).isEqualTo(7_000);
  }

  @Test
  void withoutClocksThereAreNoTimes() throws IOException {
    sequence.dump(malloc(2_000).row(a, 1, 10, 0, 0));

    assertThat(info().dump().timeNanos()).isZero();
    assertThat(info().dump().durationNanos()).isZero();
  }

  @Test
  void withoutClocksTimesCountFromTheFirstDump() throws Exception {
    sequence.dump(malloc(2_000).row(a, 1, 10, 0, 0));
    sequence.dump(malloc(60_000_002_000L).row(a, 3, 30, 0, 0));
    RecordedProfile recorded = Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL));
    EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);

    assertThat(recorded.comments())
        .containsExactly(
            "the trace does not say when profiling began: its time counts from the first dump");
    assertThat(recorded.heaps())
        .extracting(
            heap -> heap.info().dump().timeNanos() + " " + heap.info().dump().durationNanos())
        .containsExactly("0 0", "0 60000000000");
    assertThat(Growth.of(profile, AggregateOptions.DEFAULT, View.SPACE).fact("dumps")).isEqualTo(2);
  }

  @Test
  void pprofCarriesTheFacts() throws IOException {
    trace.process(100, "/system/bin/server");
    trace.clocks(4, 1_000, 1, 5_000_000);
    trace.packet(
        TracePacket.newBuilder()
            .setSystemInfo(
                SystemInfo.newBuilder()
                    .setAndroidBuildFingerprint("google/oriole/13")
                    .setTracingServiceVersion("Perfetto v1")));
    sequence.dump(malloc(2_000).row(a, 1, 10, 0, 0));

    Pprof pprof = CheckValid.of(Conversions.write(Conversions.asRecorded(read()), Format.PPROF));
    assertThat(pprof.profile.getTimeNanos()).isEqualTo(5_001_000);
    assertThat(pprof.profile.getPeriod()).isEqualTo(1);
    assertThat(pprof.labels(pprof.profile.getSample(0)))
        .isEqualTo(Map.of("process", "/system/bin/server", "pid", "100", "heap", "libc.malloc"));
    assertThat(pprof.comments())
        .contains("heapconv test", "device: google/oriole/13", "recorded by: Perfetto v1");
  }

  @Test
  void aHeapWithoutANameIsTheMallocHeap() throws IOException {
    sequence.dump(heap(100, null, 1000).row(a, 1, 10, 0, 0));

    assertThat(info().heap()).isEqualTo("libc.malloc");
  }

  @Test
  void theAndroidRuntimeHeapHasNoFrees() throws IOException {
    sequence.dump(heap(100, "com.android.art", 1000).row(a, 3, 30, 2, 20));

    RecordedProfile profile = read();
    assertThat(profile.heaps().get(0).views())
        .containsExactly(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;a", new Row(3, 30, 0, 0)));
    Pprof pprof = CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF));
    assertThat(pprof.sampleTypes())
        .containsExactly("alloc_objects", "alloc_space", "alloc_samples");
    assertThat(pprof.text(pprof.profile.getDefaultSampleType())).isEqualTo("alloc_space");
  }

  @Test
  void aConfiguredNameIsTheNameOfTheOnlyProcess() throws IOException {
    trace.config(HeapprofdConfig.newBuilder().addProcessCmdline("server"));
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));

    assertThat(info().process()).isEqualTo("server");
  }

  static Stream<Arguments> flags() {
    return Stream.of(
        flag(ErrorId.BUFFER_OVERRAN, dump -> dump.setBufferOverran(true)),
        flag(ErrorId.BUFFER_CORRUPTED, dump -> dump.setBufferCorrupted(true)),
        flag(ErrorId.HIT_GUARDRAIL, dump -> dump.setHitGuardrail(true)),
        flag(
            ErrorId.CLIENT_TIMEOUT,
            dump -> dump.setClientError(ProcessHeapSamples.ClientError.CLIENT_ERROR_HIT_TIMEOUT)),
        flag(
            ErrorId.CLIENT_STACK_BOUNDS,
            dump ->
                dump.setClientError(
                    ProcessHeapSamples.ClientError.CLIENT_ERROR_INVALID_STACK_BOUNDS)));
  }

  private static Arguments flag(ErrorId id, Consumer<ProcessHeapSamples.Builder> set) {
    return Arguments.of(id, set);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("flags")
  void eachFlagIsOneWarningWithProcessAndHeap(ErrorId id, Consumer<ProcessHeapSamples.Builder> set)
      throws IOException {
    trace.process(100, "server");
    for (int dump = 0; dump < 3; dump++) {
      TraceBuilder.Heap heap = malloc(1000 + dump).row(a, 1, 10, 0, 0);
      set.accept(heap.samples);
      sequence.dump(heap);
    }

    RecordedProfile profile = read();
    assertThat(Conversions.noticeIds(profile)).containsExactly(id);
    Notice notice = profile.notices().get(0);
    assertThat(notice.message())
        .startsWith("server (100), heap libc.malloc: ")
        .doesNotContain("\n");
    Pprof pprof = CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF));
    assertThat(pprof.comments()).contains("warning (" + id.wireName() + "): " + notice.message());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("flags")
  void aFlagEndsTheNumbersOfItsHeapAndOfNoOther(
      ErrorId id, Consumer<ProcessHeapSamples.Builder> set) throws IOException {
    trace.process(100, "server").process(101, "client");
    TraceBuilder.Heap broken = malloc(1000).row(a, 1, 10, 0, 0);
    set.accept(broken.samples);
    sequence.dump(broken, heap(101, "libc.malloc", 1000).row(a, 1, 10, 0, 0));

    assertThat(read().effects().lacksEnd()).isTrue();
    assertThat(read().effects().isWrong(View.SPACE)).isFalse();
    assertThat(noticesOf("server", "libc.malloc")).containsExactly(id);
    assertThat(noticesOf("client", "libc.malloc")).isEmpty();
    assertThat(noticesOf("*", "libc.malloc")).containsExactly(id);
  }

  private List<ErrorId> noticesOf(String process, String heap) throws IOException {
    Selection selected = new Selection(List.of(process), List.of(heap), DumpSelector.LAST);
    return Conversions.noticeIds(
        Conversions.read(trace.bytes(), ReadOptions.DEFAULT.withSelection(selected)));
  }

  @Test
  void symbolsThatWereAddedLaterNameFramesAndInlineThem() throws IOException {
    long mapping =
        sequence.mapping("/lib/a.so", new byte[] {0x0a, (byte) 0xff}, 0x1000, 0x2000, 0, 0);
    long named = sequence.frame("", mapping, 0x10);
    long unknown = sequence.frame("_Z4keepv", mapping, 0x20);
    sequence.dump(malloc(1000).row(sequence.stackOf(named, unknown), 1, 10, 0, 0));
    trace.packet(
        TracePacket.newBuilder()
            .setModuleSymbols(
                ModuleSymbols.newBuilder()
                    .setPath("/lib/a.so")
                    .setBuildId(ByteString.copyFrom(new byte[] {0x0a, (byte) 0xff}))
                    .addAddressSymbols(
                        AddressSymbols.newBuilder()
                            .setAddress(0x10)
                            .addLines(line("_Z5innerv", "a.cc", 3))
                            .addLines(line("_Z5outerv", "a.cc", 30)))
                    .addAddressSymbols(
                        AddressSymbols.newBuilder()
                            .setAddress(0x20)
                            .addLines(line("??", "??", 0)))));

    RecordedProfile profile = read();
    // Outermost first: the frame that inlined, what it inlined, then the leaf that the symbolizer
    // did not know.
    assertThat(RecordedText.of(profile)).containsOnlyKeys("outer();inner();keep()");
    Pprof pprof = CheckValid.of(Conversions.write(Conversions.asRecorded(profile), Format.PPROF));
    assertThat(pprof.profile.getMapping(0).getHasInlineFrames()).isTrue();
    assertThat(pprof.profile.getLocation(1).getLineList())
        .extracting(line -> pprof.text(pprof.function(line.getFunctionId()).getSystemName()))
        .containsExactly("_Z5innerv", "_Z5outerv");
  }

  private static Line line(String function, String file, int line) {
    return Line.newBuilder()
        .setFunctionName(function)
        .setSourceFileName(file)
        .setLineNumber(line)
        .build();
  }

  @Test
  void streamedAllocationsAreRecognised() {
    trace.packet(
        TracePacket.newBuilder()
            .setStreamingAllocation(
                StreamingAllocation.newBuilder()
                    .addAddress(1)
                    .addSampleSize(100)
                    .addHeapId(1)
                    .addAddress(2)
                    .addSampleSize(50)
                    .addHeapId(1)));
    trace.packet(
        TracePacket.newBuilder()
            .setStreamingFree(StreamingFree.newBuilder().addAddress(1).addHeapId(1)));

    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> assertThat(e.id()).isEqualTo(ErrorId.STREAMING_ALLOCATIONS))
        .hasMessageContaining("stream_allocations")
        .hasMessageContaining("(2 packets)");
  }

  @Test
  void aTraceWithoutAHeapProfileSaysWhatItHolds() {
    for (int i = 0; i < 1500; i++) {
      trace.packet(TracePacket.newBuilder().setFtraceEvents(ByteString.copyFromUtf8("event")));
    }
    trace.packet(TracePacket.newBuilder().setPerfSample(ByteString.EMPTY));

    assertThatThrownBy(this::read)
        .hasMessageContaining(
            "no heap profile: the trace contains 1,500 ftrace packets and 1 perf sample")
        .hasMessageContaining("android.heapprofd");
  }

  @Test
  void otherProfilesAreNamed() throws IOException {
    for (int i = 0; i < 2; i++) {
      trace.packet(
          TracePacket.newBuilder()
              .setTimestamp(i)
              .setTracePacketDefaults(
                  TracePacketDefaults.newBuilder()
                      .setStackSampleDefaults(
                          StackSampleDefaults.newBuilder()
                              .setSource("python.wall")
                              .setPrimaryDescriptor(
                                  CounterDescriptor.newBuilder()
                                      .setName("wall-time")
                                      .setUnit(StackSample.Unit.UNIT_NANOSECONDS))))
              .setStackSample(StackSample.newBuilder().setPrimaryWeight(1000)));
    }
    trace.packet(TracePacket.newBuilder().setJavaHeapGraph(ByteString.EMPTY));
    String others =
        "2 stack samples of wall-time by python.wall in nanoseconds and 1 Java heap graph packet";

    assertThatThrownBy(this::read).hasMessageContaining("the trace contains " + others + ";");
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    assertThat(read().comments())
        .containsExactly("the trace also contains " + others + ", which heapconv does not convert");
  }

  @Test
  void anUnknownProcessIsToldWhatThereIs() {
    trace.process(100, "server");
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0), heap(200, "arena", 1000));
    ReadOptions options =
        ReadOptions.DEFAULT.withSelection(
            new Selection(List.of("nobody"), List.of(), DumpSelector.LAST));

    assertThatThrownBy(() -> Conversions.read(trace.bytes(), options))
        .hasMessageContaining("server (100) libc.malloc")
        .hasMessageContaining("pid 200 arena");
  }

  @Test
  void processesAndHeapsAreSelectedByNamePidAndGlob() throws IOException {
    trace.process(100, "/bin/server");
    trace.process(200, "com.example.app");
    sequence.dump(
        malloc(1000).row(a, 1, 10, 0, 0),
        heap(200, "libc.malloc", 1000),
        heap(200, "arena.small", 1000));
    for (String process : List.of("/bin/server", "server", "100", "ser*", "/bin/*", "s?rver")) {
      assertThat(selected(List.of(process), List.of()))
          .as(process)
          .containsExactly("100 libc.malloc");
    }
    assertThat(selected(List.of("com.*"), List.of("arena*"))).containsExactly("200 arena.small");
    assertThat(selected(List.of(), List.of("libc.malloc")))
        .containsExactly("100 libc.malloc", "200 libc.malloc");
    assertThat(selected(List.of("100", "app", "com.example.app"), List.of("libc.malloc")))
        .hasSize(2);
  }

  private List<String> selected(List<String> processes, List<String> heaps) throws IOException {
    return Conversions.read(
            trace.bytes(),
            ReadOptions.DEFAULT.withSelection(new Selection(processes, heaps, DumpSelector.LAST)))
        .heaps()
        .stream()
        .map(heap -> heap.info().pid() + " " + heap.info().heap())
        .toList();
  }

  @Test
  void aRejectedSessionIsNoDump() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    TraceBuilder.Heap rejected = heap(100, null, 0);
    rejected.samples.setRejectedConcurrent(true).clearTimestamp();
    trace.sequence(9).dump(rejected);

    RecordedProfile profile = read();
    assertThat(profile.heaps()).hasSize(1);
    // The first session has all there is.
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.comments())
        .containsExactly(
            "another session asked for pid 100 while it was profiled already, and recorded"
                + " nothing");
  }

  @Test
  void aRejectedProcessWithoutADumpIsMissing() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    TraceBuilder.Heap rejected = heap(200, null, 0);
    rejected.samples.setRejectedConcurrent(true).clearTimestamp();
    trace.sequence(9).dump(rejected);

    assertThat(Conversions.noticeIds(read())).containsExactly(ErrorId.REJECTED_CONCURRENT);
  }

  @Test
  void aPatternIsNoName() throws IOException {
    trace.config(HeapprofdConfig.newBuilder().addProcessCmdline("com.foo*"));
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));

    assertThat(info().process()).isEmpty();
  }

  @Test
  void aDumpWithoutSamplesSaysThatNothingWasAllocated() throws IOException {
    sequence.dump(malloc(1000));

    assertThat(Conversions.noticeIds(read())).containsExactly(ErrorId.NOTHING_ALLOCATED);
  }

  @Test
  void aCallstackOfAnotherSequenceIsNamedWithBoth() throws IOException {
    sequence.flush();
    trace.sequence(9).dump(malloc(1000).row(a, 1, 10, 0, 0));

    assertThat(read().notices().get(0).message())
        .contains("id " + a + " of sequence 9, which only sequence 7 defines");
  }

  /** Two data sources of heapprofd, of which dumps before Android 12 do not say whose they are. */
  @Test
  void eachDataSourceHasItsInterval() throws IOException {
    trace.config(
        HeapprofdConfig.newBuilder().setSamplingIntervalBytes(1024).addProcessCmdline("com.a"));
    trace.config(
        HeapprofdConfig.newBuilder()
            .setSamplingIntervalBytes(32_768)
            .addProcessCmdline("com.b*")
            .addHeaps("libc.malloc")
            .addHeaps("pool")
            .addHeapSamplingIntervals(32_768)
            .addHeapSamplingIntervals(65_536));
    trace.process(1, "com.a").process(2, "com.b:worker");
    TraceBuilder.Heap[] heaps = {
      TraceBuilder.heap(1, "libc.malloc", 1000).row(a, 1, 1 << 20, 0, 0),
      TraceBuilder.heap(2, "libc.malloc", 1000).row(a, 1, 1 << 20, 0, 0),
      TraceBuilder.heap(2, "pool", 1000).row(a, 1, 1 << 20, 0, 0),
      TraceBuilder.heap(3, "libc.malloc", 1000).row(a, 1, 1 << 20, 0, 0)
    };
    for (TraceBuilder.Heap heap : heaps) {
      heap.samples.clearSamplingIntervalBytes();
    }
    sequence.dump(heaps);

    assertThat(read().heaps())
        .extracting(heap -> heap.info().samplingInterval())
        .containsExactly(1024L, 32_768L, 65_536L, 4096L);
    assertThat(read().heaps())
        .extracting(heap -> heap.info().provenance().interval())
        .containsExactly(Evidence.STATED, Evidence.STATED, Evidence.STATED, Evidence.ASSUMED);
  }
}
