package dev.heapconv.reader.perfetto;

import dev.heapconv.model.View;
import java.util.List;

/**
 * The facts kept about every dump of a heap, selected or not.
 *
 * @param time of the dump, on any clock
 * @param startTimestamp when profiling began, on the profiler's clock; 0 when unknown
 * @param sums what was recorded
 * @param loss what lost packets mean for it
 */
record DumpRecord(
    DumpTime time,
    long startTimestamp,
    long samplingInterval,
    long origSamplingInterval,
    Producer producer,
    Sums sums,
    DumpLoss loss) {

  /**
   * Recorded totals.
   *
   * @param stacks how many stacks they are of
   * @param totals in the order of {@code views}
   */
  record Sums(List<View> views, int stacks, List<Long> totals) {}

  /** On the profiler's clock, by all snapshots of the clocks so far; 0 when unknown. */
  long timestamp() {
    return time.clocks().toProfiler(time.clock(), time.timestamp());
  }
}
