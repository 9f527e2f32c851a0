package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Processes, their heaps or the dumps of these. */
final class HeapGroups implements Groups {

  private final int[] groupOfHeap;
  private final List<String> names = new ArrayList<>();
  private final List<HeapInfo> heaps = new ArrayList<>();
  private int found;

  HeapGroups(GroupBy by, List<EstimatedHeap> profiled) {
    groupOfHeap = new int[profiled.size()];
    boolean oneHeap = areOfOneHeap(profiled);
    Map<String, Integer> ids = new LinkedHashMap<>();
    for (int i = 0; i < groupOfHeap.length; i++) {
      HeapInfo info = profiled.get(i).info();
      String name = nameOf(by, info, oneHeap);
      Integer id = ids.get(name);
      if (id == null) {
        id = names.size();
        ids.put(name, id);
        names.add(name);
        heaps.add(info);
      }
      groupOfHeap[i] = id;
    }
  }

  private static boolean areOfOneHeap(List<EstimatedHeap> profiled) {
    for (EstimatedHeap heap : profiled) {
      if (!nameOf(GroupBy.HEAP, heap.info(), true)
          .equals(nameOf(GroupBy.HEAP, profiled.get(0).info(), true))) {
        return false;
      }
    }
    return true;
  }

  private static String nameOf(GroupBy by, HeapInfo info, boolean oneHeap) {
    if (by == GroupBy.PROCESS) {
      return info.displayProcess();
    }
    String name = info.displayProcess() + ", " + info.heap();
    if (by == GroupBy.HEAP) {
      return name;
    }
    String time =
        info.timeNanos() == 0 ? "" : ", " + TextHeader.time(info.timeNanos(), ChronoUnit.MILLIS);
    return (oneHeap ? "" : name + ", ") + "dump " + info.dump() + " of " + info.dumps() + time;
  }

  @Override
  public int collect(int heap, int stack) {
    found = groupOfHeap[heap];
    return 1;
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return names.size();
  }

  @Override
  public String name(int group) {
    return names.get(group);
  }

  @Override
  public HeapInfo heap(int group) {
    return heaps.get(group);
  }
}
