package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What install.sh puts in place runs as a user would run it. The steps build on one another. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@DisabledOnOs(OS.WINDOWS)
class InstallIT {

  private static final Path ROOT = TestData.root();
  private static final Path TRACE = TestData.recording("names");

  @TempDir private static Path folder;

  private static Path prefix;
  private static Path program;

  @BeforeAll
  static void install() throws Exception {
    prefix = folder.resolve("a prefix");
    program = prefix.resolve("bin/heapconv");
    ProcessRun result = installer();
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out()).contains("installed heapconv").contains("is not on your PATH");
  }

  @Test
  @Order(1)
  void programRunsAndCompletionIsInstalled() throws Exception {
    assertThat(run(program, "--version"))
        .isEqualTo(new ProcessRun(0, "heapconv " + Version.number() + "\n", ""));
    assertThat(prefix.resolve("share/bash-completion/completions/heapconv"))
        .content()
        .contains("complete -F _heapconv heapconv");
    assertThat(prefix.resolve("share/fish/vendor_completions.d/heapconv.fish"))
        .content()
        .contains("complete -c heapconv");
    assertThat(prefix.resolve("share/man/man1/heapconv.1")).content().startsWith(".TH HEAPCONV");
    assertThat(prefix.resolve("share/zsh/site-functions/_heapconv"))
        .content()
        .startsWith("#compdef heapconv");
  }

  @Test
  @Order(2)
  void namesWithSpacesReachTheProgram() throws Exception {
    Path trace = Files.copy(TRACE, folder.resolve("my trace.pftrace"));
    Path output = folder.resolve("my profile.pb.gz");
    ProcessRun result = run(program, "-q", trace.toString(), "-o", output.toString());
    assertThat(result).isEqualTo(new ProcessRun(0, "", ""));
    assertThat(output).isNotEmptyFile();
  }

  @Test
  @Order(3)
  void exitStatusPassesThrough() throws Exception {
    ProcessRun result = run(program, "no such trace", "-o", "x.pb.gz");
    assertThat(result.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(result.err()).isEqualTo("heapconv: no such trace: no such file\n");
    assertThat(run(program, "--no-such-option").status()).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  @Order(4)
  void chainOfLinksLeadsToTheProgram() throws Exception {
    Path near = Files.createSymbolicLink(folder.resolve("near"), Path.of("a prefix/bin/heapconv"));
    Path other = Files.createDirectory(folder.resolve("other folder"));
    Path far = Files.createSymbolicLink(other.resolve("far"), Path.of("../near"));
    assertThat(run(near, "--version").status()).isZero();
    assertThat(run(far, "--version").status()).isZero();
  }

  @Test
  @Order(5)
  void extraOptionsReachTheVirtualMachine() throws Exception {
    ProcessRun result =
        execute(
            Map.of("HEAPCONV_JAVA_OPTS", "-Xmx64m -XX:+UseG1GC"),
            program.toString(),
            "info",
            TRACE.toString());
    assertThat(result.status()).as(result.err()).isZero();
  }

  @Test
  @Order(6)
  void virtualMachineSaysNothingOnItsOwn() throws Exception {
    ProcessRun result =
        run(
            program,
            "-q",
            TestData.recording("zstd_python").toString(),
            "-o",
            "-",
            "-f",
            "pprof-plain");
    assertThat(result.status()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  @Order(7)
  void missingAndOldJavaAreNamedInOneLine() throws Exception {
    ProcessRun missing =
        execute(Map.of("JAVA_HOME", folder + "/nowhere"), program.toString(), "--version");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).hasLineCount(1).contains("JAVA_HOME").contains("nowhere");

    Path old = folder.resolve("jdk-11");
    Files.createDirectories(old.resolve("bin"));
    Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"11.0.2\"\n");
    Path java =
        Files.writeString(
            old.resolve("bin/java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessRun result =
        execute(Map.of("JAVA_HOME", old.toString()), program.toString(), "--version");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).hasLineCount(1).contains("is Java 11; heapconv needs 17 or newer");

    ProcessRun installer =
        execute(
            Map.of("JAVA_HOME", old.toString(), "PREFIX", prefix.toString()),
            ROOT.resolve("install.sh").toString());
    assertThat(installer.status()).isEqualTo(1);
    assertThat(installer.err()).hasLineCount(1).contains("17 or newer");
  }

  @Test
  @Order(8)
  void installingAgainReplacesTheBuildBefore() throws Exception {
    Path stale = Files.createDirectory(prefix.resolve("lib/heapconv/stale"));
    assertThat(installer().status()).isZero();
    assertThat(stale).doesNotExist();
    try (Stream<Path> builds = Files.list(prefix.resolve("lib/heapconv"))) {
      assertThat(builds).hasSize(1);
    }
    assertThat(run(program, "--version").status()).isZero();
  }

  /** Whatever umask the user has: root often has 077, and builds of containers 000. */
  @Test
  @Order(8)
  void everybodyCanUseWhatIsInstalledAndOthersCannotChangeIt() throws Exception {
    for (String umask : List.of("077", "000")) {
      ProcessRun result =
          execute(
              Map.of("PREFIX", prefix.toString()),
              "sh",
              "-c",
              "umask " + umask + "; exec \"$0\"",
              ROOT.resolve("install.sh").toString());
      assertThat(result.status()).as(result.err()).isZero();
      try (Stream<Path> installed = Files.walk(prefix)) {
        assertThat(installed.filter(path -> !path.equals(prefix)))
            .allSatisfy(
                path ->
                    assertThat(Files.getPosixFilePermissions(path))
                        .as("%s of umask %s", path, umask)
                        .contains(PosixFilePermission.OTHERS_READ)
                        .doesNotContain(
                            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
      }
    }
  }

  @Test
  @Order(9)
  void movedInstallationRuns() throws Exception {
    Path moved = folder.resolve("moved");
    Files.move(prefix, moved);
    ProcessRun result = run(moved.resolve("bin/heapconv"), "--version");
    assertThat(result).isEqualTo(new ProcessRun(0, "heapconv " + Version.number() + "\n", ""));
    Files.move(moved, prefix);
  }

  @Test
  @Order(10)
  void namesThatAreNotAsciiSurviveALocaleWithoutThem() throws Exception {
    assumeThat(canDecodeUtf8()).as("this system has a locale with UTF-8").isTrue();
    String script =
        """
        name=$(printf '\\303\\274')
        mkdir "$name" && cp "$2" "$name/$name" && cd "$name" &&
        "$1" -q "$name" -o "$name.pb.gz" && "$1" batch -q "$name" -o out &&
        ls . out
        """;
    ProcessRun result =
        execute(
            Map.of("LC_ALL", "C"), "sh", "-c", script, "sh", program.toString(), TRACE.toString());
    assertThat(result.status()).as(result.err()).isZero();
    // ProcessRun reads bytes as characters.
    assertThat(result.out())
        .contains("\u00c3\u00bc.pb.gz\n")
        .containsPattern("_-[0-9a-f]{12}\\.pb");
  }

  private static boolean canDecodeUtf8() throws Exception {
    ProcessRun locales = execute(Map.of(), "sh", "-c", "locale -a || echo C.UTF-8");
    return locales.out().toLowerCase(Locale.ROOT).matches("(?s).*\\bc\\.utf-?8\\b.*");
  }

  @Test
  @Tag("nightly")
  @Order(11)
  void installsIntoAFolderWhoseNameIsNotAscii() throws Exception {
    assumeThat(canDecodeUtf8()).as("this system has a locale with UTF-8").isTrue();
    String script =
        "PREFIX=$PWD/$(printf '\\303\\266') && export PREFIX && \"$1\" && \"$PREFIX/bin/heapconv\""
            + " -V";
    ProcessRun result =
        execute(
            Map.of("LC_ALL", "C"), "sh", "-c", script, "sh", ROOT.resolve("install.sh").toString());
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  @Tag("nightly")
  @Order(12)
  void optionsOfTheEnvironmentDoNotConfuseTheInstaller() throws Exception {
    ProcessRun result =
        execute(
            Map.of(
                "PREFIX",
                prefix.toString(),
                "JAVA_TOOL_OPTIONS",
                "-Xmx4g -XX:+UseParallelGC",
                "JDK_JAVA_OPTIONS",
                "-Dx=11"),
            ROOT.resolve("install.sh").toString());
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out()).contains("installed heapconv").doesNotContain("note: this Java");
  }

  @Test
  @Tag("nightly")
  @Order(13)
  void twoInstallationsAtOnceBothSucceed() throws Exception {
    String script = "\"$1\" & first=$!; \"$1\" && wait $first";
    ProcessRun result =
        execute(
            Map.of("PREFIX", prefix.toString()),
            "sh",
            "-c",
            script,
            "sh",
            ROOT.resolve("install.sh").toString());
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    try (Stream<Path> builds = Files.list(prefix.resolve("lib/heapconv"))) {
      assertThat(builds).hasSize(1);
    }
    assertThat(run(program, "--version").status()).isZero();
  }

  @Test
  @Order(14)
  void uninstallLeavesNothing() throws Exception {
    Path others = Files.writeString(prefix.resolve("bin/other"), "not ours");
    assertThat(installer("--uninstall").status()).isZero();
    try (Stream<Path> left = Files.walk(prefix)) {
      assertThat(left.filter(Files::isRegularFile)).containsExactly(others);
    }
    assertThat(installer("--uninstall").out()).contains("not installed");
  }

  private static ProcessRun installer(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("install.sh").toString()));
    command.addAll(List.of(words));
    return execute(Map.of("PREFIX", prefix.toString()), command.toArray(String[]::new));
  }

  private static ProcessRun run(Path executable, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(List.of(words));
    return execute(Map.of(), command.toArray(String[]::new));
  }

  private static ProcessRun execute(Map<String, String> variables, String... command)
      throws Exception {
    return ProcessRun.in(folder, variables, command);
  }
}
