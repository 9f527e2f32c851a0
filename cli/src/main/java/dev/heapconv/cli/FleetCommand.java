package dev.heapconv.cli;

import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.UnskewSetup;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The command line of a job that converts a fleet on many machines: the options of {@code batch},
 * and what they mean. The job itself is given, and says where files are.
 */
public final class FleetCommand extends Command {

  private static final String MAPS = "--proguard-map";

  /** Options whose values are files to read. */
  private static final List<String> READ = List.of("--symbols", MAPS, "--sizes-from", "--weights");

  /** Options whose values are files to write. */
  private static final List<String> WRITTEN = List.of("--merge-into", "--summary", "--learn-sizes");

  private final Job job;
  private final InputOptions inputs = group(InputOptions.ofSeveralAtATime());

  private final Argument<List<String>> lists =
      texts(
          option(Heading.INPUT, "--list")
              .paramLabel("FILE")
              .description("Text file of inputs, one per line, taken literally; may be repeated."));

  private final Argument<String> output =
      text(
          option(Heading.OUTPUT, "-o", "--output")
              .required(true)
              .paramLabel("DIR")
              .description("Folder for the tables. Only one job at a time may write to it."));

  private final FolderOptions folders = group(new FolderOptions());
  private final ResumeOptions resuming = group(new ResumeOptions());
  private final TotalsOptions totals = group(new TotalsOptions());
  private final RowOptions rows = group(new RowOptions().withoutDumps());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  /** What converts the inputs. */
  @FunctionalInterface
  public interface Job {

    /** Converts what a command line names; {@code arguments} are its words. */
    BatchResult run(FleetCommand command, String[] arguments) throws IOException;
  }

  /** Where a file is that an option names. */
  @FunctionalInterface
  public interface Place {
    String of(String name) throws IOException;
  }

  private String[] arguments = {};

  private FleetCommand(Job job, Terminal terminal) {
    super(terminal);
    this.job = job;
    leaveOut(inputs.naming().withoutCache());
  }

  /** Runs one command line and returns its exit status; messages go to standard error. */
  public static int run(Job job, String... arguments) {
    Terminal terminal = new Terminal(System.in, System.out, System.err, false, false);
    FleetCommand command = new FleetCommand(job, terminal);
    command.arguments = arguments;
    ErrorReporter errors = new ErrorReporter(terminal);
    return parser(command)
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(
            (failure, parser, parsed) -> {
              boolean known =
                  failure instanceof HeapConvException || failure instanceof UsageException;
              if (!known) {
                // Perhaps the cluster failed.
                failure.printStackTrace(System.err);
              }
              return errors.handleExecutionException(failure, parser, parsed);
            })
        .execute(arguments);
  }

  /** Reads a command line on another machine, where it prints nothing. */
  public static FleetCommand parse(String... arguments) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    FleetCommand command =
        new FleetCommand(
            (parsed, words) -> {
              throw new IllegalStateException("only parsed");
            },
            new Terminal(System.in, nowhere, nowhere, false, false));
    parser(command).parseArgs(arguments);
    return command;
  }

  private static CommandLine parser(FleetCommand command) {
    CommandLine parser = command.parser();
    command.spec().name("heapconv-spark.jar");
    return parser
        // Lists are files of any file system, so @FILE cannot mean a local one.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.synopsisHeading("Usage: ")
        .customSynopsis("spark-submit [SPARK OPTIONS] heapconv-spark.jar INPUT... -o DIR [OPTIONS]")
        .description(
            "%nConvert a fleet's traces into tables in Parquet: files, folders (recursively),"
                + " globs, and archives (each profile in them) of any Hadoop file system.",
            "One bad trace never stops the others. Use --resume to continue a job that was killed."
                + " Files that options name are sent to all executors, except local:/PATH, which"
                + " each has already.%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:every input was converted",
                "1:internal error, or the cluster failed",
                "2:invalid command line, DIR contains the tables of an earlier job, or --device"
                    + " fits no input",
                "3:no profile was found, or a list, a map or a recording for --sizes-from cannot be"
                    + " used",
                "4:DIR cannot be written to",
                "5:some inputs failed"));
  }

  @Override
  public Integer call() throws IOException {
    if (inputs().isEmpty() && lists().isEmpty()) {
      throw new UsageException(
          "name files, folders or globs to convert, or a list of them with --list");
    }
    // What makes no sense is said before anything is done.
    resuming.existing();
    resuming.isByHash();
    filter();
    totals.withTable(rows, null);
    estimates.check();
    try {
      return messages.report(job.run(this, arguments), id -> false, output());
    } catch (HeapConvException e) {
      if (e.id() == ErrorId.NO_DEOBFUSCATOR) {
        throw new UsageException(
            "--proguard-map needs r8.jar (com.android.tools:r8 of Maven's Google repository); add"
                + " it with --jars r8.jar");
      }
      throw e;
    }
  }

  /** Files, folders and globs. */
  public List<String> inputs() {
    return inputs.arguments();
  }

  /** Text files of inputs. */
  public List<String> lists() {
    return lists.valueOr(List.of());
  }

  /** The folder for the tables. */
  public String output() {
    return output.required();
  }

  /** Which files of folders to take. */
  public NameFilter filter() {
    return folders.filter();
  }

  /** What to do about the tables of an earlier job. */
  public BatchOptions.Existing existing() {
    return resuming.existing();
  }

  /** Whether an input has changed if its content has, and not its time. */
  public boolean isByHash() {
    return resuming.isByHash();
  }

  /** Whether to convert again what an earlier job failed to. */
  public boolean retriesFailed() {
    return resuming.retriesFailed();
  }

  /** The job stops when more inputs than this have failed. */
  public long maxFailures() {
    return resuming.maxFailures();
  }

  /** Name and version of the program. */
  public static String tool() {
    return Version.tool();
  }

  /**
   * How inputs are read.
   *
   * @throws HeapConvException if a file that names functions cannot be used
   */
  public ReadOptions readOptions() throws IOException {
    return inputs.readOptions().withThreads(1);
  }

  /**
   * How estimates are made.
   *
   * @throws HeapConvException if a laboratory recording cannot be used
   */
  public UnskewSetup unskewOptions() throws IOException {
    return estimates.unskewOptions(inputs, messages);
  }

  /** What to write over all inputs; there is always a table. */
  public FleetOptions totals() throws IOException {
    return totals.withTable(rows, totals.weights());
  }

  /** Replaces the files to write by others. */
  public void replaceWritten(Place place) throws IOException {
    for (String name : WRITTEN) {
      OptionSpec option = spec().findOption(name);
      String file = option.getValue();
      if (file != null) {
        option.setValue(place.of(file));
      }
    }
  }

  /**
   * The files to read, those that the environment names included.
   *
   * @param place called for each of them
   * @return by option its values, with places in place of files; for {@link #setFiles} on any
   *     machine
   */
  public Map<String, List<String>> files(Place place) throws IOException {
    inputs.naming().includeEnvironment();
    Map<String, List<String>> files = new HashMap<>();
    for (String name : READ) {
      Object value = spec().findOption(name).getValue();
      if (value != null) {
        List<String> places = new ArrayList<>();
        for (Object file : value instanceof List<?> several ? several : List.of(value)) {
          String text = file.toString();
          int at = fileAt(name, text);
          places.add(text.substring(0, at) + place.of(text.substring(at)));
        }
        files.put(name, places);
      }
    }
    return files;
  }

  /** Replaces the files to read by those at some places, which are below a folder or absolute. */
  public void setFiles(Map<String, List<String>> files, Path folder) {
    files.forEach(
        (name, places) -> {
          List<String> local = new ArrayList<>();
          for (String place : places) {
            int at = fileAt(name, place);
            local.add(place.substring(0, at) + folder.resolve(place.substring(at)));
          }
          OptionSpec option = spec().findOption(name);
          option.setValue(option.isMultiValue() ? local : local.get(0));
        });
  }

  private static int fileAt(String option, String value) {
    return option.equals(MAPS) ? JavaNames.fileAt(value) : 0;
  }

  /** Tells the progress. */
  public void progress(String message) {
    if (messages.wantsProgress()) {
      terminal().message("heapconv: " + message);
    }
  }

  /** Tells what to know when reading the results. */
  public void warning(Warning warning) {
    if (!messages.quiet()) {
      terminal().message("heapconv: warning: " + ErrorHints.message(warning));
    }
  }
}
