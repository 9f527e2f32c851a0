package dev.heapconv.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Totals of one dump as recorded, before any estimate.
 *
 * @param info the heap and the dump
 * @param views the views it has
 * @param stacks number of stacks with recorded allocations
 * @param totals recorded totals in the order of {@code views}
 * @param findings what else the recording shows of its heap, for whoever wrote it, by names in
 *     snake_case: each a {@link Long}, {@link Double}, {@link Boolean} or string; mostly empty
 */
public record DumpSummary(
    HeapInfo info, List<View> views, int stacks, List<Long> totals, Map<String, Object> findings) {

  public DumpSummary {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    totals = List.copyOf(totals);
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }

  /** Totals and nothing else. */
  public DumpSummary(HeapInfo info, List<View> views, int stacks, List<Long> totals) {
    this(info, views, stacks, totals, Map.of());
  }

  /** The same totals with something else that is found. */
  public DumpSummary withFindings(Map<String, Object> found) {
    return new DumpSummary(info, views, stacks, totals, found);
  }

  /** The totals of allocated memory alone. */
  public DumpSummary withoutLive() {
    List<View> allocated = views.stream().filter(view -> !view.isLive()).toList();
    return new DumpSummary(
        info,
        allocated,
        stacks,
        allocated.stream().map(views::indexOf).map(totals::get).toList(),
        findings);
  }

  /** The same totals of another heap or dump. */
  public DumpSummary withInfo(HeapInfo other) {
    return new DumpSummary(other, views, stacks, totals, findings);
  }
}
