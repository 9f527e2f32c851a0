package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.io.TouchedFiles;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Predicts how accurate the numbers of a recording will be. */
final class PlanCommand extends Command {

  private static final long KIB = 1024;

  /** From what developers use at a desk to what devices in the field can afford: primes. */
  private static final List<Long> INTERVALS =
      List.of(509L, 4099L, 32_771L, 131_101L, 524_309L, 2_097_169L);

  /** 1 KiB to 64 MiB. */
  private static final List<Long> SIZES =
      LongStream.iterate(KIB, size -> 4 * size).limit(9).boxed().toList();

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
                  "Show instead how many runs of base and new diff --fail-on needs to find that a"
                      + " call site, or the total, grew by so many percent (default: 1%%).")
              .arity("0..1")
              .fallbackValue("1%"));

  private final Argument<String> config =
      text(
          Heading.OUTPUT,
          "--config PROCESS",
          "Print a Perfetto config that records the native heap of a process, such as"
              + " com.example.app, with the first --interval (default: "
              + RecordingConfig.USUAL_INTERVAL
              + " bytes).");

  private final OutputOptions outputs =
      group(OutputOptions.ofFormats(Format.TEXT, Format.CSV, Format.JSON));

  private final MessageOptions messages = group(MessageOptions.ofTable(terminal()));

  PlanCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Plan a recording: how accurate is which sampling interval?")
        .customSynopsis(
            "heapconv plan [-o OUT] [OPTIONS]",
            "       heapconv plan --config PROCESS [--interval BYTES] [-o OUT]")
        .description(
            "%nShows for each sampling interval how likely a recording is to see a call site, and"
                + " how accurate its bytes are. Prefer primes, such as 4099 and 509: with others,"
                + " blocks whose size is a multiple of the interval look like small ones.",
            "The figures are for the total bytes of a call site, or of any other sum, in"
                + " allocations smaller than the interval; larger ones are recorded exactly. Counts"
                + " of objects also depend on their sizes: docs/unskewing.md shows what to"
                + " expect.")
        .footer(
            "  heapconv plan",
            "  heapconv plan --interval 4099 509 --size 1.5M",
            "  heapconv plan --interval 4099 --size 64K,1M,16M -o plan.csv",
            "  heapconv plan --gate 5%% --size 1M       runs that find growth by 5 %%",
            "  heapconv plan --config com.example.app > heap.txtpb");
  }

  @Override
  List<String> training() {
    return List.of("plan --interval 4096", "plan --gate");
  }

  @Override
  public Integer call() throws IOException {
    if (config.isGiven()) {
      String text = config();
      output().print(Format.TEXT, out -> out.print(text));
      return ExitStatus.OK;
    }
    Format format = outputs.formatOrText();
    boolean color = outputs.toStdout() && messages.wantsColor();
    PlanFigures figures =
        new PlanFigures(
            intervals.valueOr(INTERVALS), sizes.valueOr(SIZES), gate.valueOr(0.0) / 100);
    output()
        .print(
            format,
            out -> {
              switch (format) {
                case CSV -> figures.writeCsv(out);
                case JSON -> figures.writeJson(out);
                default -> figures.writeText(out, color);
              }
            });
    return ExitStatus.OK;
  }

  private ProfileOutput output() throws IOException {
    return new ProfileOutput(messages, new TouchedFiles(), outputs.outputOrStdout(), false);
  }

  private String config() {
    for (Argument<?> other : List.of(sizes, gate)) {
      other.refuse("has no effect on --config");
    }
    outputs.refuseFormat("has no effect on --config, which prints text for Perfetto; omit it");
    String process = config.required();
    if (process.isBlank() || process.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException("--config needs the name of a process, such as com.example.app");
    }
    List<Long> chosen = intervals.valueOr(List.of(RecordingConfig.USUAL_INTERVAL));
    if (chosen.size() > 1) {
      throw new UsageException("--config records with one --interval");
    }
    return new RecordingConfig(process, chosen.get(0)).text();
  }
}
