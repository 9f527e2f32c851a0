package dev.heapconv.cli;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.ErrorId.Severity;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What to do on the command line about an error or a warning. The library does not know the
 * options: its messages end where these hints begin.
 *
 * @param has whether the command that runs has an option; a hint names no others
 */
record ErrorHints(Predicate<String> has) {

  /** Hints for any command. */
  static final ErrorHints ALL = new ErrorHints(option -> true);

  private static final Pattern COMMAND = Pattern.compile("'[^']*'");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w=-])--?[a-z][a-z-]*");

  private static final List<String> NONE = List.of();
  private static final List<String> NOT_STRICT =
      List.of("run without --strict to convert the rest");
  private static final String RESUME = "run the same command with --resume to continue";

  /** Stands for the memory that Java may be given, which is that of the machine on the screen. */
  private static final String MEMORY = "-XmxSIZE";

  private static final String MORE_MEMORY = "give Java more memory with HEAPCONV_JAVA_OPTS=";

  /** Those of a command. */
  static ErrorHints of(CommandSpec command) {
    return new ErrorHints(option -> command.findOption(option) != null);
  }

  /** Whether only {@code --strict} makes an error of such damage. */
  private static boolean isOfStrict(ErrorId id) {
    return id == ErrorId.BAD_LINE
        || id.severity() == Severity.EITHER && id.effect().isIncomplete() && ofError(id).isEmpty();
  }

  /** The best first; each next one is for commands that lack an option of those before. */
  private static List<String> ofError(ErrorId id) {
    return switch (id) {
      case PACKET_TOO_LARGE, TOO_LARGE ->
          List.of("raise the limit with --raise-limit packet=BYTES");
      case INFLATES_TOO_MUCH -> List.of("raise the limit with --raise-limit inflated=BYTES");
      case WINDOW_TOO_LARGE -> List.of("raise the limit with --raise-limit window=BYTES");
      case NOT_A_TRACE -> List.of("the Perfetto UI also opens pprof files: use -o out.pb.gz");
      case NO_SUCH_DUMP -> List.of("choose one with --dump NUMBER, last, max or all");
      case SEVERAL_RECORDINGS, AMBIGUOUS_SYMBOLS ->
          List.of("choose one with 'ARCHIVE!MEMBER'; 'heapconv info ARCHIVE' lists the members");
      case NO_GROWTH ->
          List.of(
              "name several dumps of one process, without #DUMP; 'heapconv plan --config PROCESS'"
                  + " prints a Perfetto config that records several in one trace");
      case NO_SUCH_COLUMN ->
          List.of("--sort also takes any column of the CSV output that has numbers");
      case NO_DEVICE -> List.of("correct --device");
      case NO_DATE -> List.of("correct --date");
      case NOT_A_FLEET_TABLE -> List.of("write one with 'heapconv fleet add TABLE PATH...'");
      case NO_CALLERS -> List.of("write it with 'heapconv fleet add TABLE PATH... --callers'");
      case MIXED_INTERVALS ->
          List.of(
              "choose one with 'TABLE?sampling_interval=N', or take all with"
                  + " 'TABLE?sampling_interval>=1'");
      case REPEATED_DUMPS ->
          List.of(
              "see what grows with 'heapconv growth FILES', convert the last one alone, or add"
                  + " them up all the same with --add",
              "see what grows with 'heapconv growth FILES', or convert the last one alone");
      case SAME_RECORDING ->
          List.of(
              "leave one of them out, or add them up all the same with --add",
              "leave one of them out");
      case NO_TEMPORARY_FOLDER ->
          List.of("name another folder with HEAPCONV_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
      case BATCH_EXISTS ->
          List.of("add --resume to continue it, or delete its manifest.jsonl to start over");
      case DISK_FULL -> List.of("free some space, then " + RESUME, "free some space");
      case TIMED_OUT -> List.of("if it is large, add --max-time SECONDS");
      case CANNOT_WRITE_MANIFEST -> List.of(RESUME);
      case OUT_OF_MEMORY ->
          List.of(
              MORE_MEMORY + MEMORY + ", or select less with --process, --heap or --dump",
              MORE_MEMORY + MEMORY);
      default -> NONE;
    };
  }

  private static List<String> ofWarning(ErrorId id) {
    return switch (id) {
      case DEEP_STACK, STACK_TOO_DEEP -> List.of("raise the limit with --raise-limit depth=FRAMES");
      case UNKNOWN_INTERVAL -> List.of("set it with --sampling-interval BYTES");
      case UNSTATED_SCALING -> List.of("say so with --scaled yes or no");
      case LIVE_OF_TWO_TIMES ->
          List.of("compare two with 'heapconv diff', or convert the last one alone");
      case NOTHING_NAMED ->
          List.of("'heapconv info' shows the build ids and packages that names are needed for");
      case MAP_OF_ANY_PACKAGE -> List.of("name it with --proguard-map PACKAGE=FILE");
      case ONLY_SAMPLE_COUNTS ->
          List.of("if it was made from a JFR recording, give heapconv that recording itself");
      default -> NONE;
    };
  }

  /** The first that names only options of this command; null if there is none. */
  private @Nullable String chosen(List<String> hints) {
    for (String hint : hints) {
      boolean fits =
          OPTION
              .matcher(COMMAND.matcher(hint).replaceAll(""))
              .results()
              .allMatch(option -> has.test(option.group()));
      if (fits) {
        return hint;
      }
    }
    return null;
  }

  /** What to do about an error or a warning, as a clause; null if there is no more to say. */
  @Nullable String hint(ErrorId id) {
    String ofError = chosen(isOfStrict(id) ? NOT_STRICT : ofError(id));
    return ofError == null ? chosen(ofWarning(id)) : ofError;
  }

  /** What to append to the message of an error; empty if there is no hint. */
  String suffix(ErrorId id) {
    return suffix(id, true);
  }

  /** The same for one command line: who did not ask for {@code --strict} cannot do without. */
  String suffix(ErrorId id, boolean strict) {
    return suffix(strict && isOfStrict(id) ? NOT_STRICT : ofError(id));
  }

  /** Like {@link #suffix(ErrorId)}, for a warning. */
  String warningSuffix(ErrorId id) {
    return suffix(ofWarning(id));
  }

  private String suffix(List<String> hints) {
    String hint = chosen(hints);
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
  String message(HeapConvException problem, boolean strict) {
    if (problem.id() == ErrorId.IS_DIRECTORY && !problem.isOfOutput()) {
      return problem.getMessage()
          + "; name the files in it, or convert all of it with 'heapconv batch'";
    }
    return problem.getMessage() + suffix(problem.id(), strict);
  }

  /** The message of a warning with the hint. */
  String message(Notice notice) {
    return notice.message() + warningSuffix(notice.id());
  }

  /** The message of a failed input of a batch, with the hint. */
  String message(ReadResult.Failure failed, boolean strict) {
    return failed.message() + suffix(failed.error(), strict);
  }
}
