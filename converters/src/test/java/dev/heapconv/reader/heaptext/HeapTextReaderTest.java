package dev.heapconv.reader.heaptext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.model.Label;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What text dumps say besides numbers. */
class HeapTextReaderTest {

  private static RecordedProfile read(String text) throws IOException {
    return Conversions.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RecordedProfile withMaps(String... lines) throws IOException {
    return read(
        "heap profile: 1: 64 [1: 64] @ heapprofile\n1: 64 [1: 64] @ 0x400100\n"
            + "MAPPED_LIBRARIES:\n"
            + String.join("\n", lines)
            + "\n");
  }

  private static String process(RecordedProfile profile) {
    return profile.heaps().get(0).info().process();
  }

  private static List<String> addresses(RecordedProfile profile, int row) {
    StackTable stacks = profile.stacks();
    List<String> addresses = new ArrayList<>();
    for (int s = profile.heaps().get(0).stack(row); s != StackTable.ROOT; s = stacks.parent(s)) {
      addresses.add(Long.toHexString(stacks.frameAddress(stacks.frame(s))));
    }
    return addresses;
  }

  /** Innermost first, with those that are inlined. */
  private static List<String> functions(RecordedProfile profile, int row) {
    StackTable stacks = profile.stacks();
    List<String> functions = new ArrayList<>();
    for (int frame : stacks.frames(profile.heaps().get(0).stack(row))) {
      stacks.lines(frame).forEach(line -> functions.add(line.function()));
    }
    return functions;
  }

  @Test
  void addressesOfJavaHeapzAreNumbersOfLocations() throws IOException {
    RecordedProfile profile =
        read("--- heapz 1 ---\n 4752 9 @ 0x2b 0x2c 0x2d\n 0x2b f (A.java:1)\n 0x2c g\n 0x2d h\n");
    assertThat(addresses(profile, 0)).containsExactly("2b", "2c", "2d");
    assertThat(RecordedText.of(profile)).containsOnlyKeys("h;g;f");
    RecordedProfile unnamed = read("--- heapz 1 ---\n 16 1 @ 0x2b 0x2d\n 0x2c g\n");
    assertThat(RecordedText.of(unnamed).keySet()).noneMatch(stack -> stack.contains("g"));
  }

  @Test
  void soAreThoseOfARealOne() throws IOException {
    RecordedProfile profile =
        Conversions.read(TestData.shared("third-party/pprof/java.heap"), ReadOptions.DEFAULT);
    assertThat(addresses(profile, 1)).containsExactly("2b", "2c", "2d", "2e");
  }

  @Test
  void theProcessIsTheProgramNotTheFirstLibrary() throws IOException {
    String library = "00400000-00500000 r-xp 0 00:00 1 /usr/lib/libtcmalloc.so.4";
    String program = "00600000-00700000 r-xp 0 00:00 2 /opt/app/server";
    assertThat(process(withMaps(library, program))).isEqualTo("server");
    assertThat(process(withMaps("00300000-00400000 r-xp 0 0:0 3 /lib64/ld-2.31.so", program)))
        .isEqualTo("server");
    assertThat(process(withMaps(library, program + " (deleted)"))).isEqualTo("server");
    assertThat(process(withMaps("00300000-00310000 rwxp 0 0:0 3 /dev/zero (deleted)", program)))
        .isEqualTo("server");
    assertThat(process(withMaps("00600000-00700000 r--p 0 0:0 3 /usr/share/data", program)))
        .isEqualTo("server");
    assertThat(process(withMaps(library))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "heap_v2/4096, gperftools sampled heap profile, malloc, RECORDED, 4096",
    "peakheap/4096, tcmalloc peak heap profile, peak, RECORDED, 4096",
    "peakheapz_v2/4096, tcmalloc peak heap profile, peak, RECORDED, 4096",
    "fragmentation, tcmalloc fragmentation profile, fragmentation, EXACT, 1",
    "fragmentationz/1, tcmalloc fragmentation profile, fragmentation, EXACT, 1",
    "heap/8192, Go heap profile, go, RECORDED, 4096",
    "growth, gperftools heap growth profile, growth, EXACT, 1"
  })
  void profilesAreCalledWhatTheyAre(
      String type, String format, String name, Scheme scheme, long interval) throws IOException {
    RecordedProfile profile =
        read("heap profile: 1: 64 [1: 64] @ " + type + "\n1: 64 [1: 64] @ 0x400100\n");
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(profile.capture().format()).isEqualTo(format);
    assertThat(heap.info().heap()).isEqualTo(name);
    assertThat(heap.info().sampling().scheme()).isEqualTo(scheme);
    assertThat(heap.info().samplingInterval()).isEqualTo(interval);
  }

  private static final String TCMALLOC =
      "MAPPED_LIBRARIES:\n00400000-00500000 r-xp 0 00:00 1 /usr/lib/libtcmalloc.so.4\n";

  private static ReadOptions interval(long bytes) {
    return new ReadOptions(Selection.DEFAULT, bytes, false, Limits.DEFAULT);
  }

  private static ReadOptions heap(String name) {
    return ReadOptions.DEFAULT.withSelection(
        new Selection(List.of(), List.of(name), Selection.DumpSelector.LAST));
  }

  private static List<Long> totals(RecordedProfile profile) {
    return profile.heaps().get(0).summary().totals();
  }

  private static Provenance provenance(RecordedProfile profile) {
    return profile.heaps().get(0).info().provenance();
  }

  /** gperftools writes regions first; the header has the sums of the other lines. */
  @Test
  void regionsThatWereMappedAreAHeapOfTheirOwn() throws IOException {
    byte[] dump =
        ("heap profile: 3: 300 [5: 900] @ heapprofile\n1: 65536 [1: 65536] @ 0x1\n"
                + "2: 200 [2: 200] @ 0x2\n1: 100 [3: 700] @ 0x3\n"
                + TCMALLOC)
            .getBytes(StandardCharsets.UTF_8);
    RecordedProfile malloc = Conversions.read(dump);
    assertThat(malloc.heaps()).hasSize(1);
    assertThat(totals(malloc)).containsExactly(5L, 900L, 3L, 300L);
    assertThat(provenance(malloc)).isEqualTo(Provenance.STATED);
    assertThat(Conversions.noticeIds(malloc)).contains(ErrorId.REGIONS_LEFT_OUT);
    assertThat(totals(Conversions.read(dump, heap("mmap"))))
        .containsExactly(1L, 65536L, 1L, 65536L);
    assertThat(totals(Conversions.read(dump, heap("malloc")))).isEqualTo(totals(malloc));
  }

  @Test
  void linesThatDoNotAddUpToTheHeaderAreNotBelieved() throws IOException {
    RecordedProfile cut =
        read("heap profile: 3: 300 [3: 300] @ heapprofile\n1: 100 [1: 100] @ 0x1\n" + TCMALLOC);
    assertThat(Conversions.noticeIds(cut)).contains(ErrorId.TRUNCATED_DUMP);
    RecordedProfile more =
        read("heap profile: 1: 99 [1: 99] @ heapprofile\n1: 100 [1: 100] @ 0x1\n" + TCMALLOC);
    assertThat(provenance(more).scheme()).isEqualTo(Evidence.UNTESTED);
  }

  /** Any allocator writes this header, and numbers do not tell samples from all allocations. */
  @Test
  void onlyTheDumpOfTcmallocIsKnownToBeComplete() throws IOException {
    String dump =
        "heap profile: 990: 63360 [990: 63360] @ heapprofile\n990: 63360 [990: 63360] @ 0x1\n";
    assertThat(provenance(read(dump + TCMALLOC)).sampling()).isEqualTo(Evidence.STATED);
    assertThat(provenance(read(dump)).sampling()).isEqualTo(Evidence.UNTESTED);
    String mimalloc = dump + TCMALLOC.replace("tcmalloc", "mimalloc");
    RecordedProfile unknown = read(mimalloc);
    assertThat(provenance(unknown).scheme()).isEqualTo(Evidence.SHOWN);
    assertThat(provenance(unknown).interval()).isEqualTo(Evidence.UNKNOWN);
    assertThat(Conversions.noticeIds(unknown)).contains(ErrorId.UNKNOWN_INTERVAL);
    String symbol = "--- symbol\n0x0000000000000001 mi_malloc\n---\n--- heap\n" + dump;
    assertThat(provenance(read(symbol)).interval()).isEqualTo(Evidence.UNKNOWN);
  }

  @Test
  void aGivenIntervalUnskewsWhatMayBeSamplesAndIsNeverIgnoredInSilence() throws IOException {
    String dump =
        "heap profile: 990: 63360 [990: 63360] @ heapprofile\n990: 63360 [990: 63360] @ 0x1\n";
    for (String libraries : List.of("", TCMALLOC.replace("tcmalloc", "mimalloc"))) {
      RecordedProfile given =
          Conversions.read((dump + libraries).getBytes(StandardCharsets.UTF_8), interval(16384));
      assertThat(provenance(given).interval()).isEqualTo(Evidence.TOLD);
      double objects =
          HeapConv.unskew(given, UnskewOptions.DEFAULT)
              .heaps()
              .get(0)
              .column(View.OBJECTS)
              .value(0);
      assertThat(objects).isBetween(245_000.0, 260_000.0);
    }
    RecordedProfile complete =
        Conversions.read((dump + TCMALLOC).getBytes(StandardCharsets.UTF_8), interval(16384));
    assertThat(complete.heaps().get(0).info().sampling().scheme()).isEqualTo(Scheme.EXACT);
    assertThat(Conversions.noticeIds(complete)).contains(ErrorId.INTERVAL_IGNORED);
  }

  /** A sample of 17 bytes has the chance of one of 32; that of 1,024 bytes its own. */
  @Test
  void gperftoolsDrawsByClass() throws IOException {
    RecordedProfile sampled =
        read(
            "heap profile: 2: 1041 [2: 1041] @ heap_v2/16384\n"
                + "1: 17 [1: 17] @ 0x1\n1: 1024 [1: 1024] @ 0x2\n");
    Column objects =
        HeapConv.unskew(sampled, UnskewOptions.DEFAULT).heaps().get(0).column(View.OBJECTS);
    assertThat(objects.value(0)).isCloseTo(1 / -Math.expm1(-32.0 / 16384), within(1e-6));
    assertThat(objects.value(1)).isCloseTo(1 / -Math.expm1(-1024.0 / 16384), within(1e-6));
    assertThat(provenance(sampled).interval()).isEqualTo(Evidence.UNTESTED);
    assertThat(Conversions.noticeIds(sampled)).contains(ErrorId.FIRST_THREAD_UNSAMPLED);
    // Sums are not of gperftools, but of jemalloc before 4.
    RecordedProfile sums = read("heap profile: 2: 34 [0: 0] @ heap_v2/16384\n2: 34 [0: 0] @ 0x1\n");
    assertThat(
            HeapConv.unskew(sums, UnskewOptions.DEFAULT)
                .heaps()
                .get(0)
                .column(View.OBJECTS)
                .value(0))
        .isCloseTo(2 / -Math.expm1(-17.0 / 16384), within(1e-6));
    assertThat(provenance(sums)).isEqualTo(Provenance.STATED);
  }

  @Test
  void theTruthOfARecordingIsInItsInterval() throws IOException {
    RecordedProfile recorded =
        Conversions.read(
            TestData.own("alloc/gperftools/tc_class17_rate65536.heap.gz"), ReadOptions.DEFAULT);
    EstimateSums objects = EstimateSums.ofStacks();
    objects.addAll(
        0, HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0).column(View.OBJECTS));
    assertThat(objects.estimate(0).low()).isBetween(850_000.0, 1_000_000.0);
    assertThat(objects.estimate(0).high()).isBetween(1_000_000.0, 1_150_000.0);
  }

  @Test
  void nothingIsExactAtARateOfOneBecauseTheFirstThreadIsNotSampledAtOnce() throws IOException {
    RecordedProfile all =
        read(
            "heap profile: 1: 900000000 [1: 900000000] @ heap_v2/1\n"
                + "1: 900000000 [1: 900000000] @ 0x1\n");
    assertThat(provenance(all).interval()).isEqualTo(Evidence.UNTESTED);
  }

  @Test
  void linesOfJemallocAreOfThreads() throws IOException {
    RecordedProfile profile =
        read(
            "heap_v2/4096\n  t*: 5: 50000 [0: 0]\n  t0: 3: 30000 [0: 0] main\n"
                + "  t1: 1: 10000 [0: 0] io [2]: 3\n  t2: 1: 10000 [0: 0]\n  t3: 0: 0 [0: 0] main\n"
                + "@ 0x1\n  t*: 4: 40000 [0: 0]\n  t0: 3: 30000 [0: 0]\n  t1: 1: 10000 [0: 0]\n"
                + "@ 0x2\n  t*: 1: 10000 [0: 0]\n  t2: 1: 10000 [0: 0]\n"
                + "@ 0x3\n  t*: 9: 90000 [0: 0]\n  t2: 1: 10000 [0: 0]\n");
    RecordedHeap heap = profile.heaps().get(0);
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < heap.rows(); row++) {
      for (Label label : heap.labels(row)) {
        assertThat(label.key()).isEqualTo(Label.THREAD);
        rows.add(
            (label.text() == null ? label.number() : label.text()) + " " + heap.liveCount(row));
      }
    }
    // The last stack lacks threads: none is better than a part.
    assertThat(rows).containsExactly("main (0) 3", "io [2]: 3 1", "2 1");
    assertThat(totals(profile)).containsExactly(14L, 140_000L);
  }

  /** jemalloc 5.3 prints 1,000 blocks of 8 bytes so, and 200,001; the header has the truth. */
  @Test
  void whatJemallocUnskewsAtOneByteIsUndone() throws IOException {
    RecordedProfile profile =
        read(
            "heap_v2/1\n  t*: 202601: 1714108 [0: 0]\n"
                + "@ 0x1\n  t*: 1000: 7997 [0: 0]\n  t0: 1000: 7997 [0: 0]\n"
                + "@ 0x2\n  t*: 199934: 1599471 [0: 0]\n"
                + "@ 0x3\n  t*: 1500: 24000 [0: 0]\n");
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(heap.column(View.SPACE)).containsExactly(8000, 1_600_008, 24_000);
    assertThat(heap.column(View.OBJECTS)).containsExactly(1000, 200_001, 1500);
  }

  @Test
  void aSecondDumpIsNotLeftOutInSilence() {
    String dump =
        "heap profile: 1: 64 [1: 64] @ heap_v2/1\n1: 64 [1: 64] @ 0x1\nMAPPED_LIBRARIES:\n";
    assertThatThrownBy(() -> read(dump + dump))
        .hasMessageContaining("line 4: the profile ends before here");
  }

  /** MaxRSS is the largest that there was, and no memory of the moment of the dump. */
  @Test
  void goSaysWhatItsHeapHas() throws IOException {
    RecordedProfile profile =
        read(
            "heap profile: 1: 64 [1: 64] @ heap/2\n"
                + "1: 64 [1: 64] @ 0x1\n"
                + "#\t0x1\tmain.f+0x1\t/f.go:1\n"
                + "\n"
                + "# runtime.MemStats\n"
                + "# HeapAlloc = 80\n"
                + "# HeapInuse = 8192\n"
                + "# MaxRSS = 20852736\n");
    assertThat(profile.heaps().get(0).info().dump().facts())
        .isEqualTo(Facts.ofMemory(Facts.UNKNOWN, Fact.HEAP, 8192, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({"heap/8192", "heap_v2/4096", "growth", "heapprofile"})
  void aDumpWithFewerLinesThanItsHeaderCountsIsCut(String type) throws IOException {
    String lines = "1: 64 [2: 128] @ 0x401001\n2: 4096 [2: 4096] @ 0x402001\n";
    RecordedProfile cut = read("heap profile: 5: 5000 [6: 6000] @ " + type + "\n" + lines);
    assertThat(cut.notices())
        .filteredOn(notice -> notice.id() == ErrorId.TRUNCATED_DUMP)
        .extracting(notice -> notice.message())
        .singleElement()
        .asString()
        .contains("2 more live blocks of 840 bytes");
    assertThat(
            Conversions.noticeIds(read("heap profile: 3: 4160 [4: 4224] @ " + type + "\n" + lines)))
        .doesNotContain(ErrorId.TRUNCATED_DUMP);
  }

  @Test
  void aDumpThatIsCutInALineHasOneWarning() throws IOException {
    RecordedProfile cut =
        read("heap_v2/1\n  t*: 1: 64 [0: 0]\n@ 0x1 0x2\n  t*: 1: 64 [0: 0]\n@ 0x1 0x3\n  t*: 1: 6");
    assertThat(cut.notices())
        .filteredOn(notice -> notice.id() != ErrorId.NO_MEMORY_MAP)
        .extracting(Notice::message)
        .singleElement()
        .asString()
        .contains("ends in the middle of line 6");
  }

  /** The last instruction of a function may be the call, after which another function begins. */
  @Test
  void theInnermostAddressIsAReturnAddressToo() throws IOException {
    assertThat(addresses(withMaps("00400000-00500000 r-xp 0 00:00 1 /opt/a"), 0))
        .containsExactly("4000ff");
  }

  @Test
  void theCommentsOfGoRepeatWithEachRecursiveCall() throws IOException {
    RecordedProfile profile =
        read(
            "heap profile: 1: 64 [1: 64] @ heap/2\n"
                + "1: 64 [1: 64] @ 0x11 0x21 0x21 0x21 0x31\n"
                + "#\t0x10\tmain.inlined+0x1\t/f.go:1\n"
                + "#\t0x10\tmain.leaf+0x1\t/f.go:2\n"
                + "#\t0x20\tmain.rec+0x2\t/f.go:3\n"
                + "#\t0x20\tmain.rec+0x2\t/f.go:3\n"
                + "#\t0x20\tmain.rec+0x2\t/f.go:3\n"
                + "#\t0x30\tmain.main+0x3\t/f.go:4\n");
    assertThat(functions(profile, 0))
        .containsExactly(
            "main.inlined", "main.leaf", "main.rec", "main.rec", "main.rec", "main.main");
  }

  /** Its protos have neither of them. */
  @Test
  void whatGoHidesAtTheEndsOfAStackIsLeftOut() throws IOException {
    RecordedProfile profile =
        read(
            "heap profile: 2: 128 [2: 128] @ heap/2\n"
                + "1: 64 [1: 64] @ 0x11 0x21 0x31 0x41 0x51\n"
                + "#\t0x20\tmain.f+0x2\t/f.go:3\n"
                + "#\t0x40\tmain.main+0x3\t/f.go:4\n\n"
                + "1: 64 [1: 64] @ 0x61 0x51\n"
                + "#\t0x60\tmain.g+0x2\t/f.go:5\n");
    assertThat(addresses(profile, 0)).containsExactly("20", "30", "40");
    assertThat(addresses(profile, 1)).containsExactly("60");
  }
}
