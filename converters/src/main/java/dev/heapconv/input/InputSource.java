package dev.heapconv.input;

import dev.heapconv.model.HeapConvException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Something that can be opened for reading: a file, standard input, or a member of an archive. */
public final class InputSource {

  /** Separates the path of an archive from the name of a member. */
  private static final String MEMBER_SEPARATOR = "!";

  private final String name;
  private final @Nullable Path path;
  private final @Nullable InputStream stream;
  private final @Nullable String member;
  private final AtomicLong bytesRead = new AtomicLong();

  private InputSource(
      String name, @Nullable Path path, @Nullable InputStream stream, @Nullable String member) {
    this.name = Objects.requireNonNull(name, "name");
    this.path = path;
    this.stream = stream;
    this.member = member;
  }

  /** A file. */
  public static InputSource file(Path path) {
    return new InputSource(path.toString(), path, null, null);
  }

  /** Bytes from elsewhere, such as standard input; can be opened once. */
  public static InputSource stream(String name, InputStream stream) {
    return new InputSource(name, null, stream, null);
  }

  /** A file, or with {@code archive.zip!member} one member of an archive. */
  public static InputSource parse(String argument) {
    Path whole = Path.of(argument);
    int separator = argument.indexOf(MEMBER_SEPARATOR);
    if (separator > 0 && separator < argument.length() - 1 && !Files.exists(whole)) {
      Path archive = Path.of(argument.substring(0, separator));
      if (Files.exists(archive)) {
        return new InputSource(
            archive.toString(), archive, null, argument.substring(separator + 1));
      }
    }
    return file(whole);
  }

  /** What messages call it. */
  public String name() {
    return name;
  }

  /** How many bytes of it, as stored, have been read; may be asked by any thread. */
  public long bytesRead() {
    return bytesRead.get();
  }

  /** Its size as stored in bytes; -1 when unknown. */
  public long size() {
    try {
      return path == null || !Files.isRegularFile(path) ? -1 : Files.size(path);
    } catch (IOException e) {
      return -1;
    }
  }

  /** The member of the archive that is wanted; null for the first that is a profile. */
  @Nullable String member() {
    return member;
  }

  /** Opens the bytes as they are stored. */
  InputStream openStored() throws IOException {
    if (stream != null) {
      return counting(stream);
    }
    Path file = Objects.requireNonNull(path);
    try {
      if (Files.isDirectory(file)) {
        throw HeapConvException.input("is-directory", name, "is a directory; name the files in it");
      }
      return counting(Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw HeapConvException.input("no-such-file", name, "no such file", e);
    } catch (AccessDeniedException e) {
      throw HeapConvException.input("permission-denied", name, "permission denied", e);
    }
  }

  private InputStream counting(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        int b = in.read();
        bytesRead.addAndGet(b < 0 ? 0 : 1);
        return b;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int n = in.read(target, offset, length);
        bytesRead.addAndGet(Math.max(n, 0));
        return n;
      }
    };
  }
}
