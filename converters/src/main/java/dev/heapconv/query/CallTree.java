package dev.heapconv.query;

import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * Who calls what: a node is a function called through the same functions, below the node of its
 * caller. Functions are numbers whose meaning the user of the tree knows. Nodes are numbered from
 * {@link #ROOT}, which has no function, and a caller always has a smaller number than what it
 * calls.
 */
public final class CallTree {

  /** What calls the outermost functions. */
  public static final int ROOT = StackTable.ROOT;

  private final StackTable nodes;

  /** A tree without calls. */
  public CallTree() {
    this(new StackTable());
  }

  /** The stacks of a table are the nodes, and their frames the functions. */
  public CallTree(StackTable stacks) {
    nodes = stacks;
  }

  /**
   * The node of functions that call one another, added if it is new.
   *
   * @param caller node of what calls the outermost of them
   * @param functions innermost first; may be empty
   */
  public int add(int caller, int[] functions) {
    int node = caller;
    for (int i = functions.length - 1; i >= 0; i--) {
      node = nodes.addStack(node, functions[i]);
    }
    return node;
  }

  /** The number of nodes, with the root. */
  public int count() {
    return nodes.stackCount();
  }

  /** The node that calls another one; -1 for the root. */
  public int caller(int node) {
    return nodes.parent(node);
  }

  /** The function of a node; -1 for the root. */
  public int function(int node) {
    return nodes.frame(node);
  }

  /**
   * What each node holds together with all that it calls.
   *
   * @param self what nodes hold themselves; nodes beyond its end hold nothing
   */
  public double[] cumulative(double[] self) {
    double[] sums = Arrays.copyOf(self, count());
    for (int node = sums.length - 1; node > ROOT; node--) {
      sums[nodes.parent(node)] += sums[node];
    }
    return sums;
  }

  /** Of each node, how many functions lead to it, with its own. */
  public int[] depths() {
    int[] depths = new int[count()];
    for (int node = ROOT + 1; node < depths.length; node++) {
      depths[node] = depths[nodes.parent(node)] + 1;
    }
    return depths;
  }

  /**
   * Of each node, its place in the walk of the tree in which all that a node calls directly follows
   * it, in the order of numbers.
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
