package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.InputSource;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Options of every command that makes estimates: how, and of which stacks. */
final class EstimateOptions extends OptionGroup {

  /** The level of intervals unless another is asked for. */
  static final double CONFIDENCE = UnskewOptions.DEFAULT.confidence();

  private final Argument<Boolean> raw =
      flag(
          Heading.NUMBERS,
          "--raw",
          "Show the numbers as recorded, like the Perfetto UI, without the sampling correction.");

  private final Argument<Double> confidence = confidence(this);

  private final Argument<List<String>> references =
      texts(
          Heading.NUMBERS,
          "--sizes-from REFERENCE",
          "Take sizes of allocations, which heapprofd lacks, from a recording of the same program"
              + " that knows them better, such as one with a smaller sampling interval. May be"
              + " repeated.");

  private final Argument<Pattern> focus =
      pattern(
          Heading.SELECTION,
          "--focus REGEX",
          "Keep only stacks in which a function, source file or library matches, in every output.");

  private final Argument<Pattern> ignore =
      pattern(
          Heading.SELECTION,
          "--ignore REGEX",
          "Leave out stacks in which a function, source file or library matches.");

  /** The level of intervals, which commands have that make them. */
  static Argument<Double> confidence(OptionGroup command) {
    return command.value(
        Quantities::level,
        Heading.NUMBERS,
        "--confidence LEVEL",
        "Level of the confidence intervals, such as 0.9 or 90%% (default: " + CONFIDENCE + ").");
  }

  /** The level of intervals. */
  double confidence() {
    return confidence.valueOr(CONFIDENCE);
  }

  private List<String> references() {
    return references.valueOr(List.of());
  }

  /** Takes out what is about stacks, for a command that describes whole recordings. */
  EstimateOptions withoutStacks() {
    leaveOut(focus, ignore);
    return this;
  }

  /** Estimates on one thread. */
  UnskewSetup unskewOptions(InputOptions inputs, MessageOptions messages) throws IOException {
    check();
    UnskewOptions options = samplingOptions();
    if (references().isEmpty()) {
      return new UnskewSetup(options, null, choice());
    }
    Unskewing unskewing = new Unskewing(options);
    List<EstimatedProfile> recordings = new ArrayList<>();
    for (String reference : references()) {
      EstimatedProfile recording = unskewing.apply(read(reference, inputs.readOptions()));
      if (!ReferenceSizes.hasSizes(recording)) {
        recording = recording.withNotice(Notice.of(ErrorId.NO_KNOWN_SIZES));
      }
      messages.report(recording);
      recordings.add(recording);
    }
    return new UnskewSetup(options, ReferenceSizes.of(recordings), choice());
  }

  /** The files of a command's inputs, and those that give sizes and names. */
  TouchedFiles filesRead(List<NamedInput> inputs, NamingOptions naming) {
    List<InputSource> sources = new ArrayList<>();
    for (NamedInput input : inputs) {
      sources.add(input.source());
    }
    for (String reference : references()) {
      sources.add(InputOptions.source(reference));
    }
    for (String file : naming.files()) {
      sources.add(InputOptions.source(file));
    }
    TouchedFiles files = new TouchedFiles();
    for (InputSource source : sources) {
      Path path = source.path();
      if (path != null) {
        files.read(path);
      } else if (source.name().equals(NamedInput.STDIN)) {
        // A shell may have opened a file as it.
        files.read(Path.of("/dev/stdin"));
      }
    }
    return files;
  }

  /** Reads all of a reference recording: what is selected and overridden are the inputs. */
  private static RecordedProfile read(String reference, ReadOptions ofInputs) throws IOException {
    if (reference.equals("-")) {
      throw new UsageException("--sizes-from cannot read standard input; name a file");
    }
    try {
      return HeapConv.read(
          InputOptions.source(reference),
          new ReadOptions(Selection.DEFAULT, 0, ofInputs.strict(), ofInputs.limits())
              .withNamings(ofInputs.namings())
              .withThreads(ofInputs.threads()));
    } catch (HeapConvException e) {
      throw e.at("--sizes-from " + e.where());
    }
  }

  /** Whether numbers are shown as recorded. */
  boolean areRaw() {
    return raw.isGiven();
  }

  /** Refuses what makes no sense, before any file is read. */
  void check() {
    choice();
    if (references.isGiven() && raw.isGiven()) {
      throw new UsageException("--sizes-from has no effect with --raw; omit one of them");
    }
  }

  private StackChoice choice() {
    return new StackChoice(focus.value(), ignore.value());
  }

  private UnskewOptions samplingOptions() {
    return new UnskewOptions(!raw.isGiven(), confidence());
  }
}
