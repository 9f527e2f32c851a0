package dev.heapconv.cli;

import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.UnskewOptions.Cutoff;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options of every command that makes estimates. */
final class EstimateOptions {

  enum Unskew {
    AUTO,
    NONE
  }

  @Option(
      names = "--unskew",
      paramLabel = "auto|none",
      defaultValue = "auto",
      description =
          "auto: estimate what the program did (default). none: numbers as recorded, as the"
              + " Perfetto UI shows.")
  private Unskew unskew;

  @Option(
      names = "--cutoff",
      paramLabel = "interval|documented|BYTES",
      defaultValue = "interval",
      description =
          "From which size on heapprofd recorded every allocation (default: the interval, as"
              + " released).")
  private String cutoff;

  @Option(
      names = "--confidence",
      paramLabel = "LEVEL",
      defaultValue = "0.95",
      description = "Level of the confidence intervals (default: 0.95).")
  private double confidence;

  UnskewOptions unskewOptions() {
    if (!(confidence > 0 && confidence < 1)) {
      throw new UsageException("--confidence must be above 0 and below 1, such as 0.95");
    }
    boolean estimate = unskew == Unskew.AUTO;
    return switch (cutoff) {
      case "interval" -> new UnskewOptions(estimate, Cutoff.INTERVAL, 0, confidence);
      case "documented" -> new UnskewOptions(estimate, Cutoff.DOCUMENTED, 0, confidence);
      default -> {
        try {
          yield new UnskewOptions(estimate, Cutoff.BYTES, ByteCount.parse(cutoff), confidence);
        } catch (CommandLine.TypeConversionException e) {
          throw new UsageException(
              "--cutoff is interval, documented or a number of bytes, not '" + cutoff + "'");
        }
      }
    };
  }
}
