package dev.heapconv.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Local files that fail when they are opened: those called deadly end the process, and those with
 * an {@link #outage} cannot be read, a flaky one once.
 */
public final class FaultyFileSystem extends LocalFileSystem {

  /** Settings of Spark that put this class in the place of the local file system. */
  static Map<String, Object> settings() {
    return Map.of(
        "spark.hadoop.fs.file.impl",
        FaultyFileSystem.class.getName(),
        "spark.hadoop.fs.file.impl.disable.cache",
        "true");
  }

  /** A file beside another that cannot be read as long as it is there. */
  static java.nio.file.Path outage(java.nio.file.Path file) {
    return file.resolveSibling("." + file.getFileName() + ".outage");
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    String name = file.getName();
    if (name.startsWith("deadly")) {
      Runtime.getRuntime().halt(1);
    }
    java.nio.file.Path outage = outage(Paths.get(file.toUri().getPath()));
    if (Files.exists(outage)) {
      if (name.startsWith("flaky")) {
        Files.delete(outage);
      }
      throw new IOException("connection refused");
    }
    return super.open(file, bufferSize);
  }
}
