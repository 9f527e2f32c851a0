package dev.heapconv.writer.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.select.Selection;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Estimates as a trace. */
class EstimatesWriterTest {

  private static final Format FORMAT = Format.PERFETTO_ESTIMATES;

  /** Size of the largest recording that is tried, in bytes. */
  private static final long LARGEST = Effort.of(100_000, Integer.MAX_VALUE);

  private static final View RESIDENT = new View("resident_space", "bytes");
  private static final WriteOptions OPTIONS = new WriteOptions("test", null);

  static List<Path> recordings() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of("heapprofd", "alloc")) {
      try (Stream<Path> found = Files.walk(TestData.own(folder))) {
        found
            .filter(file -> Files.isRegularFile(file) && file.toFile().length() < LARGEST)
            .sorted()
            .forEach(files::add);
      }
    }
    return files;
  }

  /** Of any format; what is no recording is passed over. */
  @ParameterizedTest
  @Tag("slow")
  @MethodSource("recordings")
  void everyRecordingIsReadBackAsItWasEstimated(Path file) throws IOException {
    for (DumpSelector choice : List.of(DumpSelector.LAST, DumpSelector.ALL)) {
      RecordedProfile recorded;
      try {
        recorded = Conversions.read(file, Conversions.dump(choice));
      } catch (HeapConvException e) {
        continue;
      }
      EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
      EstimatesRead.check(Conversions.write(profile, Format.PERFETTO_ESTIMATES), profile);
    }
  }

  @Test
  void numbersThatFallFromDumpToDumpAreReadBackAsFarAsTheyCan() {
    Cases.forAll(
        300,
        values -> {
          StackTable stacks = new StackTable();
          int frame = stacks.addFrame(StackTable.NO_MAPPING, 0, new SourceLine("f", "", 0));
          int stack = stacks.addStack(StackTable.ROOT, frame);
          List<EstimatedHeap> heaps = new ArrayList<>();
          int dumps = values.between(1, 4);
          for (int dump = 1; dump <= dumps; dump++) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < View.ALL.size(); i++) {
              columns.add(Column.exact(new double[] {values.between(0, 1e6)}));
            }
            boolean vanished = values.between(0, 3) == 0;
            heaps.add(heap(stack, info(dump, dumps), View.ALL, vanished ? List.of() : columns));
          }
          EstimatedProfile profile = profile(stacks, heaps);
          EstimatesRead.check(Conversions.write(profile, Format.PERFETTO_ESTIMATES), profile);
        });
  }

  private static HeapInfo info(int dump, int dumps) {
    long time = 1_700_000_000_000_000_000L + dump * 1_000_000_000L;
    return new HeapInfo(
        7, "app", "libc.malloc", dump, dumps, time, dump * 1_000_000_000L, Scheme.EXACT, 1, 1);
  }

  private static EstimatedHeap heap(
      int stack, HeapInfo info, List<View> views, List<Column> columns) {
    boolean empty = columns.isEmpty();
    int[] rows = empty ? new int[0] : new int[] {stack};
    List<Column> all = new ArrayList<>(columns);
    while (all.size() < views.size()) {
      all.add(Column.exact(new double[0]));
    }
    return new EstimatedHeap(
        info, views, rows, all, new long[rows.length], new long[rows.length], List.of());
  }

  private static EstimatedProfile profile(StackTable stacks, List<EstimatedHeap> heaps) {
    return new EstimatedProfile(
        new CaptureInfo("test", "test", "", ""), stacks, heaps, List.of(), 0.95, List.of());
  }

  @Test
  void heapsWithoutFreesOrWithoutAllocationsStaySo() throws IOException {
    for (List<View> views :
        List.of(
            List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE),
            List.of(View.ALLOC_SPACE),
            List.of(View.OBJECTS, View.SPACE),
            List.of(View.SPACE))) {
      StackTable stacks = new StackTable();
      List<Column> columns = new ArrayList<>();
      views.forEach(view -> columns.add(Column.exact(new double[] {columns.size() + 5.0})));
      EstimatedProfile profile =
          profile(stacks, List.of(heap(StackTable.ROOT, info(1, 1), views, columns)));
      byte[] trace = Conversions.write(profile, Format.PERFETTO_ESTIMATES);
      EstimatesRead.check(trace, profile);
      assertThat(Conversions.read(trace).heaps().get(0).views()).isEqualTo(views);
    }
  }

  static Stream<List<View>> subsets() {
    List<View> all = new ArrayList<>(View.ALL);
    all.add(RESIDENT);
    return IntStream.range(1, 1 << all.size())
        .mapToObj(
            bits -> all.stream().filter(view -> (bits >> all.indexOf(view) & 1) != 0).toList());
  }

  @ParameterizedTest
  @MethodSource("subsets")
  void viewsAreReadBackOrTheWarningNamesThem(List<View> views) throws IOException {
    List<Column> columns = new ArrayList<>();
    // Live bytes above what is allocated would be no profile.
    views.forEach(view -> columns.add(Column.exact(new double[] {view.isLive() ? 5_700 : 9_000})));
    EstimatedProfile profile =
        profile(new StackTable(), List.of(heap(StackTable.ROOT, info(1, 1), views, columns)));
    if (views.equals(List.of(RESIDENT))) {
      assertThatThrownBy(
              () -> HeapConv.write(profile, FORMAT, OPTIONS, new ByteArrayOutputStream()))
          .isInstanceOf(HeapConvException.class);
      return;
    }
    RecordedHeap read = Conversions.read(Conversions.write(profile, FORMAT)).heaps().get(0);
    List<Warning> warnings = HeapConv.fitting(profile, FORMAT, OPTIONS).warnings();
    String leftOut = warnings.isEmpty() ? "" : warnings.get(0).message();
    for (View view : views) {
      if (leftOut.contains(" " + view.name() + " of libc.malloc")) {
        assertThat(read.views()).doesNotContain(view);
      } else {
        assertThat(read.value(view, 0)).as(view.name()).isEqualTo(view.isLive() ? 5_700 : 9_000);
      }
    }
    assertThat(leftOut.contains(" space of")).as("live bytes come first").isFalse();
    assertThat(warnings.size()).isLessThanOrEqualTo(1);
  }

  @Test
  void processesWithoutPidOrWithTheSameOneKeepTheirNames() throws IOException {
    StackTable stacks = new StackTable();
    List<EstimatedHeap> heaps = new ArrayList<>();
    List<Column> columns = List.of(Column.exact(new double[] {3}), Column.exact(new double[] {4}));
    for (long pid : new long[] {-1, 5, 1L << 40}) {
      for (String name : List.of("one", "two")) {
        HeapInfo info = new HeapInfo(pid, name, "heap", 1, 1, 0, 0, Scheme.EXACT, 1, 1);
        heaps.add(heap(StackTable.ROOT, info, List.of(View.OBJECTS, View.SPACE), columns));
      }
    }
    RecordedProfile read =
        Conversions.read(Conversions.write(profile(stacks, heaps), Format.PERFETTO_ESTIMATES));
    assertThat(read.heaps())
        .extracting(heap -> heap.info().displayProcess())
        .containsExactly("one", "two", "one (5)", "two", "one", "two");
  }

  /** As trace_processor does, whose quirks are those of its state per sequence. */
  @Test
  void differencesOfDumpsAddUpToWhatIsLive() throws IOException {
    EstimatedProfile profile = Conversions.estimated("customheap_all", DumpSelector.ALL);
    byte[] bytes = Conversions.write(profile, Format.PERFETTO_ESTIMATES);
    Map<String, long[]> last = new TreeMap<>();
    for (TracePacket packet : Trace.parseFrom(bytes).getPacketList()) {
      for (ProcessHeapSamples heap : packet.getProfilePacket().getProcessDumpsList()) {
        assertThat(heap.getSamplingIntervalBytes()).isEqualTo(1);
        for (HeapSample sample : heap.getSamplesList()) {
          String key = packet.getTrustedPacketSequenceId() + " " + sample.getCallstackId();
          long[] now = {
            sample.getSelfAllocated(),
            sample.getSelfFreed(),
            sample.getAllocCount(),
            sample.getFreeCount()
          };
          long[] before = last.getOrDefault(key, new long[4]);
          for (int i = 0; i < 4; i++) {
            assertThat(now[i]).isGreaterThanOrEqualTo(before[i]);
          }
          assertThat(now[0]).isGreaterThanOrEqualTo(now[1]);
          assertThat(now[2]).isGreaterThanOrEqualTo(now[3]);
          last.put(key, now);
        }
      }
    }
    double live = 0;
    for (EstimatedHeap heap : profile.latestDumps()) {
      live += heap.column(View.SPACE).total();
    }
    assertThat(last.values().stream().mapToLong(now -> now[0] - now[1]).sum())
        .isEqualTo(Math.round(live));
  }

  @Test
  void largeDumpsTakeSeveralPackets() throws IOException {
    EstimatedProfile profile = Profiles.large(20_000);
    byte[] bytes = Conversions.write(profile, Format.PERFETTO_ESTIMATES);
    Trace trace = Trace.parseFrom(bytes);
    assertThat(trace.getPacketList())
        .allMatch(packet -> packet.getSerializedSize() < 2 * PacketStream.PACKET_BYTES)
        .anyMatch(packet -> packet.getProfilePacket().getContinued());
    EstimatesRead.check(bytes, profile);
  }

  @Test
  void namesAreMangledAsRecordedAndInlinedFunctionsAreSymbols() throws IOException {
    EstimatedProfile profile = Conversions.estimated("inlined_symbolized", DumpSelector.LAST);
    Trace trace = Trace.parseFrom(Conversions.write(profile, Format.PERFETTO_ESTIMATES));
    assertThat(trace.getPacketList())
        .flatMap(packet -> packet.getModuleSymbols().getAddressSymbolsList())
        .isNotEmpty()
        .allMatch(symbols -> symbols.getLinesCount() > 1);
    assertThat(trace.getPacketList())
        .flatMap(packet -> packet.getInternedData().getFunctionNamesList())
        .anyMatch(name -> name.getStr().toStringUtf8().startsWith("_Z"));
  }

  @Test
  void onlyDumpsOfThisProgramAreEstimatesInATraceOfSeveral() throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(
        Conversions.write(
            Conversions.estimated("truth_i4096", DumpSelector.LAST), Format.PERFETTO_ESTIMATES));
    both.write(TestData.recordingBytes("phases_i512"));
    assertThat(Conversions.read(both.toByteArray()).heaps())
        .extracting(heap -> heap.info().scheme())
        .contains(Scheme.SCALED, Scheme.WEIGHTED);
  }

  @Test
  void aSamplingIntervalIsNotAppliedAgain() throws IOException {
    EstimatedProfile profile = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    RecordedProfile read =
        Conversions.read(
            Conversions.write(profile, Format.PERFETTO_ESTIMATES),
            new ReadOptions(Selection.DEFAULT, 4096, false, ReadOptions.DEFAULT.limits()));
    assertThat(read.warnings())
        .extracting(warning -> warning.id())
        .containsExactly(ErrorId.INTERVAL_IGNORED);
    assertThat(read.heaps().get(0).info().scheme()).isEqualTo(Scheme.SCALED);
  }
}
