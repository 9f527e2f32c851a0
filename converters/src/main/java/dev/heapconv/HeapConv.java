package dev.heapconv;

import dev.heapconv.combine.Merging;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.SummedRecordings;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Naming;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Progress;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.naming.Demangling;
import dev.heapconv.query.Subtraction;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The library in three calls:
 *
 * <pre>{@code
 * RecordedProfile recorded = HeapConv.read(InputSource.parse("trace.pftrace"), ReadOptions.DEFAULT);
 * EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
 * HeapConv.write(profile, Format.PPROF, new WriteOptions("my tool 1.0", null), out);
 * }</pre>
 *
 * <p>The stacks of a profile end with functions of the allocator, such as {@code malloc}, which
 * most outputs hide. {@link dev.heapconv.query.TrimmedStacks} takes them away: {@code new
 * TrimmedStacks(profile.stacks(), false).of(heap.stack(row))} is the stack that ends with the
 * function of the program that allocated.
 */
public final class HeapConv {

  private HeapConv() {}

  /**
   * Reads a recording. Its format is detected from its content.
   *
   * @throws HeapConvException if it cannot be read, has no supported format, or contains no heap
   *     profile
   */
  public static RecordedProfile read(InputSource source, ReadOptions options) throws IOException {
    return read(source, options, Formats.STANDARD);
  }

  /** Like {@link #read(InputSource, ReadOptions)}, with a program's own readers. */
  public static RecordedProfile read(InputSource source, ReadOptions options, Formats formats)
      throws IOException {
    return recordings(source, options, formats).only(source.name());
  }

  /**
   * Reads every recording of a source: one, unless it is an archive that holds several.
   *
   * @return at least one recording
   * @throws HeapConvException as for {@link #read}, if there is none
   */
  public static List<RecordedProfile> readAll(InputSource source, ReadOptions options)
      throws IOException {
    return recordings(source, options, Formats.STANDARD).read();
  }

  private static InputSource.Recordings<RecordedProfile> recordings(
      InputSource source, ReadOptions options, Formats formats) throws IOException {
    try {
      InputSource.Recordings<RecordedProfile> found =
          source.readAll(
              options.limits(), formats::content, input -> recorded(input, options, formats));
      List<RecordedProfile> named = new ArrayList<>();
      for (RecordedProfile recording : found.read()) {
        named.add(named(recording, options));
      }
      found = new InputSource.Recordings<>(named, found.failed());
      return found.failed().isEmpty() ? found : withNotice(found, options.strict());
    } catch (IOException e) {
      throw HeapConvException.unreadable(source.name(), e);
    }
  }

  /**
   * Reads one recording that is already open, such as those that {@link
   * InputSource#forEachRecording} visits.
   *
   * @throws HeapConvException as for {@link #read(InputSource, ReadOptions)}
   */
  public static RecordedProfile read(Input input, ReadOptions options, Formats formats)
      throws IOException {
    return named(recorded(input, options, formats), options);
  }

  private static RecordedProfile named(RecordedProfile recorded, ReadOptions options)
      throws IOException {
    RecordedProfile named = recorded;
    for (Naming naming : options.namings()) {
      named = naming.apply(named);
    }
    Demangling.apply(named.stacks());
    return named;
  }

  /** With a warning of the first recording if others in the same archive cannot be read. */
  private static InputSource.Recordings<RecordedProfile> withNotice(
      InputSource.Recordings<RecordedProfile> found, boolean strict) throws HeapConvException {
    Notice notice = unreadMembers(found.failed(), strict);
    if (notice == null) {
      return found;
    }
    List<RecordedProfile> read = new ArrayList<>(found.read());
    read.set(0, read.get(0).withNotice(notice));
    return new InputSource.Recordings<>(read, found.failed());
  }

  /**
   * The warning that members of an archive could not be read, where others could; null if each of
   * them has no profile.
   *
   * @param failed why they could not, as {@link InputSource#forEachRecording} returns it
   * @throws HeapConvException the first problem, if {@code strict}
   */
  public static @Nullable Notice unreadMembers(List<HeapConvException> failed, boolean strict)
      throws HeapConvException {
    List<HeapConvException> problems =
        failed.stream().filter(problem -> !problem.id().isWithoutProfile()).toList();
    if (problems.isEmpty()) {
      return null;
    }
    HeapConvException first = problems.get(0);
    if (strict) {
      throw first;
    }
    String problem = first.where() + ": " + HeapConvException.reason(first);
    return Notice.of(ErrorId.UNREAD_MEMBERS, problems.size(), problem);
  }

  private static RecordedProfile recorded(Input input, ReadOptions options, Formats formats)
      throws IOException {
    ProfileReader reader = formats.reader(input.head());
    if (reader == null) {
      throw UnsupportedInput.explain(input);
    }
    Input ahead = input.ahead(options.threads());
    try (Input closed = ahead == input ? null : ahead) {
      RecordedProfile read = reader.read(ahead, options);
      requireUnderstood(read);
      RecordedProfile checked =
          options
              .given()
              .checked(read.withCapture(read.capture().withAttributes(input.attributes())));
      if (options.strict()) {
        checkComplete(checked);
      }
      return checked;
    }
  }

  private static void checkComplete(RecordedProfile profile) throws HeapConvException {
    if (profile.effects().isIncomplete()) {
      for (Notice notice : profile.notices()) {
        if (notice.id().effect().isIncomplete()) {
          throw HeapConvException.input(notice, profile.capture().source());
        }
      }
    }
  }

  /**
   * @throws HeapConvException if there were lines, but all that could be understood is nothing
   */
  private static void requireUnderstood(RecordedProfile profile) throws HeapConvException {
    for (Notice notice : profile.notices()) {
      if (notice.id() == ErrorId.BAD_LINES
          && profile.heaps().stream().allMatch(heap -> heap.rows() == 0)) {
        throw HeapConvException.input(
            ErrorId.NOTHING_UNDERSTOOD, profile.capture().source(), notice.message());
      }
    }
  }

  /**
   * Copies a Perfetto trace without its compression, packets unchanged, and appends what the
   * namings of {@code options} know about its frames as packets with symbols and deobfuscation
   * maps. Read again, the copy has the same names without the namings. Does not close {@code out},
   * to which something may have been written when this fails.
   *
   * @return the recording with names
   * @throws HeapConvException {@link ErrorId#NOT_A_TRACE}, or as for {@link #read}
   */
  public static RecordedProfile addNames(InputSource source, ReadOptions options, OutputStream out)
      throws IOException {
    RecordedProfile recorded = NamedTrace.write(source, options, out);
    Demangling.apply(recorded.stacks());
    return recorded;
  }

  /**
   * Reads the series of profiles that Fuchsia's memory sampler wrote for one process as one profile
   * of its whole lifetime.
   *
   * @param allowPartial whether the last partial profile may replace a missing final one
   * @throws HeapConvException if they are not a series of one process, or cannot be read
   */
  public static RecordedProfile readLifetime(
      List<InputSource> sources, ReadOptions options, boolean allowPartial) throws IOException {
    return named(PprofReader.readLifetime(sources, options, allowPartial), options);
  }

  /** Estimates what the program allocated from what was recorded. */
  public static EstimatedProfile unskew(RecordedProfile recorded, UnskewOptions options) {
    return new Unskewing(options).apply(recorded);
  }

  /**
   * Estimates recordings that are to be added up. What heapprofd recorded of a stack in all of them
   * tells of its sizes, if they were sampled alike.
   *
   * @return in the same order
   */
  public static List<EstimatedProfile> unskewAll(
      List<RecordedProfile> recordings, UnskewOptions options) {
    SummedRecordings sum = new Unskewing(options).sum(new Progress());
    recordings.forEach(sum::add);
    return sum.estimates();
  }

  /**
   * Likewise, with the sizes of allocations that other recordings of the same program show.
   *
   * @param reference recordings with smaller sampling intervals
   */
  public static EstimatedProfile unskew(
      RecordedProfile recorded, UnskewOptions options, List<EstimatedProfile> reference) {
    return new Unskewing(new UnskewSetup(options, ReferenceSizes.of(reference), StackChoice.ALL))
        .apply(recorded);
  }

  /**
   * Adds up profiles, stack by stack.
   *
   * @param byProcess whether processes of one name are added up, too
   */
  public static EstimatedProfile merge(List<EstimatedProfile> profiles, boolean byProcess) {
    return Merging.of(profiles, byProcess);
  }

  /** What changed from a profile to another, independent one, stack by stack. */
  public static EstimatedProfile subtract(EstimatedProfile base, EstimatedProfile changed) {
    return Subtraction.of(base, changed).profile();
  }

  /**
   * A profile as a format can hold it: without its negative numbers if the format has none, and
   * with warnings of what is left out.
   */
  public static EstimatedProfile fitting(
      EstimatedProfile profile, Format format, WriteOptions options) {
    profile.check();
    EstimatedProfile fitting =
        format.has(Format.Property.NO_NEGATIVES)
            ? WithoutNegatives.of(profile, format.id())
            : profile;
    String leftOut = format.writer().leftOut(fitting, options);
    return leftOut.isEmpty()
        ? fitting
        : fitting.withNotice(Notice.of(ErrorId.NO_PLACE, format.id(), leftOut));
  }

  /** Writes a profile {@link #fitting} the format; does not close {@code out}. */
  public static void write(
      EstimatedProfile profile, Format format, WriteOptions options, OutputStream out)
      throws IOException {
    format.writer().write(fitting(profile, format, options), options, out);
  }
}
