package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.fleet.FleetOptions.FleetTable;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.AggregateOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a batch writes about all of its inputs together. */
final class TotalsOptions extends OptionGroup {

  private final Argument<String> mergeInto =
      text(
          option(Heading.SUMS, "--merge-into")
              .paramLabel("FILE")
              .description("Write the sum of all profiles, as .pb.gz or .pb."));

  private final Argument<String> summary =
      text(
          option(Heading.SUMS, "--summary")
              .paramLabel("FILE")
              .description(
                  "Write a table of the totals of all profiles and of what they say of devices, as"
                      + " .csv, .tsv, .json, .md or .txt; --by to --allocator-frames choose its"
                      + " rows."));

  private final Argument<FleetGrouping> groupBy =
      oneOf(
          List.of(FleetGrouping.values()),
          option(Heading.SUMS, "--group-by")
              .paramLabel("KEY")
              .description(
                  "Split --merge-into and --summary by: ${COMPLETION-CANDIDATES} (default:"
                      + " none)."));

  private final Argument<Pattern> device =
      pattern(
          option(Heading.SUMS, "--device")
              .paramLabel("REGEX")
              .description(
                  "Where the path of an input names the device it is from: the first group of"
                      + " REGEX, or all that matches (default: each input is from another"
                      + " device)."));

  private final Argument<String> weights =
      text(
          option(Heading.SUMS, "--weights")
              .paramLabel("FILE")
              .description(
                  "How many devices each device stands for: lines of a device, a comma and a"
                      + " number. Devices that are not listed do not count."));

  private final Argument<String> learnSizes =
      text(
          option(Heading.SUMS, "--learn-sizes")
              .paramLabel("FILE")
              .description(
                  "Write what heapprofd recorded of each stack in all inputs, for --sizes-from;"
                      + " compressed if FILE ends in .gz."));

  /** Adds the file that is read. */
  void addFilesRead(TouchedFiles files) {
    if (weights.isGiven()) {
      files.read(FileNames.path(weights.required()));
    }
  }

  /** The files to write. */
  List<String> files() {
    List<String> files = new ArrayList<>();
    for (Argument<String> file : List.of(mergeInto, summary, learnSizes)) {
      if (file.value() != null) {
        files.add(file.value());
      }
    }
    return files;
  }

  /**
   * Whether the profiles of single inputs are written with the allocator's functions.
   *
   * @param format of these profiles
   */
  boolean allocatorFramesIn(RowOptions rows, Format format) {
    return !summary.isGiven()
        ? rows.stacks().allocatorFramesIn(format)
        : rows.stacks().allocatorFrames();
  }

  /**
   * What to write; null for nothing.
   *
   * @param rows of the table
   */
  @Nullable FleetOptions fleet(RowOptions rows) throws IOException {
    if (!summary.isGiven()) {
      rows.refuse("add --summary FILE");
      for (Argument<?> option : List.of(device, weights)) {
        if (option.isGiven()) {
          throw new UsageException(option.name() + " needs --summary FILE");
        }
      }
      if (!mergeInto.isGiven()) {
        if (groupBy.valueOr(FleetGrouping.NONE) != FleetGrouping.NONE) {
          throw new UsageException("--group-by needs --merge-into or --summary");
        }
        if (!learnSizes.isGiven()) {
          return null;
        }
      }
    }
    return fleet(summary.isGiven() ? table(rows.rows()) : null, weights());
  }

  /**
   * What to write where there is always a table of totals.
   *
   * @param weightsOfDevices by name; null if all count the same
   */
  FleetOptions withTable(RowOptions rows, @Nullable Map<String, Double> weightsOfDevices) {
    return fleet(table(rows.rows()), weightsOfDevices);
  }

  private FleetOptions fleet(
      @Nullable FleetTable table, @Nullable Map<String, Double> weightsOfDevices) {
    String sum = mergeInto.value();
    if (sum != null
        && Format.ofFileName(sum).filter(format -> format.id().startsWith("pprof")).isEmpty()) {
      throw new UsageException(
          "--merge-into writes pprof; choose a file name ending in .pb.gz or .pb");
    }
    FleetOptions fleet =
        new FleetOptions(
            groupBy.valueOr(FleetGrouping.NONE),
            new FleetDevices(device.value(), weightsOfDevices),
            path(mergeInto),
            table,
            path(learnSizes),
            maxRows());
    try {
      // Before the first input is read.
      fleet.breakdown().check();
    } catch (HeapConvException e) {
      throw new UsageException("--sort: " + ErrorHints.message(e));
    }
    return fleet;
  }

  private static @Nullable Path path(Argument<String> file) {
    return file.isGiven() ? FileNames.path(file.required()) : null;
  }

  /** The weights of devices by name; null if all count the same. */
  @Nullable Map<String, Double> weights() throws IOException {
    String file = weights.value();
    if (file == null) {
      return null;
    }
    try (Reader in = Files.newBufferedReader(FileNames.path(file))) {
      return FleetDevices.readWeights(in, file);
    } catch (CharacterCodingException e) {
      throw HeapConvException.input(ErrorId.UNREADABLE, file, "it is not text in UTF-8")
          .causedBy(e);
    } catch (IOException e) {
      throw HeapConvException.unreadable(file, e);
    }
  }

  /** How many rows of the fleet fit into a quarter of the memory. */
  private static int maxRows() {
    long rows = Runtime.getRuntime().maxMemory() / 4 / FleetOptions.BYTES_PER_ROW;
    return (int) Math.max(50_000, Math.min(20_000_000, rows));
  }

  private FleetTable table(AggregateOptions shown) {
    Format format =
        Format.ofFileName(summary.valueOr("totals.csv"))
            .filter(Format::isTable)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--summary writes a table; choose a file name ending in .csv, .tsv, .json,"
                            + " .md or .txt"));
    return new FleetTable(path(summary), format, shown);
  }
}
