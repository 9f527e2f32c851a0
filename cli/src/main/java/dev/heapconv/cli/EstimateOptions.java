package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.LaboratorySizes;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.UnskewOptions.Cutoff;
import dev.heapconv.transform.Unskewing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  @Option(
      names = "--no-pooling",
      description =
          "Estimate the object counts of each heapprofd stack by itself, without the other"
              + " stacks of the recording.")
  private boolean noPooling;

  @Option(
      names = "--sizes-from",
      paramLabel = "LAB",
      description =
          "Take the sizes of allocations from a recording of the same program that knows them"
              + " better, such as one with a smaller sampling interval; may be repeated.")
  private List<String> laboratories = List.of();

  /** Estimates one profile at a time, on all cores. */
  Unskewing unskewing() throws IOException {
    return new Unskewing(unskewOptions().withThreads(Runtime.getRuntime().availableProcessors()));
  }

  /** Estimates on one thread. */
  UnskewOptions unskewOptions() throws IOException {
    UnskewOptions options = samplingOptions();
    if (laboratories.isEmpty()) {
      return options.withSizes(!noPooling, null);
    }
    Unskewing unskewing = new Unskewing(options.withSizes(true, null));
    List<EstimatedProfile> recordings = new ArrayList<>();
    for (String laboratory : laboratories) {
      recordings.add(
          unskewing.apply(HeapConv.read(InputSource.parse(laboratory), ReadOptions.DEFAULT)));
    }
    return options.withSizes(!noPooling, LaboratorySizes.of(recordings));
  }

  private UnskewOptions samplingOptions() {
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
    return new UnskewOptions(unskew == Unskew.AUTO, kind, bytes, confidence, true, null, 1);
  }
}
