package dev.heapconv.batch;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.batch.ReadResult.Failure;
import dev.heapconv.batch.ReadResult.Recording;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.RecordedSizes;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.transform.Unskewing;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns inputs into estimates, wherever their bytes come from. A bad input is a result, never an
 * exception. Any number of threads may share one object.
 */
public final class RecordingReader {

  /** What is said of files that are something else. */
  private static final Set<ErrorId> NO_PROFILE =
      Set.of(
          ErrorId.EMPTY_INPUT,
          ErrorId.UNKNOWN_FORMAT,
          ErrorId.NOT_A_HEAP_PROFILE,
          ErrorId.UNSUPPORTED_FORMAT,
          ErrorId.NO_PROFILE_IN_ARCHIVE);

  /** Failures caused by the machine, not by the input. */
  private static final Set<ErrorId> PASSING =
      Set.of(
          ErrorId.CANNOT_WRITE,
          ErrorId.IS_DIRECTORY,
          ErrorId.OUT_OF_MEMORY,
          ErrorId.INTERNAL_ERROR,
          ErrorId.NO_ZSTD,
          ErrorId.PERMISSION_DENIED,
          ErrorId.UNREADABLE);

  private final Formats formats;
  private final ReadOptions read;
  private final UnskewSetup unskew;
  private final Unskewing unskewing;

  /** An input. */
  public interface Source {

    /** What results call it. */
    String name();

    /**
     * Its size and time. Asked before and after it is read, to notice that it changes meanwhile; a
     * source that never changes may answer from memory.
     *
     * @throws IOException if it cannot be read; {@link HeapConvException} with the reason
     */
    Stat stat() throws IOException;

    /** Opens its bytes from the start. Called several times, one after another. */
    InputStream open() throws IOException;

    /** The same input, to find out what it is. */
    default InputSource input() {
      return InputSource.of(name(), this::open);
    }
  }

  /**
   * What is known of an input before it is read.
   *
   * @param size in bytes; -1 when unknown
   * @param modified milliseconds since 1970 at which it was last modified; 0 when unknown
   */
  public record Stat(long size, long modified) {}

  /** Receives results as they are made. */
  @FunctionalInterface
  public interface Sink {
    /**
     * An {@link OutOfMemoryError} is treated like one while reading.
     *
     * @return whether to continue with the next recording of an archive
     */
    boolean accept(ReadResult result);
  }

  public RecordingReader(Formats formats, ReadOptions read, UnskewSetup unskew) {
    this.formats = formats;
    this.read = read;
    this.unskew = unskew;
    this.unskewing = new Unskewing(unskew);
  }

  /**
   * Reads an input. The recordings of an archive are results of their own; the last result is that
   * of the input itself, unless the sink stopped earlier.
   *
   * @param alone whether all memory is for this input: then one that runs out of memory is a
   *     failure
   * @param done whether a member of an archive need not be read; asked once for each, before its
   *     size and hash are known
   * @throws OutOfMemoryError if there was too little memory, and {@code alone} is false; call again
   *     with what was passed on done
   */
  public void read(Source source, boolean alone, Predicate<Facts> done, Sink sink) {
    Facts facts = new Facts(source.name(), null, -1, 0, null, System.nanoTime());
    ReadResult result;
    try {
      Stat stat = source.stat();
      facts = new Facts(facts.name(), null, stat.size(), stat.modified(), null, facts.begun());
      List<InputSource.ArchiveMember> members =
          source.input().members(read.limits(), formats::content);
      result =
          members == null || isOneTrace(members)
              ? readOne(source, members != null, stat, facts)
              : readArchive(source, facts, new ArchiveVisit(facts, alone, done, sink));
    } catch (IOException | RuntimeException | StackOverflowError e) {
      result = failure(facts, e);
    } catch (OutOfMemoryError e) {
      if (!alone) {
        throw e;
      }
      result = failure(facts, e);
    }
    if (result != null) {
      sink.accept(result);
    }
  }

  /**
   * Whether an archive is one trace in parts, which make sense only together: a trace with symbols
   * or deobfuscation tables beside it, as created by {@code traceconv bundle}.
   */
  private static boolean isOneTrace(List<InputSource.ArchiveMember> members) {
    return members.stream()
        .map(InputSource.ArchiveMember::content)
        .collect(Collectors.toSet())
        .containsAll(Set.of(InputSource.InputContent.TRACE, InputSource.InputContent.SYMBOLS));
  }

  /**
   * An archive whose bytes are hashed. That of a file is read from the file: there is no need to
   * copy it.
   */
  private static InputSource archive(Source source, HashedStream hashed) {
    InputSource input = source.input();
    return input.path() == null ? InputSource.stream(source.name(), hashed) : input;
  }

  private ReadResult readOne(Source source, boolean archive, Stat stat, Facts facts)
      throws IOException {
    try (InputStream in = source.open()) {
      HashedStream hashed = new HashedStream(in);
      try {
        InputSource input =
            archive ? archive(source, hashed) : InputSource.stream(source.name(), hashed);
        RecordedProfile recorded = HeapConv.read(input, read, formats);
        EstimatedProfile profile = unskewing.apply(recorded);
        hashed.drain();
        if ((stat.size() >= 0 && hashed.count() != stat.size()) || !source.stat().equals(stat)) {
          profile = profile.withWarning(Warning.of(ErrorId.CHANGED_WHILE_READ));
        }
        Facts whole = facts.with(facts.size(), hashed.hash());
        return new Recording(whole, profile, RecordedSizes.of(recorded, unskew));
      } catch (IOException | RuntimeException | StackOverflowError e) {
        return failure(facts.with(facts.size(), hashed.hashOfRest()), e);
      }
    }
  }

  /** The result of an archive itself; null if the sink wanted no more members. */
  private @Nullable ReadResult readArchive(Source source, Facts facts, ArchiveVisit visit)
      throws IOException {
    try (InputStream in = source.open()) {
      HashedStream hashed = new HashedStream(in);
      try {
        List<HeapConvException> failed =
            archive(source, hashed).forEachRecording(read.limits(), formats::content, visit);
        Warning warning = HeapConv.unreadMembers(failed, visit.results == 0 || read.strict());
        hashed.drain();
        Facts whole = facts.with(facts.size(), hashed.hash());
        Failure none = visit.withoutProfile;
        if (visit.stopped) {
          return null;
        }
        return none != null && visit.results == 0
            ? new Failure(whole, none.error(), none.message())
            : new ReadResult.Archive(whole, warning == null ? List.of() : List.of(warning));
      } catch (IOException e) {
        return visit.stopped ? null : failure(facts.with(facts.size(), hashed.hashOfRest()), e);
      }
    }
  }

  /** Reads the members of an archive. */
  private final class ArchiveVisit implements InputSource.RecordingVisitor {
    private final Facts archive;
    private final boolean alone;
    private final Predicate<Facts> done;
    private final Sink sink;
    private final Set<String> names = new HashSet<>();
    private int results;
    private boolean stopped;
    private @Nullable Failure withoutProfile;

    ArchiveVisit(Facts archive, boolean alone, Predicate<Facts> done, Sink sink) {
      this.archive = archive;
      this.alone = alone;
      this.done = done;
      this.sink = sink;
    }

    @Override
    public boolean visit(Input input) {
      String name = input.name();
      String member = name.substring(archive.name().length() + 1);
      while (!names.add(name)) {
        // An archive may contain several members of one name.
        name += "'";
      }
      Facts unread = new Facts(name, member, -1, archive.modified(), null, System.nanoTime());
      if (done.test(unread)) {
        results++;
        return true;
      }
      try {
        pass(readMember(unread, input));
      } catch (OutOfMemoryError e) {
        if (!alone) {
          throw e;
        }
        pass(failure(unread, e));
      }
      return !stopped;
    }

    private void pass(ReadResult result) {
      if (result instanceof Failure failure && failure.isBesideRecordings()) {
        withoutProfile = withoutProfile == null ? failure : withoutProfile;
      } else {
        results++;
      }
      stopped = !sink.accept(result);
    }
  }

  private ReadResult readMember(Facts unread, Input input) {
    HashedStream hashed = new HashedStream(input.stream());
    try {
      RecordedProfile recorded =
          HeapConv.read(input.as(unread.name()).through(hashed), read, formats);
      EstimatedProfile profile = unskewing.apply(recorded);
      hashed.drain();
      Facts whole = unread.with(hashed.count(), hashed.hash());
      return new Recording(whole, profile, RecordedSizes.of(recorded, unskew));
    } catch (IOException | RuntimeException | StackOverflowError e) {
      String hash = hashed.hashOfRest();
      return failure(hash == null ? unread : unread.with(hashed.count(), hash), e);
    }
  }

  /**
   * Whether a file that is in a folder with others, and was not named itself, is something else,
   * such as a text: it should be skipped.
   *
   * @param name name of the file
   * @param error name of the {@link ErrorId} that says why it could not be read
   */
  public static boolean isNoProfile(String name, String error) {
    return ErrorId.ofWireName(error).filter(NO_PROFILE::contains).isPresent()
        && !Input.isNamedLikeProfile(name);
  }

  /**
   * Whether a failure was caused by the machine, so that trying again may help.
   *
   * @param error name of an {@link ErrorId}, possibly from another version
   */
  public static boolean isPassing(String error) {
    return ErrorId.ofWireName(error).filter(PASSING::contains).isPresent();
  }

  /** The failure that an exception means. */
  static Failure failure(Facts facts, Throwable problem) {
    HeapConvException known = asKnown(facts.name(), problem);
    String reason = HeapConvException.reason(known);
    return new Failure(
        facts, known.id(), known.isOfOutput() ? known.where() + ": " + reason : reason);
  }

  private static HeapConvException asKnown(String name, Throwable problem) {
    if (problem instanceof IOException unreadable) {
      return HeapConvException.unreadable(name, unreadable);
    }
    return problem instanceof OutOfMemoryError
        ? HeapConvException.input(ErrorId.OUT_OF_MEMORY, name)
        : HeapConvException.input(ErrorId.INTERNAL_ERROR, name, problem);
  }
}
