package dev.heapconv.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Where recordings are: our own in the project's {@code testdata}, large and foreign ones beside
 * the project.
 */
public final class TestData {

  private static final Path ROOT = Path.of(System.getProperty("heapconv.root", "..")).normalize();
  private static final Path SHARED =
      Path.of(System.getProperty("heapconv.shared", ROOT + "/../shared/data"));

  private TestData() {}

  /** A file of {@code testdata}. */
  public static Path own(String name) {
    return ROOT.resolve("testdata").resolve(name);
  }

  /** A recording of {@code testdata/heapprofd}. */
  public static Path recording(String name) {
    return own("heapprofd").resolve(name + ".pftrace");
  }

  /** A file of the shared data; the test that asks is skipped where the folder is absent. */
  public static Path shared(String name) {
    Path file = SHARED.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(file), () -> "no shared data: " + file + " (set -Dheapconv.shared)");
    return file;
  }

  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] recordingBytes(String name) {
    return bytes(recording(name));
  }

  /** The files of a folder whose names end so, sorted by name. */
  public static List<Path> list(Path folder, String suffix) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found =
          new ArrayList<>(files.filter(file -> file.toString().endsWith(suffix)).toList());
      found.sort(null);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
