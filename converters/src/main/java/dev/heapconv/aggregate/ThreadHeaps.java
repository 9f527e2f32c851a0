package dev.heapconv.aggregate;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What the threads of each process allocated, as if each had a heap of its own: then tables by heap
 * are tables by thread.
 */
public final class ThreadHeaps {

  private ThreadHeaps() {}

  /** The same profile with heaps named after threads, each in all dumps of its process. */
  public static EstimatedProfile of(EstimatedProfile profile) {
    Map<List<Object>, Set<String>> threads = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      Set<String> ofProcess =
          threads.computeIfAbsent(process(heap.info()), unused -> new TreeSet<>());
      for (int row = 0; row < heap.rows(); row++) {
        ofProcess.add(thread(heap, row));
      }
    }
    Map<List<Object>, List<EstimatedHeap>> parts = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      for (String thread : Objects.requireNonNull(threads.get(process(info)))) {
        EstimatedHeap part =
            heap.withRows(
                IntStream.range(0, heap.rows())
                    .filter(row -> thread(heap, row).equals(thread))
                    .toArray());
        HeapInfo renamed =
            info.withHeap(thread.isEmpty() ? "(unknown thread)" : "thread " + thread);
        parts
            .computeIfAbsent(List.of(renamed.series(), info.dump()), unused -> new ArrayList<>())
            .add(part.with(renamed, part.columns()));
      }
    }
    return profile.withHeaps(parts.values().stream().map(StackSums::of).toList());
  }

  private static List<Object> process(HeapInfo info) {
    return List.of(info.pid(), info.process());
  }

  private static String thread(EstimatedHeap heap, int row) {
    for (Label label : heap.labels(row)) {
      if (label.key().equals(Label.THREAD)) {
        return label.text() == null ? Long.toString(label.number()) : label.text();
      }
    }
    return "";
  }
}
