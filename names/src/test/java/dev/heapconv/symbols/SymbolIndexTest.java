package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.symbols.SymbolIndex.Match;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolIndexTest {

  private static final String DEVICE_PATH = "/data/bench/symbols/prog";

  @TempDir private Path temp;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prog",
        "renamed",
        "deep/below/x.so",
        ".build-id/0e/8b1b460f4d5054af1f45bb2c1b8ac1fc99b084.debug"
      })
  void findsABuildIdAnywhereBelowAFolderAndAsAFile(String name) throws IOException {
    Path file = put("prog", name);
    assertFound(find(mapping(DEVICE_PATH, Expected.PROG), root), file.toString());
    assertFound(find(mapping("", Expected.PROG), file), file.toString());
    assertFound(find(mapping("", Expected.PROG_BREAKPAD), file), file.toString());
    assertFound(find(mapping("", Expected.PROG.toUpperCase(Locale.ROOT)), file), file.toString());
  }

  @Test
  void neverUsesAFileWithAnotherBuildId() throws IOException {
    Path file = put("prog", "data/bench/symbols/prog");
    Match match = find(mapping(DEVICE_PATH, "aa".repeat(20)), root);
    assertThat(match.file()).isNull();
    String misfit =
        file + " has another build id (" + Expected.PROG + "); needed is " + "aa".repeat(20);
    assertThat(match).isEqualTo(Match.unfit(false, misfit));
    assertThat(find(mapping("/other", "aa".repeat(20)), root)).isEqualTo(Match.none(false, misfit));
    put("prog_nopie", "data/bench/symbols/prog_nopie");
    assertThat(find(mapping("/other", "aa".repeat(20)), root).problem())
        .isEqualTo("no file with this build id");
  }

  @Test
  void aFileWithoutBuildIdDoesNotServeARecordingThatHasOne() throws IOException {
    Path file = Files.write(root.resolve("prog"), withoutId("function"));
    assertThat(find(mapping(DEVICE_PATH, Expected.PROG), root))
        .isEqualTo(
            Match.unfit(
                false,
                file
                    + " has no build id, so it may be another version; needed is "
                    + Expected.PROG));
  }

  @Test
  void takesTheFileThatSaysMost() throws Exception {
    put("prog.stripped", "a");
    Match stripped = find(mapping(DEVICE_PATH, Expected.PROG), root);
    assertThat(stripped.file()).isNull();
    assertThat(stripped.problem()).isEqualTo(root.resolve("a") + " contains no symbols");

    put("prog.mini", "b");
    assertFound(find(mapping(DEVICE_PATH, Expected.PROG), root), root.resolve("b").toString());

    String breakpad =
        "MODULE Linux x86_64 "
            + Expected.PROG_BREAKPAD
            + " prog\n"
            + BreakpadNamerTest.breakpad(Expected.of("prog"));
    Path sym = Files.writeString(root.resolve("c"), breakpad);
    Match lines = find(mapping(DEVICE_PATH, Expected.PROG), root);
    assertFound(lines, sym.toString());
    assertThat(lines.file().format()).isEqualTo(SymbolFile.Format.BREAKPAD);
    assertThat(lines.file().buildId()).isEqualTo(Expected.PROG);

    put("prog.debug", "z");
    assertFound(find(mapping(DEVICE_PATH, Expected.PROG), root), root.resolve("z").toString());
    put("prog", "y");
    assertFound(find(mapping(DEVICE_PATH, Expected.PROG), root), root.resolve("y").toString());
  }

  @Test
  void thePathDecidesWhereNoBuildIdWasRecorded() throws IOException {
    Path exact = put("prog", "sysroot/data/bench/symbols/prog");
    put("prog_nopie", "elsewhere/prog");
    Match match = find(mapping(DEVICE_PATH, ""), root);
    assertFound(match, exact.toString());
    assertThat(match.byPath()).isTrue();
    assertFound(find(mapping(DEVICE_PATH + " (deleted)", ""), root), exact.toString());
    assertThat(find(mapping("/x/unknown", ""), root).problem()).isEqualTo("no file of this name");
    assertThat(find(mapping("", ""), root).problem())
        .isEqualTo("the recording contains neither its path nor its build id");
  }

  @Test
  void doesNotGuessBetweenDifferentBinariesOfOneName() throws IOException {
    Path one = put("prog", "a/prog");
    Path other = put("prog_nopie", "b/prog");
    Match match = find(mapping("/x/prog", ""), root);
    assertThat(match.file()).isNull();
    assertThat(match.problem())
        .isEqualTo("the recording has no build id to choose between " + one + " and " + other);
  }

  @Test
  void findsTheDebugFileOfAStrippedOneByItsBuildIdOrItsName() throws IOException {
    put("prog.stripped", "bin/prog");
    Path debug = put("prog.debug", "lib/whatever");
    assertFound(find(mapping(DEVICE_PATH, ""), root), debug.toString());
    Path alone = Files.createDirectory(temp.resolve("alone"));
    Path named = Files.copy(debug, alone.resolve("prog.debug"));
    assertFound(find(mapping(DEVICE_PATH, ""), alone), named.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"prog.debug", ".debug/prog.debug"})
  void followsTheLinkOfAStrippedFileIfTheChecksumIsRight(String place) throws IOException {
    byte[] debug = withoutId("function");
    Path stripped = Files.write(root.resolve("prog"), linkTo("prog.debug", debug));
    Path file = root.resolve(place);
    Files.createDirectories(file.getParent());
    Files.write(file, debug);
    Match match = find(mapping(DEVICE_PATH, ""), stripped);
    assertFound(match, file.toString());

    Files.write(file, withoutId("another"));
    assertThat(find(mapping(DEVICE_PATH, ""), stripped).problem())
        .isEqualTo(stripped + " contains no symbols");
  }

  @Test
  void findsMembersOfApksByBuildIdOffsetAndName() throws Exception {
    Path apk = root.resolve("base.apk");
    long offset = writeApk(apk);
    assertThat(offset % 4096).isZero();
    String member = apk + "!lib/x86_64/libprog.so";
    String path = "/data/app/~~a==/com.example-b==/base.apk";
    for (Mapping mapping :
        List.of(
            mapping(path, Expected.PROG),
            new Mapping(path, "", 0x1000, 0x3000, 0x1000, 0, true, offset),
            new Mapping(path, "", 0x1000, 0x3000, offset + 0x1000),
            mapping(path + "!libprog.so", ""))) {
      try (SymbolIndex index = SymbolIndex.of(List.of(root))) {
        Match match = index.find(mapping);
        assertFound(match, member);
        assertNames(match.file());
        index.close();
        assertThat(match.file().path()).doesNotExist();
        assertThat(match.file().path().getParent()).doesNotExist();
      }
    }
    assertThat(find(new Mapping(path, "", 0x1000, 0x3000, 0), root).file()).isNull();
  }

  @Test
  void unpacksCompressedMembersAndTakesTheBest() throws Exception {
    Path zip = root.resolve("symbols.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String name : List.of("prog.stripped", "prog.debug", "expected.jsonl")) {
        out.putNextEntry(new ZipEntry("obj/" + name));
        out.write(TestData.bytes(Expected.file(name)));
      }
    }
    try (SymbolIndex index = SymbolIndex.of(List.of(root))) {
      Match match = index.find(mapping(DEVICE_PATH, Expected.PROG));
      assertFound(match, zip + "!obj/prog.debug");
      assertNames(match.file());
      assertThat(index.find(mapping(DEVICE_PATH, Expected.PROG))).isEqualTo(match);
    }
  }

  @Test
  void doesNotUnpackABomb() throws IOException {
    Path zip = root.resolve("bomb.apk");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("lib/libprog.so"));
      out.write(TestData.bytes(Expected.file("prog.stripped")));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 65; i++) {
        out.write(zeros);
      }
    }
    assertThat(find(mapping("/x/libprog.so", Expected.PROG), root).problem())
        .isEqualTo(
            zip
                + "!lib/libprog.so cannot be used: inflates to more than 100 times its size, far"
                + " more than a real binary");
  }

  @Test
  void brokenArchivesAndBinariesAreNoted() throws IOException {
    Path zip = root.resolve("cut.apk");
    writeApk(zip);
    Files.write(zip, Arrays.copyOf(Files.readAllBytes(zip), 5000));
    Path elf = root.resolve("cut");
    Files.write(elf, Arrays.copyOf(TestData.bytes(Expected.file("prog")), 3000));
    put("prog", "prog");
    try (SymbolIndex index = SymbolIndex.of(List.of(root))) {
      assertThat(index.problems())
          .containsExactly(
              elf + ": damaged or cut off: refers to byte 339808 of 3000",
              zip + ": the archive is damaged or cut off");
      assertThat(index.find(mapping("", Expected.PROG)).file()).isNotNull();
    }
  }

  @Test
  void damagedArchivesAreNotedOrUsed() throws IOException {
    Path apk = root.resolve("base.apk");
    writeApk(apk);
    byte[] whole = Files.readAllBytes(apk);
    int directory = whole.length - 250;
    Cases.forAll(
        Effort.of(50, 200),
        values -> {
          byte[] bytes = whole.clone();
          for (int i = values.between(1, 4); i > 0; i--) {
            int at = directory + values.random().nextInt(whole.length - directory);
            bytes[at] = (byte) values.random().nextInt(256);
          }
          Files.write(apk, bytes);
          Match match = find(mapping("", Expected.PROG), root);
          assertThat(match.file() != null).isEqualTo(match.problem().isEmpty());
        });
  }

  @Test
  void followsLinksAndLeavesLoopsAlone() throws IOException {
    Path real = put("prog", "real/prog");
    Path inside = Files.createDirectory(temp.resolve("inside"));
    link(inside.resolve("self"), inside);
    link(inside.resolve("up"), temp);
    link(inside.resolve("dangling"), temp.resolve("nothing"));
    link(inside.resolve("link"), real);
    for (int i = 0; i < 30; i++) {
      // Twice as many ways to each next folder.
      Path folder = Files.createDirectories(temp.resolve("chain/" + i));
      link(folder.resolve("a"), temp.resolve("chain/" + (i + 1)));
      link(folder.resolve("b"), temp.resolve("chain/" + (i + 1)));
    }
    link(inside.resolve("chain"), temp.resolve("chain/0"));
    try (SymbolIndex index = SymbolIndex.of(List.of(inside))) {
      assertFound(index.find(mapping("", Expected.PROG)), inside.resolve("link").toString());
      assertThat(index.problems()).isEmpty();
    }
  }

  private static void link(Path link, Path target) throws IOException {
    Files.createSymbolicLink(link, target);
  }

  @Test
  void namesWithControlCharactersAreNamesLikeOthers() throws IOException {
    Path file = put("prog", "a\n\u001b[31m!x/prog");
    assertFound(find(mapping("/x/prog", ""), root), file.toString());
  }

  @Test
  void aNamedFileWithoutSymbolsIsNoted() throws IOException {
    put("prog", "prog");
    Path text = Files.writeString(root.resolve("mapping.txt"), "a text file ".repeat(10));
    Path empty = Files.createFile(root.resolve("empty"));
    try (SymbolIndex index = SymbolIndex.of(List.of(root, text, empty))) {
      assertThat(index.problems())
          .containsExactly(
              text + ": neither a binary, an archive nor a Breakpad file",
              empty + ": neither a binary, an archive nor a Breakpad file");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aNamedDeviceIsNotRead() throws IOException {
    try (SymbolIndex index = SymbolIndex.of(List.of(Path.of("/dev/zero")))) {
      assertThat(index.problems()).containsExactly("/dev/zero: not a regular file");
    }
  }

  @Test
  void aNamedLinkThatLeadsNowhereIsNoted() throws IOException {
    Path dangling = root.resolve("dangling");
    link(dangling, temp.resolve("nothing"));
    Path loop = root.resolve("loop");
    link(loop, loop);
    try (SymbolIndex index = SymbolIndex.of(List.of(dangling, loop))) {
      assertThat(index.problems().get(0)).isEqualTo(dangling + ": no such file or folder");
      assertThat(index.problems().get(1))
          .startsWith(loop + ": cannot be read: ")
          .doesNotContain("cannot be read: " + loop);
    }
  }

  @Test
  void notesWhatCannotBeRead() throws IOException {
    put("prog", "prog");
    Path closed = Files.createDirectory(root.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try (SymbolIndex index = SymbolIndex.of(List.of(root, temp.resolve("missing")))) {
      assertThat(index.find(mapping("", Expected.PROG)).file()).isNotNull();
      assertThat(index.problems()).contains(temp.resolve("missing") + ": no such file or folder");
      Assumptions.assumeFalse(Files.isReadable(closed), "this user may read everything");
      assertThat(index.problems()).contains(closed + ": permission denied");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private Path put(String binary, String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.copy(Expected.file(binary), file);
  }

  private static Mapping mapping(String path, String buildId) {
    return new Mapping(path, buildId);
  }

  private static Match find(Mapping mapping, Path path) throws IOException {
    try (SymbolIndex index = SymbolIndex.of(List.of(path))) {
      return index.find(mapping);
    }
  }

  private static void assertFound(Match match, String name) {
    assertThat(match.problem()).isEmpty();
    assertThat(match.file()).isNotNull();
    assertThat(match.file().name()).isEqualTo(name);
  }

  private static void assertNames(SymbolFile file) throws Exception {
    Map<Long, List<SourceLine>> expected = Expected.of("prog");
    assertThat(new SymbolTableNamer().name(file, Expected.addresses(expected)))
        .hasSize(53)
        .noneMatch(List::isEmpty);
  }

  private static byte[] withoutId(String function) {
    return new ElfBuilder(ElfFile.MACHINE_AARCH64)
        .symbol(function, 0x1000, 16, ElfBuilder.FUNCTION, ElfBuilder.GLOBAL)
        .build();
  }

  /** A file without symbols that refers to another. */
  private static byte[] linkTo(String name, byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    int padded = (name.length() + 4) & ~3;
    ByteBuffer link = ByteBuffer.allocate(padded + 4);
    link.put(name.getBytes(StandardCharsets.UTF_8));
    link.putInt(padded, Integer.reverseBytes((int) crc.getValue()));
    return new ElfBuilder(ElfFile.MACHINE_AARCH64).section(".gnu_debuglink", link.array()).build();
  }

  /** Writes an APK with an uncompressed library, and returns where it begins. */
  private static long writeApk(Path apk) throws IOException {
    byte[] prog = TestData.bytes(Expected.file("prog"));
    try (OutputStream file = Files.newOutputStream(apk);
        ZipArchiveOutputStream out = new ZipArchiveOutputStream(file)) {
      ZipArchiveEntry manifest = new ZipArchiveEntry("AndroidManifest.xml");
      out.putArchiveEntry(manifest);
      out.write(new byte[100]);
      out.closeArchiveEntry();
      ZipArchiveEntry library = new ZipArchiveEntry("lib/x86_64/libprog.so");
      library.setMethod(ZipEntry.STORED);
      library.setAlignment(4096);
      library.setSize(prog.length);
      CRC32 crc = new CRC32();
      crc.update(prog);
      library.setCrc(crc.getValue());
      out.putArchiveEntry(library);
      out.write(prog);
      out.closeArchiveEntry();
    }
    byte[] written = Files.readAllBytes(apk);
    int offset = 0;
    while (!Arrays.equals(written, offset, offset + prog.length, prog, 0, prog.length)) {
      offset++;
    }
    return offset;
  }
}
