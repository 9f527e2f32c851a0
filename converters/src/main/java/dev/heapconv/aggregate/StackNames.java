package dev.heapconv.aggregate;

import dev.heapconv.model.StackTable;

/**
 * Stacks as people see them: the names of their functions without the allocator's at the inner end,
 * each name as a number from 0. Stacks of equal numbers read the same, also those of several
 * tables.
 */
public final class StackNames {

  private final LineNames names;
  private final boolean allocatorFrames;
  private VisibleFrames visible;

  /**
   * @param allocatorFrames whether the allocator's functions stay
   */
  public StackNames(boolean allocatorFrames) {
    this(GroupBy.FUNCTION, allocatorFrames);
  }

  /** The libraries or source files of the functions instead of their names. */
  StackNames(GroupBy by, boolean allocatorFrames) {
    this.names = new LineNames(by);
    this.allocatorFrames = allocatorFrames;
  }

  /** Frames are those of this table from now on; more may be added to it. */
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
    int begin = visible.begin(frames);
    int line = visible.firstLine(frames[begin]);
    int count = -line;
    for (int i = begin; i < frames.length; i++) {
      count += names.of(frames[i]).length;
    }
    int[] functions = new int[count];
    int at = 0;
    for (int i = begin; i < frames.length; i++) {
      int[] lines = names.of(frames[i]);
      System.arraycopy(lines, line, functions, at, lines.length - line);
      at += lines.length - line;
      line = 0;
    }
    return functions;
  }

  /** The names by their numbers. */
  LineNames names() {
    return names;
  }
}
