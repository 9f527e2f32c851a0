package dev.heapconv.transform;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes estimates from recorded numbers, stack by stack. One object can estimate any number of
 * profiles, on any number of threads, and caches what they have in common.
 */
public final class Unskewing {

  private final UnskewOptions options;
  private final SharedUnskewers unskewers;

  public Unskewing(UnskewOptions options) {
    this.options = options;
    unskewers = new SharedUnskewers(options.confidence());
  }

  /** Estimates what the program allocated from what was recorded. */
  public EstimatedProfile apply(RecordedProfile recorded) {
    HeapEstimation estimation = new HeapEstimation(options, unskewers, recorded);
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (RecordedHeap heap : recorded.heaps()) {
      heaps.add(estimation.estimate(heap));
    }
    Set<String> comments = new LinkedHashSet<>(recorded.comments());
    comments.addAll(estimation.comments());
    return new EstimatedProfile(
        recorded.capture(),
        recorded.stacks(),
        heaps,
        List.copyOf(comments),
        options.confidence(),
        recorded.warnings());
  }
}
