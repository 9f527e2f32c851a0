package dev.heapconv.batch;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.GroupTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the manifest says of a profile. */
final class Summary {

  private record HeapKey(long pid, String process, String heap) {
    HeapKey(HeapInfo info) {
      this(info.pid(), info.process(), info.heap());
    }
  }

  private Summary() {}

  /**
   * The heaps whose numbers may be added: of each heap only its last dump, which counts what came
   * before it.
   */
  static List<EstimatedHeap> lastDumps(EstimatedProfile profile) {
    Map<HeapKey, Integer> last = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      last.merge(new HeapKey(heap.info()), heap.info().dump(), Math::max);
    }
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      if (last.get(new HeapKey(heap.info())) == heap.info().dump()) {
        heaps.add(heap);
      }
    }
    return heaps;
  }

  static ManifestEntry.Content of(EstimatedProfile profile) {
    Set<List<Object>> processes = new LinkedHashSet<>();
    Map<HeapKey, Integer> dumps = new LinkedHashMap<>();
    Set<Long> intervals = new TreeSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      processes.add(List.of(info.pid(), info.process()));
      dumps.merge(new HeapKey(info), info.dumps(), Math::max);
      intervals.add(info.samplingInterval());
    }
    Map<String, Estimate> totals = new LinkedHashMap<>();
    List<EstimatedHeap> last = lastDumps(profile);
    for (View view : profile.views()) {
      GroupTotals total = new GroupTotals();
      for (EstimatedHeap heap : last) {
        Column column = heap.column(view);
        for (int row = 0; column != null && row < heap.rows(); row++) {
          total.add(column.value(row), column.low(row), column.high(row));
        }
      }
      totals.put(view.name(), total.toEstimate());
    }
    return new ManifestEntry.Content(
        processes.size(),
        dumps.size(),
        dumps.values().stream().mapToInt(Integer::intValue).sum(),
        List.copyOf(intervals),
        profile.confidence(),
        totals,
        profile.warnings());
  }
}
