package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TraceUuid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a process held that has ended is not live at the end; what it allocated, it allocated. */
class EndedProcessesTest {

  private static final long SECOND = 1_000_000_000;
  private static final long EPOCH = 1_700_000_000 * SECOND;

  private final TraceBuilder trace = new TraceBuilder().process(100, "app").process(101, "app");
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");

  private TraceBuilder.Heap dump(int pid, double seconds, boolean disconnected) {
    TraceBuilder.Heap heap =
        TraceBuilder.heap(pid, "libc.malloc", (long) (seconds * SECOND)).row(a, 2, 20, 1, 10);
    heap.samples.setDisconnected(disconnected);
    sequence.dump(heap);
    return heap;
  }

  /** Whether pid 100 has live views next to the others. */
  private boolean holds(DumpSelector choice) throws IOException {
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(trace.bytes(), Conversions.dump(choice)), UnskewOptions.DEFAULT);
    EstimatedHeap first = profile.latestDumps().get(0);
    assertThat(first.info().pid()).isEqualTo(100);
    assertThat(first.has(false)).isTrue();
    assertThat(first.has(true))
        .isEqualTo(
            profile.latestDumps().size() == 1 || first.info().provenance().live() != Live.ENDED);
    return first.has(true);
  }

  @Test
  void aProcessThatDisconnectedBeforeTheEndHoldsNothing() throws IOException {
    dump(100, 12, true);
    dump(101, 32, false);

    assertThat(holds(DumpSelector.LAST)).isFalse();
    assertThat(holds(DumpSelector.ALL)).isFalse();
    assertThat(holds(new DumpSelector.Number(1))).as("asked for").isTrue();
  }

  @Test
  void aProcessWhosePlaceAnotherTookHoldsNothing() throws IOException {
    dump(100, 12, false);
    dump(101, 32, false);

    assertThat(holds(DumpSelector.LAST)).isFalse();
  }

  /** On the sequence of the profiler that began when the first process had ended. */
  private EstimatedProfile withSecondProcess(boolean disconnected) throws IOException {
    dump(100, 12, disconnected);
    trace.process(100, "other");
    TraceBuilder.Sequence second = trace.sequence(8);
    second.dump(
        TraceBuilder.heap(100, "libc.malloc", 32 * SECOND)
            .row(second.stack("main", "b"), 3, 30, 0, 0));
    return HeapConv.unskew(Conversions.read(trace.bytes()), UnskewOptions.DEFAULT);
  }

  @Test
  void theSecondProcessWithAPidIsAnother() throws IOException {
    EstimatedProfile profile = withSecondProcess(true);

    assertThat(profile.heaps())
        .extracting(heap -> heap.info().process(), heap -> heap.info().provenance().live())
        .containsExactly(tuple("app", Live.ENDED), tuple("other", Live.MOMENT));
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.comments())
        .anyMatch(text -> text.startsWith("app (100) disconnected"))
        .noneMatch(text -> text.startsWith("other (100) disconnected"));
  }

  /** heapprofd forgets a process that disconnects, and begins at 0 for the next with its pid. */
  @Test
  void theSecondProcessOfOneSessionWithAPidIsAnother() throws IOException {
    dump(100, 12, true);
    trace.process(100, "other");
    sequence.dump(
        TraceBuilder.heap(100, "libc.malloc", 22 * SECOND)
            .row(sequence.stack("main", "b"), 2, 20, 0, 0));
    sequence.dump(
        TraceBuilder.heap(100, "libc.malloc", 32 * SECOND)
            .row(sequence.stack("main", "b"), 3, 30, 0, 0));
    EstimatedProfile profile = Conversions.asRecorded(Conversions.read(trace.bytes()));

    assertThat(profile.latestDumps())
        .extracting(
            heap -> heap.info().process(),
            heap -> heap.info().dump().of(),
            heap -> heap.column(View.ALLOC_SPACE).estimate(0).value())
        .containsExactly(tuple("app", 1, 20.0), tuple("other", 2, 30.0));
  }

  /** Android 10 dumps it again and again. */
  @Test
  void aProcessThatIsDumpedAfterItDisconnectedIsOne() throws IOException {
    dump(100, 12, true);
    dump(100, 22, true);

    assertThat(Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL)).heaps())
        .extracting(heap -> heap.info().dump().of())
        .containsExactly(2, 2);
  }

  @Test
  void aProcessThatOnlyGotAnotherNameIsTheSame() throws IOException {
    assertThat(withSecondProcess(false).heaps())
        .extracting(heap -> heap.info().process())
        .containsExactly("other", "other");
  }

  @Test
  void processesOfOneNameSideBySideAreNotTouched() throws IOException {
    dump(100, 10, false);
    dump(101, 10.2, false);
    dump(100, 20, false);
    dump(101, 20.2, false);

    assertThat(holds(DumpSelector.LAST)).isTrue();
  }

  @Test
  void aProcessAloneHoldsWhatItDidAtItsEnd() throws IOException {
    dump(100, 12, true);

    assertThat(holds(DumpSelector.LAST)).isTrue();
  }

  @Test
  void aProcessWhoseProfilerFailedMayLiveOn() throws IOException {
    TraceBuilder.Heap heap = TraceBuilder.heap(100, "libc.malloc", SECOND).row(a, 2, 20, 1, 10);
    heap.samples.setDisconnected(true).setBufferOverran(true);
    sequence.dump(heap);
    dump(101, 32, false);

    assertThat(holds(DumpSelector.LAST)).isTrue();
  }

  /** Each process of a session disconnects when the session ends. */
  @Test
  void aProcessLivesUntilTheEndOfItsOwnTraceWhereTracesAreAppended() throws IOException {
    trace.process(101, "other").clocks(1, EPOCH, 4, 0);
    trace.packet(uuid(1));
    dump(100, 12, true);
    trace.packet(uuid(2));
    dump(101, 4000, true);

    assertThat(holds(DumpSelector.LAST)).isTrue();
    RecordedProfile read = Conversions.read(trace.bytes());
    assertThat(read.notices())
        .containsExactly(
            Notice.of(
                ErrorId.OLDER_DUMPS, 1, "app (100) libc.malloc", 3988, "other (101) libc.malloc"));
    assertThat(read.remarks()).noneMatch(remark -> remark.text().contains("disconnected"));
  }

  @Test
  void aProcessThatEndsWithinItsOwnTraceHoldsNothing() throws IOException {
    trace.process(101, "other").clocks(1, EPOCH, 4, 0).packet(uuid(1));
    dump(100, 12, true);
    dump(101, 32, true);
    trace.packet(uuid(2));

    assertThat(holds(DumpSelector.LAST)).isFalse();
    assertThat(Conversions.read(trace.bytes()).notices()).isEmpty();
  }

  private static TracePacket.Builder uuid(long id) {
    return TracePacket.newBuilder().setTraceUuid(TraceUuid.newBuilder().setMsb(id).setLsb(7));
  }

  /** It may have stopped for any reason: only who disconnects has ended. */
  @Test
  void aProcessThatWasDumpedLastLongBeforeAnotherIsPointedOut() throws IOException {
    trace.process(101, "other").clocks(1, EPOCH, 4, 0);
    dump(100, 12, false);
    dump(101, 12, false);
    dump(101, 18, false);

    assertThat(holds(DumpSelector.LAST)).isTrue();
    Notice older =
        Notice.of(ErrorId.OLDER_DUMPS, 1, "app (100) libc.malloc", 6, "other (101) libc.malloc");
    for (DumpSelector choice : List.of(DumpSelector.LAST, DumpSelector.ALL)) {
      assertThat(Conversions.read(trace.bytes(), Conversions.dump(choice)).notices())
          .containsExactly(older);
    }
    assertThat(
            Conversions.read(trace.bytes(), Conversions.dump(new DumpSelector.Number(1))).notices())
        .isEmpty();
  }

  /** Of what it held, the estimates of what it allocated are made. */
  @Test
  void theNumbersOfAProcessThatEndedAreReadAgainFromPprof() throws IOException {
    dump(100, 12, true);
    dump(101, 32, false);
    byte[] once = pprof(trace.bytes());

    Pprof read = Pprof.decode(once);
    assertThat(Pprof.decode(pprof(once)).rows(read.sampleTypes()))
        .isNotEmpty()
        .isEqualTo(read.rows(read.sampleTypes()));
  }

  private static byte[] pprof(byte[] input) throws IOException {
    return Conversions.write(
        HeapConv.unskew(Conversions.read(input), UnskewOptions.DEFAULT), Format.PPROF_PLAIN);
  }
}
