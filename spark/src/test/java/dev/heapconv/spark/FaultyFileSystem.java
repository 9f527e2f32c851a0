package dev.heapconv.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Local files that fail when they are opened, if their names say so. */
public final class FaultyFileSystem extends LocalFileSystem {

  /** Settings of Spark that put this class in the place of the local file system. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "spark.hadoop.fs.file.impl",
          FaultyFileSystem.class.getName(),
          "spark.hadoop.fs.file.impl.disable.cache",
          "true");

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    String name = file.getName();
    if (name.startsWith("deadly")) {
      Runtime.getRuntime().halt(1);
    }
    if (name.startsWith("flaky")) {
      java.nio.file.Path tried =
          Paths.get(file.toUri().getPath()).resolveSibling("." + name + ".tried");
      if (!Files.exists(tried)) {
        Files.createFile(tried);
        throw new IOException("connection reset");
      }
    }
    if (name.startsWith("broken")) {
      throw new IOException("connection refused");
    }
    return super.open(file, bufferSize);
  }
}
