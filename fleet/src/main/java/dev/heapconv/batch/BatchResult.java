package dev.heapconv.batch;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a batch ended.
 *
 * @param converted inputs and members of archives converted
 * @param kept inputs that an earlier batch had finished
 * @param skipped files in folders that are not profiles
 * @param failures all failures by error id, including those of an earlier batch that this one did
 *     not retry
 * @param examples an input for each error id, with its message
 * @param end why it ended
 */
public record BatchResult(
    long converted,
    long kept,
    long skipped,
    SortedMap<String, Long> failures,
    Map<String, String> examples,
    End end)
    implements Serializable {

  /** Why a batch ended. */
  public enum End {
    /** Every input was processed. */
    COMPLETE,
    /** More inputs failed than allowed. */
    TOO_MANY_FAILURES,
    /** {@link Batch#stop} was called. */
    STOPPED
  }

  public BatchResult {
    failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
    examples = Collections.unmodifiableMap(new LinkedHashMap<>(examples));
  }

  /** Whether there was nothing to convert. */
  public boolean isEmpty() {
    return converted + kept + failed() == 0;
  }

  /** How many inputs and members failed. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Counts what became of inputs. Thread-safe. */
  public static final class Tally {

    private final TreeMap<String, Long> failures = new TreeMap<>();
    private final Map<String, String> examples = new LinkedHashMap<>();
    private long converted;
    private long kept;
    private long skipped;

    /** Counts recordings that were converted. */
    public synchronized void convert(long recordings) {
      converted += recordings;
    }

    /** Counts an input that was done earlier. */
    public synchronized void keep() {
      kept++;
    }

    /** Counts a file that is no profile. */
    public synchronized void skip() {
      skipped++;
    }

    /**
     * Counts a failure.
     *
     * @param error name of the {@link dev.heapconv.model.ErrorId}, possibly from another version
     */
    public synchronized void fail(String error, String input, @Nullable String message) {
      failures.merge(error, 1L, Long::sum);
      examples.putIfAbsent(error, input + ": " + message);
    }

    /** Adds what was counted of other inputs. */
    public synchronized void add(BatchResult others) {
      converted += others.converted;
      kept += others.kept;
      skipped += others.skipped;
      others.failures.forEach((error, count) -> failures.merge(error, count, Long::sum));
      others.examples.forEach(examples::putIfAbsent);
    }

    /** What was counted. */
    public synchronized BatchResult result(BatchResult.End end) {
      return new BatchResult(converted, kept, skipped, failures, examples, end);
    }
  }
}
