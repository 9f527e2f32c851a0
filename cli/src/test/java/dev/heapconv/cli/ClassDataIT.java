package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
  private static final int RUNS_AT_ONCE = Effort.of(4, 20);
  private static final int CLASS_FILE_OF_JAVA_8 = 52;
  private static final Duration LONGER_THAN_A_BUILD = Duration.ofMinutes(3);

  @TempDir private static Path folder;

  private static Path program;
  private static Path home;

  /** A Java of another version for each test, as after an update. */
  private Path updated;

  private Path archive;

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
    update("99+" + test.getTestMethod().orElseThrow().getName());
  }

  private void update(String version) throws IOException {
    updated = folder.resolve(version.substring(0, 8) + version.hashCode());
    script(
        updated.resolve("bin/java"),
        "exec '" + System.getProperty("java.home") + "/bin/java' \"$@\"");
    Files.writeString(
        updated.resolve("release"),
        "JAVA_RUNTIME_VERSION=\"" + version + "\"\nJAVA_VERSION=\"99\"\n");
    archive = home.resolve(version + ".jsa");
  }

  @Test
  void firstOfManyRunsAtOnceMakesThemForTheNext() throws Exception {
    ExecutorService runs = Executors.newFixedThreadPool(RUNS_AT_ONCE);
    try {
      List<Callable<ProcessRun>> versions =
          Stream.generate(() -> (Callable<ProcessRun>) () -> run(Map.of(), "--version"))
              .limit(RUNS_AT_ONCE)
              .toList();
      for (Future<ProcessRun> run : runs.invokeAll(versions)) {
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
  @Tag("nightly")
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
  @Tag("nightly")
  void damagedArchiveIsNeitherUsedNorKept() throws Exception {
    makeNow();
    byte[] made = Files.readAllBytes(archive);
    FileTime time = Files.getLastModifiedTime(archive);
    for (int length : new int[] {0, made.length / 2, made.length}) {
      byte[] damaged = Arrays.copyOf(made, length);
      for (int i = 4096; i < length; i += 1000) {
        damaged[i] ^= 0x55;
      }
      Files.delete(archive);
      Files.write(archive, damaged);
      assertThat(run(Map.of(), "--version")).as("%s bytes", length).isEqualTo(VERSION);
      awaitFinished();
      // Java rounds to pages, and loads a class or two by timing.
      assertThat(archive.toFile().length())
          .as("%s bytes", length)
          .isCloseTo(made.length, Percentage.withPercentage(1));
      assertThat(Files.readAllBytes(archive)).isNotEqualTo(damaged);
      assertThat(Files.getLastModifiedTime(archive)).isEqualTo(time);
    }
  }

  @Test
  void otherThingsInPlaceOfTheArchiveDoNoHarm() throws Exception {
    Files.createDirectory(archive);
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
  }

  @Test
  @Tag("nightly")
  void archiveThatJavaRejectsIsReplacedOnceADay() throws Exception {
    Files.writeString(archive, "made by another Java");
    Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    assertThat(archive).hasContent("made by another Java");
    assertThat(lock(archive)).doesNotExist();

    System.setProperty("heapconv.classdata", archive.toString());
    try {
      // What runs this test was given no archive of ours, or another one.
      String info = System.setProperty("java.vm.info", "mixed mode");
      ClassData.deleteIfRejected(Instant.now());
      assertThat(archive).exists();
      ClassData.deleteIfRejected(Instant.now().plus(ClassData.MIN_AGE));
      assertThat(archive).doesNotExist();
      System.setProperty("java.vm.info", info);
    } finally {
      System.clearProperty("heapconv.classdata");
    }
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    awaitFinished();
    assertThat(archive.toFile().length()).isGreaterThan(1_000_000);
  }

  @Test
  void interruptedAttemptIsRepeatedWhenItMustHaveEnded() throws Exception {
    Path leftOver = Files.createDirectories(lock(archive).resolve("1"));
    Files.writeString(leftOver.resolve("archive"), "half an archive");
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    assertThat(leftOver).isNotEmptyDirectory();

    Files.setLastModifiedTime(
        lock(archive), FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    assertThat(run(Map.of(), "--version")).isEqualTo(VERSION);
    awaitFinished();
    assertThat(leftOver).doesNotExist();
  }

  @Test
  @Tag("nightly")
  void successIsNotRepeatedInVain() throws Exception {
    makeNow();
    assertThat(run(Map.of("HEAPCONV_JAVA_OPTS", "-Xshare:off"), "--version")).isEqualTo(VERSION);
    assertThat(lock(archive)).doesNotExist();
  }

  @Test
  void folderThatCannotBeWrittenToIsMentionedOnlyIfAsked() throws Exception {
    // Also for root, who can write everywhere: the name of the archive is allowed, longer ones not.
    update("99+" + "x".repeat(245));
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
      Files.writeString(home.resolve("old" + i + ".jsa"), "");
    }
    makeNow();
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.filter(file -> file.toString().endsWith(".jsa")))
          .contains(archive)
          .hasSize(3);
    }
  }

  /** Java verifies those for Java 5 at each start, even if they come from class data. */
  @Test
  void allClassesAreVerifiedOnce() throws Exception {
    try (JarFile jar = new JarFile(home.resolve("heapconv.jar").toFile())) {
      List<JarEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
      assertThat(classes).isNotEmpty();
      for (JarEntry entry : classes) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          in.readInt();
          assertThat(in.readInt()).as(entry.getName()).isGreaterThanOrEqualTo(CLASS_FILE_OF_JAVA_8);
        }
      }
    }
  }

  /**
   * Java links lambdas and the methods of records at each start, even if they come from class data.
   */
  @Test
  void nothingIsLinkedAtRunTime() throws Exception {
    try (JarFile jar = new JarFile(home.resolve("heapconv.jar").toFile());
        URLClassLoader loader = loader()) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (name.startsWith("dev/heapconv/") && name.endsWith(".class")) {
          byte[] content = jar.getInputStream(entry).readAllBytes();
          assertThat(new String(content, StandardCharsets.ISO_8859_1))
              .as(name)
              .doesNotContain("java/lang/invoke/LambdaMetafactory", "java/lang/runtime/ObjectM");
          if (name.contains("$$Lambda")) {
            // Verifies it.
            Class.forName(name.replace(".class", "").replace('/', '.'), true, loader);
          }
        }
      }
    }
  }

  @Test
  void recordsAreAsJavaMakesThem() throws Exception {
    try (URLClassLoader loader = loader()) {
      Class<?> type = loader.loadClass(Mapping.class.getName());
      Constructor<?> constructor =
          type.getConstructor(
              Stream.of(Mapping.class.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new));
      Object[] values = {"/lib/a.so", "b1d", 4096L, 1L << 40, 0L, -5L, true, 7L};
      Object made = constructor.newInstance(values);
      Mapping expected = new Mapping("/lib/a.so", "b1d", 4096, 1L << 40, 0, -5, true, 7);
      assertThat(made).hasToString(expected.toString()).hasSameHashCodeAs(expected);
      assertThat(made).isEqualTo(constructor.newInstance(values)).isNotEqualTo(expected);
      for (int i = 0; i < values.length; i++) {
        Object[] others = values.clone();
        others[i] = i < 2 ? "other" : i == 6 ? (Object) false : (Object) 99L;
        assertThat(constructor.newInstance(others)).isNotEqualTo(made);
      }
    }
  }

  /** Of the classes of the program alone. */
  private static URLClassLoader loader() throws IOException {
    URL[] jar = {home.resolve("heapconv.jar").toUri().toURL()};
    return new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
  }

  private void makeNow() throws Exception {
    assertThat(run(Map.of("HEAPCONV_CLASS_DATA", "now"), "--version")).isEqualTo(VERSION);
  }

  private void awaitFinished() throws Exception {
    awaitFinished(archive);
  }

  /** Exists while an archive is made, and after an attempt that failed. */
  private static Path lock(Path archive) {
    return Path.of(archive + ".building");
  }

  /** Waits until class data for this Java have been made. */
  static void awaitFinished(Path archive) throws Exception {
    Instant end = Instant.now().plus(LONGER_THAN_A_BUILD);
    while (!Files.exists(archive) || Files.exists(lock(archive))) {
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
