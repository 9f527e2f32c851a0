package dev.heapconv.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Estimated numbers of any number of heaps over one table of stacks: what transforms work on and
 * writers write.
 *
 * @param stacks is frozen from here on
 * @param comments how the numbers were made, one sentence each, for every output that can carry
 *     text
 * @param confidence level of the intervals, such as 0.95
 */
public record EstimatedProfile(
    CaptureInfo capture,
    StackTable stacks,
    List<EstimatedHeap> heaps,
    List<String> comments,
    double confidence,
    List<Warning> warnings) {

  public EstimatedProfile {
    Objects.requireNonNull(capture, "capture");
    stacks.freeze();
    heaps = List.copyOf(heaps);
    comments = List.copyOf(comments);
    warnings = List.copyOf(warnings);
  }

  /** The same profile with other heaps, over the same stacks. */
  public EstimatedProfile withHeaps(List<EstimatedHeap> others) {
    return new EstimatedProfile(capture, stacks, others, comments, confidence, warnings);
  }

  /** The same profile with one warning more. */
  public EstimatedProfile withWarning(Warning warning) {
    List<Warning> more = new ArrayList<>(warnings);
    more.add(warning);
    return new EstimatedProfile(capture, stacks, heaps, comments, confidence, more);
  }

  /**
   * The views that at least one heap has: first those of {@link View#ALL} in their order, then the
   * others.
   */
  public List<View> views() {
    LinkedHashSet<View> present = new LinkedHashSet<>();
    for (EstimatedHeap heap : heaps) {
      present.addAll(heap.views());
    }
    return View.ordered(present);
  }

  /** The view to show when nobody asks for another. */
  public View defaultView() {
    return View.preferred(views());
  }

  /**
   * The heaps whose numbers may be added up. Dumps of one heap are states of the same memory: of
   * heaps with several dumps here only the last is taken.
   */
  public List<EstimatedHeap> latestDumps() {
    Map<String, Integer> last = new HashMap<>();
    for (EstimatedHeap heap : heaps) {
      Integer before = last.get(key(heap.info()));
      last.put(key(heap.info()), Math.max(heap.info().dump(), before == null ? 0 : before));
    }
    if (last.size() == heaps.size()) {
      return heaps;
    }
    List<EstimatedHeap> latest = new ArrayList<>();
    for (EstimatedHeap heap : heaps) {
      if (Objects.equals(last.get(key(heap.info())), heap.info().dump())) {
        latest.add(heap);
      }
    }
    return latest;
  }

  /**
   * Tells heaps apart. The number of dumps is in it since several recordings may hold a process of
   * the same pid.
   */
  private static String key(HeapInfo info) {
    return info.pid() + "\0" + info.process() + "\0" + info.heap() + "\0" + info.dumps();
  }

  /**
   * {@code wanted} if this profile has such a view, {@link #defaultView()} if it has not or {@code
   * wanted} is null.
   */
  public View viewOr(@Nullable View wanted) {
    return wanted != null && views().contains(wanted) ? wanted : defaultView();
  }

  /** Whether dumps must be told apart: some heap stands here with more than one. */
  public boolean holdsSeveralDumps() {
    Map<List<Object>, Integer> dumps = new HashMap<>();
    for (EstimatedHeap heap : heaps) {
      HeapInfo info = heap.info();
      Integer before = dumps.put(List.of(info.process(), info.pid(), info.heap()), info.dump());
      if (before != null && before != info.dump()) {
        return true;
      }
    }
    return false;
  }
}
