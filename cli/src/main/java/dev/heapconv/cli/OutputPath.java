package dev.heapconv.cli;

import dev.heapconv.text.PathNames;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of files to write, as named on the command line. */
final class OutputPath {

  /** What Java makes of the bytes of an argument that are not text. */
  static final char REPLACEMENT = '\ufffd';

  private OutputPath() {}

  /** A path that is exactly what the user named. */
  static Path of(String name) {
    if (name.indexOf(REPLACEMENT) < 0) {
      try {
        return PathNames.path(name);
      } catch (InvalidPathException e) {
        // Reported below.
      }
    }
    throw new UsageException("'" + name + "' is not a valid file name");
  }
}
