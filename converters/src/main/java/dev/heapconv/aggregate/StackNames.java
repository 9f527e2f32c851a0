package dev.heapconv.aggregate;

import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * Stacks as displayed: the names of their functions without the allocator's at the inner end, each
 * name as a number from 0. Stacks with equal numbers look the same.
 */
public final class StackNames {

  private final LineNames names = new LineNames(GroupBy.FUNCTION);
  private final boolean allocatorFrames;
  private VisibleFrames visible;

  /**
   * @param allocatorFrames whether to keep the allocator's functions
   */
  public StackNames(boolean allocatorFrames) {
    this.allocatorFrames = allocatorFrames;
  }

  /** Sets the table that frame ids refer to from now on; more may be added to it. */
  public void over(StackTable stacks) {
    names.over(stacks);
    visible = new VisibleFrames(stacks, allocatorFrames);
  }

  /**
   * The functions of a stack, innermost first; never empty.
   *
   * @param frames ids of its frames, innermost first
   */
  public int[] of(int[] frames) {
    if (frames.length == 0) {
      return new int[] {names.noStack()};
    }
    int[] functions = new int[frames.length];
    int count = 0;
    int begin = visible.begin(frames);
    int line = visible.firstLine(frames[begin]);
    for (int i = begin; i < frames.length; i++) {
      int[] lines = names.of(frames[i]);
      int more = lines.length - line;
      if (count + more > functions.length) {
        functions = Arrays.copyOf(functions, (count + more) * 2);
      }
      System.arraycopy(lines, line, functions, count, more);
      count += more;
      line = 0;
    }
    return Arrays.copyOf(functions, count);
  }

  /** The function with a number. */
  String name(int function) {
    return names.name(function);
  }
}
