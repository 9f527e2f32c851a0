package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The frames at the root of stacks that keep heaps apart in outputs with one tree: the process and,
 * if it has several heaps or dumps, these.
 */
public final class HeapRoots {

  private final Map<HeapId, Set<String>> heaps = new HashMap<>();
  private final boolean severalDumps;

  public HeapRoots(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      heaps.computeIfAbsent(info.id().ofProcess(), unused -> new HashSet<>()).add(info.heap());
    }
    severalDumps = profile.holdsSeveralDumps();
  }

  /** Returns the frames of a heap of the profile, outermost first. */
  public List<String> of(HeapInfo info) {
    List<String> root = new ArrayList<>(List.of(info.id().process().displayName()));
    if (heaps.getOrDefault(info.id().ofProcess(), Set.of()).size() > 1) {
      root.add(heap(info));
    }
    if (severalDumps) {
      root.add("[dump " + info.dump().number() + "]");
    }
    return root;
  }

  /** Returns the frames of a heap of two recordings that are compared, in which pids differ. */
  public static List<String> compared(HeapInfo info) {
    return List.of(info.process().isEmpty() ? "unknown process" : info.process(), heap(info));
  }

  private static String heap(HeapInfo info) {
    return "[heap " + info.heap() + "]";
  }
}
