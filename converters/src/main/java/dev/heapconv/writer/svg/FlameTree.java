package dev.heapconv.writer.svg;

import dev.heapconv.model.Column;
import dev.heapconv.query.CallTree;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.StackNames;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Calls as boxes: a node is a function called through the same functions, and is as wide as all
 * rows that pass through it. Node 0 is everything, and every caller precedes its callees.
 */
final class FlameTree {

  static final int ROOT = CallTree.ROOT;

  private final CallTree tree = new CallTree();
  private final StackNames names;
  private final IntArrayList nodeOfRow = new IntArrayList();
  private double[] widths = {0};
  private int[] depths = {0};

  /**
   * @param names of functions
   */
  FlameTree(StackNames names) {
    this.names = names;
  }

  /** The node of some frames, outermost first, that are named alike for a whole heap. */
  int below(List<String> frames) {
    int node = ROOT;
    for (String frame : frames) {
      node = tree.add(node, new int[] {names.number(frame)});
    }
    return node;
  }

  /**
   * Adds a row.
   *
   * @param node under which it hangs
   * @param functions innermost first
   * @param width at least 0
   */
  void add(int node, int[] functions, double width) {
    int at = tree.add(node, functions);
    nodeOfRow.add(at);
    if (at >= widths.length) {
      widths = Arrays.copyOf(widths, Math.max(2 * widths.length, at + 1));
    }
    widths[at] += width;
  }

  /** Makes each node as wide as what it calls and what it allocates itself; to be called once. */
  void sum() {
    widths = tree.cumulative(widths);
    depths = tree.depths();
  }

  double width(int node) {
    return widths[node];
  }

  int depth(int node) {
    return depths[node];
  }

  int caller(int node) {
    return tree.caller(node);
  }

  String name(int node) {
    return node == ROOT ? "all" : names.name(tree.function(node));
  }

  /**
   * The root and the nodes that are wide enough, callers first, and the callees of one by name, so
   * that they stand at the same place in another recording's picture.
   */
  int[] atLeast(double width) {
    IntStream wide =
        IntStream.range(ROOT + 1, widths.length)
            .filter(node -> widths[node] >= width)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(this::caller).thenComparing(this::name))
            .mapToInt(Integer::intValue);
    return IntStream.concat(IntStream.of(ROOT), wide).toArray();
  }

  /**
   * Adds rows in the order in which they were added to the sums of all nodes that they pass through
   * and that are wide enough.
   *
   * @param first the place of the column's first row among all rows
   */
  void addTo(EstimateSums sums, Column column, int first, double width) {
    for (int row = 0; row < column.rows(); row++) {
      for (int node = nodeOfRow.getInt(first + row); node > ROOT; node = tree.caller(node)) {
        if (widths[node] >= width) {
          sums.add(node, column, row);
        }
      }
      sums.add(ROOT, column, row);
    }
  }
}
