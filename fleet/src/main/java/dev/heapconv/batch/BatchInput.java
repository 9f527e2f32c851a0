package dev.heapconv.batch;

import dev.heapconv.input.InputSource;
import dev.heapconv.io.PathNames;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * One input of a batch, as found before anything is read.
 *
 * @param name what the manifest calls it: its path, as it was reached, see {@link PathNames}
 * @param path where to read it
 * @param named whether the user named it; false if it was found in a folder
 * @param stem path of its outputs in the output folder, without the extension of their format
 * @param problem why it cannot be an input; null if no problem is known
 */
record BatchInput(
    String name, Path path, boolean named, String stem, @Nullable HeapConvException problem)
    implements RecordingReader.Source {

  BatchInput withStem(String other) {
    return new BatchInput(name, path, named, other, problem);
  }

  /** Whether there is such a file, which may be of no use. */
  boolean exists() {
    return problem == null ? Files.exists(path) : problem.id() != ErrorId.NO_SUCH_FILE;
  }

  /** Its size in bytes; 0 if that is unknown. */
  long size() {
    try {
      return problem == null ? Files.size(path) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public RecordingReader.Stat stat() throws IOException {
    if (problem != null) {
      throw problem;
    }
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw HeapConvException.input(ErrorId.NOT_A_FILE, path.toString());
    }
    return new RecordingReader.Stat(attributes.size(), attributes.lastModifiedTime().toMillis());
  }

  @Override
  public InputStream open() throws IOException {
    return Files.newInputStream(path);
  }

  /** As a file, of which an archive need not be copied. */
  @Override
  public InputSource input() {
    return InputSource.file(path);
  }
}
