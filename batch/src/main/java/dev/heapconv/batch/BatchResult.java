package dev.heapconv.batch;

import java.util.Map;
import java.util.SortedMap;

/**
 * How a batch ended.
 *
 * @param converted inputs and members of archives converted in this run
 * @param kept inputs that an earlier run had finished
 * @param failures all failures by error id, those an earlier run met and this one did not try again
 *     included
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

  /** How many inputs and members failed. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }
}
