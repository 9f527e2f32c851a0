package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.SourceLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class SymbolTableNamerTest {

  private final SymbolTableNamer namer = new SymbolTableNamer();
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"prog,prog", "prog.debug,prog", "prog.mini,prog", "prog_nopie,prog_nopie"})
  void namesTheFunctionThatContainsAllOthers(String file, String binary) throws Exception {
    Map<Long, List<SourceLine>> expected = Expected.of(binary);
    assertThat(expected).hasSize(53);

    List<List<SourceLine>> named = namer.name(Expected.elf(file), Expected.addresses(expected));

    List<List<SourceLine>> outermost = new ArrayList<>();
    for (List<SourceLine> lines : expected.values()) {
      outermost.add(List.of(new SourceLine(lines.get(lines.size() - 1).systemName(), "", 0)));
    }
    assertThat(named).isEqualTo(outermost);
  }

  @Test
  void namesNothingWhereThereAreNoSymbols() throws Exception {
    Map<Long, List<SourceLine>> expected = Expected.of("prog");
    assertThat(namer.name(Expected.elf("prog.stripped"), Expected.addresses(expected)))
        .hasSize(53)
        .allMatch(List::isEmpty);
  }

  @Test
  void namesNothingBetweenFunctionsAndOutsideCode() throws Exception {
    // The procedure linkage table, data, and what is beyond everything.
    long[] addresses = {0, 0x1030, 0x3060, 0x5000, 1L << 40, -1};
    assertThat(namer.name(Expected.elf("prog"), addresses)).allMatch(List::isEmpty);
  }

  @Test
  void choosesAmongSymbolsOfOneAddress() throws Exception {
    byte[] elf =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .symbol("small", 0x1000, 8, ElfBuilder.FUNCTION, ElfBuilder.GLOBAL)
            .symbol("weak_first", 0x1000, 16, ElfBuilder.FUNCTION, ElfBuilder.WEAK)
            .symbol("global", 0x1000, 16, ElfBuilder.FUNCTION, ElfBuilder.GLOBAL)
            .symbol("local", 0x1000, 16, ElfBuilder.FUNCTION, ElfBuilder.LOCAL)
            .symbol("weak", 0x1000, 16, ElfBuilder.FUNCTION, ElfBuilder.WEAK)
            .build();
    assertThat(names(elf, 0x1000, 0x100f, 0x1010)).containsExactly("global", "global", "");
  }

  @Test
  void ignoresMarksDataAndWhatIsDefinedElsewhere() throws Exception {
    byte[] elf =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .symbol("function", 0x1000, 64, ElfBuilder.FUNCTION, ElfBuilder.LOCAL)
            .symbol("$x", 0x1000, 0, ElfBuilder.NO_TYPE, ElfBuilder.LOCAL)
            .symbol("$d.1", 0x1010, 0, ElfBuilder.NO_TYPE, ElfBuilder.LOCAL)
            .symbol("object", 0x1018, 8, ElfBuilder.OBJECT, ElfBuilder.LOCAL)
            .symbol("", 0x1018, 8, ElfBuilder.FUNCTION, ElfBuilder.LOCAL)
            .symbol("assembly", 0x1040, 0, ElfBuilder.NO_TYPE, ElfBuilder.GLOBAL)
            .build();
    assertThat(names(elf, 0x1014, 0x101c, 0x103f, 0x1040, 0x10ff, 0x1100))
        .containsExactly("function", "function", "function", "assembly", "assembly", "");
  }

  @Test
  void findsThumbFunctionsAtTheirFirstByte() throws Exception {
    byte[] elf =
        new ElfBuilder(ElfFile.MACHINE_ARM)
            .symbol("thumb", 0x1021, 16, ElfBuilder.FUNCTION, ElfBuilder.GLOBAL)
            .build();
    assertThat(names(elf, 0x101f, 0x1020, 0x102f, 0x1030))
        .containsExactly("", "thumb", "thumb", "");
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void readsEveryClassAndByteOrder(boolean wide, boolean little) throws Exception {
    byte[] elf =
        new ElfBuilder(ElfFile.MACHINE_AARCH64, wide, little)
            .symbol("function", 0x1000, 64, ElfBuilder.FUNCTION, ElfBuilder.GLOBAL)
            .build();
    assertThat(names(elf, 0x103f)).containsExactly("function");
  }

  @Test
  void namesThatOverlapDoNotFillTheMemory() throws Exception {
    ElfBuilder elf = new ElfBuilder(ElfFile.MACHINE_AARCH64).strings("x".repeat(30_000));
    long[] addresses = new long[20_000];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = 0x1000 + i;
      elf.symbolAt(1 + i, 0x1000 + i, 1);
    }
    Path file = Files.write(folder.resolve("elf"), elf.build());
    assertThatThrownBy(() -> namer.name(symbolFile(file), addresses))
        .isInstanceOf(IOException.class)
        .hasMessage("the names of symbols are damaged");
  }

  @Test
  @Tag("slow")
  void refusesMiniDebugInfoThatInflatesBeyondMeasure() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (XZOutputStream out = new XZOutputStream(packed, new LZMA2Options(0))) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 65; i++) {
        out.write(zeros);
      }
    }
    byte[] elf =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .section(".gnu_debugdata", packed.toByteArray())
            .build();
    Path file = Files.write(folder.resolve("elf"), elf);
    assertThatThrownBy(() -> namer.name(symbolFile(file), new long[] {0x1000}))
        .isInstanceOf(IOException.class)
        .hasMessage("mini debug info of more than 64 MiB is not read");
  }

  private List<String> names(byte[] elf, long... addresses) throws IOException {
    Path file = Files.write(folder.resolve("elf"), elf);
    return namer.name(symbolFile(file), addresses).stream()
        .map(lines -> lines.isEmpty() ? "" : lines.get(0).systemName())
        .toList();
  }

  private static SymbolFile symbolFile(Path file) {
    return new SymbolFile(file, "elf", SymbolFile.Format.ELF, "");
  }
}
