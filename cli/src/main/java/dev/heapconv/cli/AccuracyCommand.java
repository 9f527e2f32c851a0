package dev.heapconv.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.LongStream;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Predicts how accurate the numbers of a recording will be. */
final class AccuracyCommand extends Command {

  private static final long KIB = 1024;

  /** From what developers use at a desk to what devices in the field can afford: primes. */
  private static final List<Long> INTERVALS =
      List.of(509L, 4099L, 32_771L, 131_101L, 524_309L, 2_097_169L);

  /** 1 KiB to 64 MiB. */
  private static final List<Long> SIZES =
      LongStream.iterate(KIB, size -> 4 * size).limit(9).boxed().toList();

  /** The format of the output. */
  enum Shape {
    TEXT,
    CSV,
    JSON
  }

  private final Argument<List<Long>> intervals =
      values(
          Quantities::bytes,
          option(
                  Heading.NUMBERS,
                  "--interval BYTES",
                  "Sampling intervals, such as 4099 or 512K; may be repeated. Default: 509 bytes to"
                      + " 2 MiB.")
              .arity("1..*")
              .splitRegex(","));

  private final Argument<List<Long>> sizes =
      values(
          Quantities::bytes,
          option(
                  Heading.NUMBERS,
                  "--size BYTES",
                  "Total bytes allocated by a call site; may be repeated. Default: 1 KiB to 64"
                      + " MiB.")
              .arity("1..*")
              .splitRegex(","));

  private final Argument<Double> gate =
      value(
          Quantities::percent,
          option(
                  Heading.NUMBERS,
                  "--gate GROWTH",
                  "Instead, how many runs of base and new diff --fail-on needs to find that a call"
                      + " site, or the total, grew by so many percent (default: 1%%).")
              .arity("0..1")
              .fallbackValue("1%"));

  private final Argument<Shape> shape =
      oneOf(
          Shape.values(),
          Heading.OUTPUT,
          "-f --format text|csv|json",
          "Format of the output (default: text).");

  private final Argument<String> config =
      text(
          Heading.OUTPUT,
          "--config PROCESS",
          "Print a Perfetto config that records the native heap of a process, such as"
              + " com.example.app, with the first --interval (default: 4099 bytes).");

  private final MessageOptions messages = group(MessageOptions.ofTable(terminal()));

  AccuracyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Plan a recording: how accurate is which sampling interval?")
        .customSynopsis("heapconv accuracy [OPTIONS]", "       heapconv accuracy --config PROCESS")
        .description(
            "%nFor each sampling interval: how likely is it that a call site is seen, and how"
                + " accurate is its size? Prefer primes, such as 4099 and 509: blocks whose size is"
                + " a multiple of the interval cannot be told from small ones.",
            "The figures apply to the total bytes of a call site, or of any other sum, in"
                + " allocations smaller than the interval; larger ones are recorded exactly. How"
                + " well objects are counted depends on their sizes: docs/unskewing.md shows what"
                + " to expect.%n")
        .footer(
            "  heapconv accuracy",
            "  heapconv accuracy --interval 4099 509 --size 1.5M",
            "  heapconv accuracy --interval 4099 --size 64K,1M,16M -f csv",
            "  heapconv accuracy --gate 5%% --size 1M       runs that find growth by 5 %%",
            "  heapconv accuracy --config com.example.app > heap.txtpb");
  }

  @Override
  public Integer call() {
    if (config.isGiven()) {
      printConfig();
      return ExitStatus.OK;
    }
    AccuracyFigures figures =
        new AccuracyFigures(
            intervals.valueOr(INTERVALS), sizes.valueOr(SIZES), gate.valueOr(0.0) / 100);
    PrintWriter out = out();
    switch (shape.valueOr(Shape.TEXT)) {
      case CSV -> figures.writeCsv(out);
      case JSON -> figures.writeJson(out);
      default -> figures.writeText(out, messages.wantsColor());
    }
    out.flush();
    return ExitStatus.OK;
  }

  private void printConfig() {
    for (Argument<?> other : List.of(sizes, gate, shape)) {
      if (other.isGiven()) {
        throw new UsageException(other.name() + " has no effect on --config");
      }
    }
    String process = config.required();
    if (process.isBlank() || process.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException("--config needs the name of a process, such as com.example.app");
    }
    List<Long> chosen = intervals.valueOr(List.of(RecordingConfig.USUAL_INTERVAL));
    if (chosen.size() > 1) {
      throw new UsageException("--config records with one --interval");
    }
    out().print(new RecordingConfig(process, chosen.get(0)).text());
    out().flush();
  }
}
