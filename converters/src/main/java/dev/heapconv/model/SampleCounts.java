package dev.heapconv.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the counts of a heap are those of recorded allocations. The answer may need a look at all
 * rows, so copies of the heap with the same numbers share it. Any number of threads may ask.
 */
final class SampleCounts {

  private final RecordedHeap recorded;
  private final List<View> views;
  private final List<Column> columns;
  private @Nullable Boolean ofAlloc;
  private @Nullable Boolean ofLive;

  /**
   * @param recorded the heap as it was recorded
   * @param views those of the estimates, in the order of {@code columns}
   * @param columns the estimates of its rows, one column per view
   */
  SampleCounts(RecordedHeap recorded, List<View> views, List<Column> columns) {
    this.recorded = recorded;
    this.views = views;
    this.columns = columns;
  }

  /** Whether that is so of live, or of all, allocations. */
  boolean areSamples(boolean live) {
    Boolean known = live ? ofLive : ofAlloc;
    if (known == null) {
      known = find(live);
      if (live) {
        ofLive = known;
      } else {
        ofAlloc = known;
      }
    }
    return known;
  }

  private boolean find(boolean live) {
    if (!recorded.info().sampling().isScaled()) {
      return true;
    }
    if (views.contains(live ? View.SAMPLES : View.ALLOC_SAMPLES)) {
      return false;
    }
    int objects = views.indexOf(live ? View.OBJECTS : View.ALLOC_OBJECTS);
    if (objects < 0 || recorded.countsSamples(live)) {
      return true;
    }
    // Objects are no samples, and a producer that only states these states the same numbers.
    for (int row = 0; row < recorded.rows(); row++) {
      long count = live ? recorded.liveCount(row) : recorded.allocCount(row);
      if (count > 0 && count != Math.round(columns.get(objects).value(row))) {
        return true;
      }
    }
    return false;
  }
}
