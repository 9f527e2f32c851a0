package dev.heapconv.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import org.opentest4j.TestAbortedException;

/**
 * Tests that are skipped because this machine lacks a tool. Each module notes them in a file of its
 * build folder; {@link #main}, which the last module of the build runs, prints them all.
 */
public final class NotTested {

  private static final Path FILE = Path.of("target", "not-tested");

  private NotTested() {}

  /**
   * Has the end of the build say what was not tested.
   *
   * @param what remains untested
   * @param remedy what is missing, and how to get it
   * @return to be thrown: it skips the test
   */
  public static TestAbortedException because(String what, String remedy) {
    String line = "not tested: " + what + " (" + remedy + ")";
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TestAbortedException(line);
  }

  /** Skips the test that asks, and has the end of the build say so, if a tool is not there. */
  public static void unless(boolean isThere, String what, String remedy) {
    if (!isThere) {
      throw because(what, remedy);
    }
  }

  /** Prints each line once, and deletes the files. The argument is the folder of the project. */
  public static void main(String[] arguments) throws IOException {
    Set<String> lines = new TreeSet<>();
    Files.walkFileTree(
        Path.of(arguments[0]),
        Set.of(),
        4,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.endsWith(FILE)) {
              lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    lines.forEach(System.out::println);
  }
}
