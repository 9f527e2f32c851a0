package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "pie, prog, prog",
    "pie, prog.debug, prog",
    "nopie, prog_nopie, prog_nopie",
    "in_apk, prog, prog",
    "in_apk, prog.debug, prog",
    "in_apk_member, prog, prog",
    "partly_named, prog, prog",
    "no_build_id, prog, prog"
  })
  void everyAddressGetsTheLinesOfLlvmSymbolizer(String recording, String file, String binary)
      throws IOException {
    RecordedProfile named = named(recording, SymbolCases.file(file));
    assertThat(SymbolCases.lines(named)).isEqualTo(SymbolCases.expected(binary));
  }

  /** All its frames are where calls return to, and its build id is Breakpad's. */
  @Test
  void framesOfChromiumAreThoseOfTheirCalls() throws IOException {
    RecordedProfile named =
        SymbolCases.read(
            TestData.own("perfetto/chromium_symbols.pftrace"),
            SymbolCases.options(null, TestData.own("symbols/prog")));

    Map<Long, List<SourceLine>> expected = SymbolCases.expected("prog");
    Map<Long, List<SourceLine>> lines = SymbolCases.lines(named);
    assertThat(lines).hasSize(20);
    lines.forEach(
        (address, found) ->
            assertThat(found.get(found.size() - 1).systemName())
                .isEqualTo(
                    expected.get(address).get(expected.get(address).size() - 1).systemName()));
  }

  @Test
  void aStrippedProgramIsNamedByItsDebugFile() throws IOException {
    Path stripped = Files.copy(SymbolCases.file("prog.stripped"), folder.resolve("prog"));
    Files.copy(SymbolCases.file("prog.debug"), folder.resolve("prog.debug"));
    assertThat(SymbolCases.lines(named("pie", folder))).isEqualTo(SymbolCases.expected("prog"));
    Files.delete(folder.resolve("prog.debug"));
    assertThat(ids(named("pie", stripped))).contains(ErrorId.NO_FITTING_SYMBOLS);
  }

  @Test
  void aLibraryInAnArchiveNamesItsFrames() throws IOException {
    Path apk = folder.resolve("base.apk");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(apk))) {
      zip.putNextEntry(new ZipEntry("lib/x86_64/libprog.so"));
      Files.copy(SymbolCases.file("prog"), zip);
    }
    for (String recording : List.of("pie", "in_apk", "in_apk_member")) {
      assertThat(SymbolCases.lines(named(recording, apk))).isEqualTo(SymbolCases.expected("prog"));
    }
  }

  @Test
  void miniDebugInfoNamesFunctions() throws IOException {
    RecordedProfile named = named("pie", SymbolCases.file("prog.mini"));
    Map<Long, List<SourceLine>> lines = SymbolCases.lines(named);
    SymbolCases.expected("prog")
        .forEach(
            (address, expected) -> {
              String function = expected.get(expected.size() - 1).systemName();
              assertThat(lines.get(address)).containsExactly(new SourceLine(function, "", 0));
            });
  }

  @Test
  void howManyFunctionsAreNamedIsSaid() throws IOException {
    assertThat(named("pie", SymbolCases.file("prog")).comments())
        .contains("symbols named 53 of 53 functions");
    assertThat(named("other_build_id", SymbolCases.file("prog")).comments())
        .contains("symbols named 0 of 53 functions");
  }

  @Test
  void symbolsThatFitNothingAreReported() throws IOException {
    for (String other : List.of("prog_nopie", "other")) {
      Files.copy(SymbolCases.file("prog_nopie"), folder.resolve(other));
    }
    assertThat(named("pie", folder).notices())
        .containsExactly(Notice.of(ErrorId.NOTHING_NAMED, "symbols", 53));
    assertThat(named("pie", SymbolCases.file("prog_nopie")).notices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.id()).isEqualTo(ErrorId.NO_FITTING_SYMBOLS);
              assertThat(notice.message())
                  .contains("prog_nopie has another build id (", "needed is " + Expected.PROG);
            });
  }

  @Test
  void anotherBuildNamesNothingAndIsReported() throws IOException {
    RecordedProfile unnamed = named("other_build_id", SymbolCases.file("prog"));
    assertThat(SymbolCases.lines(unnamed).values())
        .allMatch(lines -> lines.equals(List.of(SourceLine.UNKNOWN)));
    assertThat(unnamed.notices()).singleElement().satisfies(SymbolsTest::isAboutAnotherBuild);
  }

  private static void isAboutAnotherBuild(Notice notice) {
    assertThat(notice.id()).isEqualTo(ErrorId.NO_FITTING_SYMBOLS);
    assertThat(notice.message()).contains("prog has another build id");
  }

  @Test
  void namesByPathComeWithAWarning() throws IOException {
    assertThat(ids(named("no_build_id", SymbolCases.file("prog"))))
        .containsExactly(ErrorId.NAMED_BY_PATH);
    assertThat(ids(named("pie", SymbolCases.file("prog")))).isEmpty();
  }

  @Test
  void aRecordedNameStaysIfThereIsNoLine() throws IOException {
    Path recording = SymbolCases.file("partly_named.pftrace");
    SymbolOptions options = SymbolCases.options(null, SymbolCases.file("prog"));
    RecordedProfile named = SymbolCases.read(recording, options);
    RecordedProfile recorded = HeapConv.read(InputSource.file(recording), ReadOptions.DEFAULT);
    Map<Long, List<SourceLine>> now = SymbolCases.lines(named);
    SymbolCases.lines(recorded)
        .forEach(
            (address, before) -> {
              assertThat(now.get(address)).isNotEqualTo(List.of(SourceLine.UNKNOWN));
              if (!before.equals(List.of(SourceLine.UNKNOWN))) {
                assertThat(now.get(address)).isEqualTo(before);
              }
            });
    assertThat(ids(named)).containsExactly(ErrorId.NO_SYMBOLIZER);
  }

  @Test
  void llvmSymbolizerIsNotMissedWhereItWouldSayNoMore() throws IOException {
    SymbolOptions options = SymbolCases.options(null, SymbolCases.file("prog.mini"));
    assertThat(ids(SymbolCases.read(SymbolCases.file("pie.pftrace"), options))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pie", "nopie"})
  void aProfileWithoutNamesGetsThoseOfItsTrace(String recording) throws IOException {
    Path binary = SymbolCases.file(recording.equals("pie") ? "prog" : "prog_nopie");
    Path pprof = folder.resolve("unnamed.pb.gz");
    RecordedProfile unnamed =
        HeapConv.read(
            InputSource.file(SymbolCases.file(recording + ".pftrace")), ReadOptions.DEFAULT);
    try (OutputStream out = Files.newOutputStream(pprof)) {
      HeapConv.write(
          HeapConv.unskew(unnamed, UnskewOptions.DEFAULT),
          Format.PPROF,
          new WriteOptions("test", null),
          out);
    }
    SymbolOptions options = SymbolCases.options(SymbolCases.symbolizer(), binary);
    Set<List<SourceLine>> fromProfile =
        new HashSet<>(SymbolCases.lines(SymbolCases.read(pprof, options)).values());
    assertThat(fromProfile)
        .isEqualTo(new HashSet<>(SymbolCases.expected(binary.getFileName().toString()).values()));
  }

  @Test
  void aTextDumpIsNamedThroughItsMemoryMap() throws IOException {
    Map<Long, List<SourceLine>> expected = SymbolCases.expected("prog");
    long leaf = expected.keySet().iterator().next();
    long base = 0x55d000000000L;
    Path binary = SymbolCases.file("prog");
    String maps = "55d000001000-55d000003000 r-xp 00001000 08:01 42 /data/bench/symbols/prog\n";
    String address = "0x" + Long.toHexString(base + leaf);
    Path gperftools =
        Files.writeString(
            folder.resolve("g.heap"),
            "heap profile:      1:  1000 [     1:  1000] @ heap_v2/524288\n"
                + "     1:  1000 [     1:  1000] @ "
                + address
                + "\n\nMAPPED_LIBRARIES:\n"
                + maps);
    Path jemalloc =
        Files.writeString(
            folder.resolve("j.heap"),
            "heap_v2/524288\n  t*: 1: 1000 [0: 0]\n@ "
                + address
                + "\n  t*: 1: 1000 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                + maps);
    for (Path dump : List.of(gperftools, jemalloc)) {
      SymbolOptions options = SymbolCases.options(SymbolCases.symbolizer(), binary);
      assertThat(SymbolCases.lines(SymbolCases.read(dump, options)))
          .containsValue(expected.get(leaf));
    }
  }

  /** Also that threads at the same time agree. */
  @Test
  void recordingsAtTheSameTimeLookUpEachAddressOnce() throws Exception {
    Path log = folder.resolve("asked");
    Path symbolizer =
        SymbolCases.script(
            folder, "tee -a '" + log + "' | " + SymbolCases.symbolizer() + " \"$@\"\n");
    SymbolOptions options = SymbolCases.options(symbolizer, SymbolCases.file("prog"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Symbols symbols = new Symbols(options, unused -> {})) {
      List<Callable<RecordedProfile>> reads = new ArrayList<>();
      for (String recording : List.of("pie", "in_apk", "in_apk_member", "partly_named")) {
        reads.add(
            () ->
                HeapConv.read(
                    InputSource.file(SymbolCases.file(recording + ".pftrace")),
                    ReadOptions.DEFAULT.withNamings(List.of(symbols))));
      }
      for (Future<RecordedProfile> read : threads.invokeAll(reads)) {
        assertThat(SymbolCases.lines(read.get())).isEqualTo(SymbolCases.expected("prog"));
      }
    } finally {
      threads.shutdown();
    }
    assertThat(Files.readAllLines(log)).doesNotHaveDuplicates().hasSize(53);
  }

  @Test
  void aDeadSymbolizerLeavesTheNamesOfTheSymbolTable() throws IOException {
    Path dead = SymbolCases.script(folder, "exit 7\n");
    SymbolOptions options = SymbolCases.options(dead, SymbolCases.file("prog"));
    RecordedProfile named = SymbolCases.read(SymbolCases.file("pie.pftrace"), options);
    assertThat(SymbolCases.lines(named).values())
        .noneMatch(lines -> lines.equals(List.of(SourceLine.UNKNOWN)));
    assertThat(named.notices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.id()).isEqualTo(ErrorId.SYMBOLIZER_FAILED);
              assertThat(notice.message()).contains("stopped with status 7");
            });
  }

  @Test
  void describesWhatLacksNames() throws IOException {
    RecordedProfile recorded =
        HeapConv.read(InputSource.file(SymbolCases.file("pie.pftrace")), ReadOptions.DEFAULT);
    long total = 0;
    for (int row = 0; row < recorded.heaps().get(0).rows(); row++) {
      total += recorded.heaps().get(0).liveBytes(row);
    }
    try (Symbols none = new Symbols(SymbolCases.options(null), unused -> {});
        Symbols some =
            new Symbols(SymbolCases.options(null, SymbolCases.file("prog")), unused -> {})) {
      ModuleSymbols module = none.describe(recorded).get(0);
      assertThat(module.path()).isEqualTo("/data/bench/symbols/prog");
      assertThat(module.frames()).isEqualTo(SymbolCases.expected("prog").size());
      assertThat(module.bytes()).isEqualTo(total);
      assertThat(module.file()).isEmpty();
      assertThat(module.reason()).isEmpty();
      assertThat(some.describe(recorded).get(0).file())
          .isEqualTo(SymbolCases.file("prog").toString());
      assertThat(some.describe(some.apply(recorded))).isEmpty();
    }
  }

  private static RecordedProfile named(String recording, Path symbols) throws IOException {
    return SymbolCases.read(
        SymbolCases.file(recording + ".pftrace"),
        SymbolCases.options(SymbolCases.symbolizer(), symbols));
  }

  private static List<ErrorId> ids(RecordedProfile recorded) {
    return recorded.notices().stream().map(Notice::id).toList();
  }
}
