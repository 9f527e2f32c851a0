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
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** What a batch writes about all of its inputs together. */
final class TotalsOptions extends OptionGroup {

  /** A stack with its sums, and what names take, in bytes. */
  private static final int BYTES_PER_STACK = 400;

  private static final Pattern PART = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /** What is a day, and no expression. */
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  private final Argument<String> table =
      text(
          Heading.SUMS,
          "--table TABLE",
          "Write the functions of all inputs to the folder TABLE, as Parquet files for each day;"
              + " what the day had is replaced. 'heapconv fleet' asks it.");

  private final Argument<Boolean> addToDay =
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

  private final Argument<Boolean> callers =
      flag(
          Heading.SUMS,
          "--callers",
          "Write functions to TABLE that only call others, too, and what they call, for 'heapconv"
              + " fleet --cum': several times as many rows.");

  private final Argument<BatchPart> part =
      value(
          TotalsOptions::part,
          Heading.SUMS,
          "--part K/N",
          "Take only the K-th of N parts of the inputs: N machines write one day of TABLE.");

  private final Argument<Boolean> dedupe =
      flag(
          Heading.SUMS,
          "--dedupe",
          "Leave out inputs with the same content as another; the first stays.");

  private final Argument<Boolean> totalsOnly =
      flag(
          Heading.SUMS,
          "--totals-only",
          "Write no file per input, only what is said of all of them.");

  private final Argument<String> mergeInto =
      text(Heading.SUMS, "--merge-into FILE", "Write the sum of all profiles, as .pb.gz or .pb.");

  private final Argument<FleetGrouping> groupBy =
      oneOf(
          FleetGrouping.values(),
          Heading.SUMS,
          "--group-by KEY",
          "Split --merge-into by: ${COMPLETION-CANDIDATES} (default: none).");

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

  LabelsOption labels() {
    return labels;
  }

  /** The file to write beside the table. */
  List<String> files() {
    return mergeInto.isGiven() ? List.of(mergeInto.required()) : List.of();
  }

  boolean isAny() {
    return table.isGiven() || mergeInto.isGiven();
  }

  boolean addsToDays() {
    return addToDay.isGiven();
  }

  /** What is written of all inputs, as messages call it. */
  String place() {
    return table.isGiven() ? table.required() + "/errors" : mergeInto.required();
  }

  boolean dedupes() {
    return dedupe.isGiven();
  }

  boolean isTotalsOnly() {
    return totalsOnly.isGiven();
  }

  /** Which of the inputs to take. */
  BatchPart part() {
    return part.valueOr(BatchPart.WHOLE);
  }

  private static BatchPart part(String text) {
    try {
      Matcher matcher = PART.matcher(text);
      if (matcher.matches()) {
        return new BatchPart(
            Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a part and how many there are, such as 3/8");
  }

  /** Checks what does not depend on files. */
  void check() {
    List<Argument<?>> ofTable = List.of(device, labels.file(), date, callers, part, addToDay, salt);
    ofTable.forEach(option -> option.needs(table.isGiven(), "--table TABLE"));
    groupBy.needs(mergeInto.isGiven(), "--merge-into FILE");
    totalsOnly.needs(isAny(), "--table or --merge-into");
    if (mergeInto.isGiven()) {
      mergedFormat();
    }
    if (addToDay.isGiven() && part.isGiven()) {
      throw new UsageException("--add-to-day cannot be used with --part");
    }
    if (salt.isGiven() && salt.required().isEmpty()) {
      throw new UsageException("--hash-devices needs a SALT that nobody can guess");
    }
    origins(FleetLabels.NONE);
  }

  /** What to make of all inputs together; a table is locked from now on. */
  List<FleetSink> sinks() throws IOException {
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
      Path temporary =
          Path.of(System.getProperty("java.io.tmpdir"), InputSource.TEMPORARY + "table");
      DuckDbTables database = new DuckDbTables(temporary);
      sinks.add(
          new FleetTableWriter(
              FileNames.path(table.required()),
              part(),
              database,
              origins(labels.read(database)),
              rows(),
              Version.tool(),
              addToDay.isGiven()));
    }
    return sinks;
  }

  /** Which functions have rows in a table. */
  AggregateOptions rows() {
    return AggregateOptions.DEFAULT.withCumulative(callers.isGiven());
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
    String given = date.isGiven() ? date.required() : "";
    if (!DAY.matcher(given).matches()) {
      return null;
    }
    try {
      return FleetOrigins.day(given);
    } catch (DateTimeException e) {
      throw new UsageException("--date " + given + " is not a day since 1970-01-01");
    }
  }
}
