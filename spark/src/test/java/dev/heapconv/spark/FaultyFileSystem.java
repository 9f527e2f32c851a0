package dev.heapconv.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files that fail when they are opened, if their names say so. */
public final class FaultyFileSystem extends RawLocalFileSystem {

  static final String SCHEME = "faulty";

  /** Names this class in the settings of Spark. */
  static final String SETTING = "spark.hadoop.fs." + SCHEME + ".impl";

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

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
