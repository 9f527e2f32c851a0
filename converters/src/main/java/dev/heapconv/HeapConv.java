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
import dev.heapconv.writer.Output;
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
 * most outputs hide. {@link dev.heapconv.query.TrimmedStacks} removes them: {@code new
 * TrimmedStacks(profile.stacks(), false).of(heap.stack(row))} is the stack that ends with the
 * program's function that allocated.
 */
public final class HeapConv {

  private HeapConv() {}

  /**
   * Reads a recording. The library detects its format from its content.
   *
   * @param source the file, stream or archive with the recording
   * @param options what to read, and how
   * @throws HeapConvException if the source cannot be read, has no supported format, contains no
   *     heap profile, or contains several recordings
   */
  public static RecordedProfile read(InputSource source, ReadOptions options) throws IOException {
    return read(source, options, Formats.STANDARD);
  }

  /**
   * Reads a recording with your own readers.
   *
   * @param source the file, stream or archive with the recording
   * @param options what to read, and how
   * @param formats the formats to try
   * @throws HeapConvException as for {@link #read(InputSource, ReadOptions)}
   */
  public static RecordedProfile read(InputSource source, ReadOptions options, Formats formats)
      throws IOException {
    return recordings(source, options, formats).only(source.name());
  }

  /**
   * Reads every recording of a source: one, unless the source is an archive that contains several.
   *
   * @param source the file, stream or archive with the recordings
   * @param options what to read, and how
   * @return at least one recording. If others could not be read, the first one has a warning about
   *     them
   * @throws HeapConvException if no recording can be read, or in strict mode if one cannot be read
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
   * @param input the open recording, which stays open
   * @param options what to read, and how
   * @param formats the formats to try
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

  /** Adds a warning to the first recording if others in the same archive cannot be read. */
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
   * Returns the warning that some members of an archive could not be read.
   *
   * @param failed the errors of these members, as {@link InputSource#forEachRecording} returns them
   * @param strict whether to throw the first problem
   * @return null if all these members merely contain no profile
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
   * @throws HeapConvException if lines were left out, and nothing is left
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
   * Reads a series of profiles that Fuchsia's memory sampler wrote for one process, as one profile
   * of its whole lifetime.
   *
   * @param sources the files of the series, in any order
   * @param options what to read, and how
   * @param allowPartial whether the last partial profile may replace a missing final one
   * @throws HeapConvException if the files are not a series of one process, or cannot be read
   */
  public static RecordedProfile readLifetime(
      List<InputSource> sources, ReadOptions options, boolean allowPartial) throws IOException {
    return named(PprofReader.readLifetime(sources, options, allowPartial), options);
  }

  /**
   * Estimates what the program allocated from the recorded samples.
   *
   * @param recorded the result of {@link #read(InputSource, ReadOptions)}
   * @param options the confidence level, and which correction to apply
   */
  public static EstimatedProfile unskew(RecordedProfile recorded, UnskewOptions options) {
    return new Unskewing(options).apply(recorded);
  }

  /**
   * Estimates recordings that you want to add up. If they were sampled alike, heapprofd's numbers
   * for a stack in all of them are evidence for its sizes.
   *
   * @param recordings the recordings
   * @param options the confidence level, and which correction to apply
   * @return the estimates in the same order
   */
  public static List<EstimatedProfile> unskewAll(
      List<RecordedProfile> recordings, UnskewOptions options) {
    SummedRecordings sum = new Unskewing(options).sum(new Progress());
    recordings.forEach(sum::add);
    return sum.estimates();
  }

  /**
   * Estimates what the program allocated, with sizes from other recordings of the same program.
   * They narrow the intervals of object counts.
   *
   * @param recorded the result of {@link #read(InputSource, ReadOptions)}
   * @param options the confidence level, and which correction to apply
   * @param reference profiles with smaller sampling intervals
   */
  public static EstimatedProfile unskew(
      RecordedProfile recorded, UnskewOptions options, List<EstimatedProfile> reference) {
    return new Unskewing(new UnskewSetup(options, ReferenceSizes.of(reference), StackChoice.ALL))
        .apply(recorded);
  }

  /**
   * Adds up profiles, stack by stack.
   *
   * @param profiles the profiles, at least one. Intervals of the rest get the confidence level of
   *     the first
   * @param byProcess whether processes with the same name are also added up
   */
  public static EstimatedProfile merge(List<EstimatedProfile> profiles, boolean byProcess) {
    return Merging.of(profiles, byProcess);
  }

  /**
   * Subtracts a profile from another, independent one, stack by stack.
   *
   * @param base the profile to subtract
   * @param changed the profile from which it is subtracted
   */
  public static EstimatedProfile subtract(EstimatedProfile base, EstimatedProfile changed) {
    return Subtraction.of(base, changed).profile();
  }

  /**
   * Returns a profile that a format can express. If the format has no negative numbers, they are
   * left out. The result has warnings about everything that is left out.
   *
   * @param profile the profile to write
   * @param format the format
   * @param options choices that the format leaves open
   */
  public static EstimatedProfile fitting(
      EstimatedProfile profile, Format format, WriteOptions options) {
    profile.check();
    Output output = format.output();
    EstimatedProfile fitting =
        output.holdsNegatives() ? profile : WithoutNegatives.of(profile, format.id());
    String leftOut = output.leftOut(fitting, options);
    return leftOut.isEmpty()
        ? fitting
        : fitting.withNotice(Notice.of(ErrorId.NO_PLACE, format.id(), leftOut));
  }

  /**
   * Writes a profile, after making it {@linkplain #fitting fit} the format.
   *
   * @param profile the profile
   * @param format the format
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written
   */
  public static void write(
      EstimatedProfile profile, Format format, WriteOptions options, OutputStream out)
      throws IOException {
    format.output().write(fitting(profile, format, options), options, out);
  }
}
