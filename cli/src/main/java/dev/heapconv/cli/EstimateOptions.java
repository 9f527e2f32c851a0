package dev.heapconv.cli;

import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.UnskewOptions.Cutoff;
import dev.heapconv.transform.Unskewing;
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
          "auto (default): estimate what the program really allocated. none: show the"
              + " numbers as recorded, like the Perfetto UI.")
  private Unskew unskew;

  @Option(
      names = "--cutoff",
      paramLabel = "auto|interval|documented|BYTES",
      defaultValue = "auto",
      description =
          "Size from which heapprofd recorded every allocation. auto (default): documented"
              + " for Perfetto v13 to v16, otherwise interval.")
  private String cutoff;

  @Option(
      names = "--confidence",
      paramLabel = "LEVEL",
      defaultValue = "0.95",
      description = "Level of the confidence intervals (default: 0.95).")
  private double confidence;

  /** Estimates one profile at a time, on all cores. */
  Unskewing unskewing() {
    return new Unskewing(unskewOptions().withThreads(Runtime.getRuntime().availableProcessors()));
  }

  /** Estimates on one thread. */
  UnskewOptions unskewOptions() {
    if (!(confidence > 0 && confidence < 1)) {
      throw new UsageException("--confidence must be above 0 and below 1, such as 0.95");
    }
    return switch (cutoff) {
      case "auto" -> options(Cutoff.RECORDED, 0);
      case "interval" -> options(Cutoff.INTERVAL, 0);
      case "documented" -> options(Cutoff.DOCUMENTED, 0);
      default -> {
        try {
          yield options(Cutoff.BYTES, ByteCount.parse(cutoff));
        } catch (CommandLine.TypeConversionException e) {
          throw new UsageException(
              "--cutoff must be auto, interval, documented or a number of bytes, not '"
                  + cutoff
                  + "'");
        }
      }
    };
  }

  private UnskewOptions options(Cutoff kind, long bytes) {
    return new UnskewOptions(unskew == Unskew.AUTO, kind, bytes, confidence, 1);
  }
}
