package dev.heapconv.query;

import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that lead to memory, from the outermost function down to where they branch. */
final class CallTree {

  /** Calls with a smaller share of the whole are no branches. */
  private static final double MIN_SHARE = 0.05;

  /** Functions in a row of which all are listed. */
  private static final int MAX_LISTED = 4;

  private static final int ROOT = 0;

  private final StackNames names;
  private final Long2IntOpenHashMap ids = new Long2IntOpenHashMap();
  private final IntArrayList functions = new IntArrayList();
  private final DoubleArrayList sums = new DoubleArrayList();

  /** The last node that was added to another one, or {@link #ROOT}; and the one before it. */
  private final IntArrayList children = new IntArrayList();

  private final IntArrayList siblings = new IntArrayList();

  private CallTree(StackNames names) {
    this.names = names;
    ids.defaultReturnValue(-1);
    add(-1);
  }

  /**
   * Sums up a view of a profile.
   *
   * @param leaf the innermost function of the stacks to take; null for all stacks
   */
  static CallTree of(
      EstimatedProfile profile, AggregateOptions options, View view, @Nullable String leaf) {
    StackNames names = new StackNames(options.allocatorFrames());
    names.over(profile.stacks());
    CallTree tree = new CallTree(names);
    for (EstimatedHeap heap : options.by().heaps(profile)) {
      dev.heapconv.model.Column column = heap.column(view);
      for (int row = 0; column != null && row < heap.rows(); row++) {
        if (column.value(row) > 0) {
          int[] stack = names.of(profile.stacks().frames(heap.stack(row)));
          if (leaf == null || names.name(stack[0]).equals(leaf)) {
            tree.add(stack, column.value(row));
          }
        }
      }
    }
    return tree;
  }

  private void add(int[] stack, double value) {
    int node = ROOT;
    sums.set(ROOT, sums.getDouble(ROOT) + value);
    for (int i = stack.length - 1; i >= 0; i--) {
      long call = (long) node << Integer.SIZE | stack[i];
      int callee = ids.get(call);
      if (callee < 0) {
        callee = add(stack[i]);
        ids.put(call, callee);
        siblings.set(callee, children.getInt(node));
        children.set(node, callee);
      }
      node = callee;
      sums.set(node, sums.getDouble(node) + value);
    }
  }

  private int add(int function) {
    functions.add(function);
    sums.add(0);
    children.add(ROOT);
    siblings.add(ROOT);
    return functions.size() - 1;
  }

  /** The calls with at least a twentieth of the whole. */
  List<Result.Call> calls() {
    List<Result.Call> calls = new ArrayList<>();
    append(ROOT, 0, calls);
    return calls;
  }

  private void append(int node, int depth, List<Result.Call> calls) {
    for (int callee : branches(node)) {
      IntArrayList row = new IntArrayList();
      int last = callee;
      for (int next = callee; next != ROOT; next = onlyBranch(next)) {
        row.add(next);
        last = next;
      }
      boolean all = row.size() <= MAX_LISTED;
      for (int i = 0; i < row.size(); i++) {
        if (all || i == 0 || i == row.size() - 1) {
          calls.add(call(row.getInt(i), depth, 0));
        } else if (i == 1) {
          calls.add(call(ROOT, depth, row.size() - 2));
        }
      }
      append(last, depth + 1, calls);
    }
  }

  private Result.Call call(int node, int depth, int left) {
    String name = left > 0 ? "" : names.name(functions.getInt(node));
    return new Result.Call(depth, 100 * sums.getDouble(node) / sums.getDouble(ROOT), name, left);
  }

  private List<Integer> branches(int node) {
    List<Integer> branches = new ArrayList<>();
    for (int i = children.getInt(node); i != ROOT; i = siblings.getInt(i)) {
      if (isBranch(sums.getDouble(i))) {
        branches.add(i);
      }
    }
    branches.sort((a, b) -> Double.compare(sums.getDouble(b), sums.getDouble(a)));
    return branches;
  }

  /** What a node calls if it neither branches nor allocates enough itself. */
  private int onlyBranch(int node) {
    List<Integer> branches = branches(node);
    return branches.size() == 1 && !isBranch(sums.getDouble(node) - sums.getDouble(branches.get(0)))
        ? branches.get(0)
        : ROOT;
  }

  private boolean isBranch(double sum) {
    return sum >= MIN_SHARE * sums.getDouble(ROOT);
  }
}
