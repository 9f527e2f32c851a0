package dev.heapconv.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
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
      "With --count: how well are the allocations of a call site counted in a heapprofd"
          + " recording? The figures are those of the estimates that heapconv would make of"
          + " simulated recordings.",
    },
    footer = {
      "%nExamples:",
      "  heapconv accuracy",
      "  heapconv accuracy --interval 32K 512K --size 1.5M",
      "  heapconv accuracy --interval 4K --size 64K,1M,16M -f csv",
      "  heapconv accuracy --interval 4K,32K --count 10k,1M --size 64,24:0.9+4K:0.1",
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
      converter = SizeMix.Converter.class,
      description =
          "Total bytes allocated by a call site; may be repeated. Default: 1 KiB to 64 MiB."
              + " With --count: size of each allocation, or a mix of sizes and their shares of the"
              + " allocations, such as 24:0.9+4K:0.1.")
  private @Nullable List<SizeMix> sizes;

  @Option(
      names = "--count",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      converter = ObjectCount.class,
      description =
          "Plan object counts: number of allocations of a call site, such as 500, 10k or 1.5M;"
              + " may be repeated. Needs --size.")
  private @Nullable List<Long> counts;

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
    PlanFigures figures = figures();
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

  private PlanFigures figures() {
    List<Long> planned = intervals == null ? INTERVALS : intervals;
    if (counts == null) {
      return new AccuracyFigures(planned, sizes == null ? SIZES : totals(sizes));
    }
    if (sizes == null) {
      throw new UsageException("--count needs the size of the allocations: add --size");
    }
    return new CountFigures(planned, counts, sizes);
  }

  private static List<Long> totals(List<SizeMix> sizes) {
    List<Long> totals = new ArrayList<>();
    for (SizeMix size : sizes) {
      if (!size.isSingle()) {
        throw new UsageException("--size can only be a mix of sizes together with --count");
      }
      totals.add(size.largest());
    }
    return totals;
  }
}
