package dev.heapconv.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Predicts how accurate the numbers of a recording will be. */
final class AccuracyCommand extends Command {

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

  private final Argument<List<Long>> intervals =
      values(
          Long.class,
          new ByteCount(),
          option(Heading.NUMBERS, "--interval")
              .paramLabel("BYTES")
              .arity("1..*")
              .splitRegex(",")
              .description(
                  "Sampling intervals, such as 4K or 512KiB; may be repeated. Default: 512 bytes to"
                      + " 2 MiB."));

  private final Argument<List<SizeMix>> sizes =
      values(
          SizeMix.class,
          new SizeMix.Converter(),
          option(Heading.NUMBERS, "--size")
              .paramLabel("BYTES")
              .arity("1..*")
              .splitRegex(",")
              .description(
                  "Total bytes allocated by a call site; may be repeated. Default: 1 KiB to 64 MiB."
                      + " With --count: size of each allocation, or a mix of sizes and their shares"
                      + " of the allocations, such as 24:0.9+4K:0.1."));

  private final Argument<List<Long>> counts =
      values(
          Long.class,
          new ObjectCount(),
          option(Heading.NUMBERS, "--count")
              .paramLabel("N")
              .arity("1..*")
              .splitRegex(",")
              .description(
                  "Plan object counts: number of allocations of a call site, such as 500, 10k or"
                      + " 1.5M; may be repeated. Needs --size."));

  private final Argument<Shape> shape =
      value(
          Shape.class,
          option(Heading.OUTPUT, "-f", "--format")
              .paramLabel("text|csv|json")
              .description("Format of the output (default: text)."));

  private final ColorOption color = group(new ColorOption());

  AccuracyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Plan a recording: how accurate is which sampling interval?")
        .customSynopsis("heapconv accuracy [OPTIONS]")
        .description(
            "%nFor each sampling interval: how likely is it that a call site is seen, and how"
                + " accurate is its size?",
            "The figures apply to the total bytes of a call site, or of any other sum, in"
                + " allocations smaller than the interval; larger ones are recorded exactly.",
            "With --count: how well are the allocations of a call site counted in a heapprofd"
                + " recording? The figures are those of the estimates that heapconv would make of"
                + " simulated recordings.%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv accuracy",
            "  heapconv accuracy --interval 32K 512K --size 1.5M",
            "  heapconv accuracy --interval 4K --size 64K,1M,16M -f csv",
            "  heapconv accuracy --interval 4K,32K --count 10k,1M --size 64,24:0.9+4K:0.1");
  }

  @Override
  public Integer call() {
    PlanFigures figures = figures();
    PrintWriter out = out();
    switch (shape.valueOr(Shape.TEXT)) {
      case CSV -> figures.writeCsv(out);
      case JSON -> figures.writeJson(out);
      default -> figures.writeText(out, color.isWanted(terminal));
    }
    out.flush();
    return ExitStatus.OK;
  }

  private PlanFigures figures() {
    List<Long> planned = intervals.valueOr(INTERVALS);
    List<Long> planCounts = counts.value();
    List<SizeMix> mixes = sizes.value();
    if (planCounts == null) {
      return new AccuracyFigures(planned, mixes == null ? SIZES : totals(mixes));
    }
    if (mixes == null) {
      throw new UsageException("--count needs the size of the allocations: add --size");
    }
    return new CountFigures(planned, planCounts, mixes);
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
