package dev.heapconv.batch;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a batch ended.
 *
 * @param converted inputs and members of archives converted
 * @param kept inputs that an earlier batch had converted
 * @param skipped files in folders that are not profiles
 * @param failures all failures by error id, including those of an earlier batch that this one did
 *     not retry
 * @param isStopped whether {@link Batch#stop} was called before all inputs were processed
 */
public record BatchResult(
    long converted,
    long kept,
    long skipped,
    SortedMap<String, InputCounts.Counted> failures,
    boolean isStopped)
    implements Serializable {

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
