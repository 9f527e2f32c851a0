package dev.heapconv.cli;

import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.query.AggregateOptions;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What the table of a fleet says of its inputs. */
final class FleetTableOptions extends OptionGroup {

  /** What is a day, and no expression. */
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  private final Argument<String> date =
      text(
          Heading.FLEETS,
          "--date DATE|REGEX",
          "The day of the inputs, such as 2026-11-24 (default: today), or a REGEX that finds it in"
              + " their paths: by its first group, or else the whole match.");

  private final Argument<Pattern> device =
      pattern(
          Heading.FLEETS,
          "--device REGEX",
          "Finds the device of an input in its path: by the first group of REGEX, or else the whole"
              + " match (default: each input is from a different device).");

  private final Argument<String> salt =
      text(
          Heading.FLEETS,
          "--hash-devices SALT",
          "Write hashes of SALT and a name in place of devices and paths of inputs. --labels still"
              + " uses the names.");

  private final LabelsOption labels = group(new LabelsOption());

  private final Argument<Boolean> callers =
      flag(
          Heading.FLEETS,
          "--callers",
          "Also write functions that do not allocate but call ones that do, with totals that"
              + " include callees, for 'heapconv fleet --cum'. The table has several times as many"
              + " rows.");

  LabelsOption labels() {
    return labels;
  }

  /** Checks what does not depend on files. */
  void check() {
    if (salt.isGiven() && salt.required().isEmpty()) {
      throw new UsageException("--hash-devices needs a SALT that nobody can guess");
    }
    origins(FleetLabels.NONE);
  }

  /** Which functions have rows. */
  AggregateOptions rows() {
    return AggregateOptions.DEFAULT.withCumulative(callers.isGiven());
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
