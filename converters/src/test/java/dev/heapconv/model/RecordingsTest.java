package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingsTest {

  private static final long SECOND = 1_000_000_000;
  private static final long EPOCH = 1_800_000_000L * SECOND;

  /** A dump of a recording that began then. */
  private static HeapInfo dump(int number, long begin, long end) {
    return HeapInfo.of("malloc", Sampling.weighted(4096))
        .withProcess(42, "app")
        .withDump(number, 2)
        .withTimes(end, end - begin);
  }

  private static DumpFacts facts(String source, HeapInfo info) {
    return facts(source, info, null);
  }

  private static DumpFacts facts(String source, HeapInfo info, AddressSpace space) {
    return new DumpFacts(
        source, DumpName.of(source), info, space, true, AllocationCounters.NONE, HeapNumbers.NONE);
  }

  private static Evidence ofOneProcess(DumpFacts one, DumpFacts other) {
    Evidence evidence = Recordings.ofOneProcess(one, other, 2);
    assertThat(Recordings.ofOneProcess(other, one, 2)).isEqualTo(evidence);
    return evidence;
  }

  @Test
  void heapsThatWereDumpedLastBeforeOthersAreOlder() {
    HeapInfo newest = dump(3, EPOCH, EPOCH + 30 * SECOND);
    HeapInfo same = dump(3, EPOCH, EPOCH + 25 * SECOND).withHeap("same");
    HeapInfo older = dump(2, EPOCH, EPOCH + 24 * SECOND).withHeap("older");
    HeapInfo oldest = dump(1, EPOCH, EPOCH + SECOND).withHeap("oldest");

    assertThat(Recordings.older(List.of(older, newest, oldest, same)))
        .containsExactly(oldest, older);
    assertThat(Recordings.older(List.of(newest, same, newest.withTimes(0, 0)))).isEmpty();
    assertThat(Recordings.older(List.of())).isEmpty();
    for (Live live : List.of(Live.ENDED, Live.PEAK, Live.OVER_TIME, Live.DIFFERENCE)) {
      HeapInfo no = oldest.withProvenance(oldest.provenance().withLive(live));
      assertThat(Recordings.older(List.of(newest, no))).as("%s", live).isEmpty();
    }
  }

  @Test
  void anotherProcessOrHeapSpeaksAgainstAllElse() {
    HeapInfo info = dump(2, EPOCH, EPOCH + 20 * SECOND);
    DumpFacts first = facts("a", dump(1, EPOCH, EPOCH + 10 * SECOND));

    assertThat(ofOneProcess(first, facts("b", info))).isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(first, facts("b", info.withProcess(43, "app"))))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(first, facts("b", info.withProcess(42, "shell"))))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(first, facts("b", info.withHeap("new")))).isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(first, facts("a", info))).as("one file").isEqualTo(Evidence.NONE);
    HeapInfo onPhone = info.withRecording(new Recording("b", 0, "phone"));
    HeapInfo onTablet = first.info().withRecording(new Recording("a", 0, "tablet"));
    assertThat(ofOneProcess(facts("a", onTablet), facts("b", onPhone))).isEqualTo(Evidence.NONE);
    HeapInfo difference = info.withProvenance(info.provenance().withLive(Live.DIFFERENCE));
    assertThat(ofOneProcess(first, facts("b", difference))).isEqualTo(Evidence.NONE);
  }

  /** Names that profilers give hold the pid. */
  @Test
  void namesOfTwoSeriesSpeakAgainstAllElse() {
    HeapInfo first = dump(1, EPOCH, EPOCH + 10 * SECOND);
    HeapInfo second = dump(2, EPOCH, EPOCH + 20 * SECOND);

    assertThat(ofOneProcess(facts("app.42.1.i1.heap", first), facts("app.42.2.i2.heap", second)))
        .isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(facts("app.42.1.i1.heap", first), facts("app.43.2.i2.heap", second)))
        .isEqualTo(Evidence.NONE);
  }

  @Test
  void oneProgramIsAtTwoPlacesInTwoProcesses() {
    HeapInfo info = dump(1, 0, 0).withProcess(-1, "");
    AddressSpace space = new AddressSpace("/bin/app", 0x1000);
    DumpFacts first = facts("app.1.prof", info, space);

    assertThat(ofOneProcess(first, facts("other.2.prof", info, space))).isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(first, facts("app.2.prof", info))).isEqualTo(Evidence.LIKELY);
    AddressSpace ofLibrary = new AddressSpace("/lib/libc.so", 0x2000);
    assertThat(ofOneProcess(first, facts("app.2.prof", info, ofLibrary)))
        .isEqualTo(Evidence.LIKELY);
    AddressSpace elsewhere = new AddressSpace("/bin/app", 0x2000);
    assertThat(ofOneProcess(first, facts("app.2.prof", info, elsewhere))).isEqualTo(Evidence.NONE);
  }

  @Test
  void numbersInFilesCountWithoutTimesOnly() {
    DumpFacts first = facts("a", dump(1, 0, 0));

    assertThat(ofOneProcess(first, facts("b", dump(2, 0, 0)))).isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(first, facts("b", dump(1, 0, 0)))).isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(first, facts("b", dump(2, EPOCH, EPOCH + SECOND))))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(first, facts("b", dump(2, 0, 0).withProcess(-1, "app"))))
        .isEqualTo(Evidence.NONE);
  }

  @Test
  void aNameWithoutANumberIsNoDumpOfASeries() {
    HeapInfo info = dump(1, 0, 0).withProcess(-1, "");

    assertThat(ofOneProcess(facts("massif.out.42.1", info), facts("massif.out.42.2", info)))
        .isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(facts("massif.out.42", info), facts("massif.out.42.2", info)))
        .isEqualTo(Evidence.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "1, app, 1, app, false",
    "1, app, 2, app, true",
    "0, app, 2, app, true",
    // A pid that the system used again.
    "1, app, 1, shell, true",
    "-1, app, 1, app, false",
    "1, '', 1, app, false",
    "-1, '', -1, '', false"
  })
  void whatIsNotKnownTellsNoProcessesApart(
      long pid, String name, long otherPid, String otherName, boolean areOthers) {
    Process one = new Process(pid, name);
    Process other = new Process(otherPid, otherName);

    assertThat(Recordings.areOthers(one, other)).isEqualTo(areOthers);
    assertThat(Recordings.areOthers(other, one)).isEqualTo(areOthers);
  }

  /** Both sides of the tolerated difference, in either direction. */
  @ParameterizedTest
  @CsvSource({"0, true", "99999999, true", "100000000, false", "3600000000000, false"})
  void dumpsOfOneSessionBeginTogether(long apart, boolean areOfOne) {
    HeapInfo first = dump(1, EPOCH, EPOCH + 10 * SECOND);
    for (long begin : new long[] {EPOCH + apart, EPOCH - apart}) {
      HeapInfo second = dump(2, begin, EPOCH + 20 * SECOND);

      assertThat(Recordings.areOfOneSession(first, second)).isEqualTo(areOfOne);
      assertThat(Recordings.areOfOneSession(second, first)).isEqualTo(areOfOne);
      assertThat(Recordings.ofOneProcess(facts("a", first), facts("b", second), 2))
          .isEqualTo(areOfOne ? Evidence.SURE : Evidence.NONE);
    }
  }

  @Test
  void aClockThatWasSetNeedsAPidAndNumbersThatRise() {
    HeapInfo first = dump(1, EPOCH, EPOCH + 10 * SECOND);
    HeapInfo second = dump(2, EPOCH + 1, EPOCH + 20 * SECOND);

    assertThat(Recordings.areOfOneSession(first, second)).isTrue();
    assertThat(Recordings.areOfOneSession(first, second.withDump(1, 2))).isFalse();
    assertThat(Recordings.areOfOneSession(first.withProcess(-1, "app"), second)).isFalse();
  }

  /** A copy ends when the original does, and no time is known of what has none. */
  @Test
  void twoDumpsOfASessionEndAtKnownAndDifferentTimes() {
    HeapInfo dump = dump(1, EPOCH, EPOCH + 10 * SECOND);

    assertThat(Recordings.areOfOneSession(dump, dump)).isFalse();
    assertThat(Recordings.areOfOneSession(dump.withTimes(0, 0), dump.withTimes(0, 0))).isFalse();
  }

  /** However much clocks were set by: what is alike is found by one of the keys. */
  @Test
  void dumpsOfOneSessionFindEachOther() {
    HeapInfo first = dump(1, EPOCH, EPOCH + 10 * SECOND);
    for (long apart = 0; apart < Recordings.CLOCK_ERROR_NANOS; apart += 999_999) {
      HeapInfo second = dump(2, EPOCH + apart, EPOCH + 20 * SECOND);
      List<Object> common = new ArrayList<>(Recordings.keys(facts("a", first)));
      common.retainAll(Recordings.keys(facts("b", second)));

      assertThat(common).as("%d ns apart", apart).isNotEmpty();
    }
  }

  /** A dump whose first row has allocated {@code first} bytes; the other rows never change. */
  private static DumpFacts counted(String source, HeapInfo info, double first) {
    StackTable table = new StackTable();
    int[] stacks = new int[30];
    double[] bytes = new double[30];
    long[] samples = new long[30];
    for (int row = 0; row < stacks.length; row++) {
      SourceLine line = new SourceLine("f" + row, "", 0);
      int frame = table.addFrame(StackTable.NO_MAPPING, 0, line);
      stacks[row] = table.addStack(StackTable.ROOT, frame);
      bytes[row] = row == 0 ? first : 1000 + row;
      samples[row] = 100;
    }
    EstimatedHeap heap =
        new EstimatedHeap(
            info,
            List.of(View.ALLOC_SPACE),
            stacks,
            List.of(Column.exact(bytes)),
            samples,
            samples,
            List.of());
    AllocationCounters counters = AllocationCounters.of(heap, table);
    return new DumpFacts(source, DumpName.of(source), info, null, true, counters, HeapNumbers.NONE);
  }

  /** Counters of heapprofd begin with each recording, so that the next may repeat none. */
  @Test
  void countersThatAreRepeatedShowOneProcessUnlessTheyBeginWithTheRecording() {
    HeapInfo weighted = dump(1, 0, 0);
    HeapInfo recorded = weighted.withSampling(Sampling.of(Scheme.RECORDED, 4096));
    HeapInfo complete = weighted.withSampling(Sampling.COMPLETE);

    assertThat(repeated(recorded)).isEqualTo(Evidence.SURE);
    assertThat(repeated(weighted)).isEqualTo(Evidence.NONE);
    assertThat(repeated(complete)).isEqualTo(Evidence.NONE);
    assertThat(repeated(weighted.withProcess(-1, "app"))).isEqualTo(Evidence.SURE);
    assertThat(repeated(complete.withProcess(-1, "app"))).isEqualTo(Evidence.SURE);
  }

  private static Evidence repeated(HeapInfo info) {
    return ofOneProcess(counted("a", info, 500), counted("b", info, 600));
  }

  /** Only the dump with the higher counters can be the later one. */
  @Test
  void timesThatFallSpeakAgainstRisingCounters() {
    HeapInfo info = dump(1, 0, 0).withSampling(Sampling.of(Scheme.RECORDED, 4096));
    DumpFacts early = counted("a", info.withTimes(EPOCH, 0), 500);

    assertThat(ofOneProcess(early, counted("b", info.withTimes(EPOCH + 1, 0), 600)))
        .isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(early, counted("b", info.withTimes(EPOCH, 0), 600)))
        .isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(early, counted("b", info.withTimes(EPOCH - 1, 0), 600)))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(early, counted("b", info, 600))).isEqualTo(Evidence.SURE);
  }

  @Test
  void numbersOfDumpsRiseWithTheirCounters() {
    assertThat(ofOneProcess(counted("app.2.prof", dump(1, 0, 0), 500), lower("app.1.prof", 1)))
        .isEqualTo(Evidence.LIKELY);
    assertThat(ofOneProcess(counted("app.1.prof", dump(1, 0, 0), 500), lower("app.2.prof", 1)))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(counted("app.1.prof", dump(1, 0, 0), 500), lower("app.1.prof.gz", 1)))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(counted("app.2.prof", dump(1, 0, 0), 500), lower("other.1.prof", 1)))
        .isEqualTo(Evidence.NONE);
    assertThat(ofOneProcess(counted("a", dump(2, 0, 0), 500), lower("b", 1)))
        .isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(counted("a", dump(1, 0, 0), 500), lower("b", 2)))
        .isEqualTo(Evidence.NONE);
  }

  /** Which of several dumps in a file a number or counter is of, is not known. */
  @Test
  void filesOfSeveralDumpsAreToldByTheirBeginOnly() {
    DumpFacts first = facts("a", dump(1, 0, 0));
    DumpFacts second = facts("b", dump(2, 0, 0));
    DumpFacts several =
        new DumpFacts(
            "b", null, second.info(), null, false, AllocationCounters.NONE, HeapNumbers.NONE);

    assertThat(ofOneProcess(first, second)).isEqualTo(Evidence.SURE);
    assertThat(ofOneProcess(first, several)).isEqualTo(Evidence.NONE);
  }

  private static DumpFacts lower(String source, int number) {
    return counted(source, dump(number, 0, 0), 400);
  }

  /** A dump with 100 bytes in the first row, 101 in the second, and so on. */
  private static DumpFacts numbers(String source, HeapInfo info, int rows, int extra) {
    int[] stacks = new int[rows];
    double[] bytes = new double[rows];
    for (int row = 0; row < rows; row++) {
      stacks[row] = row + 1;
      bytes[row] = 100 + row;
    }
    if (extra != 0) {
      bytes[0] += extra;
      bytes[1] -= extra;
    }
    HeapNumbers numbers =
        HeapNumbers.of(
            new EstimatedHeap(
                info,
                List.of(View.SPACE),
                stacks,
                List.of(Column.exact(bytes)),
                new long[rows],
                new long[rows],
                List.of()));
    return new DumpFacts(
        source, DumpName.of(source), info, null, true, AllocationCounters.NONE, numbers);
  }

  private static boolean areCopies(DumpFacts one, DumpFacts other) {
    boolean areCopies = Recordings.areCopies(one, other, 2);
    assertThat(Recordings.areCopies(other, one, 2)).isEqualTo(areCopies);
    List<Object> common = new ArrayList<>(Recordings.copyKeys(one));
    common.retainAll(Recordings.copyKeys(other));
    assertThat(!areCopies || !common.isEmpty()).as("copies are found by their keys").isTrue();
    return areCopies;
  }

  @Test
  void aCopyHasTheSameTimeAndNumbersWhateverItIsCalled() {
    HeapInfo info = dump(1, EPOCH, EPOCH + SECOND);
    DumpFacts dump = numbers("a", info, 5, 0);

    assertThat(areCopies(dump, numbers("b", info, 5, 0))).isTrue();
    // An output may add rows up, so that only sums are the same.
    assertThat(areCopies(dump, numbers("b", info, 5, 7))).isTrue();
    assertThat(areCopies(dump, numbers("b", info, 6, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withTimes(EPOCH, SECOND), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withDump(2, 2), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withDump(1, 3), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withProcess(43, "app"), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withProcess(42, "shell"), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("b", info.withHeap("new"), 5, 0))).isFalse();
    // Of one name is an input that was named twice; it has each dump once.
    assertThat(areCopies(dump, numbers("a", info, 5, 0))).isTrue();
    assertThat(areCopies(dump, numbers("a", info.withDump(2, 2), 5, 0))).isFalse();
    assertThat(areCopies(dump, numbers("a", info.withHeap("new"), 5, 0))).isFalse();
    // Only one of several dumps was taken, so that its number says nothing.
    HeapInfo only = info.withDump(1, 1);
    assertThat(areCopies(numbers("a", only, 5, 0), numbers("b", info.withDump(2, 2), 5, 0)))
        .isTrue();
    HeapInfo onPhone = info.withRecording(new Recording("a", 0, "phone"));
    HeapInfo onTablet = info.withRecording(new Recording("b", 0, "tablet"));
    assertThat(areCopies(numbers("a", onPhone, 5, 0), numbers("b", onTablet, 5, 0))).isFalse();
  }

  /** A program may allocate nothing between two dumps. */
  @Test
  void dumpsThatAProfilerNumberedAreNoCopies() {
    HeapInfo info = dump(1, EPOCH, EPOCH + SECOND);
    DumpFacts first = numbers("app.42.1.i1.heap", info, 5, 0);

    assertThat(areCopies(first, numbers("app.42.2.i2.heap", info, 5, 0))).isFalse();
    assertThat(areCopies(first, numbers("app.42.1.i1.heap.gz", info, 5, 0))).isTrue();
    assertThat(areCopies(first, numbers("copies/app.42.2.i2.heap", info, 5, 0))).isTrue();
    assertThat(areCopies(numbers("app.1.prof", info, 5, 0), numbers("app.2.prof", info, 5, 0)))
        .as("numbered by whoever copied it")
        .isTrue();
  }

  /** Two containers that both have a process 1, and two runs of a program. */
  @Test
  void withoutTimesRowsOfSamplesHaveToBeEqual() {
    HeapInfo info = dump(1, 0, 0);
    HeapInfo complete = info.withSampling(Sampling.COMPLETE);

    assertThat(areCopies(numbers("a", info, 5, 0), numbers("b", info, 5, 0))).isTrue();
    assertThat(areCopies(numbers("a", info, 5, 0), numbers("b", info, 5, 7))).isFalse();
    assertThat(areCopies(numbers("a", complete, 5, 0), numbers("b", complete, 5, 0))).isFalse();
  }

  /** A small profile has numbers of which some other of many has the same by chance. */
  @ParameterizedTest
  @CsvSource({"2, 1, true", "3, 1, false", "32, 5, true", "33, 5, false", "1000000, 64, true"})
  void eachRowHalvesTheChances(int inputs, int rows, boolean areCopies) {
    HeapInfo info = dump(1, 0, 0);

    assertThat(
            Recordings.areCopies(numbers("a", info, rows, 0), numbers("b", info, rows, 0), inputs))
        .isEqualTo(areCopies);
  }

  @Test
  void nothingIsNoCopyOfNothing() {
    HeapInfo info = dump(1, EPOCH, EPOCH + SECOND);

    assertThat(areCopies(numbers("a", info, 0, 0), numbers("b", info, 0, 0))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"999999999, true", "1000000000, false"})
  void aRunIsToldByItsStart(long apart, boolean isOne) {
    HeapInfo first = dump(1, EPOCH, EPOCH + 10 * SECOND);
    HeapInfo second = dump(2, EPOCH + apart, EPOCH + 20 * SECOND);

    assertThat(Recordings.areOfOneRun(second, first)).isEqualTo(isOne);
    assertThat(Recordings.areOfOneRun(second.withDumps(3), first)).isFalse();
    assertThat(Recordings.areOfOneRun(dump(2, 0, 0), dump(1, 0, 0))).as("no times").isFalse();
    assertThat(Recordings.areOfOneRun(second.withProcess(43, "app"), first)).isFalse();
  }

  @Test
  void aRestartHasARunThatEndedAndOneMore() {
    HeapInfo run = dump(1, EPOCH, EPOCH + SECOND);
    HeapInfo ended = run.withProvenance(run.provenance().withLive(Live.ENDED));

    assertThat(Recordings.isRestart(List.of(ended, run), List.of(run))).isTrue();
    assertThat(Recordings.isRestart(List.of(run, run), List.of(run))).isFalse();
    assertThat(Recordings.isRestart(List.of(ended), List.of(run))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5000000000, false",
    "0, 5000000001, true",
    // Profiled since: side by side, if not after the last dump.
    "100, 100, false",
    "101, 101, true"
  })
  void aProcessIsReplacedByOneThatFollowsItsLastDump(
      long start, long sinceLastDump, boolean isReplaced) {
    assertThat(Recordings.isReplaced(100, start, 100 + sinceLastDump)).isEqualTo(isReplaced);
  }

  @ParameterizedTest
  @CsvSource({
    "a, b, 5, 6, true",
    "a, b, 5, 5, false",
    "a, b, 0, 5, false",
    "a, a, 5, 6, false",
    "'', b, 5, 6, false"
  })
  void aPidIsReusedByAnotherNameAfterADisconnection(
      String name, String later, long disconnection, long dump, boolean isReused) {
    assertThat(Recordings.isPidReused(name, later, disconnection, dump)).isEqualTo(isReused);
  }

  @Test
  void twoInputsAreNeverOneRecordingWhateverTheyAreCalled() {
    Recordings.Distinct recordings = new Recordings.Distinct();
    HeapInfo heap = dump(1, EPOCH, EPOCH + SECOND).withRecording(new Recording("a", 0, "phone"));
    HeapInfo secondSession = heap.withRecording(new Recording("a", 1, "phone"));
    recordings.nextProfile();
    assertThat(recordings.of(heap)).isEqualTo(heap.id().recording());
    assertThat(recordings.of(secondSession)).isEqualTo(secondSession.id().recording());
    recordings.nextProfile();

    assertThat(recordings.of(heap)).isEqualTo(new Recording("a", 2, "phone"));
    assertThat(recordings.of(heap)).isEqualTo(new Recording("a", 2, "phone"));
    assertThat(recordings.of(secondSession)).isEqualTo(new Recording("a", 3, "phone"));
  }

  private static EstimatedProfile file(String name) throws IOException {
    return HeapConv.unskew(
        Conversions.read(TestData.shared(name), Conversions.dump(DumpSelector.LAST)),
        UnskewOptions.DEFAULT);
  }

  /** What today's evidence says of recordings from the field; each pair both ways. */
  @ParameterizedTest
  @CsvSource({
    // Two containers, both with pid 1.
    "field2/house/pod_a.jsonl, field2/house/pod_b.jsonl, NONE, false",
    // An hour apart, in files with numbered names.
    "field2/perfetto/session1.pftrace, field2/perfetto/session2.pftrace, NONE, true"
  })
  void recordingsFromTheField(String one, String other, Evidence evidence, boolean mayBeOneProcess)
      throws IOException {
    DumpFacts first = DumpFacts.of(file(one)).get(0);
    DumpFacts second = DumpFacts.of(file(other)).get(0);

    assertThat(first.heap()).as("what files call it").isEqualTo(second.heap());
    assertThat(first.info().id()).isNotEqualTo(second.info().id());
    assertThat(Recordings.ofOneProcess(first, second, 2)).isEqualTo(evidence);
    assertThat(Recordings.ofOneProcess(second, first, 2)).isEqualTo(evidence);
    assertThat(Recordings.mayBeOneProcess(first, second, 2)).isEqualTo(mayBeOneProcess);
    assertThat(Recordings.mayBeOneProcess(second, first, 2)).isEqualTo(mayBeOneProcess);
    assertThat(Recordings.areOfOneSession(first.info(), second.info())).isFalse();
  }

  /** The system gave a pid to a second process, and another session recorded that. */
  @Test
  void aReusedPidIsOfTwoProcesses() throws IOException {
    List<DumpFacts> dumps = DumpFacts.of(file("field2/perfetto/pid_reused.pftrace"));

    assertThat(dumps).hasSize(2);
    assertThat(dumps.get(0).heap()).isNotEqualTo(dumps.get(1).heap());
    assertThat(Recordings.areOfOneRun(dumps.get(1).info(), dumps.get(0).info())).isFalse();
  }
}
