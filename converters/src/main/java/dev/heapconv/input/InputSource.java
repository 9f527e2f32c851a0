package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Something that can be opened for reading: a file, standard input, or a member of an archive. */
public final class InputSource {

  /** What to do with a recording once it is open. */
  @FunctionalInterface
  public interface Action<T> {
    T apply(Input input) throws IOException;
  }

  /** What to do with a member of an archive; its stream may be left unread. */
  @FunctionalInterface
  public interface MemberAction {
    /**
     * @return whether to continue with the next member
     */
    boolean accept(String member, Input input) throws IOException;
  }

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

  /** Bytes from elsewhere, such as standard input; can be opened only once. */
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

  /** Its name in messages. */
  public String name() {
    return name;
  }

  /** How many of its stored bytes have been read; may be called from any thread. */
  public long bytesRead() {
    return bytesRead.get();
  }

  /** Its stored size in bytes; -1 if unknown. */
  public long size() {
    try {
      return path == null || !Files.isRegularFile(path) ? -1 : Files.size(path);
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * Opens the source down to its plain bytes and hands them to {@code action}.
   *
   * <p>For a zip, that is the named member, or else the first that is {@code wanted} and that the
   * action can use: an action that finds nothing in a member throws an input error, and the next
   * member is tried. For a tar, it is all {@code wanted} members concatenated into one stream,
   * which is how a Perfetto trace enriched with symbols is stored.
   *
   * @param wanted whether the beginning of a member looks readable
   */
  public <T> T withPlainBytes(Limits limits, Predicate<byte[]> wanted, Action<T> action)
      throws IOException {
    return Inputs.withPlainBytes(this, limits, wanted, action);
  }

  /**
   * Whether its content is an archive: a zip, or a tar that may be compressed.
   *
   * @throws HeapConvException if it cannot be opened
   */
  public boolean isArchive(Limits limits) throws IOException {
    return Archives.isArchive(this, limits);
  }

  /**
   * Whether an archive is one trace in parts: a tar with symbols or deobfuscation tables beside the
   * trace, as created by {@code traceconv bundle}. Its members make sense only together.
   */
  public boolean isOneTrace(Limits limits) throws IOException {
    return Archives.isOneTrace(this, limits);
  }

  /**
   * Passes the members of an archive to {@code action} in order, uncompressed, until it returns
   * false.
   *
   * @throws HeapConvException {@link ErrorId#DAMAGED_ARCHIVE} if the rest cannot be read
   */
  public void forEachMember(Limits limits, MemberAction action) throws IOException {
    try (InputStream stored = openStored()) {
      Archives.forEachMember(name, stored, limits, action);
    }
  }

  /** The requested member of the archive; null for the first that is a profile. */
  @Nullable String member() {
    return member;
  }

  /** Whether it is stored in this regular file, perhaps by another name or a link. */
  public boolean isStoredIn(Path file) throws IOException {
    return path != null
        && Files.isRegularFile(file)
        && Files.exists(path)
        && Files.isSameFile(path, file);
  }

  /** Opens the stored bytes. */
  InputStream openStored() throws IOException {
    if (stream != null) {
      return counting(stream);
    }
    Path file = Objects.requireNonNull(path);
    try {
      if (Files.isDirectory(file)) {
        throw HeapConvException.input(ErrorId.IS_DIRECTORY, name);
      }
      return counting(Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw HeapConvException.input(ErrorId.NO_SUCH_FILE, name).causedBy(e);
    } catch (AccessDeniedException e) {
      throw HeapConvException.input(ErrorId.PERMISSION_DENIED, name).causedBy(e);
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
