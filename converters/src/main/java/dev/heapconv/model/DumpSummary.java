package dev.heapconv.model;

import java.util.List;
import java.util.Objects;

/**
 * Totals of one dump as recorded, before any estimate.
 *
 * @param info the heap and the dump
 * @param views the views it has
 * @param stacks number of stacks with recorded allocations
 * @param totals recorded totals in the order of {@code views}
 */
public record DumpSummary(HeapInfo info, List<View> views, int stacks, List<Long> totals) {

  public DumpSummary {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    totals = List.copyOf(totals);
  }

  /** The totals of allocated memory alone. */
  public DumpSummary withoutLive() {
    List<View> allocated = views.stream().filter(view -> !view.isLive()).toList();
    return new DumpSummary(
        info, allocated, stacks, allocated.stream().map(views::indexOf).map(totals::get).toList());
  }

  /** The same totals of another heap or dump. */
  public DumpSummary withInfo(HeapInfo other) {
    return new DumpSummary(other, views, stacks, totals);
  }
}
