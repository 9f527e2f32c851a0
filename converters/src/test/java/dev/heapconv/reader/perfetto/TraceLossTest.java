package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TraceStats;
import dev.heapconv.proto.perfetto.TraceStats.BufferStats;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as lost data of a heap profile, and what is said about its numbers then. */
class TraceLossTest {

  private static final String EXACT = "numbers are exact";
  private static final long SECOND = 1_000_000_000;

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");

  private RecordedProfile read() throws IOException {
    return Conversions.read(trace.bytes());
  }

  private static RecordedProfile read(String recording) throws IOException {
    return Conversions.read(TestData.recordingBytes("loss/" + recording));
  }

  private static EstimatedProfile estimated(RecordedProfile recorded) {
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  private void dataSource(DataSourceConfig.Builder config) {
    trace.packet(
        TracePacket.newBuilder()
            .setTraceConfig(
                TraceConfig.newBuilder()
                    .addDataSources(TraceConfig.DataSource.newBuilder().setConfig(config))));
  }

  private void stats(BufferStats.Builder... buffers) {
    TraceStats.Builder stats = TraceStats.newBuilder();
    for (BufferStats.Builder buffer : buffers) {
      stats.addBufferStats(buffer);
    }
    trace.packet(TracePacket.newBuilder().setTraceStats(stats));
  }

  private static BufferStats.Builder overwritten(long chunks) {
    return BufferStats.newBuilder().setChunksOverwritten(chunks);
  }

  private static DataSourceConfig.Builder heapprofd() {
    return DataSourceConfig.newBuilder().setName("android.heapprofd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stats_svc", "stats_cfg"})
  void whatTheServiceOrAnotherBufferLostIsNoLoss(String recording) throws IOException {
    RecordedProfile profile = read(recording);

    assertThat(profile.notices()).isEmpty();
    assertThat(estimated(profile).comments()).anyMatch(comment -> comment.contains(EXACT));
  }

  @Test
  void withoutAConfigurationTheLossOfAnyBufferCounts() throws IOException {
    RecordedProfile profile = read("stats_buf");

    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.LOST_TRACE_DATA);
    assertThat(profile.notices().get(0).message()).contains("lost 900 chunks");
  }

  @Test
  void onlyTheBufferThatHeapprofdWritesToCounts() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    dataSource(heapprofd().setTargetBuffer(1));
    dataSource(DataSourceConfig.newBuilder().setName("linux.ftrace"));
    stats(
        overwritten(500).setPatchesFailed(5),
        overwritten(3).setChunksDiscarded(4).setPatchesFailed(2));

    assertThat(read().notices())
        .containsExactly(
            Notice.of(ErrorId.LOST_TRACE_DATA, 7), Notice.of(ErrorId.LOST_TRACE_PATCHES, 2));
  }

  @Test
  void aTargetBufferKnownByNameOnlyMayBeAny() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    dataSource(heapprofd().setTargetBufferName("heaps"));
    stats(overwritten(0), overwritten(3));

    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.LOST_TRACE_DATA, 3));
  }

  @Test
  void repeatedStatisticsCountFromTheStart() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    stats(overwritten(2));
    stats(overwritten(3));

    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.LOST_TRACE_DATA, 3));
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorId.class,
      names = {
        "LOST_TRACE_DATA",
        "MISSING_PROFILE_PACKETS",
        "EARLIER_DUMPS_LOST",
        "HIT_GUARDRAIL",
        "UNKNOWN_CALLSTACK"
      })
  void numbersAreNotExactWhereSomethingWasLost(ErrorId loss) throws IOException {
    TraceBuilder.Heap heap = malloc(1000).row(a, 1, 10, 0, 0);
    sequence.dump(malloc(900).row(a, 1, 10, 0, 0));
    switch (loss) {
      case LOST_TRACE_DATA -> stats(overwritten(3));
      case MISSING_PROFILE_PACKETS -> {
        sequence.continued(malloc(1000).row(sequence.stack("main", "b"), 1, 10, 0, 0));
        sequence.lost();
      }
      case EARLIER_DUMPS_LOST -> sequence.lost();
      case HIT_GUARDRAIL -> heap.samples.setHitGuardrail(true);
      default -> heap.row(999, 1, 10, 0, 0);
    }
    sequence.dump(heap);

    RecordedProfile recorded = read();
    assertThat(Conversions.noticeIds(recorded)).containsExactly(loss);
    assertNeverCalledExact(estimated(recorded));
    EstimatedProfile exact = estimated(read("stats_svc"));
    assertNeverCalledExact(Merging.sideBySide(List.of(exact, estimated(recorded))));
  }

  private static void assertNeverCalledExact(EstimatedProfile profile) {
    assertThat(CheckValid.of(Conversions.write(profile, Format.PPROF)).comments())
        .noneMatch(comment -> comment.contains(EXACT))
        .anyMatch(comment -> comment.contains("numbers are as recorded, but incomplete"));
    for (Format format : List.of(Format.TEXT, Format.MARKDOWN, Format.JSON, Format.HTML)) {
      assertThat(new String(Conversions.write(profile, format), StandardCharsets.UTF_8))
          .as(format.toString())
          .doesNotContain(EXACT);
    }
  }

  private static Effects effects(RecordedProfile profile) {
    return Effects.of(profile.notices(), View.ALL);
  }

  /** heapprofd dumps all that is live each time, and drops stacks of which all was freed. */
  @Test
  void aWholeDumpAfterALossLacksOnlyWhatWasAllocatedBefore() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 1, 10));
    sequence.lost();
    sequence.dump(malloc(2000).row(a, 6, 60, 6, 60).row(sequence.stack("main", "b"), 1, 10, 0, 0));

    RecordedProfile profile = read();
    assertThat(profile.notices()).containsExactly(Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1));
    assertThat(effects(profile).isTooLow(true)).isFalse();
    assertThat(effects(profile).isTooLow(false)).isTrue();
    assertThat(effects(profile).tellGrowth()).isTrue();
    assertThat(Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.FIRST)).notices())
        .isEmpty();
  }

  @Test
  void aDumpAfterALossThatLacksALiveStackMayHaveLostItsBeginning() throws IOException {
    long b = sequence.stack("main", "b");
    sequence.dump(malloc(1000).row(a, 4, 40, 1, 10).row(b, 1, 10, 0, 0));
    sequence.lost();
    sequence.dump(malloc(2000).row(a, 6, 60, 6, 60));

    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.MISSING_PROFILE_PACKETS, 1));
    sequence.dump(malloc(3000).row(a, 6, 60, 6, 60));
    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1));
    RecordedProfile all = Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL));
    assertThat(all.notices())
        .containsExactly(
            Notice.of(ErrorId.MISSING_EARLIER_PACKETS, 1),
            Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1));
    assertThat(effects(all).ofLastDumps()).isEqualTo(effects(read()));
  }

  /** As a ring buffer leaves it. */
  @Test
  void theFirstPacketOfATraceMayNotBeTheFirstOfTheProfiler() throws IOException {
    for (int i = 0; i < 37; i++) {
      sequence.lost();
    }
    sequence.dump(malloc(1000).row(a, 4, 40, 1, 10));
    stats(overwritten(90));

    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.MISSING_PROFILE_PACKETS, 37));
    sequence.dump(malloc(2000).row(a, 6, 60, 1, 10));
    assertThat(read().notices()).containsExactly(Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1));
    stats(overwritten(90).setChunksDiscarded(2));
    assertThat(read().notices())
        .containsExactly(
            Notice.of(ErrorId.LOST_TRACE_DATA, 2), Notice.of(ErrorId.EARLIER_DUMPS_LOST, 1));
  }

  @Test
  void theHighestDumpMayBeAmongThoseThatAreLost() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 1, 10));
    sequence.lost();
    sequence.dump(malloc(2000).row(a, 6, 60, 1, 10));

    RecordedProfile peak = Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.MAX));
    assertThat(peak.notices()).containsExactly(Notice.of(ErrorId.MISSING_PROFILE_PACKETS, 1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void laterDumpsOfAProcessMayBeLostUnlessItDisconnected(boolean disconnects) throws IOException {
    TraceBuilder.Heap other = TraceBuilder.heap(200, "libc.malloc", 1000).row(a, 1, 10, 0, 0);
    other.samples.setDisconnected(disconnects);
    sequence.dump(malloc(1000).row(a, 4, 40, 1, 10), other);
    sequence.lost();
    sequence.dump(malloc(2000).row(a, 6, 60, 1, 10));

    assertThat(Conversions.noticeIds(read()))
        .containsExactlyElementsOf(
            disconnects
                ? List.of(ErrorId.EARLIER_DUMPS_LOST)
                : List.of(ErrorId.EARLIER_DUMPS_LOST, ErrorId.LATER_DUMPS_LOST));
  }

  @Test
  void aProcessThatDisconnectsEarlyIsOneRemark() throws IOException {
    trace.process(100, "server");
    for (String name : List.of("libc.malloc", "arena")) {
      TraceBuilder.Heap heap = TraceBuilder.heap(100, name, 2 * SECOND).row(a, 1, 10, 0, 0);
      heap.samples.setDisconnected(true);
      sequence.dump(heap);
    }
    sequence.dump(TraceBuilder.heap(200, "libc.malloc", 5 * SECOND + SECOND / 4));

    RecordedProfile profile = read();
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.comments())
        .containsExactly(
            "server (100) disconnected from the profiler 3.2 s before the end of the trace, as a"
                + " process does when it exits: what it held then is not live any more");
  }

  @Test
  void anErrorOfTheProfilerExplainsADisconnection() throws IOException {
    TraceBuilder.Heap heap = malloc(2 * SECOND).row(a, 1, 10, 0, 0);
    heap.samples.setDisconnected(true).setBufferOverran(true);
    sequence.dump(heap);
    sequence.dump(TraceBuilder.heap(200, "libc.malloc", 5 * SECOND));

    assertThat(Conversions.noticeIds(read())).containsExactly(ErrorId.BUFFER_OVERRAN);
    assertThat(read().comments()).isEmpty();
  }

  @Test
  void aProcessThatDisconnectsAtTheEndOfTheTraceIsNone() throws IOException {
    trace.clocks(4, SECOND, 1, 5 * SECOND);
    TraceBuilder.Heap heap = malloc(2 * SECOND).row(a, 1, 10, 0, 0);
    heap.samples.setDisconnected(true);
    sequence.dump(heap);
    trace.clocks(4, 2 * SECOND + SECOND / 10, 1, 7 * SECOND);

    assertThat(read().notices()).isEmpty();
    assertThat(read().comments()).isEmpty();
  }
}
