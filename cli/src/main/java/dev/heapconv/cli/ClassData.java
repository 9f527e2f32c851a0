package dev.heapconv.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
 * <p>An archive has the time of the program's jar. One that is newer was changed after it was made,
 * and neither the launcher nor this class takes it for one: a damaged archive crashes Java.
 */
final class ClassData {

  /** Where the archive of this Java is or should be; set by the launcher. */
  private static final String PROPERTY = "heapconv.classdata";

  /** Whether to make it before this run ends; set by install.sh. */
  private static final String NOW_PROPERTY = "heapconv.classdata.now";

  /** After this time, what failed or was of no use is attempted again. It takes some seconds. */
  static final Duration PATIENCE = Duration.ofDays(1);

  private final Path archive;

  ClassData(Path archive) {
    this.archive = archive;
  }

  /** Called when a run has written all its output: has the archive made if the run was without. */
  static void renew(String[] args, Terminal terminal) {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      return;
    }
    ClassData data = new ClassData(Path.of(path).toAbsolutePath().normalize());
    // The virtual machine shares no classes at all if it rejects an archive.
    if (data.isIntact() && System.getProperty("java.vm.info", "").contains("sharing")) {
      return;
    }
    try {
      if (Boolean.getBoolean(NOW_PROPERTY)) {
        ClassDataBuild.build(data.archive);
      } else if (data.isTurnOfRunAt(Instant.now())) {
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

  /** Whether the launcher gives the archive to Java. */
  private boolean isIntact() {
    return Files.isReadable(archive)
        && archive.toFile().lastModified()
            <= ClassDataBuild.program(archive).toFile().lastModified();
  }

  /**
   * Whether this run should make the archive; then no other run will. An intact archive that Java
   * rejected is not replaced while it is new, because options may be the reason.
   */
  boolean isTurnOfRunAt(Instant now) throws IOException {
    FileTime recently = FileTime.from(now.minus(PATIENCE));
    Path lock = ClassDataBuild.lock(archive);
    if (isIntact() && ClassDataBuild.lastChange(archive).compareTo(recently) > 0) {
      return false;
    }
    if (Files.exists(lock)) {
      if (ClassDataBuild.lastChange(lock).compareTo(recently) > 0) {
        return false;
      }
      ClassDataBuild.delete(lock);
    }
    try {
      Files.createDirectory(lock);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
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
}
