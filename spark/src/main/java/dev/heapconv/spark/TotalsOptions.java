package dev.heapconv.spark;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which totals are written over all recordings: those of a batch. */
final class TotalsOptions {

  @Option(
      names = "--merge-into",
      paramLabel = "FILE",
      description = "Also write the sum of all profiles, as .pb.gz or .pb.")
  private @Nullable String mergeInto;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "Also write the table of totals as .csv, .tsv, .json, .md or .txt.")
  private @Nullable String summary;

  @Option(
      names = "--group-by",
      paramLabel = "KEY",
      defaultValue = "none",
      description =
          "Split the totals by: none, process, build, heap, package-version (default: none).")
  private String groupBy;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "function",
      description =
          "Group rows by: function, stack, library, file, process, heap (default: function).")
  private String by;

  @Option(
      names = "--cum",
      description =
          "Include what the callees of each function, library or file allocated, not only"
              + " itself.")
  private boolean cumulative;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description = "Sort rows by any column of the table (default: the bytes in use).")
  private @Nullable String sort;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Keep at most N rows, or all with 0 (default: 1000 for stacks, otherwise all).")
  private @Nullable Integer limit;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      description = "Keep only rows whose name contains a match.")
  private @Nullable String filter;

  @Option(
      names = "--allocator-frames",
      description = "Keep the allocator's own functions at the end of stacks.")
  private boolean allocatorFrames;

  @Option(
      names = "--device",
      paramLabel = "REGEX",
      description =
          "Where the URI of an input names the device it is from: the first group of REGEX, or"
              + " all that matches (default: each input is from another device).")
  private @Nullable String device;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "How many devices each device stands for: lines of a device, a comma and a number."
              + " Devices that are not listed do not count.")
  private @Nullable String weights;

  @Option(
      names = "--learn-sizes",
      paramLabel = "FILE",
      description =
          "Also write what heapprofd recorded of each stack in all inputs, for --sizes-from;"
              + " compressed if FILE ends in .gz.")
  private @Nullable String learnSizes;

  /** Reports what makes no sense, before anything is done. */
  void check() {
    checkSort();
    device();
    summaryFormat();
    boolean pprof =
        mergeInto == null
            || Formats.STANDARD
                .ofFileName(mergeInto)
                .filter(format -> format.id().startsWith("pprof"))
                .isPresent();
    if (!pprof) {
      throw new UsageException(
          "--merge-into writes pprof; choose a file name ending in .pb.gz or .pb");
    }
  }

  private void checkSort() {
    try {
      breakdown().check();
    } catch (HeapConvException e) {
      String remedy = e.id() == ErrorId.STACKS_FORGOTTEN ? "; add --limit 0" : "";
      throw new UsageException("--sort: " + HeapConvException.reason(e) + remedy);
    }
  }

  /** Finds the name of the device in that of an input; null if each is from another. */
  @Nullable Pattern device() {
    return pattern("--device", device);
  }

  private static @Nullable Pattern pattern(String option, @Nullable String value) {
    try {
      return value == null ? null : Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          option
              + " is not a valid regular expression: "
              + e.getDescription()
              + ": '"
              + value
              + "'");
    }
  }

  private static <E extends Enum<E>> E of(String option, E[] values, String id) {
    for (E value : values) {
      if (value.toString().equalsIgnoreCase(id)) {
        return value;
      }
    }
    throw new UsageException(
        option
            + " must be one of "
            + Arrays.stream(values).map(E::toString).collect(Collectors.joining(", "))
            + ", not '"
            + id
            + "'");
  }

  private FleetBreakdown breakdown() {
    GroupBy rows = of("--by", GroupBy.values(), by);
    if (rows == GroupBy.DUMP) {
      throw new UsageException(
          "--by dump cannot be used: the totals cover only the last dump of each heap");
    }
    if (cumulative && !rows.isCumulative()) {
      throw new UsageException("--cum can only be used with --by function, library or file");
    }
    if (limit != null && limit < 0) {
      throw new UsageException("--limit must be a number of rows, or 0 for all");
    }
    return new FleetBreakdown(
        of("--group-by", FleetGrouping.values(), groupBy),
        new AggregateOptions(
            rows,
            sort,
            cumulative,
            limit == null ? AggregateOptions.DEFAULT_LIMIT : limit,
            pattern("--filter", filter),
            allocatorFrames,
            false));
  }

  private Format summaryFormat() {
    return summary == null
        ? Format.CSV
        : Formats.STANDARD
            .ofFileName(summary)
            .filter(Format::isTable)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--summary writes a table; choose a file name ending in .csv, .tsv, .json,"
                            + " .md or .txt"));
  }

  /**
   * What to add up.
   *
   * @param totals folder of the table in Parquet
   * @param confidence level of the intervals
   * @param tool name and version of the program
   */
  TotalsRequest request(Path totals, double confidence, String tool, Configuration hadoop)
      throws IOException {
    return new TotalsRequest(
        breakdown(),
        new FleetDevices(device(), weights == null ? null : read(weights, hadoop)),
        confidence,
        tool,
        totals,
        mergeInto == null ? null : LocalPaths.ofHadoop(mergeInto),
        summary == null ? null : LocalPaths.ofHadoop(summary),
        summaryFormat(),
        learnSizes == null ? null : LocalPaths.ofHadoop(learnSizes));
  }

  private static Map<String, Double> read(String file, Configuration hadoop) throws IOException {
    Path path = LocalPaths.ofHadoop(file);
    try (Reader in =
        new InputStreamReader(path.getFileSystem(hadoop).open(path), StandardCharsets.UTF_8)) {
      return FleetDevices.readWeights(in, file);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      HeapConvException lasting = HadoopSource.lasting(file, e);
      throw lasting != null
          ? lasting
          : HeapConvException.input(ErrorId.UNREADABLE, file, HeapConvException.reason(e))
              .causedBy(e);
    }
  }
}
