package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The dumps of one heap of one process, in order, with a common numbering of their stacks: those
 * that lie together in the tree do so here.
 */
final class HeapSeries {

  private final List<EstimatedHeap> dumps = new ArrayList<>();
  private final IntArrayList stacks = new IntArrayList();
  private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();

  private HeapSeries() {
    rowOfStack.defaultReturnValue(-1);
  }

  /**
   * @param place where a stack is in the tree
   */
  static List<HeapSeries> of(EstimatedProfile profile, IntUnaryOperator place) {
    Map<HeapId, HeapSeries> series = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      series.computeIfAbsent(heap.info().id(), unused -> new HeapSeries()).add(heap);
    }
    List<HeapSeries> all = List.copyOf(series.values());
    all.forEach(one -> one.sort(place));
    return all;
  }

  private void add(EstimatedHeap dump) {
    dumps.add(dump);
    for (int row = 0; row < dump.rows(); row++) {
      int stack = dump.stack(row);
      // Most dumps have it in the same place.
      boolean isKnown = row < stacks.size() && stacks.getInt(row) == stack;
      if (!isKnown && rowOfStack.putIfAbsent(stack, stacks.size()) < 0) {
        stacks.add(stack);
      }
    }
  }

  private void sort(IntUnaryOperator place) {
    long[] placed = new long[stacks.size()];
    for (int row = 0; row < placed.length; row++) {
      int stack = stacks.getInt(row);
      placed[row] = (long) place.applyAsInt(stack) << Integer.SIZE | stack;
    }
    Arrays.sort(placed);
    for (int row = 0; row < placed.length; row++) {
      int stack = (int) placed[row];
      stacks.set(row, stack);
      rowOfStack.put(stack, row);
    }
  }

  EstimatedHeap last() {
    return dumps.get(dumps.size() - 1);
  }

  List<EstimatedHeap> dumps() {
    return dumps;
  }

  /** Stack ids, one per row of the series. */
  IntArrayList stacks() {
    return stacks;
  }

  /** For each row of the series, the row of a dump; -1 if it has none. */
  int[] rowsOf(EstimatedHeap dump) {
    int[] rows = new int[stacks.size()];
    Arrays.fill(rows, -1);
    for (int row = 0; row < dump.rows(); row++) {
      rows[rowOfStack.get(dump.stack(row))] = row;
    }
    return rows;
  }
}
