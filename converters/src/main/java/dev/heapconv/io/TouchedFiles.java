package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that a command reads and writes, by whatever names and links: an output that would
 * replace one of them is refused.
 */
public final class TouchedFiles {

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final byte[] BREAKPAD = "MODULE ".getBytes(StandardCharsets.US_ASCII);

  private final Set<Object> read = new HashSet<>();
  private final Set<Object> written = new HashSet<>();
  private final List<Path> folders = new ArrayList<>();

  /** A file that is read, or a folder in which symbols are looked for. */
  public void read(Path file) {
    read.add(identity(file));
    if (Files.isDirectory(file)) {
      folders.add(place(file));
    }
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
    if (read.contains(identity) || hasSymbols(file)) {
      throw HeapConvException.output(ErrorId.OUTPUT_IS_INPUT, file.toString());
    }
    if (!written.add(identity)) {
      throw HeapConvException.output(ErrorId.OUTPUT_TWICE, file.toString());
    }
  }

  /** Whether a file is in one of the folders, and of a kind that has symbols. */
  private boolean hasSymbols(Path file) {
    Path place = place(file);
    if (folders.stream().noneMatch(place::startsWith)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(BREAKPAD.length);
      return Arrays.equals(start, BREAKPAD)
          || start.length > ELF.length && Arrays.equals(start, 0, ELF.length, ELF, 0, ELF.length);
    } catch (IOException e) {
      // It is not there yet, or nobody can read it.
      return false;
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
