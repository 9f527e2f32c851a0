package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder for temporary files that cannot be used, as in a container that is read-only. */
@DisabledOnOs(OS.WINDOWS)
class TemporaryFolderTest {

  private static final String ZSTD = TestData.own("fuzz/containers/trace.zst").toString();
  private static final String ADVICE =
      "; name another folder with HEAPCONV_JAVA_OPTS=-Djava.io.tmpdir=FOLDER\n";

  private static final String OF_NEWER_JAVA = "^WARNING: java.io.tmpdir directory does not exist\n";

  @TempDir private Path folder;

  /** A JFR recording with a chunk that is too large for memory. */
  private String jfr;

  @BeforeEach
  void writeRecording() throws IOException {
    byte[] small = TestData.bytes(TestData.own("alloc/jfr/give_ap_alloc256k.jfr"));
    byte[] large = Containers.withUnknownEvent(small, 16 << 20);
    jfr = Files.write(folder.resolve("large.jfr"), large).toString();
  }

  /** Root may write in every folder, but not in this one. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatIsReadOnlyIsSaid() throws Exception {
    Path closed = Path.of("/proc/self");
    assertThat(run(closed, jfr).err())
        .startsWith("heapconv: " + jfr + ": " + needs(closed))
        .endsWith(ADVICE)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "JFR, 3, JFR",
    "ZSTD, 3, ZSTD",
    "fleet add new JFR, 3, duckdb_jdbc.jar",
    "diff before/ after/, 3, before/",
    "TRACE -f html --open, 4, --open",
  })
  void whateverNeedsItSaysSo(String command, int status, String what) throws Exception {
    Path missing = folder.resolve("missing");
    ProcessRun run = run(missing, words(command).split(" "));
    assertThat(run.err())
        .startsWith("heapconv: " + words(what) + ": " + needs(missing))
        .endsWith(ADVICE)
        .hasLineCount(1);
    assertThat(run.status()).isEqualTo(status);
  }

  @Test
  void aRecordingWithSmallChunksDoesNotNeedIt() throws Exception {
    String small = TestData.own("alloc/jfr/give_ap_alloc256k.jfr").toString();
    ProcessRun run = run(folder.resolve("missing"), small, "-q");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void onlyALargeArchiveFromAPipeNeedsIt() throws Exception {
    Path missing = folder.resolve("missing");
    ProcessRun small = run(missing, zip(0), "-");
    assertThat(small.err()).isEmpty();
    assertThat(small.status()).isZero();
    assertThat(run(missing, zip(10 << 20), "-").err()).startsWith("heapconv: -: " + needs(missing));
  }

  /** An archive of a trace and bytes that cannot be compressed. */
  private Path zip(int bytes) throws IOException {
    Path file = folder.resolve("in.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("trace.pftrace"));
      zip.write(TestData.recordingBytes("names"));
      zip.putNextEntry(new ZipEntry("other"));
      byte[] random = new byte[bytes];
      new Random(1).nextBytes(random);
      zip.write(random);
    }
    return file;
  }

  @Test
  void aBatchConvertsWhatDoesNotNeedIt() throws Exception {
    ProcessRun run =
        run(folder.resolve("missing"), words("batch JFR TRACE -q -o profiles").split(" "));
    assertThat(run.status()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(Files.readString(folder.resolve("profiles/manifest.jsonl")))
        .contains("\"error\":\"no-temporary-folder\"")
        .contains("\"status\":\"ok\"");
  }

  @Test
  void aLibraryCannotBeLoadedFromAFolderThatForbidsIt() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    try (SmallDisk disk = SmallDisk.at(small, "200m,noexec")) {
      for (List<String> command : List.of(List.of(ZSTD), List.of("fleet", "table"))) {
        assertThat(run(disk.folder(), command.toArray(String[]::new)).err())
            .contains(needs(small) + "it is mounted with noexec");
      }
    }
  }

  @Test
  void aFullFolderIsNoFaultOfTheRecording() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    try (SmallDisk disk = SmallDisk.at(small, "16k")) {
      for (String input : List.of(jfr, ZSTD)) {
        assertThat(run(disk.folder(), input).err())
            .startsWith("heapconv: " + input + ": " + needs(small) + "No space left on device");
      }
    }
  }

  private static String needs(Path unusable) {
    return "needs temporary files, but " + unusable + " cannot be used: ";
  }

  private String words(String command) {
    return command
        .replace("JFR", jfr)
        .replace("ZSTD", ZSTD)
        .replace("TRACE", TestData.recording("names").toString());
  }

  private ProcessRun run(Path temporary, String... words) throws Exception {
    return run(temporary, Path.of("/dev/null"), words);
  }

  private ProcessRun run(Path temporary, Path in, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "cat '" + in + "' | \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dsun.misc.unsafe.memory.access=allow",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    ProcessRun run = ProcessRun.in(folder, Map.of(), command.toArray(String[]::new));
    return new ProcessRun(run.status(), run.out(), run.err().replaceFirst(OF_NEWER_JAVA, ""));
  }
}
