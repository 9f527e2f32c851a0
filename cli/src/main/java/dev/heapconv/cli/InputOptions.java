package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/** Options of every command that reads profiles. */
final class InputOptions extends OptionGroup {

  /** An address on the net; {@code file:} URIs name files. */
  private static final Pattern URL = Pattern.compile("(?!file:)[a-z][a-z0-9+]+://");

  private final Argument<List<String>> inputs =
      parameters(
          PositionalParamSpec.builder()
              .paramLabel("INPUT")
              .description(
                  "A trace or other heap profile, plain or compressed (gzip, zstd), or an archive"
                      + " (zip, tar) or a member of it: 'ARCHIVE!MEMBER'; - for stdin."));

  private final Argument<List<String>> processes =
      texts(
          Heading.SELECTION,
          "--process NAME|PID",
          "Take only this process; may be a glob, and may be repeated.");

  private final Argument<List<String>> heaps =
      texts(
          Heading.SELECTION,
          "--heap NAME",
          "Take only this heap; may be a glob, and may be repeated.");

  private final Argument<DumpSelector> dump;

  private final Argument<Long> samplingInterval =
      value(
          Quantities::bytes,
          Heading.NUMBERS,
          "--sampling-interval BYTES",
          "Sampling interval to use instead of the one that the recording states or shows; 1 if"
              + " everything was recorded.");

  /** Not a boolean, of which picocli makes an option without a value. */
  private enum Answer {
    YES,
    NO
  }

  private final Argument<Answer> scaled =
      oneOf(
          Answer.values(),
          Heading.NUMBERS,
          "--scaled yes|no",
          "Whether the producer of a pprof or OTLP profile scaled its numbers, whatever it states"
              + " or shows.");

  private final Argument<Boolean> strict =
      flag(Heading.INPUT, "--strict", "Treat damage in an input as an error, not as a warning.");

  private final Argument<List<String>> limits =
      hiddenTexts(
          "--raise-limit WHAT=N",
          "Raise a limit that guards against hostile input: packet=BYTES, inflated=BYTES,"
              + " window=BYTES, depth=FRAMES.");

  private final Argument<Integer> threads =
      value(
          Quantities::positive,
          Heading.GENERAL,
          "-j --jobs N",
          "Use at most N threads (default: the number of cores).");

  private final NamingOptions naming = group(new NamingOptions(this::threads));

  InputOptions() {
    this("last (default), first, all");
  }

  /**
   * @param dumps words for dumps and which of them are usual, for help
   */
  InputOptions(String dumps) {
    dump =
        value(
            InputOptions::dump,
            List.of("last", "first", "all", "max"),
            Heading.SELECTION,
            "--dump DUMP",
            "Dumps to take: " + dumps + ", max (the peak of each heap) or a number.");
  }

  /** Of a command that works on several inputs at a time, each on one thread. */
  static InputOptions ofSeveralAtATime() {
    InputOptions options = new InputOptions();
    options.leaveOut(options.threads);
    return options;
  }

  /** Of a command that takes all dumps. */
  static InputOptions ofAllDumps() {
    InputOptions options = new InputOptions();
    options.leaveOut(options.dump);
    return options;
  }

  private static DumpSelector dump(String text) {
    try {
      return DumpSelector.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  NamingOptions naming() {
    return naming;
  }

  /** How many threads may work on one input. */
  int threads() {
    return threads.valueOr(Runtime.getRuntime().availableProcessors());
  }

  /** The inputs as they were named. */
  List<String> arguments() {
    return inputs.valueOr(List.of());
  }

  /** Which option took an input as its value; empty if none did. */
  String takenByOption() {
    return inputs.takenByOption();
  }

  /**
   * The inputs that the command line names.
   *
   * @throws UsageException if there are none
   */
  List<NamedInput> named(Terminal terminal) {
    if (arguments().isEmpty()) {
      throw new UsageException(
          "name a heap profile to read, or - for stdin"
              + takenByOption()
              + "; try '"
              + inputs.command().qualifiedName()
              + " --help'");
    }
    TableName.refuse(arguments());
    String forgotten = MissingFile.forgottenOutput(arguments());
    if (!forgotten.isEmpty()) {
      throw new UsageException(forgotten);
    }
    // After two hyphens, all words are inputs.
    if (!inputs.command().commandLine().getParseResult().originalArgs().contains("--")) {
      MissingFile.refuseCommands(arguments());
    }
    List<NamedInput> named = new ArrayList<>();
    boolean allNameDumps = true;
    for (String input : arguments()) {
      NamedInput one = NamedInput.parse(input, terminal);
      named.add(one);
      allNameDumps &= one.dump() != null;
    }
    if (dump.isGiven() && allNameDumps) {
      throw new UsageException("--dump has no effect: every input names its own dump after a #");
    }
    return named;
  }

  /** Whether this is an address on the net. */
  static boolean isUrl(String name) {
    return URL.matcher(name).lookingAt();
  }

  /** A file or a member of an archive, by its name. */
  static InputSource source(String name) {
    if (isUrl(name)) {
      throw new UsageException(
          name
              + ": heapconv reads files; download it first"
              + (name.startsWith("http") ? ", or pipe it: curl -L URL | heapconv -" : ""));
    }
    try {
      return InputSource.parse(name);
    } catch (InvalidPathException e) {
      throw FileNames.invalid(name);
    }
  }

  /** The dumps that the command line selects; {@code usual} if it does not. */
  DumpSelector dumpOr(DumpSelector usual) {
    return dump.valueOr(usual);
  }

  /** Whether the command line selects dumps of all inputs. */
  boolean selectsDumps() {
    return dump.isGiven();
  }

  /** How to read the dumps that the command line selects, or else the last. */
  ReadOptions readOptions() throws IOException {
    return readOptions(dumpOr(DumpSelector.LAST));
  }

  /** How to read some dumps, whatever the command line selects. */
  ReadOptions readOptions(DumpSelector choice) throws IOException {
    return new ReadOptions(
            new Selection(processes.valueOr(List.of()), heaps.valueOr(List.of()), choice),
            0,
            strict.isGiven(),
            limits())
        .withGiven(
            new GivenSampling(
                samplingInterval.valueOr(0L),
                scaled.isGiven() ? scaled.value() == Answer.YES : null))
        .withNamings(naming.namings())
        .withThreads(threads());
  }

  /** Whether damage is an error. */
  boolean isStrict() {
    return strict.isGiven();
  }

  private Limits limits() {
    Limits result = Limits.DEFAULT;
    for (String limit : limits.valueOr(List.of())) {
      int end = limit.indexOf('=');
      long value;
      try {
        value = Quantities.bytes(limit.substring(end + 1));
      } catch (TypeConversionException e) {
        throw new UsageException(
            "--raise-limit needs a number above 0, as in depth=4096 or packet=512M, not '"
                + limit
                + "'");
      }
      String what = limit.substring(0, Math.max(0, end));
      result =
          switch (what) {
            case "packet" ->
                result.withMaxPacketBytes((int) Math.min(value, Integer.MAX_VALUE - 8));
            case "inflated" -> result.withMaxInflatedBytes(value);
            case "window" -> result.withMaxWindowBytes(value);
            case "depth" -> result.withMaxStackDepth((int) Math.min(value, Integer.MAX_VALUE - 8));
            default ->
                throw new UsageException(
                    "unknown limit '" + what + "'; choose packet, inflated, window or depth");
          };
    }
    return result;
  }
}
