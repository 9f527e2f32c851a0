package dev.heapconv.cli;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.ErrorId.Severity;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import org.jspecify.annotations.Nullable;

/**
 * What to do on the command line about an error or a warning. The library does not know the
 * options: its messages end where these hints begin.
 */
final class ErrorHints {

  private static final String NOT_STRICT = "run without --strict to convert the rest";
  private static final String RESUME = "run the same command with --resume to continue";

  /** Stands for the memory that Java may be given, which is that of the machine on the screen. */
  private static final String MEMORY = "-XmxSIZE";

  private ErrorHints() {}

  /** Whether only {@code --strict} makes an error of such damage. */
  private static boolean isOfStrict(ErrorId id) {
    return id == ErrorId.BAD_LINE
        || id.severity() == Severity.EITHER && id.effect().isIncomplete() && ofError(id) == null;
  }

  private static @Nullable String ofError(ErrorId id) {
    return switch (id) {
      case PACKET_TOO_LARGE, TOO_LARGE -> "raise the limit with --raise-limit packet=BYTES";
      case INFLATES_TOO_MUCH -> "raise the limit with --raise-limit inflated=BYTES";
      case WINDOW_TOO_LARGE -> "raise the limit with --raise-limit window=BYTES";
      case NOT_A_TRACE -> "the Perfetto UI also opens pprof files: use -o out.pb.gz";
      case NO_SUCH_DUMP -> "choose one with --dump NUMBER, last, max or all";
      case SEVERAL_RECORDINGS, AMBIGUOUS_SYMBOLS ->
          "choose one with 'ARCHIVE!MEMBER'; 'heapconv info ARCHIVE' lists the members";
      case NO_GROWTH ->
          "record with continuous_dump_config { dump_interval_ms: 5000 } in the"
              + " heapprofd_config of a Perfetto trace, or name several dumps of one process;"
              + " and select all dumps";
      case NO_SUCH_COLUMN -> "--sort also takes any column of the CSV output";
      case NO_DEVICE -> "correct --device";
      case NO_DATE -> "correct --date";
      case NOT_A_FLEET_TABLE -> "write one with 'heapconv fleet add TABLE PATH...'";
      case NO_CALLERS -> "write it with 'heapconv fleet add TABLE PATH... --callers'";
      case MIXED_INTERVALS ->
          "choose one with 'TABLE?sampling_interval=4099', or take all with"
              + " 'TABLE?sampling_interval>=1'";
      case REPEATED_DUMPS ->
          "see what grows with 'heapconv growth FILES', convert the last one alone, or add"
              + " them up all the same with --add";
      case SAME_RECORDING -> "leave one of them out, or add them up all the same with --add";
      case NO_TEMPORARY_FOLDER ->
          "name another folder with HEAPCONV_JAVA_OPTS=-Djava.io.tmpdir=FOLDER";
      case BATCH_EXISTS ->
          "add --resume to continue it, or delete its manifest.jsonl to start over";
      case DISK_FULL -> "free some space, then " + RESUME;
      case TIMED_OUT -> "if it is large, add --max-time SECONDS";
      case CANNOT_WRITE_MANIFEST -> RESUME;
      case OUT_OF_MEMORY ->
          "give Java more memory with HEAPCONV_JAVA_OPTS="
              + MEMORY
              + ", or select less with --process, --heap or --dump";
      default -> null;
    };
  }

  private static @Nullable String ofWarning(ErrorId id) {
    return switch (id) {
      case DEEP_STACK, STACK_TOO_DEEP -> "raise the limit with --raise-limit depth=FRAMES";
      case UNKNOWN_INTERVAL -> "set it with --sampling-interval BYTES";
      case UNSTATED_SCALING -> "say so with --scaled yes or no";
      case LIVE_OF_TWO_TIMES -> "compare two with 'heapconv diff', or convert the last one alone";
      case NOTHING_NAMED ->
          "'heapconv info' shows the build ids and packages that names are needed for";
      case ONLY_SAMPLE_COUNTS ->
          "if it was made from a JFR recording, give heapconv that recording itself";
      default -> null;
    };
  }

  /** What to do about an error or a warning, as a clause; null if there is no more to say. */
  static @Nullable String hint(ErrorId id) {
    String ofError = isOfStrict(id) ? NOT_STRICT : ofError(id);
    return ofError == null ? ofWarning(id) : ofError;
  }

  /** What to append to the message of an error; empty if there is no hint. */
  static String suffix(ErrorId id) {
    return suffix(id, true);
  }

  /** The same for one command line: who did not ask for {@code --strict} cannot do without. */
  static String suffix(ErrorId id, boolean strict) {
    return suffix(strict && isOfStrict(id) ? NOT_STRICT : ofError(id));
  }

  /** Like {@link #suffix(ErrorId)}, for a warning. */
  static String warningSuffix(ErrorId id) {
    return suffix(ofWarning(id));
  }

  private static String suffix(@Nullable String hint) {
    return hint == null ? "" : "; " + onThisMachine(hint);
  }

  /** A hint with the memory of this machine. */
  static String onThisMachine(String hint) {
    return hint.contains(MEMORY) ? hint.replace(MEMORY, MemoryWatch.option()) : hint;
  }

  /**
   * The message of an error with the hint.
   *
   * @param strict whether the command line has {@code --strict}
   */
  static String message(HeapConvException problem, boolean strict) {
    if (problem.id() == ErrorId.IS_DIRECTORY && !problem.isOfOutput()) {
      return problem.getMessage()
          + "; name the files in it, or convert all of it with 'heapconv batch'";
    }
    return problem.getMessage() + suffix(problem.id(), strict);
  }

  /** The message of a warning with the hint. */
  static String message(Notice notice) {
    return notice.message() + warningSuffix(notice.id());
  }

  /** The message of a failed input of a batch, with the hint. */
  static String message(ReadResult.Failure failed, boolean strict) {
    return failed.message() + suffix(failed.error(), strict);
  }
}
