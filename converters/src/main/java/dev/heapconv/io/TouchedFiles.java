package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * The files that a command reads and writes, by whatever names and links: an output that would
 * replace one of them is refused.
 */
public final class TouchedFiles {

  private final Set<Object> read = new HashSet<>();
  private final Set<Object> written = new HashSet<>();

  /** A file that is read. */
  public void read(Path file) {
    read.add(identity(file));
  }

  /**
   * A file that is to be written. Pipes and devices may be named several times.
   *
   * @throws HeapConvException {@link ErrorId#OUTPUT_IS_INPUT} or {@link ErrorId#OUTPUT_TWICE}
   */
  public void write(Path file) throws HeapConvException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return;
    }
    Object identity = identity(file);
    if (read.contains(identity)) {
      throw HeapConvException.output(ErrorId.OUTPUT_IS_INPUT, file.toString());
    }
    if (!written.add(identity)) {
      throw HeapConvException.output(ErrorId.OUTPUT_TWICE, file.toString());
    }
  }

  /** The same for two paths to one file or folder, or to the place of one to come. */
  public static Object identity(Path path) {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return key == null ? path.toRealPath() : key;
    } catch (IOException e) {
      return place(path);
    }
  }

  /** Where a path leads, which need not exist: no link is left in it. */
  public static Path place(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      Path whole = path.toAbsolutePath();
      Path folder = whole.getParent();
      Path name = whole.getFileName();
      return folder == null || name == null
          ? whole
          : place(folder).resolve(name.toString()).normalize();
    }
  }
}
