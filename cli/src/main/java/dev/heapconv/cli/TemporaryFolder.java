package dev.heapconv.cli;

import dev.heapconv.io.Temporary;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

/** A folder that is deleted with all that is in it. */
record TemporaryFolder(Path path) implements Closeable {

  static TemporaryFolder create(String neededBy) throws IOException {
    return new TemporaryFolder(Temporary.folder(neededBy));
  }

  @Override
  public void close() throws IOException {
    FileUtils.deleteDirectory(path.toFile());
  }
}
