package dev.heapconv.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where recordings are: our own in the project's {@code testdata}, large and foreign ones beside
 * the project.
 */
public final class TestData {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SHARED =
      Path.of(System.getProperty("heapconv.shared", ROOT + "/../shared/data"));

  private TestData() {}

  /** The project's folder. */
  public static Path root() {
    return ROOT;
  }

  /** A file of {@code testdata}. */
  public static Path own(String name) {
    return ROOT.resolve("testdata").resolve(name);
  }

  /** A recording of {@code testdata/heapprofd}. */
  public static Path recording(String name) {
    return own("heapprofd").resolve(name + ".pftrace");
  }

  /** Recordings that between them have all kinds of dumps, heaps, stacks and names. */
  public static List<String> varied() {
    return List.of(
        "truth_i4096",
        "customheap_all",
        "dumpmax_i1",
        "names",
        "java_i4096",
        "inlined_symbolized",
        "phases_i512",
        "deeprec");
  }

  /** A file of the shared data; the test that asks is skipped where the folder is absent. */
  public static Path shared(String name) {
    Path file = SHARED.resolve(name);
    NotTested.unless(
        Files.exists(file),
        "recordings that are too large for this repository",
        "not found in " + SHARED + "; -Dheapconv.shared names their folder");
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
