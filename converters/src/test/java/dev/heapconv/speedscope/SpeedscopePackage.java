package dev.heapconv.speedscope;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The published speedscope package, which the build of the report fetches from npm with its other
 * packages.
 */
final class SpeedscopePackage {

  private static final Path RELEASE =
      Path.of(
          System.getProperty("heapconv.root", ".."),
          "converters/src/main/frontend/node_modules/speedscope/dist/release");

  private SpeedscopePackage() {}

  /** Skips the calling test where the package is absent. */
  static Path fileOrSkip(String name) {
    Path file = RELEASE.resolve(name).toAbsolutePath();
    Assumptions.assumeTrue(
        Files.exists(file), "no speedscope package at " + RELEASE + ": build with Node.js and npm");
    return file;
  }
}
