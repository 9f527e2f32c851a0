package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps are cumulative, but a stack that was freed is forgotten and begins again at 0. */
class HeapCountersTest {

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");
  private final long b = sequence.stack("main", "b");

  private RecordedProfile read(DumpSelector choice) throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(choice));
  }

  /** Rows of a stack in all dumps, of which every way to select them must agree. */
  private List<Row> rowsOf(String stack) throws IOException {
    RecordedProfile all = read(DumpSelector.ALL);
    List<Row> rows = new ArrayList<>();
    for (RecordedHeap heap : all.heaps()) {
      rows.add(RecordedText.of(all, heap).getOrDefault(stack, new Row(0, 0, 0, 0)));
    }
    RecordedProfile last = read(DumpSelector.LAST);
    assertThat(RecordedText.of(last).getOrDefault(stack, new Row(0, 0, 0, 0)))
        .isEqualTo(rows.get(rows.size() - 1));
    for (int dump = 1; dump <= rows.size(); dump++) {
      RecordedProfile one = read(new DumpSelector.Number(dump));
      assertThat(RecordedText.of(one).getOrDefault(stack, new Row(0, 0, 0, 0)))
          .isEqualTo(rows.get(dump - 1));
      DumpSummary summary = all.dumps().get(dump - 1);
      Row total = RecordedText.total(all.heaps().get(dump - 1));
      assertThat(summary.totals())
          .containsExactly(
              total.allocCount(), total.allocBytes(), total.liveCount(), total.liveBytes());
    }
    return rows;
  }

  @Test
  void laterDumpsReplaceEarlierOnes() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    sequence.dump(malloc(2000).row(a, 5, 50, 2, 20));

    assertThat(rowsOf("main;a")).containsExactly(new Row(1, 10, 1, 10), new Row(5, 50, 3, 30));
  }

  @Test
  void aVanishedStackKeepsWhatItAllocated() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 2, 20).row(b, 1, 10, 0, 0));
    sequence.dump(malloc(2000).row(b, 1, 10, 0, 0));

    assertThat(rowsOf("main;a")).containsExactly(new Row(2, 20, 0, 0), new Row(2, 20, 0, 0));
  }

  @Test
  void aStackThatReturnsAddsUpEvenWhenItsCountersAreHigherThanBefore() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 2, 20));
    sequence.dump(malloc(2000).row(b, 1, 10, 0, 0));
    // Only the absence from the second dump tells that these counters began again.
    sequence.dump(malloc(3000).row(a, 3, 30, 2, 20).row(b, 1, 10, 0, 0));

    assertThat(rowsOf("main;a"))
        .containsExactly(new Row(2, 20, 0, 0), new Row(2, 20, 0, 0), new Row(5, 50, 1, 10));
  }

  /** The profiler forgets only what is freed. */
  @Test
  void aLiveStackThatADumpLeavesOutWasNotForgotten() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 5000, 0, 0));
    sequence.dump(malloc(2000));
    sequence.dump(malloc(3000).row(a, 2, 10_000, 1, 5000));

    assertThat(Conversions.read(trace.bytes()).heaps().get(0).allocBytes(0)).isEqualTo(10_000);
  }

  @Test
  void aStackThatReturnsUnderANewIdAddsUp() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 2, 20));
    sequence.dump(malloc(2000).row(b, 1, 10, 0, 0));
    sequence.stackAs(900, "main", "a");
    sequence.dump(malloc(3000).row(900, 3, 30, 0, 0));
    sequence.dump(malloc(4000).row(900, 4, 40, 4, 40));

    assertThat(rowsOf("main;a"))
        .containsExactly(
            new Row(2, 20, 0, 0),
            new Row(2, 20, 0, 0),
            new Row(5, 50, 3, 30),
            new Row(6, 60, 0, 0));
  }

  @Test
  void countersThatFallBeganAgain() throws IOException {
    sequence.dump(malloc(1000).row(a, 9, 90, 9, 90));
    sequence.dump(malloc(2000).row(a, 1, 10, 0, 0));

    assertThat(rowsOf("main;a")).containsExactly(new Row(9, 90, 0, 0), new Row(10, 100, 1, 10));
  }

  @ParameterizedTest
  @CsvSource({"1, 30", "3, 10", "1, 10"})
  void freesThatFallBeganAgain(int freeCount, int freeBytes) throws IOException {
    sequence.dump(malloc(1000).row(a, 5, 50, 3, 30));
    sequence.dump(malloc(2000).row(a, 6, 60, freeCount, freeBytes));

    assertThat(rowsOf("main;a"))
        .containsExactly(new Row(5, 50, 2, 20), new Row(11, 110, 6 - freeCount, 60 - freeBytes));
  }

  @Test
  void absenceFromADumpThatLostPacketsMeansNothing() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 0, 0).row(b, 1, 10, 0, 0));
    sequence.lost();
    sequence.dump(malloc(2000).row(b, 1, 10, 0, 0));
    sequence.dump(malloc(3000).row(a, 3, 30, 0, 0).row(b, 1, 10, 0, 0));

    assertThat(rowsOf("main;a").get(2)).isEqualTo(new Row(3, 30, 3, 30));
    assertThat(Conversions.noticeIds(read(DumpSelector.LAST)))
        .containsExactly(ErrorId.EARLIER_DUMPS_LOST);
    assertThat(Conversions.noticeIds(read(DumpSelector.ALL)))
        .containsExactly(ErrorId.MISSING_EARLIER_PACKETS, ErrorId.EARLIER_DUMPS_LOST);
  }

  @Test
  void absenceFromADumpThatTheServiceDroppedPacketsOfMeansNothing() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 0, 0).row(b, 1, 10, 0, 0));
    trace.packet(
        sequence
            .next()
            .setPreviousPacketDropped(true)
            .setProfilePacket(
                ProfilePacket.newBuilder()
                    .addProcessDumps(malloc(2000).row(b, 1, 10, 0, 0).samples)));
    sequence.dump(malloc(3000).row(a, 3, 30, 0, 0));

    assertThat(rowsOf("main;a").get(2)).isEqualTo(new Row(3, 30, 3, 30));
    assertThat(Conversions.noticeIds(read(DumpSelector.ALL)))
        .containsExactly(ErrorId.MISSING_EARLIER_PACKETS, ErrorId.EARLIER_DUMPS_LOST);
  }

  @Test
  void nothingOfADumpWasDroppedWhereIndexesGoOn() throws IOException {
    sequence.dump(malloc(1000).row(a, 2, 20, 2, 20).row(b, 1, 10, 0, 0));
    trace.packet(
        sequence
            .next()
            .setPreviousPacketDropped(true)
            .setProfilePacket(sequence.profile(malloc(2000).row(b, 1, 10, 0, 0))));
    sequence.dump(malloc(3000).row(a, 3, 30, 2, 20).row(b, 1, 10, 0, 0));

    assertThat(rowsOf("main;a").get(2)).isEqualTo(new Row(5, 50, 1, 10));
    assertThat(read(DumpSelector.ALL).notices()).isEmpty();
  }

  @Test
  void noGenerationEndsWithinADumpWhateverWasLost() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0).row(b, 1, 10, 0, 0));
    sequence.clearIncrementalState().reuseIds();
    sequence.stackAs(a, "c", "d");
    sequence.stackAs(b, "d", "c");
    sequence.continued(malloc(2000).row(a, 2, 20, 0, 0));
    sequence.lost();
    trace.packet(
        sequence
            .next()
            .setPreviousPacketDropped(true)
            .setProfilePacket(sequence.profile(malloc(2000).row(b, 3, 30, 0, 0))));
    sequence.dump(malloc(3000).row(a, 4, 40, 0, 0).row(b, 5, 50, 0, 0));

    assertThat(rowsOf("c;d").subList(1, 3))
        .containsExactly(new Row(2, 20, 2, 20), new Row(4, 40, 4, 40));
    assertThat(rowsOf("d;c").subList(1, 3))
        .containsExactly(new Row(3, 30, 3, 30), new Row(5, 50, 5, 50));
  }

  @Test
  void aDumpWhoseEndWasLostDoesNotRunIntoTheNext() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    sequence.continued(malloc(2000).row(a, 2, 20, 0, 0));
    sequence.lost();
    sequence.continued(malloc(3000).row(a, 3, 30, 0, 0));
    sequence.dump(malloc(3000).row(b, 1, 10, 0, 0));

    RecordedProfile last = read(DumpSelector.LAST);
    assertThat(RecordedText.of(last))
        .isEqualTo(Map.of("main;a", new Row(3, 30, 3, 30), "main;b", new Row(1, 10, 1, 10)));
  }

  @Test
  void aDumpOfWhichOnlyTheMiddleWasLostIsOneDump() throws IOException {
    sequence.continued(malloc(1000).row(a, 2, 20, 0, 0));
    sequence.lost();
    sequence.continued(malloc(1000).row(b, 1, 10, 0, 0));
    sequence.dump();

    RecordedProfile all = read(DumpSelector.ALL);
    assertThat(all.heaps()).hasSize(1);
    assertThat(RecordedText.of(all))
        .isEqualTo(Map.of("main;a", new Row(2, 20, 2, 20), "main;b", new Row(1, 10, 1, 10)));
  }

  @Test
  void aDumpRunsOverManyPackets() throws IOException {
    sequence.continued(malloc(1000).row(a, 2, 20, 0, 0));
    sequence.continued(malloc(1000).row(b, 1, 10, 0, 0));
    sequence.continued(heap(100, "other", 1000).row(b, 7, 70, 0, 0));
    sequence.dump();

    RecordedProfile profile = read(DumpSelector.ALL);
    assertThat(profile.heaps()).hasSize(2);
    assertThat(RecordedText.of(profile, profile.heaps().get(0)))
        .isEqualTo(Map.of("main;a", new Row(2, 20, 2, 20), "main;b", new Row(1, 10, 1, 10)));
    assertThat(RecordedText.of(profile, profile.heaps().get(1)))
        .isEqualTo(Map.of("main;b", new Row(7, 70, 7, 70)));
  }

  @Test
  void twoDumpsOfOneTimeAreOneState() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 1, 10));
    sequence.dump(malloc(1000));
    sequence.dump(malloc(2000).row(a, 5, 50, 0, 0));
    sequence.dump(malloc(2000).row(a, 5, 50, 0, 0));

    assertThat(rowsOf("main;a")).containsExactly(new Row(1, 10, 0, 0), new Row(6, 60, 5, 50));
  }

  @Test
  void heapsAndProcessesThatShareACallstackKeepTheirOwnNumbers() throws IOException {
    sequence.dump(
        heap(100, "libc.malloc", 1000).row(a, 1, 10, 1, 10),
        heap(100, "arena", 1000).row(a, 2, 20, 0, 0),
        heap(200, "libc.malloc", 1000).row(a, 3, 30, 0, 0));
    sequence.dump(
        heap(100, "libc.malloc", 2000),
        heap(100, "arena", 2000).row(a, 2, 20, 0, 0),
        heap(200, "libc.malloc", 2000).row(a, 4, 40, 0, 0));
    sequence.dump(
        heap(100, "libc.malloc", 3000).row(a, 7, 70, 0, 0),
        heap(100, "arena", 3000).row(a, 2, 20, 0, 0),
        heap(200, "libc.malloc", 3000).row(a, 4, 40, 0, 0));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps().stream().map(RecordedText::total))
        .containsExactly(new Row(8, 80, 7, 70), new Row(2, 20, 2, 20), new Row(4, 40, 4, 40));
  }

  @Test
  void aProfilerThatBeganAnewAddsToWhatItHad() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 0, 0));
    sequence.restart();
    sequence.dump(malloc(2000).row(a, 5, 50, 0, 0));

    assertThat(rowsOf("main;a").get(1)).isEqualTo(new Row(9, 90, 5, 50));
  }

  @Test
  void aHeapThatIsNotDumpedAfterARestartStaysWhatItWas() throws IOException {
    sequence.dump(
        heap(100, "h", 1000).row(a, 4, 40, 1, 10), heap(200, "h", 1000).row(a, 3, 30, 0, 0));
    sequence.restart();
    sequence.dump(heap(200, "h", 2000).row(a, 5, 50, 0, 0));

    for (DumpSelector choice : List.of(DumpSelector.LAST, DumpSelector.MAX)) {
      assertThat(read(choice).heaps().stream().map(RecordedText::total))
          .containsExactly(new Row(4, 40, 3, 30), new Row(8, 80, 5, 50));
    }
  }

  /** As if two traces were joined, of which the second has what the first has. */
  @Test
  void aDumpThatATraceHasTwiceCountsOnce() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 0, 0));
    sequence.dump(malloc(2000).row(a, 6, 60, 1, 10));
    byte[] once = trace.bytes();
    RecordedProfile twice = Conversions.read(Containers.concat(once, once));

    assertThat(twice.dumps()).hasSize(2);
    assertThat(RecordedText.total(twice.heaps().get(0))).isEqualTo(new Row(6, 60, 5, 50));
    assertThat(Conversions.noticeIds(twice)).containsExactly(ErrorId.REPEATED_TRACE);
  }

  @Test
  void aTraceBehindItsBeginningGoesOnWhereThatEnds() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 0, 0));
    sequence.dump(malloc(2000).row(a, 6, 60, 1, 10));
    byte[] beginning = trace.bytes();
    sequence.dump(malloc(3000).row(a, 9, 90, 1, 10));
    RecordedProfile joined = Conversions.read(Containers.concat(beginning, trace.bytes()));

    assertThat(joined.dumps()).hasSize(3);
    assertThat(RecordedText.total(joined.heaps().get(0))).isEqualTo(new Row(9, 90, 8, 80));
    assertThat(Conversions.noticeIds(joined)).containsExactly(ErrorId.REPEATED_TRACE);
  }

  @Test
  void twoSessionsOfOneProcessStandSideBySide() throws IOException {
    sequence.dump(malloc(1000).row(a, 4, 40, 0, 0));
    TraceBuilder.Sequence other = trace.sequence(9);
    other.stackAs(1, "main", "a");
    other.dump(malloc(1000).row(1, 4, 40, 0, 0));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(profile.heaps()).hasSize(2);
    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.RECORDED_TWICE);
  }

  @Test
  void theSelectedDumpIsTheOneAskedFor() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    sequence.dump(malloc(2000).row(a, 9, 90, 0, 0));
    sequence.dump(malloc(3000).row(a, 10, 100, 8, 80));

    assertThat(RecordedText.of(read(DumpSelector.FIRST)))
        .containsEntry("main;a", new Row(1, 10, 1, 10));
    assertThat(RecordedText.of(read(DumpSelector.MAX)))
        .containsEntry("main;a", new Row(9, 90, 9, 90));
    assertThat(read(DumpSelector.MAX).heaps().get(0).info().dump().number()).isEqualTo(2);
    assertThat(RecordedText.of(read(DumpSelector.LAST)))
        .containsEntry("main;a", new Row(10, 100, 2, 20));
  }

  @Test
  void theMaximumIsThePeakOfEachHeap() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0), heap(100, "arena", 1000).row(a, 7, 70, 0, 0));
    sequence.dump(malloc(2000).row(a, 9, 90, 0, 0), heap(100, "arena", 2000).row(a, 7, 70, 5, 50));
    sequence.dump(malloc(3000).row(a, 9, 90, 8, 80), heap(100, "arena", 3000).row(a, 8, 80, 5, 50));

    assertThat(read(DumpSelector.MAX).heaps())
        .extracting(
            peak ->
                peak.info().heap() + " " + peak.info().dump().number() + " " + peak.liveBytes(0))
        .containsExactly("libc.malloc 2 90", "arena 1 70");
  }

  @Test
  void ofEqualPeaksTheFirstIsTheMaximum() throws IOException {
    sequence.dump(malloc(1000).row(a, 1, 10, 0, 0));
    sequence.dump(malloc(2000).row(a, 9, 90, 0, 0));
    sequence.dump(malloc(3000).row(a, 10, 100, 1, 10));

    assertThat(read(DumpSelector.MAX).heaps().get(0).info().dump().number()).isEqualTo(2);
  }

  @Test
  void onePacketMayHoldSeveralDumpsOfAHeap() throws IOException {
    sequence.dump(
        malloc(1000).row(a, 4, 1000, 0, 0),
        malloc(2000).row(a, 4, 1000, 4, 1000).row(b, 4, 1000, 0, 0),
        malloc(3000).row(b, 4, 1000, 4, 1000));

    assertThat(rowsOf("main;a"))
        .containsExactly(new Row(4, 1000, 4, 1000), new Row(4, 1000, 0, 0), new Row(4, 1000, 0, 0));
    assertThat(rowsOf("main;b"))
        .containsExactly(new Row(0, 0, 0, 0), new Row(4, 1000, 4, 1000), new Row(4, 1000, 0, 0));
  }

  @Test
  void eachOfSeveralDumpsInOnePacketMayContinueInTheNext() throws IOException {
    sequence.continued(malloc(1000).row(a, 1, 10, 0, 0), malloc(2000).row(a, 2, 20, 0, 0));
    sequence.dump(malloc(1000).row(b, 3, 30, 0, 0), malloc(2000).row(b, 4, 40, 0, 0));

    assertThat(rowsOf("main;a")).containsExactly(new Row(1, 10, 1, 10), new Row(2, 20, 2, 20));
    assertThat(rowsOf("main;b")).containsExactly(new Row(3, 30, 3, 30), new Row(4, 40, 4, 40));
  }

  @Test
  void perfettosOwnRecordingOfThreeDumpsInOnePacket() throws IOException {
    Path file = TestData.shared("third-party/perfetto/heap_profile_window_frees.pftrace");

    assertThat(Conversions.read(file, Conversions.dump(DumpSelector.ALL)).heaps())
        .extracting(dump -> RecordedText.total(dump).liveBytes())
        .containsExactly(1000L, 1000L, 0L);
  }

  @Test
  void aDumpThatLostItsDefinitionsTakesNothingFromTheNext() throws IOException {
    Path file = TestData.shared("cases/damaged/lost-defs-inline.pftrace");

    assertThat(RecordedText.of(Conversions.read(TestData.bytes(file))))
        .isEqualTo(Map.of("fn1;fn2", new Row(7, 140, 7, 140), "fn1;fn3", new Row(4, 240, 4, 240)));
  }

  @Test
  void hugeCountersSaturate() throws IOException {
    sequence.dump(malloc(1000).row(a, -1, Long.MAX_VALUE, 0, 0).row(b, 1, 10, 2, 20));
    sequence.dump(malloc(2000).row(a, 5, 5, 0, 0));

    RecordedProfile profile = read(DumpSelector.LAST);
    assertThat(RecordedText.of(profile))
        .containsEntry("main;a", new Row(Long.MAX_VALUE, Long.MAX_VALUE, 5, 5))
        .containsEntry("main;b", new Row(1, 10, 0, 0));
  }

  @Test
  void profilesOfPacketsWithoutASequenceAreRead() throws IOException {
    TracePacket whole =
        sequence
            .next()
            .setProfilePacket(sequence.profile(malloc(1000).row(a, 1, 10, 0, 0)))
            .build();
    trace.packet(whole.toBuilder().clearTrustedPacketSequenceId());

    assertThat(RecordedText.of(read(DumpSelector.LAST)))
        .containsEntry("main;a", new Row(1, 10, 1, 10));
  }
}
