package dev.heapconv.batch;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.StackSums;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.unskew.Estimate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The summary of a profile for the manifest. */
final class Summary {

  private Summary() {}

  static ManifestEntry.Content of(EstimatedProfile profile) {
    Set<List<Object>> processes = new LinkedHashSet<>();
    Map<List<Object>, Integer> dumps = new LinkedHashMap<>();
    Set<Long> intervals = new TreeSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      processes.add(List.of(info.pid(), info.process()));
      dumps.merge(List.of(info.pid(), info.process(), info.heap()), info.dumps(), Math::max);
      intervals.add(info.samplingInterval());
    }
    Map<String, Estimate> totals = new LinkedHashMap<>();
    List<EstimatedHeap> latest = profile.latestDumps();
    if (!latest.isEmpty()) {
      EstimatedHeap stacks = StackSums.of(latest);
      for (int view = 0; view < stacks.views().size(); view++) {
        EstimateSums total = EstimateSums.ofStacks();
        total.addAll(0, stacks.columns().get(view));
        totals.put(stacks.views().get(view).name(), total.estimate(0));
      }
    }
    return new ManifestEntry.Content(
        processes.size(),
        dumps.size(),
        dumps.values().stream().mapToInt(Integer::intValue).sum(),
        List.copyOf(intervals),
        profile.confidence(),
        totals);
  }
}
