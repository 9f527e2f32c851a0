package dev.heapconv.aggregate;

import dev.heapconv.ids.Ids;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.unskew.samples.Saturation;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Heaps as one, in which the rows of each stack are added up. That comes before stacks are added to
 * one another: the error about the sizes of a stack is the same one in all processes, heaps and
 * recordings.
 */
public final class StackSums {

  private record Row(int stack, List<Label> labels) {}

  private StackSums() {}

  /**
   * The sums of all rows of each stack. The first heap says what is known of them.
   *
   * @param heaps at least one, over one table of stacks
   */
  public static EstimatedHeap of(List<EstimatedHeap> heaps) {
    EstimatedHeap first = heaps.get(0);
    return heaps.size() == 1 && isSummed(first) ? first : of(heaps, first.info(), false);
  }

  /** Whether each stack has one row: labels, or what was left out of stacks, may make them more. */
  private static boolean isSummed(EstimatedHeap heap) {
    IntOpenHashSet found = new IntOpenHashSet(heap.rows());
    for (int row = 0; row < heap.rows(); row++) {
      if (!found.add(heap.stack(row))) {
        return false;
      }
    }
    return true;
  }

  /**
   * @param info of the sum
   * @param labelled whether the rows of a stack stay apart where their labels differ
   */
  public static EstimatedHeap of(List<EstimatedHeap> heaps, HeapInfo info, boolean labelled) {
    Ids<Row> rows = new Ids<>();
    Set<View> found = new LinkedHashSet<>();
    heaps.forEach(heap -> found.addAll(heap.views()));
    List<View> views = View.ordered(found);
    List<EstimateSums> sums = views.stream().map(view -> EstimateSums.ofOneStack(1)).toList();
    int most = heaps.stream().mapToInt(EstimatedHeap::rows).sum();
    long[] recordedAlloc = new long[most];
    long[] recordedLive = new long[most];
    for (EstimatedHeap heap : heaps) {
      List<Column> columns = views.stream().map(heap::column).toList();
      boolean hasAlloc = heap.has(false);
      boolean hasLive = heap.has(true);
      for (int i = 0; i < heap.rows(); i++) {
        int row = rows.id(new Row(heap.stack(i), labelled ? heap.labels(i) : List.of()));
        long alloc = hasAlloc ? heap.recordedAlloc(i) : 0;
        recordedAlloc[row] = Saturation.add(recordedAlloc[row], alloc);
        recordedLive[row] = Saturation.add(recordedLive[row], hasLive ? heap.recordedLive(i) : 0);
        for (int view = 0; view < columns.size(); view++) {
          if (columns.get(view) != null) {
            sums.get(view).add(row, columns.get(view), i);
          }
        }
      }
    }
    List<Row> order = rows.values();
    boolean anyLabels = order.stream().anyMatch(row -> !row.labels().isEmpty());
    return new EstimatedHeap(
        info,
        views,
        order.stream().mapToInt(Row::stack).toArray(),
        sums.stream().map(sum -> sum.column(order.size())).toList(),
        Arrays.copyOf(recordedAlloc, order.size()),
        Arrays.copyOf(recordedLive, order.size()),
        anyLabels ? order.stream().map(Row::labels).toList() : List.of());
  }
}
