package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.perfetto.PackedSmaps;
import dev.heapconv.proto.perfetto.ProcessStats;
import dev.heapconv.proto.perfetto.SmapsEntry;
import dev.heapconv.proto.perfetto.SmapsPacket;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.show.HeapText;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much of a process its profile explains. */
class MemorySamplesTest {

  private static final long SECOND = 1_000_000_000;

  /** When the profile is dumped. */
  private static final long DUMP = 100 * SECOND;

  private static final long MIB = 1 << 20;

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);
  private final long a = sequence.stack("main", "a");

  private static ProcessStats.Process.Builder process() {
    return ProcessStats.Process.newBuilder().setPid(100);
  }

  private void stats(long time, ProcessStats.Process.Builder process) {
    trace.packet(
        TracePacket.newBuilder()
            .setTimestamp(time)
            .setProcessStats(ProcessStats.newBuilder().addProcesses(process)));
  }

  private void stats(long time, long rssKib, long anonymousKib, long swapKib) {
    stats(time, process().setVmRssKb(rssKib).setRssAnonKb(anonymousKib).setVmSwapKb(swapKib));
  }

  private void smaps(long time, SmapsPacket.Builder smaps) {
    trace.packet(TracePacket.newBuilder().setTimestamp(time).setSmapsPacket(smaps.setPid(100)));
  }

  private static SmapsEntry mapping(String path, long dirtyKib, long swapKib) {
    return SmapsEntry.newBuilder()
        .setPath(path)
        .setPrivateDirtyKb(dirtyKib)
        .setSwapKb(swapKib)
        .build();
  }

  private HeapInfo info() throws IOException {
    return Conversions.read(trace.bytes()).heaps().get(0).info();
  }

  private Facts memory() throws IOException {
    return info().dump().facts();
  }

  private EstimatedProfile profile() throws IOException {
    return Conversions.asRecorded(Conversions.read(trace.bytes()));
  }

  private List<String> text() throws IOException {
    List<EstimatedHeap> heaps = profile().latestDumps();
    List<HeapInfo> infos = heaps.stream().map(EstimatedHeap::info).toList();
    return HeapText.facts(Topic.MEMORY, ProcessShare.of(heaps), infos);
  }

  private void dump(long bytes) {
    sequence.dump(malloc(DUMP).row(a, 1, bytes, 0, 0));
  }

  @Test
  void theSampleNearestToTheDumpCounts() throws IOException {
    stats(DUMP - 5 * SECOND, 10, 5, 0);
    stats(DUMP + SECOND, 20_000, 8_000, 2_000);
    stats(DUMP + 3 * SECOND, 30, 6, 0);
    dump(8_192_000);

    assertThat(memory())
        .isEqualTo(Facts.ofMemory(20_480_000, Fact.ANONYMOUS, 8_192_000, 2_048_000, SECOND));
    assertThat(text())
        .containsExactly(
            "RSS 19.5 MiB, of which anonymous 7.81 MiB and 1.95 MiB swapped out, explained 80 % of"
                + " anonymous memory (1.0 s from the dump)");
  }

  /** The profiler has another clock than the kernel's statistics. */
  @Test
  void clocksAreRelatedWhateverComesFirst() throws IOException {
    dump(1);
    stats(DUMP + 1000 * SECOND, 20, 8, 0);
    stats(DUMP, 30, 9, 0);
    trace.clocks(ClockTable.PROFILER, 5 * SECOND, ClockTable.BOOTTIME, 1005 * SECOND);

    assertThat(memory()).isEqualTo(Facts.ofMemory(20 << 10, Fact.ANONYMOUS, 8 << 10, 0, 0));
  }

  @Test
  void aCounterThatDidNotChangeIsNotWrittenAgain() throws IOException {
    stats(DUMP - 9 * SECOND, 20, 8, 1);
    stats(DUMP - SECOND, process().setRssAnonKb(7));
    dump(1);

    assertThat(memory())
        .isEqualTo(Facts.ofMemory(20 << 10, Fact.ANONYMOUS, 7 << 10, 1 << 10, SECOND));
  }

  @Test
  void whatIsFarAwayOrOfOthersSaysNothing() throws IOException {
    stats(DUMP - 11 * SECOND, 20, 8, 0);
    stats(DUMP, process().setPid(101).setVmRssKb(1));
    dump(1);

    assertThat(memory()).isEqualTo(Facts.NONE);
    assertThat(text()).isEmpty();
  }

  @Test
  void eachOfSeveralProcessesIsNamed() throws IOException {
    trace.process(100, "/bin/one");
    stats(DUMP, 4, 4, 0);
    sequence.dump(malloc(DUMP).row(a, 1, 1024, 0, 0), heap(200, "arena", DUMP).row(a, 1, 1, 0, 0));

    assertThat(text())
        .containsExactly(
            "one (100): RSS 4.00 KiB, of which anonymous 4.00 KiB, explained 25 % of anonymous"
                + " memory");
  }

  /** It was at a time that the trace does not tell. */
  @Test
  void aPeakIsNotComparedWithItsDump() throws IOException {
    stats(DUMP, 20, 8, 0);
    sequence.dump(malloc(DUMP).peak(a, 1, 10));

    assertThat(memory()).isEqualTo(Facts.NONE);
  }

  @Test
  void theHeapIsWhatNativeAllocatorsNameAsTheirs() throws IOException {
    stats(DUMP, 212 << 10, 180 << 10, 9);
    smaps(
        DUMP,
        SmapsPacket.newBuilder()
            .addEntries(mapping("[anon:libc_malloc]", 90 << 10, 5 << 10))
            .addEntries(mapping("[anon:scudo:primary]", 20 << 10, 0))
            .addEntries(mapping("[anon:GWP-ASan Metadata]", 1 << 10, 0))
            .addEntries(mapping("[heap]", 9 << 10, 0))
            .addEntries(mapping("[anon:dalvik-main space]", 30 << 10, 3 << 10))
            .addEntries(mapping("/system/lib64/libhwui.so", 500, 0)));
    sequence.dump(
        malloc(DUMP).row(a, 1, 90 * MIB, 0, 0),
        heap(100, "arena", DUMP + 1).row(a, 1, 10 * MIB, 0, 0));

    assertThat(memory()).isEqualTo(Facts.ofMemory(212 * MIB, Fact.HEAP, 120 * MIB, 5 * MIB, 0));
    assertThat(text())
        .containsExactly(
            "RSS 212 MiB, of which heap 120 MiB and 5.00 MiB swapped out, explained 80 %");
  }

  /** glibc maps large blocks, and heaps of threads, without a name. */
  @Test
  void anUnnamedHeapIsNotAllOfTheHeap() throws IOException {
    stats(DUMP, 20, 8, 0);
    smaps(DUMP, SmapsPacket.newBuilder().addEntries(mapping("[heap]", 4, 0)));
    dump(4096);

    assertThat(memory().part()).isEqualTo(Fact.ANONYMOUS);
  }

  @Test
  void moreThanThereIsIsSaid() throws IOException {
    smaps(DUMP, SmapsPacket.newBuilder().addEntries(mapping("[anon:libc_malloc]", 1 << 10, 0)));
    dump(3 * MIB);

    assertThat(text())
        .containsExactly(
            "heap 1.00 MiB, explained 300 %: some of what is live was not in memory, or not yet");
  }

  @Test
  void mappingsByColumnsAreReadWithAndWithoutIds() throws IOException {
    PackedSmaps.Builder columns =
        PackedSmaps.newBuilder()
            .addAllRssKb(List.of(50L, 20L, 7L))
            .addAllAnonymousKb(List.of(44L, 19L, 6L))
            .addAllSwapKb(List.of(1L, 0L, 2L))
            .addAllPrivateDirtyKb(List.of(40L, 10L, 5L));
    smaps(
        DUMP,
        SmapsPacket.newBuilder()
            .setPackedEntries(
                columns
                    .clone()
                    .addAllStringTable(List.of("", "[anon:libc_malloc]"))
                    .addAllNameId(List.of(1, 0, 1))));
    dump(1);
    assertThat(memory()).isEqualTo(Facts.ofMemory(77 << 10, Fact.HEAP, 45 << 10, 3 << 10, 0));

    List<String> names = List.of("/lib/libc.so", "[anon:libc_malloc]", "[stack]");
    // Of a fork, all pages of which are shared with its parent.
    columns.addAllStringTable(names).setRecordingType(2);
    smaps(DUMP + 1, SmapsPacket.newBuilder().setPackedEntries(columns));
    sequence.dump(malloc(DUMP + 1).row(a, 1, 1, 0, 0));
    assertThat(memory()).isEqualTo(Facts.ofMemory(77 << 10, Fact.HEAP, 19 << 10, 0, 0));
  }

  /** Android's runtime reads them in a fork, and does not say so. */
  @Test
  void mappingsThatMissMostOfTheMemoryAreOfAnotherProcess() throws IOException {
    stats(DUMP, 300 << 10, 200 << 10, 0);
    smaps(
        DUMP,
        SmapsPacket.newBuilder()
            .addEntries(mapping("[anon:libc_malloc]", 60 << 10, 0))
            .addEntries(mapping("[stack]", 30 << 10, 0)));
    dump(1);

    assertThat(memory().part()).isEqualTo(Fact.ANONYMOUS);
  }

  @Test
  void ofManySamplesEvenlySpreadOnesAndTheLastAreKept() throws IOException {
    int samples = 10_000;
    for (int i = 1; i <= samples; i++) {
      stats(i * SECOND / 10, i, 1, 0);
    }
    for (int dump : new int[] {100, 5_000, samples}) {
      sequence.dump(malloc(dump * SECOND / 10).row(a, 1, 1, 0, 0));
    }

    List<HeapInfo> dumps =
        Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL)).heaps().stream()
            .map(heap -> heap.info())
            .toList();
    // One of 16 is kept, so that none is farther away than 8.
    assertThat(dumps.get(0).dump().facts().get(Fact.RSS) / 1024).isBetween(92L, 108L);
    assertThat(dumps.get(1).dump().facts().get(Fact.RSS) / 1024).isBetween(4_992L, 5_008L);
    assertThat(dumps.get(2).dump().facts())
        .isEqualTo(Facts.ofMemory(samples * 1024L, Fact.ANONYMOUS, 1024, 0, 0));
  }

  @Test
  void partsOfAProfileExplainNoProcess() throws IOException {
    stats(DUMP, 20, 8, 0);
    dump(4096);
    EstimatedProfile stored = profile();

    // A sum over processes is of no process.
    assertThat(Merging.of(List.of(stored, stored), true).heaps().get(0).info().dump().facts())
        .isEqualTo(Facts.NONE);
  }

  /**
   * A recording of process_stats beside heapprofd. By its own count the program held 3,921,088
   * bytes at its last dump, .70 of its anonymous memory, which also has its stack, the data of
   * libraries, and what was freed but not given back.
   */
  @Test
  void aRealRecordingIsExplained() throws IOException {
    Selection program = new Selection(List.of("phases"), List.of(), DumpSelector.LAST);
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(
                TestData.recording("mixed_deflate"), ReadOptions.DEFAULT.withSelection(program)),
            UnskewOptions.DEFAULT);

    ProcessShare phases = ProcessShare.of(profile.latestDumps()).get(0);
    assertThat(phases.facts().get(Fact.RSS)).isEqualTo(17_780 << 10);
    assertThat(phases.facts().get(Fact.ANONYMOUS)).isEqualTo(5_480 << 10);
    assertThat(phases.facts().get(Fact.APART)).isLessThan(SECOND / 10);
    assertThat(phases.live().low()).isLessThan(3_921_088);
    assertThat(phases.live().high()).isGreaterThan(3_921_088);
    assertThat(phases.explained()).isBetween(0.67, 0.73);
  }

  @Test
  void whoHasEndedHoldsNothing() throws IOException {
    List<ProcessShare> shares =
        ProcessShare.of(Conversions.estimated("mixed_deflate", DumpSelector.LAST).latestDumps());

    assertThat(shares).hasSize(1);
    assertThat(shares.get(0).info().pid()).isEqualTo(20024);
  }
}
