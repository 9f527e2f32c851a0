package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The archive of a release runs where it was unpacked. */
class ReleaseArchiveIT {

  private static final Path TRACE = TestData.recording("names");
  private static final int OWNER_MAY_EXECUTE = 0100;

  @TempDir private static Path folder;

  private static Path home;

  @BeforeAll
  static void unpack() throws IOException {
    home = unpack("heapconv-", Files.createDirectory(folder.resolve("a folder")));
  }

  /** Unpacks an archive of this version; returns the folder that it has. */
  private static Path unpack(String name, Path target) throws IOException {
    Path archive = Path.of("target", name + Version.number() + ".zip");
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        Path path = target.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          try (InputStream content = zip.getInputStream(entry)) {
            Files.copy(content, path);
          }
          path.toFile().setExecutable((entry.getUnixMode() & OWNER_MAY_EXECUTE) != 0);
        }
      }
    }
    return target.resolve("heapconv-" + Version.number());
  }

  /** It is much larger than the converter, and says where it is to be had. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void tablesOfFleetsNeedTheSecondArchive() throws Exception {
    Path other = Files.createDirectory(folder.resolve("fleet"));
    Path program = unpack("heapconv-", other).resolve("bin/heapconv");
    String table = other.resolve("table").toString();
    String[] add = {program.toString(), "fleet", "add", table, TRACE.toString(), "-q"};
    String[] ask = {program.toString(), "fleet", table, "-f", "csv"};
    ProcessRun missing = ProcessRun.in(folder, Map.of(), add);
    assertThat(missing.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(missing.err()).hasLineCount(1).contains("unpack heapconv-fleet-VERSION.zip");

    unpack("heapconv-fleet-", other);
    assertThat(ProcessRun.in(folder, Map.of(), add)).isEqualTo(new ProcessRun(0, "", ""));
    ProcessRun answer = ProcessRun.in(folder, Map.of(), ask);
    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out()).startsWith("function,");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void launcherRuns() throws Exception {
    runs(home.resolve("bin/heapconv"));
  }

  /** The first run of any test has it made; it must be done before the folder is deleted. */
  @AfterAll
  static void classDataAreMadeWhereItWasUnpacked() throws Exception {
    if (OS.WINDOWS.isCurrentOs()) {
      return;
    }
    String name;
    try (Stream<Path> files = Files.list(home.resolve("lib/heapconv"))) {
      name =
          files.map(Path::toString).filter(file -> file.contains(".jsa")).findAny().orElseThrow();
    }
    ClassDataIT.awaitFinished(Path.of(name.replace(".building", "")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkLeadsToTheProgram() throws Exception {
    Path launcher = folder.relativize(home.resolve("bin/heapconv"));
    runs(Files.createSymbolicLink(folder.resolve("link"), launcher));
  }

  /** On a machine that has Java, and nothing else that this project or its users need. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void examplesRunWithNothingButJava() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin");
    String path = "PATH=" + home.resolve("bin") + ":" + java + ":/usr/bin:/bin";
    List<String> commands = new ArrayList<>();
    for (String document : List.of("README.md", "docs/usage.md")) {
      for (DocumentExamplesTest.Block block :
          DocumentExamplesTest.blocks(TestData.root().resolve(document))) {
        block.lines().stream().filter(line -> line.startsWith("heapconv ")).forEach(commands::add);
      }
    }
    assertThat(commands).hasSizeGreaterThan(10);
    for (String command : commands) {
      ProcessRun run = ProcessRun.in(home, Map.of(), "env", "-i", path, "sh", "-c", command);
      assertThat(run.status()).as(command + "\n" + run.err()).isZero();
    }
    assertThat(home.resolve("report.html")).isNotEmptyFile();
    assertThat(home.resolve("out.pb.gz")).isNotEmptyFile();
  }

  @Test
  void jbangRunsThisVersion() throws IOException {
    JsonNode catalog =
        JsonMapper.shared().readTree(TestData.root().resolve("jbang-catalog.json").toFile());
    JsonNode alias = catalog.path("aliases").path("heapconv");
    assertThat(alias.path("script-ref").asString())
        .isEqualTo("dev.heapconv:heapconv-cli:" + Version.number());
    assertThat(alias.path("main").asString()).isEqualTo(Main.class.getName());
  }

  @Test
  @EnabledOnOs(OS.WINDOWS)
  void batchFileRuns() throws Exception {
    runs(home.resolve("bin/heapconv.bat"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void missingJarIsNamedInOneLine() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("elsewhere/bin"));
    Path launcher = Files.copy(home.resolve("bin/heapconv"), bin.resolve("heapconv"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    ProcessRun run = ProcessRun.in(folder, Map.of(), launcher.toString(), "--version");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).contains("heapconv.jar is missing");
  }

  @Test
  void licencesLieBesideTheProgram() {
    for (String name : new String[] {"LICENSE", "NOTICE", "THIRD-PARTY.txt", "licenses"}) {
      assertThat(home.resolve(name)).exists();
    }
  }

  private static void runs(Path launcher) throws Exception {
    ProcessRun version = ProcessRun.in(folder, Map.of(), launcher.toString(), "--version");
    assertThat(version.status()).as(version.err()).isZero();
    assertThat(version.out().strip()).isEqualTo("heapconv " + Version.number());
    assertThat(version.err()).isEmpty();

    Path output = Files.createTempDirectory(folder, "output").resolve("my profile.pb.gz");
    ProcessRun conversion =
        ProcessRun.in(
            folder, Map.of(), launcher.toString(), "-q", TRACE.toString(), "-o", output.toString());
    assertThat(conversion).isEqualTo(new ProcessRun(0, "", ""));
    assertThat(output).isNotEmptyFile();
  }
}
