package dev.heapconv.cli;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Writes class data for the Java that it runs on; see {@link ClassData}. */
final class ClassDataBuild {

  private static final String ENDING = ".jsa";

  /** Archives of other Javas to keep, for who works with several. */
  private static final int KEPT = 3;

  private ClassDataBuild() {}

  /** Makes the archive that the argument names. Nobody waits for it or reads what it says. */
  public static void main(String[] args) throws IOException {
    new ClassData(Path.of(args[0])).make();
  }

  /**
   * Replaces {@code archive} as a whole, or leaves it as it is. Only one process may do so at a
   * time.
   *
   * @return whether it was replaced: not if this Java cannot write one, or a disk is full
   * @throws IOException if the folder of the archive cannot be written to
   */
  static boolean build(Path archive) throws IOException {
    Path work = Path.of(archive + ".building");
    delete(work);
    Files.createDirectory(work);
    try {
      String program = program(archive).toString();
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
      if (trained
          && run(
              "-Xshare:dump",
              // Java 24 and newer can write classes that need not be linked when they are used.
              "-XX:+IgnoreUnrecognizedVMOptions",
              "-XX:+AOTClassLinking",
              "-XX:SharedClassListFile=" + list,
              "-XX:SharedArchiveFile=" + written,
              "-cp",
              program)) {
        Files.move(written, archive, StandardCopyOption.ATOMIC_MOVE);
        removeOldest(archive.resolveSibling(""));
        return true;
      }
      return false;
    } finally {
      delete(work);
    }
  }

  /** The jar that the virtual machine finds the classes in, as it will be named in the archive. */
  static Path program(Path archive) throws IOException {
    return archive.resolveSibling("heapconv.jar").toRealPath();
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
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> archives =
          files
              .filter(file -> file.toString().endsWith(ENDING))
              .sorted(Comparator.comparing((Path file) -> -file.toFile().lastModified()))
              .toList();
      for (int i = KEPT; i < archives.size(); i++) {
        Files.deleteIfExists(archives.get(i));
        Files.deleteIfExists(Path.of(archives.get(i) + ".made"));
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
