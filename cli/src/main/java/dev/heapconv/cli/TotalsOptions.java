package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.fleet.FleetProfile;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.input.InputSource;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What a batch writes about all of its inputs together. */
final class TotalsOptions extends OptionGroup {

  /** A stack with its sums, and what names take, in bytes. */
  private static final int BYTES_PER_STACK = 400;

  private static final Pattern PART = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  private final Argument<String> table =
      text(
          Heading.SUMS,
          "--table TABLE",
          "Write the functions of all inputs to the folder TABLE, as Parquet files for each day;"
              + " what the day had is replaced. 'heapconv fleet' asks it.");

  private final Flag addToDay =
      flag(
          Heading.SUMS,
          "--add-to-day",
          "Keep what the days of TABLE have of other recordings; without it, a batch that would"
              + " lose some is refused.");

  private final Argument<String> date =
      text(
          Heading.SUMS,
          "--date DATE|REGEX",
          "The day of the inputs in TABLE, such as 2026-11-24 (default: today), or where their"
              + " paths name it: the first group of REGEX, or all that matches.");

  private final Argument<Pattern> device =
      pattern(
          Heading.SUMS,
          "--device REGEX",
          "Where the path of an input names the device it is from: the first group of REGEX, or all"
              + " that matches (default: each input is from another device).");

  private final Argument<String> salt =
      text(
          Heading.SUMS,
          "--hash-devices SALT",
          "Write hashes of SALT and what they stand for to TABLE, in place of devices and of the"
              + " paths of inputs; --labels of this batch still go by names.");

  private final LabelsOption labels = group(new LabelsOption(Heading.SUMS));

  private final Flag callers =
      flag(
          Heading.SUMS,
          "--callers",
          "Write functions to TABLE that only call others, too, and what they call, for 'heapconv"
              + " fleet --cum': several times as many rows.");

  private final Argument<String> part =
      text(
          Heading.SUMS,
          "--part K/N",
          "Take only the K-th of N parts of the inputs: N machines write one day of TABLE.");

  private final Flag dedupe =
      flag(
          Heading.SUMS,
          "--dedupe",
          "Leave out inputs with the same content as another; the first stays.");

  private final Flag totalsOnly =
      flag(
          Heading.SUMS,
          "--totals-only",
          "Write no file per input, only what is said of all of them.");

  private final Argument<String> mergeInto =
      text(Heading.SUMS, "--merge-into FILE", "Write the sum of all profiles, as .pb.gz or .pb.");

  private final Argument<FleetGrouping> groupBy =
      oneOf(
          List.of(FleetGrouping.values()),
          option(
              Heading.SUMS,
              "--group-by KEY",
              "Split --merge-into by: ${COMPLETION-CANDIDATES} (default: none)."));

  /** What a job on many machines does without. */
  Argument<?>[] ofOneMachine() {
    return new Argument<?>[] {part, dedupe, totalsOnly, mergeInto, groupBy};
  }

  String requiredTable() {
    if (!table.isGiven()) {
      throw new UsageException("name the table to write with --table");
    }
    return table.required();
  }

  @Nullable String labelsFile() {
    return labels.file().value();
  }

  /** Adds the file that is read. */
  void addFilesRead(TouchedFiles files) {
    if (labels.file().isGiven()) {
      files.read(FileNames.path(labels.file().required()));
    }
  }

  /** The file to write beside the table. */
  List<String> files() {
    return mergeInto.isGiven() ? List.of(mergeInto.required()) : List.of();
  }

  boolean isAny() {
    return table.isGiven() || mergeInto.isGiven();
  }

  boolean addsToDays() {
    return addToDay.isSet();
  }

  /** What is written of all inputs, as messages call it. */
  String place() {
    return table.isGiven() ? table.required() + "/errors" : mergeInto.required();
  }

  boolean dedupes() {
    return dedupe.isSet();
  }

  boolean isTotalsOnly() {
    return totalsOnly.isSet();
  }

  /** Which of the inputs to take. */
  BatchPart part() {
    String value = part.valueOr("1/1");
    Matcher matcher = PART.matcher(value);
    if (matcher.matches()) {
      int number = Integer.parseInt(matcher.group(1));
      int count = Integer.parseInt(matcher.group(2));
      if (number >= 1 && number <= count) {
        return new BatchPart(number, count);
      }
    }
    throw new UsageException(
        "--part needs a part and how many there are, such as 3/8, not '" + value + "'");
  }

  /** Checks what does not depend on files. */
  void check() {
    if (!table.isGiven()) {
      require("--table TABLE", device, labels.file(), date, callers, part, addToDay, salt);
    }
    if (mergeInto.isGiven()) {
      mergedFormat();
    } else {
      require("--merge-into FILE", groupBy);
    }
    if (totalsOnly.isSet() && !isAny()) {
      throw new UsageException("--totals-only needs --table or --merge-into");
    }
    if (addToDay.isSet() && part.isGiven()) {
      throw new UsageException("--add-to-day cannot be used with --part");
    }
    if (salt.isGiven() && salt.required().isEmpty()) {
      throw new UsageException("--hash-devices needs a SALT that nobody can guess");
    }
    part();
    origins(FleetLabels.NONE);
  }

  private static void require(String other, Argument<?>... options) {
    for (Argument<?> option : options) {
      if (option.isGiven()) {
        throw new UsageException(option.name() + " needs " + other);
      }
    }
  }

  /**
   * What to make of all inputs together; a table is locked from now on.
   *
   * @param allocatorFrames whether the allocator's functions are rows
   */
  List<FleetSink> sinks(boolean allocatorFrames) throws IOException {
    List<FleetSink> sinks = new ArrayList<>();
    if (mergeInto.isGiven()) {
      sinks.add(
          new FleetProfile(
              FileNames.path(mergeInto.required()),
              mergedFormat(),
              groupBy.valueOr(FleetGrouping.NONE),
              new WriteOptions(Version.tool(), null),
              (int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / BYTES_PER_STACK)));
    }
    if (table.isGiven()) {
      sinks.add(writer(FileNames.path(table.required()), rows(allocatorFrames)));
    }
    return sinks;
  }

  /** Which functions have rows in a table. */
  AggregateOptions rows(boolean allocatorFrames) {
    return AggregateOptions.DEFAULT
        .withAllocatorFrames(allocatorFrames)
        .withCumulative(callers.isSet());
  }

  private FleetTableWriter writer(Path folder, AggregateOptions rows) throws IOException {
    DuckDbTables database =
        new DuckDbTables(
            Path.of(System.getProperty("java.io.tmpdir"), InputSource.TEMPORARY + "table"));
    return new FleetTableWriter(
        folder,
        part(),
        database,
        origins(labels.read(database)),
        rows,
        Version.tool(),
        addToDay.isSet());
  }

  private Format mergedFormat() {
    return Format.ofFileName(mergeInto.required())
        .filter(format -> format == Format.PPROF || format == Format.PPROF_PLAIN)
        .orElseThrow(
            () ->
                new UsageException(
                    "--merge-into writes pprof; choose a file name ending in .pb.gz or .pb"));
  }

  /** Which device and day inputs are of. */
  FleetOrigins origins(FleetLabels known) {
    LocalDate day = day();
    return new FleetOrigins(
        device.value(),
        day == null ? dateInPaths() : null,
        day == null ? LocalDate.now(ZoneOffset.UTC) : day,
        known,
        salt.value());
  }

  /** Where paths name the day; null if they do not. */
  private @Nullable Pattern dateInPaths() {
    try {
      return date.isGiven() ? Pattern.compile(date.required()) : null;
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          "--date is neither a day nor a valid regular expression: " + e.getDescription());
    }
  }

  /** The day that is given; null if it is not, or an expression. */
  private @Nullable LocalDate day() {
    try {
      return date.isGiven() ? LocalDate.parse(date.required()) : null;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
