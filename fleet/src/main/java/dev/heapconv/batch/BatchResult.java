package dev.heapconv.batch;

import java.util.Collections;
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
 * @param end why it ended
 */
public record BatchResult(
    long converted, long kept, long skipped, SortedMap<String, Failures> failures, End end) {

  /**
   * Failures with one error id.
   *
   * @param example the first of them, with its message
   */
  public record Failures(long count, String example) {}

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
  }

  /** Whether there was nothing to convert. */
  public boolean isEmpty() {
    return converted + kept + failed() == 0;
  }

  /** How many inputs and members failed. */
  public long failed() {
    return failures.values().stream().mapToLong(Failures::count).sum();
  }

  /** Counts what became of inputs. Thread-safe. */
  public static final class Tally {

    private final TreeMap<String, Failures> failures = new TreeMap<>();
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
      failures.merge(
          error,
          new Failures(1, input + ": " + message),
          (known, one) -> new Failures(known.count + 1, known.example));
    }

    /** What was counted. */
    public synchronized BatchResult result(BatchResult.End end) {
      return new BatchResult(converted, kept, skipped, failures, end);
    }
  }
}
