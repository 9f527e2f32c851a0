package dev.heapconv.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
    heaps.forEach(heap -> present.addAll(heap.views()));
    List<View> views = new ArrayList<>(View.ALL);
    views.retainAll(present);
    present.removeAll(views);
    views.addAll(present);
    return views;
  }

  /**
   * {@link View#SPACE}, or where no heap has it the allocated bytes, or the first view there is.
   */
  public View defaultView() {
    List<View> views = views();
    if (views.contains(View.SPACE)) {
      return View.SPACE;
    }
    return views.contains(View.ALLOC_SPACE) || views.isEmpty() ? View.ALLOC_SPACE : views.get(0);
  }

  /**
   * {@code wanted} if this profile has such a view, {@link #defaultView()} if it has not or {@code
   * wanted} is null.
   */
  public View viewOr(View wanted) {
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
