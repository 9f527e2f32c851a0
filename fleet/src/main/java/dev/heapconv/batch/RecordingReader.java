package dev.heapconv.batch;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.batch.ReadResult.Failure;
import dev.heapconv.batch.ReadResult.Recording;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns inputs into estimates, wherever their bytes come from. A bad input is a result, never an
 * exception. Any number of threads may share one object.
 */
public final class RecordingReader {

  private final Formats formats;
  private final ReadOptions read;
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
     * @return whether to continue with the next recording of an archive
     */
    boolean accept(ReadResult result);
  }

  public RecordingReader(Formats formats, ReadOptions read, UnskewSetup unskew) {
    this.formats = formats;
    this.read = read;
    this.unskewing = new Unskewing(unskew);
  }

  /**
   * Reads an input. The recordings of an archive are results of their own; the last result is that
   * of the input itself, unless the sink stopped earlier. Too little memory is a failure, too,
   * which need not be the fault of the input.
   *
   * @param done whether a member of an archive need not be read; asked once for each, before its
   *     size and hash are known
   */
  public void read(Source source, Predicate<Facts> done, Sink sink) {
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
              : readArchive(source, facts, new ArchiveVisit(facts, done, sink));
    } catch (Throwable e) {
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
      InputSource input =
          archive ? archive(source, hashed) : InputSource.stream(source.name(), hashed);
      ReadResult result = recording(facts, hashed, () -> HeapConv.read(input, read, formats));
      boolean changed =
          result instanceof Recording
              && ((stat.size() >= 0 && hashed.count() != stat.size())
                  || !source.stat().equals(stat));
      return changed ? changed((Recording) result) : result;
    }
  }

  private static Recording changed(Recording recording) {
    EstimatedProfile profile =
        recording.profile().withNotice(Notice.of(ErrorId.CHANGED_WHILE_READ));
    return new Recording(recording.facts(), profile);
  }

  /**
   * @param recorded reads a recording through a stream that hashes it
   */
  private ReadResult recording(
      Facts facts, HashedStream hashed, IOSupplier<RecordedProfile> recorded) {
    try {
      EstimatedProfile profile = unskewing.apply(recorded.get());
      return new Recording(facts.of(hashed), profile);
    } catch (Throwable e) {
      return failure(facts, hashed, e);
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
        Notice notice = HeapConv.unreadMembers(failed, visit.results == 0 || read.strict());
        Failure none = visit.withoutProfile;
        return visit.stopped
            ? null
            : none != null && visit.results == 0
                ? new Failure(facts.of(hashed), none.error(), none.message())
                : new ReadResult.Archive(
                    facts.of(hashed), notice == null ? List.of() : List.of(notice));
      } catch (IOException e) {
        return visit.stopped ? null : failure(facts, hashed, e);
      }
    }
  }

  /** Reads the members of an archive. */
  private final class ArchiveVisit implements InputSource.RecordingVisitor {
    private final Facts archive;
    private final Predicate<Facts> done;
    private final Sink sink;
    private final Set<String> names = new HashSet<>();
    private int results;
    private boolean stopped;
    private @Nullable Failure withoutProfile;

    ArchiveVisit(Facts archive, Predicate<Facts> done, Sink sink) {
      this.archive = archive;
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
      Facts facts = new Facts(name, member, -1, archive.modified(), null, System.nanoTime());
      if (done.test(facts)) {
        results++;
        return true;
      }
      HashedStream hashed = new HashedStream(input.stream());
      Input named = input.as(name).through(hashed);
      ReadResult result = recording(facts, hashed, () -> HeapConv.read(named, read, formats));
      if (result instanceof Failure failure && failure.isBesideRecordings()) {
        withoutProfile = withoutProfile == null ? failure : withoutProfile;
      } else {
        results++;
      }
      stopped = !sink.accept(result);
      return !stopped;
    }
  }

  /** The failure of an input that is hashed if it can be read to its end. */
  private static Failure failure(Facts facts, HashedStream hashed, Throwable problem) {
    try {
      return failure(facts.of(hashed), problem);
    } catch (IOException e) {
      return failure(facts, problem);
    }
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
