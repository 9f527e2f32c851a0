package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binaries that are where the recording says name functions if they are what was recorded. */
class LocalFilesTest {

  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant RECORDED = Instant.parse("2026-01-02T00:00:00Z");

  /** The pages of the executable segment of {@code prog}, as readelf shows it. */
  private static final String CODE = "55d000001000-55d000003000 r-xp 00001000";

  private static final String OTHER_CODE = "55d000001000-55d000004000 r-xp 00001000";

  @TempDir private Path folder;
  private Path prog;

  @BeforeEach
  void installProgram() throws IOException {
    prog = Files.copy(Expected.file("prog"), folder.resolve("prog"));
    Files.setLastModifiedTime(prog, FileTime.from(BUILT));
  }

  @Test
  void theSameBuildNamesFunctions() throws Exception {
    RecordedProfile named = read(log(Expected.PROG, ""));
    assertThat(SymbolCases.lines(named)).isEqualTo(functions());
    // No llvm-symbolizer is given.
    assertThat(ids(named)).containsExactly(ErrorId.NO_SYMBOLIZER);
    assertThat(named.comments()).contains(prog + " on this machine named 53 of 53 functions");
  }

  @Test
  void anotherBuildDoesNotAndNothingIsSaid() throws Exception {
    RecordedProfile unnamed = read(log("aaaa" + Expected.PROG.substring(4), ""));
    assertThat(isUnnamed(unnamed)).isTrue();
    assertThat(unnamed.notices()).isEmpty();
    assertThat(unnamed.comments()).isEmpty();
    try (Symbols symbols = new Symbols(options(true), unused -> {})) {
      ModuleSymbols module = symbols.describe(unnamed).get(0);
      assertThat(module.file()).isEmpty();
      assertThat(module.reason()).contains("has another build id");
    }
  }

  @Test
  void aBinaryOfWhichTheProfilerKnewNamesIsLeftAlone() throws Exception {
    assertThat(read(log(Expected.PROG, "known")).comments()).isEmpty();
  }

  @Test
  void nothingIsLookedForUnlessTheOptionsSaySo() throws Exception {
    assertThat(isUnnamed(SymbolCases.read(log(Expected.PROG, ""), options(false)))).isTrue();
  }

  @Test
  void filesThatWereNamedComeFirst() throws Exception {
    SymbolOptions given =
        new SymbolOptions(List.of(Expected.file("prog_nopie")), null, List.of(), null, true, 1);
    RecordedProfile named = SymbolCases.read(log(Expected.PROG, ""), given);
    assertThat(SymbolCases.lines(named)).isEqualTo(functions());
    assertThat(named.comments())
        .contains("symbols and files on this machine named 53 of 53 functions");
  }

  @Test
  void aTextDumpIsNamedByTheFileAtItsPathWithAWarning() throws Exception {
    RecordedProfile named = read(dump(CODE));
    assertThat(isUnnamed(named)).isFalse();
    assertThat(named.comments()).contains(prog + " on this machine named 1 of 1 functions");
    assertThat(ids(named)).containsExactly(ErrorId.NAMED_BY_PATH, ErrorId.NO_SYMBOLIZER);
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void notIfItIsNewerOrOfAnotherSize(boolean newer, boolean otherSize) throws Exception {
    Path dump = dump(otherSize ? OTHER_CODE : CODE);
    if (newer) {
      Files.setLastModifiedTime(prog, FileTime.from(RECORDED.plusSeconds(1)));
    }
    RecordedProfile unnamed = read(dump);
    assertThat(isUnnamed(unnamed)).isTrue();
    assertThat(unnamed.notices()).isEmpty();
    try (Symbols symbols = new Symbols(options(true), unused -> {})) {
      assertThat(symbols.describe(unnamed).get(0).reason()).contains("may be another build");
    }
  }

  /** Of a device's recording, only a build id says that a file of this machine is the same. */
  @Test
  void pathsDecideNothingWhereOtherBinariesHaveBuildIds() throws Exception {
    RecordedProfile recorded = HeapConv.read(InputSource.file(dump(CODE)), ReadOptions.DEFAULT);
    recorded.stacks().addMapping(new Mapping("/system/lib64/libc.so", "abcd"));
    try (Symbols symbols = new Symbols(options(true), unused -> {})) {
      assertThat(isUnnamed(symbols.apply(recorded))).isTrue();
    }
  }

  /**
   * A recording of all addresses of {@code prog}; the first function has a name, if it is not
   * empty.
   */
  private Path log(String buildId, String name) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}");
    String frame = "{\"name\":\"%s\",\"module\":\"%s\",\"build_id\":\"%s\",\"address\":%d}";
    int n = 0;
    for (long address : Expected.of("prog").keySet()) {
      lines.add(
          "{\"alloc\":%d,\"size\":8,\"frames\":[".formatted(++n)
              + frame.formatted(n == 1 ? name : "", prog, buildId, address)
              + "]}");
    }
    return Files.write(folder.resolve("log.jsonl"), lines);
  }

  /** A dump of gperftools with one address. */
  private Path dump(String code) throws Exception {
    long address = 0x55d000000000L + Expected.of("prog").keySet().iterator().next();
    Path dump =
        Files.writeString(
            folder.resolve("g.heap"),
            "heap profile: 1: 1000 [ 2: 2000] @ heap_v2/524288\n 1: 1000 [ 2: 2000] @ 0x%x\n\nMAPPED_LIBRARIES:\n%s 08:01 42 %s\n"
                .formatted(address, code, prog));
    return Files.setLastModifiedTime(dump, FileTime.from(RECORDED));
  }

  private static SymbolOptions options(boolean localFiles) {
    return new SymbolOptions(List.of(), null, List.of(), null, localFiles, 2);
  }

  private static List<ErrorId> ids(RecordedProfile recorded) {
    return recorded.notices().stream().map(Notice::id).toList();
  }

  private static RecordedProfile read(Path recording) throws IOException {
    return SymbolCases.read(recording, options(true));
  }

  private static boolean isUnnamed(RecordedProfile recorded) {
    return SymbolCases.lines(recorded).values().stream()
        .allMatch(lines -> lines.equals(List.of(SourceLine.UNKNOWN)));
  }

  /** What the symbol table says of each address. */
  private static Map<Long, List<SourceLine>> functions() throws Exception {
    Map<Long, List<SourceLine>> functions = Expected.of("prog");
    functions.replaceAll(
        (address, lines) ->
            List.of(new SourceLine(lines.get(lines.size() - 1).systemName(), "", 0)));
    return functions;
  }
}
