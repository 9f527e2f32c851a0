package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives and bug reports, in which users keep traces. */
class ArchiveRecordingsTest {

  private static final byte[] TRACE = TestData.recordingBytes("overrun");
  private static final byte[] OTHER = TestData.recordingBytes("names");
  private static final byte[] HPROF = "JAVA PROFILE 1.0.2".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] TEXT = "nothing to see\n".getBytes(StandardCharsets.UTF_8);
  @TempDir Path folder;

  private static byte[] converted(RecordedProfile profile) {
    return Conversions.write(Conversions.asRecorded(profile), Format.PPROF_PLAIN);
  }

  private static byte[] converted(byte[] bytes) throws IOException {
    return converted(Conversions.read(bytes));
  }

  private RecordedProfile read(String fileName, byte[] bytes, String argument) throws IOException {
    Files.write(folder.resolve(fileName), bytes);
    return HeapConv.read(
        InputSource.parse(folder.resolve(argument).toString()), ReadOptions.DEFAULT);
  }

  private static List<RecordedProfile> readAll(byte[] archive) throws IOException {
    return HeapConv.readAll(Conversions.source(archive), ReadOptions.DEFAULT);
  }

  @Test
  void anArchiveThatIsTooLargeForMemoryIsReadFromAPipe() throws IOException {
    byte[] random = new byte[Archive.MAX_IN_MEMORY];
    new Random(1).nextBytes(random);
    byte[] archive = Containers.zip("a.pftrace", TRACE, "other", random, "b.pftrace", OTHER);
    InputSource pipe = InputSource.stream("pipe", new ByteArrayInputStream(archive));
    List<RecordedProfile> recordings = HeapConv.readAll(pipe, ReadOptions.DEFAULT);
    assertThat(recordings).hasSize(2);
    assertThat(converted(recordings.get(0))).isEqualTo(converted(TRACE));
    assertThat(converted(recordings.get(1))).isEqualTo(converted(OTHER));
  }

  @Test
  void everyTraceOfAnArchiveIsReadUnderItsName() throws IOException {
    Object[] members = {"README.txt", TEXT, "a.pftrace", TRACE, "dir/b.pftrace", OTHER};
    for (byte[] archive :
        List.of(
            Containers.zip(members),
            Containers.tar(members),
            Containers.gzip(Containers.tar(members)))) {
      List<RecordedProfile> recordings = readAll(archive);
      assertThat(recordings).hasSize(2);
      assertThat(converted(recordings.get(0))).isEqualTo(converted(TRACE));
      assertThat(converted(recordings.get(1))).isEqualTo(converted(OTHER));
      assertThat(recordings.get(0).capture().source()).isEqualTo("input!a.pftrace");
      assertThat(recordings.get(1).capture().source()).isEqualTo("input!dir/b.pftrace");
      assertThatThrownBy(() -> Conversions.read(archive)).hasMessageContaining("2 recordings");
    }
  }

  @Test
  void manifestsSayOfWhatMachineTracesAre() throws IOException {
    String manifest =
        """
         {"perfetto_manifest" : {"version": 1, "trace_time": {"clock": "BOOTTIME"},
          "files": [{"path": "a", "machine": {"name": "phone", "later": [{}]}},
                    {"clocks": {"sync_to": {"file": "a"}, "offset_ns": 5}, "path": "b"}, 5],
          "attributes": {"run": 42, "lane": "main", "none": null, "machine": "rack", "x": {"y": 1}}}}
        """;
    Map<String, String> all = Map.of("run", "42", "lane", "main");
    for (String name : List.of("perfetto_manifest.json", "any")) {
      byte[] json = manifest.getBytes(StandardCharsets.UTF_8);
      List<RecordedProfile> read =
          readAll(Containers.zip("a", TRACE, "b", Containers.gzip(OTHER), name, json));
      assertThat(read.get(0).capture().attributes())
          .containsAllEntriesOf(all)
          .containsEntry("machine", "phone");
      assertThat(read.get(1).capture().attributes())
          .containsAllEntriesOf(all)
          .containsEntry("machine", "rack");
      assertThat(read.get(0).notices()).isEqualTo(Conversions.read(TRACE).notices());
      // Wherever it breaks off, the traces are read.
      byte[] cut = Arrays.copyOf(json, json.length / 2);
      List<RecordedProfile> despite = readAll(Containers.tar(name, cut, "a", TRACE, "b", OTHER));
      assertThat(despite).hasSize(2);
      assertThat(Conversions.noticeIds(despite.get(0))).contains(ErrorId.UNREAD_MEMBERS);
    }
  }

  @Test
  void aDamagedMemberDoesNotHideTheOthers() throws IOException {
    byte[] cut = TestData.recordingBytes("python_truncated");
    byte[] zip = Containers.zip("cut", cut, "a", TRACE, "notes", TEXT, "cut2", cut);
    RecordedProfile profile = Conversions.read(zip);
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.UNREAD_MEMBERS);
    assertThat(profile.notices())
        .anySatisfy(
            notice -> assertThat(notice.message()).contains("2 members", "input!cut: no complete"));
    assertThatThrownBy(() -> Conversions.read(zip, Conversions.STRICT))
        .isInstanceOf(HeapConvException.class);
  }

  @Test
  void aDamagedArchiveIsReadInPartOrRefused() {
    byte[] symbols = {0x0a, 3, (byte) 0xea, 3, 0};
    byte[] small = Arrays.copyOf(TRACE, 3000);
    Object[] members = {"s", symbols, "a", small, "notes", TEXT, "b", Containers.gzip(OTHER)};
    for (byte[] archive : List.of(Containers.zip(members), Containers.tar(members))) {
      Cases.forAll(
          Effort.of(60, 300),
          values -> {
            byte[] damaged = Arrays.copyOf(archive, values.between(1, archive.length));
            for (int i = values.between(0, 8); i > 0; i--) {
              damaged[values.between(0, damaged.length - 1)] = (byte) values.between(-128, 127);
            }
            try {
              assertThat(readAll(damaged)).isNotEmpty();
            } catch (HeapConvException e) {
              assertThat(e.id()).isNotEqualTo(ErrorId.INTERNAL_ERROR);
            }
          });
    }
  }

  @Test
  void theTracesBeforeTheEndOfACutArchiveAreRead() throws IOException {
    for (byte[] whole :
        List.of(Containers.zip("a", TRACE, "b", OTHER), Containers.tar("a", TRACE, "b", OTHER))) {
      byte[] cut = Arrays.copyOf(whole, whole.length * 2 / 3);
      List<RecordedProfile> recordings = readAll(cut);
      RecordedProfile complete = Conversions.read(TRACE);
      assertThat(recordings.get(0).dumps())
          .extracting(DumpSummary::totals)
          .isEqualTo(complete.dumps().stream().map(DumpSummary::totals).toList());
      assertThat(recordings.stream().flatMap(one -> Conversions.noticeIds(one).stream()))
          .containsAnyOf(ErrorId.TRUNCATED_TRACE, ErrorId.UNREAD_MEMBERS);
    }
  }

  @Test
  void aTraceWithoutAHeapProfileDoesNotHideOneBehindIt() throws IOException {
    byte[] zip =
        Containers.zip(
            "stream.pftrace", TestData.recordingBytes("stream_phases"), "heap.pftrace", TRACE);
    RecordedProfile profile = Conversions.read(zip);
    assertThat(profile.capture().source()).isEqualTo("input!heap.pftrace");
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.UNREAD_MEMBERS);
  }

  @Test
  void aNamedMemberIsTaken() throws IOException {
    byte[] zip = Containers.zip("a.pftrace", OTHER, "dir/b.pftrace", TRACE);
    assertThat(converted(read("a.zip", zip, "a.zip!dir/b.pftrace"))).isEqualTo(converted(TRACE));
    byte[] tar = Containers.tar("a.pftrace", OTHER, "dir/b.pftrace", TRACE);
    assertThat(converted(read("a.tar", tar, "a.tar!dir/b.pftrace"))).isEqualTo(converted(TRACE));
  }

  @Test
  void aMemberThatIsNotThereIsNamed() {
    byte[] zip = Containers.zip("a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.zip", zip, "a.zip!b")).hasMessageContaining("no member b");
    byte[] tar = Containers.tar("a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.tar", tar, "a.tar!b")).hasMessageContaining("no member b");
    assertThatThrownBy(() -> read("plain", TRACE, "plain!b"))
        .hasMessageContaining("not a zip or tar archive");
  }

  @Test
  void aNamedMemberThatIsNoTraceIsSaidToBeNone() {
    byte[] zip = Containers.zip("README.txt", TEXT, "a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.zip", zip, "a.zip!README.txt"))
        .hasMessageContaining("looks like text");
  }

  @Test
  void aFileWithAnExclamationMarkIsAFile() throws IOException {
    assertThat(converted(read("wow!great", TRACE, "wow!great"))).isEqualTo(converted(TRACE));
  }

  @Test
  void theTraceOfAnAndroidBugReportIsFound() throws IOException {
    byte[] zip =
        Containers.zip(
            "version.txt", TEXT,
            "bugreport-oriole-2026-11-21.txt", TEXT,
            "FS/data/anr/anr_0", TEXT,
            "FS/data/misc/perfetto-traces/bugreport/systrace.pftrace", TRACE,
            "dumpstate_log.txt", TEXT);
    assertThat(converted(zip)).isEqualTo(converted(TRACE));
  }

  @Test
  void anArchiveWithoutATraceSaysHowManyFilesItHas() {
    assertThatThrownBy(() -> Conversions.read(Containers.zip("a", TEXT, "b", TEXT)))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> assertThat(e.id()).isEqualTo(ErrorId.NO_PROFILE_IN_ARCHIVE))
        .hasMessageContaining("2 files");
  }

  @Test
  void anArchiveOfFormatsThatAreNotReadSaysWhatTheyAre() throws IOException {
    for (byte[] archive :
        List.of(
            Containers.zip("notes", TEXT, "a.hprof", HPROF),
            Containers.tar("notes", TEXT, "a.hprof", HPROF))) {
      assertThatThrownBy(() -> Conversions.read(archive))
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> assertThat(e.id()).isEqualTo(ErrorId.NOT_A_HEAP_PROFILE))
          .hasMessageContaining("Java heap dump");
    }
    assertThat(converted(Containers.zip("a", TRACE, "a.hprof", HPROF))).isEqualTo(converted(TRACE));
  }

  private static byte[] packets(byte[] trace, Function<TracePacket, Boolean> wanted)
      throws IOException {
    return Trace.newBuilder()
        .addAllPacket(
            Trace.parseFrom(trace).getPacketList().stream().filter(wanted::apply).toList())
        .build()
        .toByteArray();
  }

  @Test
  void aTraceAndItsSymbolsInAnArchiveAreOneTrace() throws IOException {
    byte[] whole = TestData.recordingBytes("inlined_symbolized");
    byte[] trace = packets(whole, packet -> !packet.hasModuleSymbols());
    byte[] symbols = packets(whole, TracePacket::hasModuleSymbols);
    assertThat(symbols.length).isGreaterThan(1000);
    assertThat(converted(trace)).isNotEqualTo(converted(whole));

    Object[] after = {
      "trace.perfetto", trace, "notes.txt", TEXT, "x.hprof", HPROF, "symbols.pb", symbols
    };
    Object[] before = {"a.pb", symbols, "notes.txt", TEXT, "trace.perfetto", trace};
    Object[] mixed = {
      "trace.perfetto", Containers.gzip(trace), "symbols.zst", Containers.zstd(symbols)
    };
    Object[] joined = {"trace.perfetto", Containers.concat(symbols, trace)};
    for (Object[] members : List.of(after, before, mixed, joined)) {
      for (byte[] archive : List.of(Containers.zip(members), Containers.tar(members))) {
        assertThat(converted(archive)).isEqualTo(converted(whole));
      }
      assertThat(Conversions.read(Containers.zip(members)).capture().source())
          .isEqualTo("input!trace.perfetto");
    }
    byte[] zip = Containers.zip(before);
    assertThat(converted(read("a.zip", zip, "a.zip!trace.perfetto"))).isEqualTo(converted(whole));
  }

  @Test
  void symbolsBesideSeveralTracesAreUsedOnlyForAChosenOne() throws IOException {
    byte[] whole = TestData.recordingBytes("inlined_symbolized");
    byte[] trace = packets(whole, packet -> !packet.hasModuleSymbols());
    byte[] symbols = packets(whole, TracePacket::hasModuleSymbols);
    Object[] members = {"a", trace, "symbols.pb", symbols, "b", trace};
    for (byte[] archive : List.of(Containers.zip(members), Containers.tar(members))) {
      assertThatThrownBy(() -> readAll(archive)).hasMessageContaining("2 recordings and symbols");
      assertThat(converted(read("x", archive, "x!a"))).isEqualTo(converted(whole));
      assertThat(converted(read("x", archive, "x!b"))).isEqualTo(converted(whole));
    }
  }

  @Test
  void symbolsOfATraceMayBeLargerThanWhatIsHeldInMemory() throws IOException {
    byte[] whole = TestData.recordingBytes("inlined_symbolized");
    byte[] symbols = packets(whole, TracePacket::hasModuleSymbols);
    byte[] trace = packets(whole, packet -> !packet.hasModuleSymbols());
    byte[] many = Containers.concat(symbols, symbols, symbols);
    ReadOptions small =
        new ReadOptions(
            Selection.DEFAULT, 0, false, Limits.DEFAULT.withMaxPacketBytes(many.length - 1));
    for (byte[] archive :
        List.of(Containers.zip("s", many, "t", trace), Containers.tar("s", many, "t", trace))) {
      assertThat(converted(Conversions.read(archive, small))).isEqualTo(converted(whole));
    }
  }

  @Test
  void anArchiveInAnArchiveIsNamedAndNotOpened() throws IOException {
    byte[] inner = Containers.zip("b", OTHER);
    byte[] tgz = Containers.gzip(Containers.tar("b", OTHER));
    for (byte[] archive :
        List.of(
            Containers.zip("i.zip", inner, "a", TRACE, "j.tgz", tgz),
            Containers.tar("i.zip", inner, "a", TRACE, "j.tgz", tgz))) {
      List<RecordedProfile> recordings = readAll(archive);
      assertThat(recordings).hasSize(1);
      assertThat(recordings.get(0).notices())
          .anySatisfy(
              notice ->
                  assertThat(notice.message())
                      .contains("2 members", "input!i.zip: is an archive in an archive"));
      assertThatThrownBy(() -> Conversions.read(archive, Conversions.STRICT))
          .hasMessageContaining("unpack the outer one");
      for (String member : List.of("i.zip", "i.zip!b")) {
        assertThatThrownBy(() -> read("x", archive, "x!" + member))
            .isInstanceOfSatisfying(
                HeapConvException.class,
                e -> assertThat(e.id()).isEqualTo(ErrorId.ARCHIVE_IN_ARCHIVE));
      }
      assertThat(converted(read("x", archive, "x!a"))).isEqualTo(converted(TRACE));
      assertThat(
              InputSource.file(folder.resolve("x"))
                  .members(Limits.DEFAULT, Formats.STANDARD::content))
          .extracting(InputSource.ArchiveMember::content)
          .containsExactly(
              InputSource.InputContent.ARCHIVE,
              InputSource.InputContent.TRACE,
              InputSource.InputContent.ARCHIVE);
    }
  }

  @Test
  void whatInflatesInAnArchiveIsMeasuredByWhatIsStored() throws IOException {
    byte[] zeros = new byte[4 << 20];
    byte[] zip = Containers.zip("zeros", zeros, "t", TRACE);
    ReadOptions small =
        new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT.withMaxInflatedBytes(1 << 20));
    // With its directory, and without.
    for (byte[] bomb : List.of(zip, Arrays.copyOf(zip, zip.length - 30))) {
      assertThatThrownBy(() -> Conversions.read(bomb, small))
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> assertThat(e.id()).isEqualTo(ErrorId.INFLATES_TOO_MUCH));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"b.tar", "b.zip", "c1.zip", "c2.zip", "c3.zip", "c4.zip"})
  void bundlesOfTheFieldAreSymbolized(String name) throws IOException {
    Path file = TestData.shared("cases/bundle/" + name);
    RecordedProfile profile = Conversions.read(file, ReadOptions.DEFAULT);
    String folded =
        new String(
            Conversions.write(Conversions.asRecorded(profile), Format.FOLDED),
            StandardCharsets.UTF_8);
    assertThat(folded).contains("app::meshes(int);raw");
    assertThat(profile.capture().source()).startsWith(file + "!trace.");
  }

  @Test
  void completeDumpsOfACutArchiveAreConverted() throws IOException {
    byte[] trace = Containers.concat(TRACE, TestData.recordingBytes("python_i4096"));
    // Not zstd: a short recording is one block, of which nothing is left.
    for (byte[] whole :
        List.of(Containers.gzip(trace), Containers.zip("t", trace), Containers.tar("t", trace))) {
      byte[] cut = Arrays.copyOf(whole, whole.length / 2);
      RecordedProfile profile = Conversions.read(cut);
      assertThat(profile.heaps()).as("the first trace").hasSize(1);
      assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
      assertThatThrownBy(() -> Conversions.read(cut, Conversions.STRICT))
          .isInstanceOf(HeapConvException.class);
    }
  }
}
