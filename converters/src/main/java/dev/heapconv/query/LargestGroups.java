package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The groups that hold most of one view by their self values, the first of them numbered 0. Stacks
 * of others are in no group, so that nothing is kept of these but their values, and those only
 * until the largest are found.
 */
final class LargestGroups implements Groups {

  private final Groups all;

  /** For each group, its number among all. */
  private final int[] numbers;

  private final Int2IntOpenHashMap groupOf = new Int2IntOpenHashMap();
  private final int others;
  private int found;

  private LargestGroups(Groups all, int[] numbers, int others) {
    this.all = all;
    this.numbers = numbers;
    this.others = others;
    groupOf.defaultReturnValue(-1);
    for (int group = 0; group < numbers.length; group++) {
      groupOf.put(numbers[group], group);
    }
  }

  /**
   * @param all groups of places in the program, over the stacks of the heap
   * @param heap with one row a stack
   * @param column of the heap
   * @param most how many to find at most; those that hold equally much are taken by name
   */
  public static LargestGroups of(Groups all, EstimatedHeap heap, Column column, int most) {
    double[] values = {};
    for (int row = 0; row < heap.rows(); row++) {
      int group = all.innermost(heap.stack(row));
      if (group >= values.length) {
        values = Arrays.copyOf(values, Math.max(group + 1, all.count() * 2));
      }
      values[group] += column.value(row);
    }
    double[] sums = values;
    Comparator<Integer> smallestFirst =
        (a, b) -> {
          int ascending = Double.compare(Math.abs(sums[a]), Math.abs(sums[b]));
          return ascending != 0 ? ascending : all.name(b).compareTo(all.name(a));
        };
    PriorityQueue<Integer> largest = new PriorityQueue<>(smallestFirst);
    int others = 0;
    for (int group = 0; group < sums.length; group++) {
      if (sums[group] != 0) {
        if (largest.size() < most) {
          largest.add(group);
        } else {
          others++;
          if (smallestFirst.compare(group, largest.peek()) > 0) {
            largest.poll();
            largest.add(group);
          }
        }
      }
    }
    int[] numbers = new int[largest.size()];
    for (int i = numbers.length - 1; i >= 0; i--) {
      numbers[i] = largest.remove();
    }
    return new LargestGroups(all, numbers, others);
  }

  @Override
  public int others() {
    return others;
  }

  @Override
  public boolean contains(int number) {
    return groupOf.get(number) >= 0;
  }

  @Override
  public int collect(@Nullable HeapInfo heap, int stack) {
    found = groupOf.get(all.innermost(stack));
    return found < 0 ? 0 : 1;
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return numbers.length;
  }

  @Override
  public String name(int group) {
    return all.name(numbers[group]);
  }

  @Override
  public @Nullable StackNames names() {
    return all.names();
  }

  @Override
  public LinePlace place(int group) {
    return all.place(numbers[group]);
  }

  @Override
  public @Nullable List<String> frames(int group) {
    return all.frames(numbers[group]);
  }
}
