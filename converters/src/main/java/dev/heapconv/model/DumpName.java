package dev.heapconv.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The facts in the name of a file with one dump. Profilers that write a file for each dump number
 * them, most of them together with the pid.
 *
 * @param by the program that gives such names
 * @param folder folder of the file, or its archive; may be empty
 * @param program name of the program, or any other text before the numbers
 * @param pid process id; -1 if the name has none
 * @param heap name of the heap, or number of the thread that owns the heap; empty if the name has
 *     none
 * @param isFinal whether the name marks the last dump of its series
 * @param number place among the dumps of the process, not always from 1; -1 if the name has none
 */
public record DumpName(
    By by, String folder, String program, long pid, String heap, boolean isFinal, long number) {

  /**
   * The programs that give names to dumps. If the program is unknown, the last number of a name is
   * the number of the dump.
   */
  public enum By {
    /** Perfetto's traceconv. */
    TRACECONV("(?<program>heap_dump)\\.NUMBER\\.PID(?:\\.(?<heap>.+))?"),
    /** heapconv itself, when it writes several dumps to a folder. */
    HEAPCONV("(?<program>.+)\\.dumpNUMBER(?<pid>)(?<heap>)"),
    /** jemalloc, whose names contain the reason of the dump, {@code .i3} or {@code .f}. */
    JEMALLOC("(?<program>.+)\\.PID\\.NUMBER\\.[fimu]\\d*\\.heap(?<heap>)"),
    /** gperftools, whose names contain the pid of a forked process. */
    GPERFTOOLS("(?<program>.+?)(?:_PID)?\\.(?<number>\\d{4,18})\\.heap(?<heap>)"),
    /** mimalloc. */
    MIMALLOC("(?<program>mi)\\.(?<number>\\d{4,18})(?<pid>)(?<heap>)"),
    /** Node.js, whose names contain day, time and thread. */
    NODE("(?<program>Heap)\\.\\d{8}\\.\\d{6}\\.PID\\.(?<heap>\\d+)\\.NUMBER\\.heapprofile"),
    /** Fuchsia's memory sampler. */
    FUCHSIA("(?<program>.*)_(?:partial|final)_NUMBER(?:\\.[\\w.]{1,200})?(?<pid>)(?<heap>)"),
    /** valgrind or heaptrack: one file has all dumps of its process. */
    WHOLE(
        "(?<program>(?:massif|dhat)\\.out|xt\\w+\\.(?:kcg|ms)|heaptrack\\..+)\\.PID(?:\\.NUMBER)?"
            + "(?<heap>)"),
    /** An unknown program: any name with a number. */
    ANYBODY("(?<program>.*?)NUMBER(?:\\.[a-z]\\d*)?(?<heap>(?:\\.[A-Za-z]\\w*)*)(?<pid>)");

    private final Pattern pattern;

    By(String pattern) {
      this.pattern =
          Pattern.compile(
              pattern
                  .replace("PID", "(?<pid>\\d{1,18})")
                  .replace("NUMBER", "(?<number>\\d{1,18})"));
    }
  }

  private static final Pattern PACKED = Pattern.compile("(\\.(?:pb|pprof|gz|zst|xz|bz2))+$");

  /**
   * Parses the name of a file.
   *
   * @param source name of a file, of a member of an archive, or of any other input
   * @return null if the name has no number
   */
  public static @Nullable DumpName of(String source) {
    int file = Math.max(source.lastIndexOf('/'), source.lastIndexOf('!')) + 1;
    String name = PACKED.matcher(source.substring(file)).replaceFirst("");
    for (By by : By.values()) {
      Matcher matcher = by.pattern.matcher(name);
      if (matcher.matches()) {
        String heap = matcher.group("heap");
        return new DumpName(
            by,
            source.substring(0, file),
            matcher.group("program"),
            number(matcher.group("pid")),
            heap == null ? "" : heap,
            by == By.FUCHSIA && name.startsWith("_final_", matcher.end("program")),
            number(matcher.group("number")));
      }
    }
    return null;
  }

  private static long number(@Nullable String digits) {
    return digits == null || digits.isEmpty() ? -1 : Long.parseLong(digits);
  }

  /** Whether a profiler numbers its dumps like this. Otherwise the number may count anything. */
  public boolean isByTool() {
    return by != By.ANYBODY;
  }

  /**
   * Returns a key that is equal for the dumps of one heap of one process, in whatever folders their
   * files are.
   */
  public List<Object> series() {
    return List.of(by, program, pid, heap);
  }
}
