package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An installation gets class data for a Java that it was not installed with. */
@DisabledOnOs(OS.WINDOWS)
class ClassDataIT {

  private static final ProcessRun VERSION =
      new ProcessRun(0, "heapconv " + Version.number() + "\n", "");
  private static final Duration LONGER_THAN_A_BUILD = Duration.ofMinutes(3);

  @TempDir private static Path folder;

  private static Path program;
  private static Path home;

  /** A Java of another version for each test, as after an update. */
  private Path updated;

  private Path archive;
  private Path record;

  @BeforeAll
  static void install() throws Exception {
    Path prefix = folder.resolve("prefix");
    String installer = TestData.root().resolve("install.sh").toString();
    ProcessRun result = ProcessRun.in(folder, Map.of("PREFIX", prefix.toString()), installer);
    assertThat(result.status()).as(result.err()).isZero();
    program = prefix.resolve("bin/heapconv");
    try (Stream<Path> builds = Files.list(prefix.resolve("lib/heapconv"))) {
      home = builds.findFirst().orElseThrow();
    }
  }

  @BeforeEach
  void update(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    updated = folder.resolve(name);
    script(
        updated.resolve("bin/java"),
        "exec '" + System.getProperty("java.home") + "/bin/java' \"$@\"");
    Files.writeString(
        updated.resolve("release"),
        "JAVA_RUNTIME_VERSION=\"99+" + name + "\"\nJAVA_VERSION=\"99\"\n");
    archive = home.resolve("99+" + name + ".jsa");
    record = home.resolve("99+" + name + ".jsa.made");
  }

  @Test
  void firstOfManyRunsAtOnceMakesThemForTheNext() throws Exception {
    ExecutorService runs = Executors.newFixedThreadPool(20);
    try {
      List<Callable<ProcessRun>> twenty =
          Stream.generate(() -> (Callable<ProcessRun>) () -> run(Map.of(), "--version"))
              .limit(20)
              .toList();
      for (Future<ProcessRun> run : runs.invokeAll(twenty)) {
        assertThat(run.get()).isEqualTo(VERSION);
      }
    } finally {
      runs.shutdownNow();
    }
    awaitFinished();
    FileTime made = Files.getLastModifiedTime(archive);
    Path log = folder.resolve("classes.log");
    assertThat(run(Map.of("HEAPCONV_JAVA_OPTS", "-Xlog:class+load:file=" + log), "--version"))
        .isEqualTo(VERSION);
    assertThat(log).content().contains("dev.heapconv.cli.Main source: shared objects file");
    assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);
  }

  @Test
  void runEndsWhileTheyAreMade() throws Exception {
    Path gate = folder.resolve("gate");
    script(
        folder.resolve("tools/nice"),
        "while [ ! -e '" + gate + "' ]; do sleep 0.1; done; shift 2; exec \"$@\"");
    String path = folder.resolve("tools") + ":" + System.getenv("PATH");
    Map<String, String> variables = Map.of("PATH", path, "JAVA_HOME", updated.toString());
    // A reader of pipes ends when nobody holds their other ends any more.
    String line = "\"$1\" --version 2>&1 | cat";
    ProcessRun piped = ProcessRun.in(folder, variables, "sh", "-c", line, "sh", program.toString());
    assertThat(piped).isEqualTo(VERSION);
    assertThat(archive).doesNotExist();
    Files.createFile(gate);
    awaitFinished();
  }

  @Test
  void archiveThatJavaRejectsIsReplaced() throws Exception {
    Files.writeString(archive, "made by another Java");
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    awaitFinished();
    assertThat(archive.toFile().length()).isGreaterThan(1_000_000);
  }

  @Test
  void interruptedAttemptIsRepeatedWhenItMustHaveEnded() throws Exception {
    Path leftOver = Files.createDirectory(Path.of(archive + ".building"));
    Files.writeString(leftOver.resolve("archive"), "half an archive");
    Files.writeString(record, "interrupted");
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    assertThat(record).hasContent("interrupted");

    Instant past = Instant.now().minus(Duration.ofHours(2));
    Files.setLastModifiedTime(record, FileTime.from(past));
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    awaitFinished();
    assertThat(leftOver).doesNotExist();
  }

  @Test
  void successIsNotRepeatedInVain() throws Exception {
    assertThat(run(Map.of("HEAPCONV_JAVA_OPTS", "-Dheapconv.classdata.now=true"), "--version"))
        .isEqualTo(VERSION);
    FileTime attempted = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    Files.setLastModifiedTime(record, attempted);
    assertThat(run(Map.of("HEAPCONV_JAVA_OPTS", "-Xshare:off"), "--version")).isEqualTo(VERSION);
    assertThat(Files.getLastModifiedTime(record)).isEqualTo(attempted);
  }

  @Test
  void folderThatCannotBeWrittenToIsMentionedOnlyIfAsked() throws Exception {
    // Also for root, who can write everywhere.
    Files.createDirectory(record);
    String trace = TestData.recording("names").toString();
    ProcessRun quiet = run(Map.of(), "info", trace);
    assertThat(quiet.err()).isEmpty();
    ProcessRun verbose = run(Map.of(), "info", "-v", trace);
    assertThat(verbose.out()).isEqualTo(quiet.out());
    assertThat(verbose.err()).containsOnlyOnce("no class data for this Java in " + home);
    assertThat(archive).doesNotExist();
  }

  @Test
  void onlyTheNewestAreKept() throws Exception {
    for (int i = 1; i <= 5; i++) {
      Path old = Files.writeString(home.resolve("old" + i + ".jsa"), "");
      Files.setLastModifiedTime(old, FileTime.fromMillis(i));
    }
    assertThat(run(Map.of("HEAPCONV_JAVA_OPTS", "-Dheapconv.classdata.now=true"), "--version"))
        .isEqualTo(VERSION);
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.filter(file -> file.toString().endsWith(".jsa")))
          .contains(archive)
          .hasSize(3);
    }
  }

  private void awaitFinished() throws Exception {
    awaitFinished(record);
    assertThat(archive).isNotEmptyFile();
  }

  /** Waits until the attempt that this record is about has ended. */
  static void awaitFinished(Path record) throws Exception {
    Instant end = Instant.now().plus(LONGER_THAN_A_BUILD);
    while (!(Files.exists(record) && Files.readString(record).endsWith("finished\n"))) {
      assertThat(Instant.now()).as("class data").isBefore(end);
      Thread.sleep(100);
    }
  }

  private ProcessRun run(Map<String, String> variables, String... words) throws Exception {
    Map<String, String> all = new HashMap<>(variables);
    all.put("JAVA_HOME", updated.toString());
    String[] command =
        Stream.concat(Stream.of(program.toString()), Stream.of(words)).toArray(String[]::new);
    return ProcessRun.in(folder, all, command);
  }

  private static void script(Path file, String line) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
