package dev.heapconv.aggregate;

import dev.heapconv.model.StackTable;

/**
 * Stacks as displayed: the names of their functions without the allocator's at the inner end, each
 * name as a number from 0. Stacks of equal numbers read the same, also those of several tables.
 */
public final class StackNames {

  private final LineNames names;
  private final boolean allocatorFrames;
  private ShownStacks shown;

  /**
   * @param allocatorFrames whether to keep the allocator's functions
   */
  public StackNames(boolean allocatorFrames) {
    this(GroupBy.FUNCTION, allocatorFrames);
  }

  /** The libraries or source files of the functions instead of their names. */
  StackNames(GroupBy by, boolean allocatorFrames) {
    this.names = new LineNames(by);
    this.allocatorFrames = allocatorFrames;
    this.shown = new ShownStacks(new StackTable(), allocatorFrames);
  }

  /** Sets the table that frame ids refer to from now on; more may be added to it. */
  public void over(StackTable table) {
    names.over(table);
    shown = new ShownStacks(table, allocatorFrames);
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
    int begin = begin(frames);
    int line = shown.hiddenLines(frames[begin]);
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

  /**
   * The innermost function of a stack: without the allocator's the one that called the allocator.
   *
   * @param frames ids of its frames, innermost first
   */
  public int leaf(int[] frames) {
    if (frames.length == 0) {
      return names.noStack();
    }
    int frame = frames[begin(frames)];
    return names.of(frame)[shown.hiddenLines(frame)];
  }

  /**
   * Index of the innermost frame with a function that is not the allocator's; of the outermost when
   * all are: it is the nearest to the program.
   */
  private int begin(int[] frames) {
    int at = 0;
    while (at < frames.length - 1 && shown.isHidden(frames[at])) {
      at++;
    }
    return at;
  }

  /** The name of a function, by its number. */
  public String name(int function) {
    return names.name(function);
  }

  /** The names by their numbers. */
  LineNames names() {
    return names;
  }
}
