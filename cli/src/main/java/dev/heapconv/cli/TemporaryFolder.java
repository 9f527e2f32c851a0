package dev.heapconv.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

/** A folder that is deleted with all that is in it. */
final class TemporaryFolder implements Closeable {

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("heapconv-"));
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    FileUtils.deleteDirectory(path.toFile());
  }
}
