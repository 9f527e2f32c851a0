package dev.heapconv.query;

import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * A tree of calls. A node is a function that is called through the same functions; its parent is
 * the node of its caller. Functions are numbers whose meaning only the user of the tree knows.
 * Nodes are numbered from {@link #ROOT}, which has no function, and a caller always has a smaller
 * number than what it calls.
 */
public final class CallTree {

  /** The node that calls the outermost functions. */
  public static final int ROOT = StackTable.ROOT;

  private final StackTable nodes;

  /** Creates a tree without calls. */
  public CallTree() {
    this(new StackTable());
  }

  /**
   * Shows a table of stacks as a tree: its stacks are the nodes, and its frames the functions.
   *
   * @param stacks the table
   */
  public CallTree(StackTable stacks) {
    nodes = stacks;
  }

  /**
   * Returns the node at the end of a chain of calls, and adds nodes that are new.
   *
   * @param caller node of the caller of the outermost function
   * @param functions the functions, innermost first; may be empty
   */
  public int add(int caller, int[] functions) {
    int node = caller;
    for (int i = functions.length - 1; i >= 0; i--) {
      node = nodes.addStack(node, functions[i]);
    }
    return node;
  }

  /** Returns the number of nodes, including the root. */
  public int count() {
    return nodes.stackCount();
  }

  /**
   * Returns the node of the caller; -1 for the root.
   *
   * @param node the node that is called
   */
  public int caller(int node) {
    return nodes.parent(node);
  }

  /**
   * Returns the function of a node; -1 for the root.
   *
   * @param node the node
   */
  public int function(int node) {
    return nodes.frame(node);
  }

  /**
   * Returns for each node the sum of its own number and those of all nodes below it.
   *
   * @param self the nodes' own numbers; nodes beyond its end have 0
   */
  public double[] cumulative(double[] self) {
    double[] sums = Arrays.copyOf(self, count());
    for (int node = sums.length - 1; node > ROOT; node--) {
      sums[nodes.parent(node)] += sums[node];
    }
    return sums;
  }

  /** Returns for each node the number of functions on the way to it, including its own. */
  public int[] depths() {
    int[] depths = new int[count()];
    for (int node = ROOT + 1; node < depths.length; node++) {
      depths[node] = depths[nodes.parent(node)] + 1;
    }
    return depths;
  }

  /**
   * Returns for each node its place in a depth-first walk of the tree, which visits a caller before
   * what it calls, and the nodes of one caller in the order of their numbers.
   */
  public int[] places() {
    double[] one = new double[count()];
    Arrays.fill(one, 1);
    double[] size = cumulative(one);
    int[] places = new int[size.length];
    // Where the next callee of a node goes.
    int[] next = new int[size.length];
    next[ROOT] = 1;
    for (int node = ROOT + 1; node < places.length; node++) {
      int caller = nodes.parent(node);
      places[node] = next[caller];
      next[caller] += (int) size[node];
      next[node] = places[node] + 1;
    }
    return places;
  }
}
