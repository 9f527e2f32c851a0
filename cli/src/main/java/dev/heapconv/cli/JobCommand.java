package dev.heapconv.cli;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The command line of the job that writes the table of a fleet on many machines, which read it
 * again.
 */
public final class JobCommand extends Command {

  private final Job job;
  private final InputOptions inputs = group(InputOptions.ofSeveralAtATime());

  private final Argument<List<String>> lists =
      texts(Heading.INPUT, "--list FILE", "Text file of inputs, one per line; may be repeated.");

  private final Argument<Long> maxTraceMemory =
      value(
          Quantities::bytes,
          Heading.INPUT,
          "--max-trace-memory BYTES",
          "Inputs that are expected to need more memory are errors (default: 60 %% of the Java heap"
              + " of a driver or executor).");

  private final Argument<String> table =
      text(Heading.FLEETS, "--table TABLE", "The table to add to, a folder of HDFS or a disk.");

  private final FleetTableOptions totals = group(new FleetTableOptions());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final MessageOptions messages = group(new MessageOptions(terminal()));
  private String[] arguments = {};

  /** What converts the inputs. */
  @FunctionalInterface
  public interface Job {

    /** Converts what a command line names; {@code arguments} are its words. */
    BatchResult run(JobCommand command, String[] arguments) throws IOException;
  }

  private JobCommand(Job job) {
    super(new Terminal(System.in, System.out, System.err, false, false));
    this.job = job;
    inputs.naming().useManyMachines();
  }

  /** Runs one command line and returns its exit status; messages go to standard error. */
  public static int run(Job job, String... arguments) {
    JobCommand command = new JobCommand(job);
    command.arguments = arguments;
    ErrorReporter errors = new ErrorReporter(command.terminal());
    return parser(command)
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(
            (failure, parser, parsed) -> {
              if (!(failure instanceof HeapConvException || failure instanceof UsageException)) {
                // Perhaps the cluster failed.
                failure.printStackTrace(System.err);
              }
              return errors.handleExecutionException(failure, parser, parsed);
            })
        .execute(arguments);
  }

  /** Reads a command line on another machine. */
  public static JobCommand parse(String... arguments) {
    JobCommand command =
        new JobCommand(
            (parsed, words) -> {
              throw new IllegalStateException("only parsed");
            });
    parser(command).parseArgs(arguments);
    return command;
  }

  private static CommandLine parser(JobCommand command) {
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
        .customSynopsis(
            "spark-submit [SPARK OPTIONS] heapconv-spark.jar INPUT... --table TABLE [OPTIONS]")
        .description(
            "%nAdd recordings to the table of a fleet, as 'heapconv fleet add' does: from files,"
                + " folders (recursively), globs, and archives (each profile in them) of any Hadoop"
                + " file system.",
            "Inputs that failed are listed in the table errors. If the job is interrupted, run it"
                + " again. All machines read the files that options name. The job needs DuckDB:"
                + " name its jar with --jars duckdb_jdbc.jar.%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:every input was converted",
                "1:internal error, or the cluster failed",
                "2:invalid command line",
                "3:no profile was found, or a file that an option names cannot be used",
                "4:TABLE cannot be written to",
                "5:some inputs failed"));
  }

  @Override
  public Integer call() throws IOException {
    if (inputs().isEmpty() && lists().isEmpty()) {
      throw new UsageException(
          "name files, folders or globs to convert, or a list of them with --list");
    }
    totals.check();
    table();
    estimates.check();
    BatchView view = new BatchView(messages, inputs.isStrict(), false);
    return view.report(job.run(this, arguments), table() + "/errors");
  }

  /** Files, folders and globs. */
  public List<String> inputs() {
    return inputs.arguments();
  }

  /** Text files of inputs. */
  public List<String> lists() {
    return lists.valueOr(List.of());
  }

  /** The folder of the table. */
  public String table() {
    if (!table.isGiven()) {
      throw new UsageException("name the table to write with --table");
    }
    return table.required();
  }

  /** A CSV file of what is known of inputs; null for none. */
  public @Nullable String labels() {
    return totals.labels().file().value();
  }

  /** Which device and day inputs are of. */
  public FleetOrigins origins(FleetLabels labels) {
    return totals.origins(labels);
  }

  /** Which functions have rows. */
  public AggregateOptions rows() {
    return totals.rows();
  }

  /** How large an input may be. */
  public long maxBytes() {
    // As in a batch: a conversion needs twice the size, beside what every one needs.
    long memory = maxTraceMemory.valueOr(Runtime.getRuntime().maxMemory() / 5 * 3);
    return Math.max(0, memory - (8 << 20)) / 2;
  }

  /** Whether an input may need more memory than there is for each. */
  public boolean isTooLarge(long size) {
    return size > maxBytes();
  }

  /** How inputs are read. */
  public ReadOptions readOptions() throws IOException {
    return inputs.readOptions().withThreads(1);
  }

  /** How estimates are made. */
  public UnskewSetup unskewOptions() throws IOException {
    return estimates.unskewOptions(inputs, messages);
  }

  /** Name and version of the program. */
  public static String tool() {
    return Version.tool();
  }

  /** Tells what to know of the table. */
  public void warn(Notice notice) {
    messages.note("warning: " + messages.hints().message(notice));
  }

  /** Whether to show progress. */
  public boolean wantsProgress() {
    return messages.wantsProgress();
  }
}
