package dev.heapconv.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Predicts how accurate the numbers of a recording will be. */
@Command(
    name = "accuracy",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Plan a recording: for each sampling interval, how likely is it that a call"
          + " site is seen, and how accurate is its size?",
      "The figures apply to the total bytes of a call site, or of any other sum, in"
          + " allocations smaller than the interval; larger ones are recorded exactly.",
    },
    footer = {
      "%nExamples:",
      "  heapconv accuracy",
      "  heapconv accuracy --interval 32K 512K --size 1.5M",
      "  heapconv accuracy --interval 4K --size 64K,1M,16M -f csv",
    })
final class AccuracyCommand implements Callable<Integer> {

  private static final long KIB = 1024;

  /** From what developers use at a desk to what devices in the field can afford. */
  private static final List<Long> INTERVALS =
      List.of(512L, 4 * KIB, 32 * KIB, 128 * KIB, 512 * KIB, 2048 * KIB);

  private static final List<Long> SIZES =
      List.of(
          KIB,
          4 * KIB,
          16 * KIB,
          64 * KIB,
          256 * KIB,
          1024 * KIB,
          4096 * KIB,
          16384 * KIB,
          65536 * KIB);

  /** The format of the output. */
  enum Shape {
    TEXT,
    CSV,
    JSON
  }

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--interval",
      paramLabel = "BYTES",
      arity = "1..*",
      split = ",",
      converter = ByteCount.class,
      description =
          "Sampling intervals, such as 4K or 512KiB; may be repeated. Default: 512 bytes to 2 MiB.")
  private @Nullable List<Long> intervals;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      arity = "1..*",
      split = ",",
      converter = ByteCount.class,
      description =
          "Total bytes allocated by a call site; may be repeated. Default: 1 KiB to 64 MiB.")
  private @Nullable List<Long> sizes;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "text|csv|json",
      defaultValue = "text",
      description = "Format of the output (default: text).")
  private Shape shape;

  AccuracyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AccuracyFigures figures =
        new AccuracyFigures(
            intervals == null ? INTERVALS : intervals, sizes == null ? SIZES : sizes);
    PrintWriter out = spec.commandLine().getOut();
    switch (shape) {
      case CSV -> figures.writeCsv(out);
      case JSON -> figures.writeJson(out);
      default ->
          figures.writeText(out, terminal.outIsTerminal() && System.getenv("NO_COLOR") == null);
    }
    out.flush();
    return ExitStatus.OK;
  }
}
