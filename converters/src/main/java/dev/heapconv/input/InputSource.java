package dev.heapconv.input;

import dev.heapconv.io.BlockStream;
import dev.heapconv.io.PathNames;
import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something that can be opened for reading: a file, standard input, or a member of an archive. */
public final class InputSource {

  /**
   * How the names of all temporary files and folders of this process begin, for programs that
   * delete them when they are stopped.
   */
  public static final String TEMPORARY = Temporary.PREFIX;

  /** What a member of an archive is, judged by its beginning. */
  public enum InputContent {
    /** A Perfetto trace, whose symbols may be in other members. */
    TRACE,
    /** Symbols or deobfuscation maps in the form of a trace, as {@code traceconv} writes them. */
    SYMBOLS,
    /** A recording in another format. */
    PROFILE,
    /** A profile that is recognized, but not read. */
    UNREAD,
    /** What an archive says of its other members, as Perfetto's tools write it. */
    MANIFEST,
    /** Another archive, which is not opened. */
    ARCHIVE,
    /** Nothing that is recognized. */
    OTHER;

    /** Whether a reader accepts it, symbols aside. */
    boolean isRecording() {
      return this == TRACE || this == PROFILE;
    }

    /** Its name in JSON. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Opens the bytes of a source. */
  @FunctionalInterface
  public interface Opener {
    InputStream open() throws IOException;
  }

  /** What to do with a recording once it is open. */
  @FunctionalInterface
  public interface Action<T> {
    T apply(Input input) throws IOException;
  }

  /** What to do with each recording of a source. */
  @FunctionalInterface
  public interface RecordingVisitor {
    /**
     * @return whether to continue with the next recording
     * @throws HeapConvException if it cannot be used, which does not keep the others from being
     *     visited
     */
    boolean visit(Input recording) throws IOException;
  }

  /** A member of an archive, and what it is by its beginning. */
  public record ArchiveMember(String name, InputContent content) {}

  /**
   * The recordings of a source.
   *
   * @param read what became of those that could be used, in their order; at least one
   * @param failed the errors of the others
   */
  public record Recordings<T>(List<T> read, List<HeapConvException> failed) {
    public Recordings {
      read = List.copyOf(read);
      failed = List.copyOf(failed);
    }

    /**
     * What became of the only recording.
     *
     * @param source the name of the source
     * @throws HeapConvException {@link ErrorId#SEVERAL_RECORDINGS} if there are others
     */
    public T only(String source) throws HeapConvException {
      if (read.size() > 1) {
        throw HeapConvException.input(ErrorId.SEVERAL_RECORDINGS, source, read.size());
      }
      return read.get(0);
    }
  }

  /** Separates an archive from the name of a member. */
  static final String MEMBER_SEPARATOR = "!";

  private final String name;
  private final @Nullable Path path;
  private final @Nullable Opener opener;
  private final @Nullable String member;
  private final AtomicLong bytesRead = new AtomicLong();

  private InputSource(
      String name, @Nullable Path path, @Nullable Opener opener, @Nullable String member) {
    this.name = Objects.requireNonNull(name, "name");
    this.path = path;
    this.opener = opener;
    this.member = member;
  }

  /** A file. */
  public static InputSource file(Path path) {
    return new InputSource(PathNames.text(path), path, null, null);
  }

  /** Bytes from elsewhere, such as standard input; can be opened only once. */
  public static InputSource stream(String name, InputStream stream) {
    return of(name, () -> stream);
  }

  /**
   * Bytes from elsewhere, such as an object store.
   *
   * @param opener opens them from their start, as often as it is called
   */
  public static InputSource of(String name, Opener opener) {
    return new InputSource(name, null, opener, null);
  }

  /**
   * A file, or with {@code archive.zip!member} one member of an archive.
   *
   * @param argument its path, or its {@code file:} URI as in {@link PathNames}
   * @throws java.nio.file.InvalidPathException if it cannot be the name of a file
   */
  public static InputSource parse(String argument) {
    Path whole = PathNames.path(argument);
    int last = argument.length() - 1;
    if (!Files.exists(whole)) {
      for (int i = argument.indexOf(MEMBER_SEPARATOR, 1);
          i > 0 && i < last;
          i = argument.indexOf(MEMBER_SEPARATOR, i + 1)) {
        Path archive = PathNames.path(argument.substring(0, i));
        if (Files.exists(archive)) {
          return new InputSource(PathNames.text(archive), archive, null, argument.substring(i + 1));
        }
      }
    }
    return file(whole);
  }

  /** Its name in messages. */
  public String name() {
    return name;
  }

  /** Whether there is such a file; true for other sources. */
  public boolean exists() {
    return path == null || Files.exists(path);
  }

  /** The same for two sources of the same file and member, under whatever names. */
  public String identity() {
    try {
      String file = path == null ? name : PathNames.text(path.toRealPath());
      return member == null ? file : file + MEMBER_SEPARATOR + member;
    } catch (IOException e) {
      return name;
    }
  }

  /**
   * How many of its stored bytes have been read since it was last opened; may be called from any
   * thread.
   */
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
   * Reads every recording of the source: one, unless it is an archive that holds several. A
   * Perfetto trace in an archive is read together with the symbols beside it. Archives in archives
   * are not opened, which is an error of its own for each.
   *
   * @param contents what a member of an archive is, by its beginning
   * @param action called with each recording in turn; throws an input error if it cannot be used,
   *     which does not keep the others from being read
   * @throws HeapConvException if there is no recording, or {@code action} could use none
   */
  public <T> Recordings<T> readAll(
      Limits limits, Function<byte[], InputContent> contents, Action<T> action) throws IOException {
    List<T> read = new ArrayList<>();
    List<HeapConvException> failed =
        forEachRecording(limits, contents, recording -> read.add(action.apply(recording)));
    return new Recordings<>(read, failed);
  }

  /**
   * Like {@link #readAll}, for a visitor that may want only the first recordings.
   *
   * @return why others could not be read, or used
   * @throws HeapConvException if there is no recording, or {@code visitor} could use none
   */
  public List<HeapConvException> forEachRecording(
      Limits limits, Function<byte[], InputContent> contents, RecordingVisitor visitor)
      throws IOException {
    return Inputs.forEachRecording(this, limits, contents, visitor);
  }

  /**
   * The members of an archive, a zip or a tar that may be compressed, up to damage in it. One that
   * cannot be opened is nothing that is recognized.
   *
   * @param contents what a member is, by its beginning
   * @return null if the source is no archive
   * @throws HeapConvException if it cannot be opened
   */
  public @Nullable List<ArchiveMember> members(
      Limits limits, Function<byte[], InputContent> contents) throws IOException {
    return Inputs.members(this, limits, contents);
  }

  /** The requested member of the archive; null for all that are profiles. */
  @Nullable String member() {
    return member;
  }

  /** The file; null if it is none. */
  public @Nullable Path path() {
    return path;
  }

  /** Opens the stored bytes. */
  InputStream openStored() throws IOException {
    if (opener != null) {
      return counting(opener.open());
    }
    Path file = Objects.requireNonNull(path);
    try {
      if (Files.isDirectory(file)) {
        throw HeapConvException.input(ErrorId.IS_DIRECTORY, name);
      }
      return counting(Files.newInputStream(file));
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw HeapConvException.unreadable(name, e);
    }
  }

  /** Says up to where it has been read. */
  void reached(long position) {
    bytesRead.set(position);
  }

  private InputStream counting(InputStream in) {
    return new BlockStream(in) {
      private long position;

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int n = in.read(target, offset, length);
        position += Math.max(n, 0);
        reached(position);
        return n;
      }
    };
  }
}
