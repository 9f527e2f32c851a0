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

/**
 * A source of one or more recordings: a file, standard input, a member of an archive, or any stream
 * that you open. {@link dev.heapconv.HeapConv} reads it.
 */
public final class InputSource {

  /**
   * The prefix of the names of all temporary files and folders of this process. A program can use
   * it to delete them when it is stopped.
   */
  public static final String TEMPORARY = Temporary.PREFIX;

  /** The content of an archive's member, judged by its beginning. */
  public enum InputContent {
    /** A Perfetto trace, whose symbols may be in other members. */
    TRACE,
    /** Symbols or deobfuscation maps in the form of a trace, as {@code traceconv} writes them. */
    SYMBOLS,
    /** A recording in another format that heapconv reads. */
    PROFILE,
    /** A profile that heapconv recognizes but does not read. */
    UNREAD,
    /** A description of the archive's other members, as Perfetto's tools write it. */
    MANIFEST,
    /** Another archive, which heapconv does not open. */
    ARCHIVE,
    /** Content that heapconv does not recognize. */
    OTHER;

    /** Whether a reader accepts the content; false for symbols. */
    boolean isRecording() {
      return this == TRACE || this == PROFILE;
    }

    /** Returns the name of the content in JSON, in lower case. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Opens the bytes of a source. */
  @FunctionalInterface
  public interface Opener {
    /** Opens a new stream that starts at the first byte. */
    InputStream open() throws IOException;
  }

  /**
   * Processes a recording once it is open.
   *
   * @param <T> the result of processing
   */
  @FunctionalInterface
  public interface Action<T> {
    /**
     * Processes a recording.
     *
     * @param input the open recording, which the caller closes
     * @throws HeapConvException if the recording cannot be used; the caller goes on with the next
     *     one
     */
    T apply(Input input) throws IOException;
  }

  /** Processes each recording of a source. */
  @FunctionalInterface
  public interface RecordingVisitor {
    /**
     * Processes a recording.
     *
     * @param recording the open recording, which the caller closes
     * @return whether to continue with the next recording
     * @throws HeapConvException if the recording cannot be used; the caller goes on with the next
     *     one
     */
    boolean visit(Input recording) throws IOException;
  }

  /**
   * A member of an archive.
   *
   * @param name its path in the archive
   * @param content its content, judged by its beginning
   */
  public record ArchiveMember(String name, InputContent content) {}

  /**
   * The recordings of a source.
   *
   * @param <T> the result of processing a recording
   * @param read the results for the recordings that could be used, in their order; at least one
   * @param failed the errors of the recordings that could not be used
   */
  public record Recordings<T>(List<T> read, List<HeapConvException> failed) {
    public Recordings {
      read = List.copyOf(read);
      failed = List.copyOf(failed);
    }

    /**
     * Returns the result for the only recording.
     *
     * @param source the name of the source, for the error
     * @throws HeapConvException {@link ErrorId#SEVERAL_RECORDINGS} if there is more than one
     */
    public T only(String source) throws HeapConvException {
      if (read.size() > 1) {
        throw HeapConvException.input(ErrorId.SEVERAL_RECORDINGS, source, read.size());
      }
      return read.get(0);
    }
  }

  /** Separates the path of an archive from the name of a member. */
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

  /**
   * Returns a file as a source.
   *
   * @param path the path; the file need not exist yet
   */
  public static InputSource file(Path path) {
    return new InputSource(PathNames.text(path), path, null, null);
  }

  /**
   * Returns a stream as a source, such as standard input. You can read this source only once.
   *
   * @param name the name of the source in messages
   * @param stream the stored bytes, possibly compressed
   */
  public static InputSource stream(String name, InputStream stream) {
    return of(name, () -> stream);
  }

  /**
   * Returns any other source, such as an object in a store.
   *
   * @param name the name of the source in messages
   * @param opener opens the stored bytes from the beginning, each time that it is called
   */
  public static InputSource of(String name, Opener opener) {
    return new InputSource(name, null, opener, null);
  }

  /**
   * Returns a file, or with {@code archive.zip!member} one member of an archive. If a file has this
   * whole name, the file is meant.
   *
   * @param argument the path, or a {@code file:} URI, optionally followed by {@code !} and a member
   * @throws java.nio.file.InvalidPathException if the argument cannot be the name of a file
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

  /** Returns the name of the source in messages. */
  public String name() {
    return name;
  }

  /** Whether the file exists; true for a source that is not a file. */
  public boolean exists() {
    return path == null || Files.exists(path);
  }

  /**
   * Returns a text that is equal for two sources of the same file and member, even if their paths
   * differ.
   */
  public String identity() {
    try {
      String file = path == null ? name : PathNames.text(path.toRealPath());
      return member == null ? file : file + MEMBER_SEPARATOR + member;
    } catch (IOException e) {
      return name;
    }
  }

  /**
   * Returns how many of the stored bytes have been read since the source was last opened. Any
   * thread may call this.
   */
  public long bytesRead() {
    return bytesRead.get();
  }

  /** Returns the stored size in bytes; -1 if unknown. */
  public long size() {
    try {
      return path == null || !Files.isRegularFile(path) ? -1 : Files.size(path);
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * Reads every recording of the source: one, unless it is an archive that contains several. It
   * reads a Perfetto trace in an archive together with the symbols beside it. It does not open
   * archives in archives; each of them is an error in the result.
   *
   * @param <T> the result of {@code action}
   * @param limits the limits for hostile input
   * @param contents judges the content of an archive's member by its beginning, such as {@code
   *     Formats.STANDARD::content}
   * @param action processes each recording in turn. If it throws an input error, the rest are still
   *     read
   * @return the results and the errors, with at least one result
   * @throws HeapConvException if there is no recording, or if {@code action} could use none
   */
  public <T> Recordings<T> readAll(
      Limits limits, Function<byte[], InputContent> contents, Action<T> action) throws IOException {
    List<T> read = new ArrayList<>();
    List<HeapConvException> failed =
        forEachRecording(limits, contents, recording -> read.add(action.apply(recording)));
    return new Recordings<>(read, failed);
  }

  /**
   * Reads recordings like {@link #readAll}, until the visitor wants no more.
   *
   * @param limits the limits for hostile input
   * @param contents judges the content of an archive's member by its beginning
   * @param visitor processes each recording in turn
   * @return the errors of the recordings that could not be read or used
   * @throws HeapConvException if there is no recording, or if {@code visitor} could use none
   */
  public List<HeapConvException> forEachRecording(
      Limits limits, Function<byte[], InputContent> contents, RecordingVisitor visitor)
      throws IOException {
    return Inputs.forEachRecording(this, limits, contents, visitor);
  }

  /**
   * Lists the members of an archive: a zip or a tar, possibly compressed. If the archive is
   * damaged, the list ends at the damage. A member that cannot be opened is {@link
   * InputContent#OTHER}.
   *
   * @param limits the limits for hostile input
   * @param contents judges the content of a member by its beginning
   * @return null if the source is not an archive
   * @throws HeapConvException if the source cannot be opened
   */
  public @Nullable List<ArchiveMember> members(
      Limits limits, Function<byte[], InputContent> contents) throws IOException {
    return Inputs.members(this, limits, contents);
  }

  /** The member that the caller asked for; null for all members that are profiles. */
  @Nullable String member() {
    return member;
  }

  /** Returns the path of the file; null if the source is not a file. */
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

  /** Sets the position up to which the source has been read. */
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
