package dev.heapconv.batch;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

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
    long converted,
    long kept,
    long skipped,
    SortedMap<String, InputCounts.Counted> failures,
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
  }

  /** Whether there was nothing to convert. */
  public boolean isEmpty() {
    return converted + kept + failed() == 0;
  }

  /** How many inputs and members failed. */
  public long failed() {
    return failures.values().stream().mapToLong(InputCounts.Counted::count).sum();
  }
}
