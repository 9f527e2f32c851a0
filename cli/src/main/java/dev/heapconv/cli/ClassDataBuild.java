package dev.heapconv.cli;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes class data for the Java that it runs on; see {@link ClassData}. */
final class ClassDataBuild {

  /** Archives of other Javas to keep, for who works with several. */
  private static final int KEPT = 3;

  private ClassDataBuild() {}

  /** Makes the archive that the argument names. Nobody waits for it or reads what it says. */
  public static void main(String[] args) throws IOException {
    build(Path.of(args[0]));
  }

  /** The folder that exists while {@code archive} is made, and after an attempt that failed. */
  static Path lock(Path archive) {
    return Path.of(archive + ".building");
  }

  /**
   * Replaces {@code archive} as a whole, or leaves it as it is and its {@link #lock} where it is:
   * if this Java cannot write one, or a disk is full.
   *
   * @throws IOException if the folder of the archive cannot be written to
   */
  static void build(Path archive) throws IOException {
    Path lock = Files.createDirectories(lock(archive));
    Path work = Files.createTempDirectory(lock, "");
    boolean made;
    try {
      made = build(archive, work);
    } finally {
      delete(work);
    }
    if (made) {
      delete(lock);
    }
  }

  private static boolean build(Path archive, Path work) throws IOException {
    String program = program(archive).toRealPath().toString();
    Path list = work.resolve("classes");
    Path written = work.resolve("archive");
    boolean trained =
        run(
            "-XX:DumpLoadedClassList=" + list,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dsun.misc.unsafe.memory.access=allow",
            "-cp",
            program,
            ClassDataTraining.class.getName(),
            work.toString());
    if (!trained
        || !run(
            "-Xshare:dump",
            // Java 24 and newer can write classes that need not be linked when they are used.
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+AOTClassLinking",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + written,
            "-cp",
            program)) {
      return false;
    }
    try (FileChannel file = FileChannel.open(written)) {
      file.force(true);
    }
    Files.setLastModifiedTime(written, Files.getLastModifiedTime(Path.of(program)));
    Files.move(written, archive, StandardCopyOption.ATOMIC_MOVE);
    removeOldest(archive.resolveSibling(""));
    return true;
  }

  /** The jar that the virtual machine finds the classes in. */
  static Path program(Path archive) {
    return archive.resolveSibling("heapconv.jar");
  }

  /** When a file was put in its place or written to, whatever time it was given. */
  static FileTime lastChange(Path file) throws IOException {
    return (FileTime) Files.getAttribute(file, "unix:ctime");
  }

  /** The program of the Java that runs this. */
  static List<String> java() {
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
  }

  /** Runs a process without the streams and options of the run that wanted the archive. */
  static boolean run(ProcessBuilder builder) throws IOException {
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process process =
        builder
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    try {
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      process.destroy();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static boolean run(String... options) throws IOException {
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of(options));
    return run(new ProcessBuilder(command));
  }

  private static void removeOldest(Path folder) throws IOException {
    Map<Path, FileTime> archives = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jsa")) {
      for (Path file : files) {
        archives.put(file, lastChange(file));
      }
    }
    List<Path> newestFirst = new ArrayList<>(archives.keySet());
    newestFirst.sort(Comparator.comparing(archives::get, Comparator.reverseOrder()));
    for (Path old : newestFirst.subList(Math.min(KEPT, newestFirst.size()), newestFirst.size())) {
      Files.delete(old);
    }
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
