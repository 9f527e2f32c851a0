package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.symbols.ElfFile.DebugLink;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElfFileTest {

  private static final int CODE = 1 | 4;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "prog,          true,  true,  true,  false",
    "prog.debug,    true,  true,  false, false",
    "prog.stripped, false, false, true,  false",
    "prog.mini,     false, false, true,  true",
    "prog_nopie,    true,  true,  true,  false"
  })
  void seesWhatReadelfShows(
      String name, boolean debugInfo, boolean symbols, boolean dynamic, boolean mini)
      throws IOException {
    try (ElfFile elf = ElfFile.open(Expected.file(name))) {
      assertThat(elf.buildId())
          .isEqualTo(name.equals("prog_nopie") ? Expected.PROG_NOPIE : Expected.PROG);
      assertThat(elf.hasDebugInfo()).isEqualTo(debugInfo);
      assertThat(elf.ofType(ElfFile.SECTION_SYMTAB) != null).isEqualTo(symbols);
      assertThat(elf.ofType(ElfFile.SECTION_DYNSYM) != null).isEqualTo(dynamic);
      assertThat(elf.named(".gnu_debugdata") != null).isEqualTo(mini);
      assertThat(elf.isWide()).isTrue();
      assertThat(elf.isProgram()).isTrue();
    }
  }

  @Test
  void readsTheLinkToADebugFile() throws IOException {
    try (ElfFile elf = ElfFile.open(Expected.file("prog.stripped"))) {
      DebugLink link = elf.debugLink();
      assertThat(link).isNotNull();
      assertThat(link.name()).isEqualTo("prog.debug");
    }
    try (ElfFile elf = ElfFile.open(Expected.file("prog"))) {
      assertThat(elf.debugLink()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void findsBuildIdsInSectionsOfNotes(boolean wide, boolean little) throws IOException {
    byte[] id = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");
    ElfFile elf = elf(new ElfBuilder(ElfFile.MACHINE_ARM, wide, little, id));
    assertThat(elf.buildId()).isEqualTo("00112233445566778899aabbccddeeff");
  }

  @ParameterizedTest
  @CsvSource({
    "prog, 0",
    "prog.debug, 0",
    "prog.stripped, 0",
    "prog.mini, 0",
    "prog_nopie, 0x400000"
  })
  void addsTheLoadBiasToOffsets(String name, String bias) throws IOException {
    long expected = Long.decode(bias);
    try (ElfFile elf = ElfFile.open(Expected.file(name))) {
      assertThat(elf.loadBias(mapped(0x1000, 0x2000))).isEqualTo(expected);
      assertThat(elf.loadBias(mapped(0, 0x4000))).as("all segments").isEqualTo(expected);
      assertThat(elf.loadBias(new Mapping("prog", ""))).as("no range").isEqualTo(expected);
    }
  }

  @Test
  void biasIsThatOfTheCodeWhereSegmentsShareAPage() throws IOException {
    // As LLD lays out libraries: each segment one page above the one before, in the same bytes.
    ElfBuilder builder =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .load(4, 0, 0, 0x780, 0x780, 0x1000)
            .load(CODE, 0x780, 0x1780, 0x2000, 0x2000, 0x1000)
            .load(6, 0x2780, 0x4780, 0x100, 0x100, 0x1000);
    assertThat(elf(builder).loadBias(mapped(0, 0x3000))).isEqualTo(0x1000);
  }

  /** Of code at an address 0x4000 above its offset, as gold lays out libraries for Android. */
  @ParameterizedTest
  @CsvSource({
    // start of the code in the file, its size, start and length of the mapping, recorded, missing
    "0,      0x780,  0,      0x1000, 0,      0x4000",
    "0,      0x780,  0,      0x1000, 0x1000, 0x3000",
    "0,      0x780,  0,      0x1000, 0x4000, 0",
    "0,      0x780,  0,      0x1000, 0x5000, -0x1000",
    "0x1000, 0x780,  0x1000, 0x1000, 0,      0x4000",
    "0x1000, 0x780,  0x1000, 0x1000, 0x4000, 0",
    // Android 10: where the mapping begins in the file is not recorded.
    "0x1000, 0x780,  0,      0x1000, 0,      0x4000",
    "0x1000, 0x780,  0,      0x1000, 0x4000, 0",
    // Chromium: addresses in the whole library.
    "0x1000, 0x780,  0,      0x6000, 0,      0",
  })
  void whatIsMissingFromARecordedBiasIsKnown(
      String offset, String size, String start, String length, String recorded, String missing)
      throws IOException {
    long at = Long.decode(offset);
    ElfBuilder builder = new ElfBuilder(ElfFile.MACHINE_AARCH64);
    if (at > 0) {
      builder.load(4, 0, 0, 0x780, 0x780, 0x1000);
    }
    builder.load(CODE, at, at + 0x4000, Long.decode(size), Long.decode(size), 0x4000);
    assertThat(elf(builder).missingBias(mapped(start, length, recorded)))
        .hasValue(Long.decode(missing));
  }

  @Test
  void aDebugFileSaysNoBiasOfAMappingThatMayBeginAnywhere() throws IOException {
    ElfBuilder builder =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .load(4, 0, 0, 0x300, 0x780, 0x1000)
            .load(CODE, 0, 0x5780, 0, 0x2000, 0x1000);
    assertThat(elf(builder).missingBias(mapped("0", "0x3000", "0"))).isEmpty();
    assertThat(elf(builder).missingBias(mapped("0x1000", "0x3000", "0"))).hasValue(0x4000);
  }

  private static Mapping mapped(String start, String length, String recorded) {
    long from = Long.decode(start);
    return new Mapping(
        "lib",
        "",
        0x7000_0000,
        0x7000_0000 + Long.decode(length),
        from,
        Long.decode(recorded),
        true,
        0);
  }

  @ParameterizedTest
  @CsvSource({
    // alignment, address of the code, offset of the code, size of a page
    "0x1000,   0x1780,   0x780,   0x1000",
    "0x10000,  0x12780,  0x2780,  0x1000",
    "0x10000,  0x12780,  0x2780,  0x4000",
    "0x10000,  0x32780,  0x12780, 0x10000",
    "0x4000,   0x401234, 0x1234,  0x1000",
    "0x200000, 0x600f00, 0xf00,   0x1000"
  })
  void debugFilesWithoutOffsetsHaveTheSameBias(
      String align, String address, String offset, String page) throws IOException {
    long vaddr = Long.decode(address);
    long mappedAt = Long.decode(offset) & -Long.decode(page);
    ElfBuilder builder =
        new ElfBuilder(ElfFile.MACHINE_AARCH64)
            .load(4, 0, 0, 0x300, 0x780, Long.decode(align))
            .load(CODE, 0, vaddr, 0, 0x2000, Long.decode(align));
    assertThat(elf(builder).loadBias(mapped(mappedAt, 0x3000)))
        .isEqualTo(vaddr - Long.decode(offset));
  }

  @ParameterizedTest
  @ValueSource(strings = {"prog.mini", "prog.stripped"})
  void aFileCutAnywhereIsAnErrorOrHasNames(String name) {
    byte[] bytes = TestData.bytes(Expected.file(name));
    for (int length = 0; length < bytes.length; length++) {
      checkHarmless(bytes, length);
    }
  }

  @Test
  void damagedHeadersAreErrorsOrHaveNames() {
    byte[] whole = TestData.bytes(Expected.file("prog.mini"));
    int sections = whole.length - 33 * 64;
    Cases.forAll(
        Effort.of(200, 1000),
        values -> {
          byte[] bytes = whole.clone();
          int flips = values.between(1, 8);
          for (int i = 0; i < flips; i++) {
            int header = values.random().nextInt(1024);
            int section = sections + values.random().nextInt(whole.length - sections);
            int at = values.random().nextBoolean() ? header : section;
            bytes[at] = (byte) values.random().nextInt(256);
          }
          checkHarmless(bytes, bytes.length);
        });
  }

  private static void checkHarmless(byte[] bytes, int length) {
    try {
      useEverything(bytes, length);
    } catch (IOException e) {
      assertThat(e).hasMessageMatching(".+");
    }
  }

  /** Does what the index and the namer do. */
  private static void useEverything(byte[] bytes, int length) throws IOException {
    ElfFile elf = ElfFile.of(new SeekableInMemoryByteChannel(bytes), 0, length);
    elf.buildId();
    elf.debugLink();
    elf.hasDebugInfo();
    elf.loadBias(mapped(0x1000, 0x2000));
    SymbolTableNamer.hasFunctions(elf);
  }

  private static Mapping mapped(long offset, long size) {
    return new Mapping("prog", "", 0x55d000000000L, 0x55d000000000L + size, offset);
  }

  private ElfFile elf(ElfBuilder builder) throws IOException {
    Path file = Files.write(folder.resolve("elf"), builder.build());
    byte[] bytes = Files.readAllBytes(file);
    return ElfFile.of(new SeekableInMemoryByteChannel(bytes), 0, bytes.length);
  }
}
