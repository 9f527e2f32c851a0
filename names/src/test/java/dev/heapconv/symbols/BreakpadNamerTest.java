package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.SourceLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BreakpadNamerTest {

  private static final String HEADER =
      "MODULE Linux x86_64 "
          + Expected.PROG_BREAKPAD
          + " prog\n"
          + "INFO CODE_ID 0E8B1B460F4D5054AF1F45BB2C1B8AC1FC99B084\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"prog", "prog_nopie"})
  void namesFunctionsLinesAndInlinedCallsAsTheFileSays(String binary) throws Exception {
    Map<Long, List<SourceLine>> expected = Expected.of(binary);
    String file = HEADER + breakpad(expected);
    assertThat(name(file, Expected.addresses(expected)))
        .isEqualTo(new ArrayList<>(expected.values()));
    assertThat(name(file.replace("\n", "\r\n"), Expected.addresses(expected)))
        .isEqualTo(new ArrayList<>(expected.values()));
  }

  /** The same as a Breakpad file, with a function per address. */
  static String breakpad(Map<Long, List<SourceLine>> expected) {
    List<String> files = new ArrayList<>();
    List<String> origins = new ArrayList<>();
    StringBuilder functions = new StringBuilder();
    expected.forEach(
        (address, lines) -> {
          int outer = lines.size() - 1;
          String at = Long.toHexString(address) + " 1";
          functions.append("FUNC m " + at + " 0 " + lines.get(outer).systemName() + "\n");
          for (int i = outer - 1; i >= 0; i--) {
            SourceLine caller = lines.get(i + 1);
            String call = caller.line() + " " + number(files, caller.file());
            int origin = number(origins, lines.get(i).systemName());
            functions.append(
                "INLINE " + (outer - 1 - i) + " " + call + " " + origin + " 0 1 " + at + "\n");
          }
          SourceLine inner = lines.get(0);
          functions.append(at + " " + inner.line() + " " + number(files, inner.file()) + "\n");
        });
    StringBuilder file = new StringBuilder();
    for (int i = 0; i < files.size(); i++) {
      file.append("FILE " + i + " " + files.get(i) + "\n");
    }
    for (int i = 0; i < origins.size(); i++) {
      file.append("INLINE_ORIGIN " + i + " " + origins.get(i) + "\n");
    }
    return file.append(functions).append("STACK CFI INIT 1000 10 .cfa: $rsp 8 +\n").toString();
  }

  private static int number(List<String> names, String name) {
    if (!names.contains(name)) {
      names.add(name);
    }
    return names.indexOf(name);
  }

  @Test
  void publicSymbolsNameWhatNoFunctionCovers() throws IOException {
    String file =
        HEADER
            + "FILE 7 a file.cc\n"
            + "FUNC 1000 10 0 first(int, char)\n"
            + "1000 4 0 7\n"
            + "1004 c 12 7\n"
            + "PUBLIC 1008 0 inside\n"
            + "PUBLIC m 1020 0 later\n"
            + "PUBLIC 900 0 earlier\n"
            + "FUNC 1040 10 0 without_lines\n";
    assertThat(name(file, 0x800, 0x900, 0x1000, 0x1004, 0x100f, 0x1010, 0x1030, 0x1040, 0x1050))
        .containsExactly(
            List.of(),
            List.of(new SourceLine("earlier", "", 0)),
            List.of(new SourceLine("first(int, char)", "", 0)),
            List.of(new SourceLine("first(int, char)", "a file.cc", 12)),
            List.of(new SourceLine("first(int, char)", "a file.cc", 12)),
            List.of(new SourceLine("inside", "", 0)),
            List.of(new SourceLine("later", "", 0)),
            List.of(new SourceLine("without_lines", "", 0)),
            List.of());
  }

  /** Two inlined calls cannot be at one address and level; the first record counts. */
  @Test
  void theFirstInlinedCallOfALevelCounts() throws IOException {
    String file =
        HEADER
            + "FILE 0 a.cc\n"
            + "INLINE_ORIGIN 0 first\n"
            + "INLINE_ORIGIN 1 second\n"
            + "INLINE_ORIGIN 2 inner\n"
            + "FUNC 1000 10 0 outer\n"
            + "INLINE 0 5 0 0 1000 8\n"
            + "INLINE 1 6 0 2 1000 8\n"
            + "INLINE 0 7 0 1 1000 10\n"
            + "1000 10 9 0\n";
    assertThat(name(file, 0x1004, 0x100c))
        .containsExactly(
            List.of(
                new SourceLine("inner", "a.cc", 9),
                new SourceLine("first", "a.cc", 6),
                new SourceLine("outer", "a.cc", 5)),
            List.of(new SourceLine("second", "a.cc", 9), new SourceLine("outer", "a.cc", 7)));
  }

  @Test
  void damagedRecordsAreSkipped() throws IOException {
    String file =
        HEADER
            + "FUNC 1000\n"
            + "FUNC zz 10 0 x\n"
            + "FUNC 1000 10 0 good\n"
            + "1000 10 99999999999 0\n"
            + "INLINE 0 1\n"
            + "INLINE 0 1 1 1 1000\n"
            + "1000 10 5 x\n"
            + "1000\n\n"
            + "1000 10 5 3\n"
            + "FUNC 1000 ffffffffffffffff 0 y";
    assertThat(name(file, 0x1000)).containsExactly(List.of(new SourceLine("good", "", 5)));
    assertThatThrownBy(() -> name("MODULE " + "x".repeat(2 << 20), 0x1000))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("not a Breakpad file");
  }

  @Test
  void rangesThatOverlapWithoutEndAreAnError() {
    String file = HEADER + "FUNC 0 1000 0 f\n".repeat(2000);
    assertThatThrownBy(() -> name(file, 1, 2, 3))
        .isInstanceOf(IOException.class)
        .hasMessage("damaged: too many functions at the same addresses");
  }

  @Test
  void aFileCutAnywhereIsReadAsFarAsItGoes() throws Exception {
    Map<Long, List<SourceLine>> expected = Expected.of("prog");
    byte[] bytes = (HEADER + breakpad(expected)).getBytes(StandardCharsets.UTF_8);
    long[] addresses = Expected.addresses(expected);
    Path file = folder.resolve("cut.sym");
    for (int length = 0; length < bytes.length; length += 53) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThat(new BreakpadNamer().name(symbolFile(file), addresses)).hasSize(53);
    }
  }

  @Test
  void theHeaderHasTheBuildId() throws IOException {
    assertThat(header(HEADER)).isEqualTo(new BreakpadHeader(Expected.PROG, "prog"));
    String first = HEADER.substring(0, HEADER.indexOf('\n') + 1);
    assertThat(BuildId.digits(header(first).buildId())).isEqualTo(Expected.PROG.substring(0, 32));
    assertThat(header(first + "INFO GENERATOR x\n" + HEADER.substring(first.length())).buildId())
        .isEqualTo(Expected.PROG);
    assertThat(header(first + "INFO CODE_ID 5E2A1B004000 prog.exe\n").buildId())
        .as("another code id")
        .isEqualTo(BuildId.normal(Expected.PROG_BREAKPAD));
  }

  private static BreakpadHeader header(String text) throws IOException {
    return BreakpadHeader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private List<List<SourceLine>> name(String text, long... addresses) throws IOException {
    return new BreakpadNamer()
        .name(symbolFile(Files.writeString(folder.resolve("prog.sym"), text)), addresses);
  }

  private static SymbolFile symbolFile(Path file) {
    return new SymbolFile(file, "prog.sym", SymbolFile.Format.BREAKPAD, "");
  }
}
