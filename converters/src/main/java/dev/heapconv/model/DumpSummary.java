package dev.heapconv.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The recorded totals of one dump, before any estimate.
 *
 * @param info the heap and the dump
 * @param views the views of the dump
 * @param stacks number of stacks with recorded allocations
 * @param totals recorded totals in the order of {@code views}
 * @param findings further facts about the heap, by names in snake_case: each a {@link Long}, {@link
 *     Double}, {@link Boolean} or string; mostly empty
 */
public record DumpSummary(
    HeapInfo info, List<View> views, int stacks, List<Long> totals, Map<String, Object> findings) {

  public DumpSummary {
    Objects.requireNonNull(info, "info");
    views = List.copyOf(views);
    totals = List.copyOf(totals);
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }

  /**
   * Creates a summary without further findings.
   *
   * @param info the heap and the dump
   * @param views the views of the dump
   * @param stacks number of stacks with recorded allocations
   * @param totals recorded totals in the order of {@code views}
   */
  public DumpSummary(HeapInfo info, List<View> views, int stacks, List<Long> totals) {
    this(info, views, stacks, totals, Map.of());
  }

  /** Returns a copy with these findings. */
  public DumpSummary withFindings(Map<String, Object> found) {
    return new DumpSummary(info, views, stacks, totals, found);
  }

  /** Returns a copy without the totals of live memory. */
  public DumpSummary withoutLive() {
    List<View> allocated = views.stream().filter(view -> !view.isLive()).toList();
    return new DumpSummary(
        info,
        allocated,
        stacks,
        allocated.stream().map(views::indexOf).map(totals::get).toList(),
        findings);
  }

  /** Returns a copy for a different heap or dump. */
  public DumpSummary withInfo(HeapInfo other) {
    return new DumpSummary(other, views, stacks, totals, findings);
  }
}
