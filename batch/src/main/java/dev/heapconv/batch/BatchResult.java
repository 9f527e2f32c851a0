package dev.heapconv.batch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a batch ended.
 *
 * @param converted inputs and members of archives converted
 * @param kept inputs that an earlier batch had finished
 * @param failures all failures by error id, including those that an earlier batch met and this one
 *     did not try again
 * @param examples an input for each error id, with its message
 * @param end why it ended
 */
public record BatchResult(
    long converted,
    long kept,
    SortedMap<String, Long> failures,
    Map<String, String> examples,
    End end) {

  /** Why a batch ended. */
  public enum End {
    /** Every input was dealt with. */
    COMPLETE,
    /** More inputs failed than was allowed. */
    TOO_MANY_FAILURES,
    /** {@link Batch#stop} was called. */
    STOPPED
  }

  public BatchResult {
    failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
    examples = Collections.unmodifiableMap(new LinkedHashMap<>(examples));
  }

  /** How many inputs and members failed. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }
}
