package dev.heapconv.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The class data beside the program, from which the virtual machine takes the classes of a run
 * instead of reading and checking them: an archive that only the exact Java that wrote it accepts,
 * and only where it was written. The launcher names the archive for the Java that it starts; a run
 * that ended without one, such as the first after an update of Java, has it made in the background.
 *
 * <p>A record beside the archive ({@code .made}) says for which Java and program it was last
 * attempted, so that of many runs at once only one does so, and none in vain.
 */
final class ClassData {

  /** Where the archive of this Java is or should be; set by the launcher. */
  private static final String PROPERTY = "heapconv.classdata";

  /** Whether to make it before this run ends; set by install.sh. */
  private static final String NOW_PROPERTY = "heapconv.classdata.now";

  /** After this time, an attempt that failed is repeated. It takes some seconds. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private static final String FINISHED = "\nfinished\n";

  private final Path archive;

  ClassData(Path archive) {
    this.archive = archive;
  }

  /** Called when a run has written all its output: has the archive made if the run was without. */
  static void renew(String[] args, Terminal terminal) {
    String path = System.getProperty(PROPERTY);
    if (path == null || isInUse(path)) {
      return;
    }
    ClassData data = new ClassData(Path.of(path).toAbsolutePath().normalize());
    try {
      if (Boolean.getBoolean(NOW_PROPERTY)) {
        data.make();
      } else if (data.isTurnOfThisRun()) {
        data.makeInBackground();
      }
    } catch (IOException e) {
      List<String> words = Arrays.asList(args);
      if (words.contains("-v") || words.contains("--verbose")) {
        terminal.message(
            "heapconv: starts more slowly than it could: there are no class data for this Java in "
                + data.archive.resolveSibling("")
                + ", which cannot be written to; if its owner runs heapconv once, they are made");
      }
    }
  }

  /** The virtual machine shares no classes at all if it rejects an archive. */
  private static boolean isInUse(String path) {
    return System.getProperty("java.vm.info", "").contains("sharing") && new File(path).exists();
  }

  /** Whether this run should make the archive; then no other run will. */
  private boolean isTurnOfThisRun() throws IOException {
    Path record = record();
    try (FileChannel file =
            FileChannel.open(
                record,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return false;
      }
      // Not with another channel: closing that would release the lock.
      String before = new String(Channels.newInputStream(file).readAllBytes(), UTF_8);
      Instant last = Files.getLastModifiedTime(record).toInstant();
      if (before.equals(purpose() + FINISHED)
          || (!before.isEmpty() && Instant.now().isBefore(last.plus(PATIENCE)))) {
        return false;
      }
      file.truncate(0).write(UTF_8.encode(purpose()));
      return true;
    }
  }

  /** Makes the archive, and records that there is nothing left to attempt if that succeeded. */
  void make() throws IOException {
    if (ClassDataBuild.build(archive)) {
      Files.writeString(record(), purpose() + FINISHED);
    }
  }

  private void makeInBackground() throws IOException {
    // Neither the keys of the terminal nor its end reach what ignores these signals. The shell ends
    // at once: exiting takes the virtual machine 0.3 s longer while it watches a process.
    String detached =
        """
        trap '' HUP INT QUIT
        if command -v nice >/dev/null; then set -- nice -n 19 "$@"; fi
        "$@" &
        """;
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", detached, "sh");
    builder.command().addAll(ClassDataBuild.java());
    builder
        .command()
        .addAll(
            List.of(
                "-XX:+UseSerialGC",
                "-cp",
                ClassDataBuild.program(archive).toString(),
                ClassDataBuild.class.getName(),
                archive.toString()));
    builder.directory(archive.resolveSibling("").toFile());
    ClassDataBuild.run(builder);
  }

  private Path record() {
    return Path.of(archive + ".made");
  }

  /** For which Java and which program; an archive is of no use to others. */
  private String purpose() throws IOException {
    Path program = ClassDataBuild.program(archive);
    return String.join(
        "\n",
        System.getProperty("java.home"),
        System.getProperty("java.vm.version"),
        System.getProperty("java.vm.vendor"),
        program.toString(),
        Files.getLastModifiedTime(program).toString());
  }
}
