package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.fleet.FleetOptions.FleetTable;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a batch writes about all of its inputs together. */
final class TotalsOptions {

  @Option(
      names = "--merge-into",
      paramLabel = "FILE",
      description = "Write the sum of all profiles, as .pb.gz or .pb.")
  private @Nullable String mergeInto;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description =
          "Write a table of the totals of all profiles and of what they say of devices, as .csv,"
              + " .tsv, .json, .md or .txt; --by to --allocator-frames choose its rows.")
  private @Nullable String summary;

  @Option(
      names = "--group-by",
      paramLabel = "KEY",
      defaultValue = "none",
      converter = GroupingConverter.class,
      description =
          "Split --merge-into and --summary by: ${COMPLETION-CANDIDATES} (default: none).")
  private FleetGrouping groupBy;

  @Option(
      names = "--device",
      paramLabel = "REGEX",
      description =
          "Where the path of an input names the device it is from: the first group of REGEX, or"
              + " all that matches (default: each input is from another device).")
  private @Nullable String device;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "How many devices each device stands for: lines of a device, a comma and a number."
              + " Devices that are not listed do not count.")
  private @Nullable String weights;

  static final class GroupingConverter extends IdConverter<FleetGrouping> {
    GroupingConverter() {
      super(FleetGrouping.values());
    }
  }

  /** The files to write. */
  List<String> files() {
    List<String> files = new ArrayList<>();
    if (mergeInto != null) {
      files.add(mergeInto);
    }
    if (summary != null) {
      files.add(summary);
    }
    return files;
  }

  /**
   * Whether the profiles of single inputs are written with the allocator's functions.
   *
   * @param format of these profiles
   */
  boolean allocatorFramesIn(RowOptions rows, Format format) {
    return summary == null
        ? rows.stacks().allocatorFramesIn(format)
        : rows.stacks().allocatorFrames();
  }

  /**
   * What to write; null for nothing.
   *
   * @param rows of the table
   */
  @Nullable FleetOptions fleet(RowOptions rows) throws IOException {
    if (summary == null) {
      rows.refuse("add --summary FILE");
      if (device != null || weights != null) {
        throw new UsageException(
            (device != null ? "--device" : "--weights") + " needs --summary FILE");
      }
    }
    if (mergeInto == null && summary == null && groupBy != FleetGrouping.NONE) {
      throw new UsageException("--group-by needs --merge-into or --summary");
    }
    if (mergeInto == null && summary == null) {
      return null;
    }
    if (mergeInto != null
        && Formats.STANDARD
            .ofFileName(mergeInto)
            .filter(format -> format.id().startsWith("pprof"))
            .isEmpty()) {
      throw new UsageException(
          "--merge-into writes pprof; choose a file name ending in .pb.gz or .pb");
    }
    FleetOptions fleet =
        new FleetOptions(
            groupBy,
            new FleetDevices(
                Patterns.of("--device", device), weights == null ? null : read(weights)),
            mergeInto == null ? null : OutputPath.of(mergeInto),
            summary == null ? null : table(summary, rows.rows()),
            maxRows());
    try {
      // Before the first input is read.
      fleet.breakdown().check();
    } catch (HeapConvException e) {
      throw new UsageException("--sort: " + ErrorHints.message(e));
    }
    return fleet;
  }

  private static Map<String, Double> read(String file) throws IOException {
    try (Reader in = Files.newBufferedReader(Path.of(file))) {
      return FleetDevices.readWeights(in, file);
    } catch (NoSuchFileException e) {
      throw HeapConvException.input(ErrorId.NO_SUCH_FILE, file).causedBy(e);
    }
  }

  /** How many rows of the fleet fit into a quarter of the memory. */
  private static int maxRows() {
    long rows = Runtime.getRuntime().maxMemory() / 4 / FleetOptions.BYTES_PER_ROW;
    return (int) Math.max(50_000, Math.min(20_000_000, rows));
  }

  private static FleetTable table(String file, AggregateOptions shown) {
    Format format =
        Formats.STANDARD
            .ofFileName(file)
            .filter(Format::isTable)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--summary writes a table; choose a file name ending in .csv, .tsv, .json,"
                            + " .md or .txt"));
    if (shown.by() == GroupBy.DUMP) {
      throw new UsageException(
          "--by dump cannot be used with --summary: the totals cover only the last dump"
              + " of each heap");
    }
    return new FleetTable(OutputPath.of(file), format, shown);
  }
}
