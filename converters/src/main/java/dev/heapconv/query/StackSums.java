package dev.heapconv.query;

import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Saturation;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds up heaps stack by stack. This must precede sums over stacks, because a stack has the same
 * error about its sizes in all processes, heaps and recordings.
 */
public final class StackSums {

  private record Row(int stack, List<Label> labels) {}

  private final boolean labelled;
  private final Dictionary<Row> rows = new Dictionary<>();
  private final Map<View, EstimateSums> sums = new LinkedHashMap<>();
  private final LongArrayList recordedAlloc = new LongArrayList();
  private final LongArrayList recordedLive = new LongArrayList();

  /**
   * @param labelled whether the rows of a stack stay apart where their labels differ
   */
  public StackSums(boolean labelled) {
    this.labelled = labelled;
  }

  /**
   * Returns the sums of all rows of each stack, with the description of the first heap.
   *
   * @param heaps at least one, over one table of stacks
   */
  public static EstimatedHeap of(List<EstimatedHeap> heaps) {
    EstimatedHeap first = heaps.get(0);
    return heaps.size() == 1 && isSummed(first) ? first : of(heaps, first.info(), false);
  }

  /** Whether each stack has one row: labels, or what was left out of stacks, may make them more. */
  private static boolean isSummed(EstimatedHeap heap) {
    BitSet found = new BitSet();
    for (int row = 0; row < heap.rows(); row++) {
      int stack = heap.stack(row);
      if (found.get(stack)) {
        return false;
      }
      found.set(stack);
    }
    return true;
  }

  /**
   * @param info of the sum
   * @param labelled whether the rows of a stack stay apart where their labels differ
   */
  public static EstimatedHeap of(List<EstimatedHeap> heaps, HeapInfo info, boolean labelled) {
    StackSums sums = new StackSums(labelled);
    heaps.forEach(sums::add);
    return sums.heap(info, View.ordered(sums.views()));
  }

  /** Adds a heap, over the same table of stacks as all others. */
  public void add(EstimatedHeap heap) {
    List<EstimateSums> to = new ArrayList<>();
    for (View view : heap.views()) {
      to.add(sums.computeIfAbsent(view, unused -> EstimateSums.ofOneStack(1)));
    }
    boolean hasAlloc = heap.has(false) && heap.isCounted(false);
    boolean hasLive = heap.has(true) && heap.isCounted(true);
    for (int i = 0; i < heap.rows(); i++) {
      int row = rows.id(new Row(heap.stack(i), labelled ? heap.labels(i) : List.of()));
      if (row == recordedAlloc.size()) {
        recordedAlloc.add(0);
        recordedLive.add(0);
      }
      long alloc = hasAlloc ? heap.recordedAlloc(i) : 0;
      long live = hasLive ? heap.recordedLive(i) : 0;
      recordedAlloc.set(row, Saturation.add(recordedAlloc.getLong(row), alloc));
      recordedLive.set(row, Saturation.add(recordedLive.getLong(row), live));
      for (int view = 0; view < to.size(); view++) {
        to.get(view).add(row, heap.columns().get(view), i);
      }
    }
  }

  /** Returns the views that any of the heaps has. */
  public Set<View> views() {
    return sums.keySet();
  }

  /**
   * Returns the sum; its rows are in the order in which stacks were first added.
   *
   * @param views the views of the sum; those that no heap has are 0
   */
  public EstimatedHeap heap(HeapInfo info, List<View> views) {
    List<Row> order = rows.values();
    EstimateSums none = EstimateSums.ofOneStack(0);
    boolean anyLabels = order.stream().anyMatch(row -> !row.labels().isEmpty());
    return new EstimatedHeap(
        info,
        views,
        order.stream().mapToInt(Row::stack).toArray(),
        views.stream().map(view -> sums.getOrDefault(view, none).column(order.size())).toList(),
        recordedAlloc.toLongArray(),
        recordedLive.toLongArray(),
        anyLabels ? order.stream().map(Row::labels).toList() : List.of());
  }
}
