package dev.heapconv.cli;

import static java.util.Map.entry;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to do on the command line about an error or a warning. The library does not know the
 * options: its messages end where these hints begin.
 */
final class ErrorHints {

  private static final String PACKET = "raise the limit with --raise-limit packet=BYTES";
  private static final String INFLATED = "raise the limit with --raise-limit inflated=BYTES";
  private static final String WINDOW = "raise the limit with --raise-limit window=BYTES";
  private static final String DEPTH = "raise the limit with --raise-limit depth=FRAMES";
  private static final String MEMBER =
      "choose one with 'ARCHIVE!MEMBER'; 'heapconv info ARCHIVE' lists the members";
  private static final String NOT_STRICT = "run without --strict to convert the rest";
  private static final String RESUME = "run the same command with --resume to continue";

  /** Of errors that only {@code --strict} makes of damage. */
  private static final Map<ErrorId, String> OF_STRICT =
      Map.ofEntries(
          entry(ErrorId.TRUNCATED_TRACE, NOT_STRICT),
          entry(ErrorId.TRUNCATED_DUMP, NOT_STRICT),
          entry(ErrorId.MALFORMED_PACKET, NOT_STRICT),
          entry(ErrorId.BROKEN_REFERENCES, NOT_STRICT),
          entry(ErrorId.BAD_LINE, NOT_STRICT));

  private static final Map<ErrorId, String> OF_ERRORS =
      Map.ofEntries(
          entry(ErrorId.PACKET_TOO_LARGE, PACKET),
          entry(ErrorId.TOO_LARGE, PACKET),
          entry(ErrorId.INFLATES_TOO_MUCH, INFLATED),
          entry(ErrorId.WINDOW_TOO_LARGE, WINDOW),
          entry(ErrorId.NOT_A_TRACE, "the Perfetto UI also opens pprof files: use -o out.pb.gz"),
          entry(ErrorId.NO_SUCH_DUMP, "choose one with --dump NUMBER, last, max or all"),
          entry(ErrorId.SEVERAL_RECORDINGS, MEMBER),
          entry(ErrorId.AMBIGUOUS_SYMBOLS, MEMBER),
          entry(
              ErrorId.NO_GROWTH,
              "record with continuous_dump_config { dump_interval_ms: 5000 } in the"
                  + " heapprofd_config of a Perfetto trace, or name several dumps of one process;"
                  + " and select all dumps"),
          entry(ErrorId.NO_SUCH_COLUMN, "--sort also takes any column of the CSV output"),
          entry(
              ErrorId.NO_DEVICE,
              "correct --device; with -o DIR and --resume, a batch keeps what is converted"),
          entry(
              ErrorId.NO_DATE,
              "correct --date; with -o DIR and --resume, a batch keeps what is converted"),
          entry(
              ErrorId.LOST_RECORDINGS,
              "keep them with --add-to-day, or delete TABLE/*/date=DAY if they should go"),
          entry(
              ErrorId.KNOWN_RECORDINGS,
              "name those of the day only, or give --date an expression for their paths"),
          entry(
              ErrorId.NOT_A_FLEET_TABLE, "write one with 'heapconv batch INPUT... --table TABLE'"),
          entry(ErrorId.NO_CALLERS, "write it with 'heapconv batch --table TABLE --callers'"),
          entry(
              ErrorId.NAMELESS_DEVICES,
              "add --device REGEX where the table is written, or --pair none if each recording is"
                  + " of another device"),
          entry(
              ErrorId.MIXED_INTERVALS,
              "choose one with 'TABLE?sampling_interval=4099', or name all with --where"
                  + " 'sampling_interval IN (4099, 32771)'"),
          entry(
              ErrorId.MISSING_FINAL,
              "name it too, or use the last partial one instead with --allow-partial"),
          entry(
              ErrorId.REPEATED_DUMPS,
              "see what grows with 'heapconv growth FILES', convert the last one alone, or add"
                  + " them up all the same with --add"),
          entry(
              ErrorId.TOO_MANY_STACKS,
              "give Java more with HEAPCONV_JAVA_OPTS=-Xmx8g, or use --table"),
          entry(
              ErrorId.BATCH_EXISTS,
              "add --resume to continue it, or delete its manifest.jsonl to start over"),
          entry(ErrorId.DISK_FULL, "free some space, then " + RESUME),
          entry(
              ErrorId.TIMED_OUT,
              "if it is large, add --max-time SECONDS, and with -o DIR --resume --retry-failed"),
          entry(ErrorId.CANNOT_WRITE_MANIFEST, RESUME),
          entry(
              ErrorId.OUT_OF_MEMORY,
              "give Java more memory with HEAPCONV_JAVA_OPTS=-Xmx8g, or select less with"
                  + " --process, --heap or --dump"));

  private static final Map<ErrorId, String> OF_WARNINGS =
      Map.ofEntries(
          entry(ErrorId.DEEP_STACK, DEPTH),
          entry(ErrorId.STACK_TOO_DEEP, DEPTH),
          entry(ErrorId.UNKNOWN_INTERVAL, "set it with --sampling-interval BYTES"),
          entry(ErrorId.UNSTATED_SCALING, "say so with --scaled yes or no"),
          entry(
              ErrorId.NOTHING_NAMED,
              "'heapconv info' shows the build ids and packages that names are needed for"),
          entry(
              ErrorId.ONLY_SAMPLE_COUNTS,
              "if it was made from a JFR recording, give heapconv that recording itself"));

  private static final String DIRECTORY_AS_INPUT =
      "name the files in it, or convert all of it with 'heapconv batch'";

  private ErrorHints() {}

  /** What to do about an error or a warning, as a clause; null if there is no more to say. */
  static @Nullable String hint(ErrorId id) {
    return OF_STRICT.getOrDefault(id, OF_ERRORS.getOrDefault(id, OF_WARNINGS.get(id)));
  }

  /** What to append to the message of an error; empty if there is no hint. */
  static String suffix(ErrorId id) {
    return suffix(id, true);
  }

  /** The same for one command line: who did not ask for {@code --strict} cannot do without. */
  static String suffix(ErrorId id, boolean strict) {
    return suffix(strict && OF_STRICT.containsKey(id) ? NOT_STRICT : OF_ERRORS.get(id));
  }

  /** Like {@link #suffix(ErrorId)}, for a warning. */
  static String warningSuffix(ErrorId id) {
    return suffix(OF_WARNINGS.get(id));
  }

  private static String suffix(@Nullable String hint) {
    return hint == null ? "" : "; " + hint;
  }

  /**
   * The message of an error with the hint.
   *
   * @param strict whether the command line has {@code --strict}
   */
  static String message(HeapConvException problem, boolean strict) {
    if (problem.id() == ErrorId.IS_DIRECTORY && !problem.isOfOutput()) {
      return problem.getMessage() + suffix(DIRECTORY_AS_INPUT);
    }
    return problem.getMessage() + suffix(problem.id(), strict);
  }

  /** The message of a warning with the hint. */
  static String message(Warning warning) {
    return warning.message() + warningSuffix(warning.id());
  }

  /** The message of a failed input of a batch, with the hint. */
  static String message(ReadResult.Failure failed, boolean strict) {
    return failed.message() + suffix(failed.error(), strict);
  }
}
