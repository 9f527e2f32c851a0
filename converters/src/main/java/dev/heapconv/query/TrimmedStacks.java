package dev.heapconv.query;

import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The stacks of a table as outputs display them: from the root to the function of the program that
 * calls the allocator. The rule is that of pprof's {@code drop_frames}, so that all outputs show
 * the same. A function of the allocator hides itself and all that it calls, but only after the
 * first frame without such a function, so that something remains. In a frame with inlined functions
 * it hides itself and those inlined into it, in every stack.
 */
public final class TrimmedStacks {

  /** How far a stack has come, from its root. */
  private enum Reached {
    /** No frame without a function of the allocator. */
    NOTHING,
    PROGRAM,
    ALLOCATOR;

    /**
     * With one more frame.
     *
     * @param hiddenLines of that frame
     */
    Reached after(int hiddenLines) {
      Reached next = hiddenLines == 0 ? PROGRAM : this == NOTHING ? NOTHING : ALLOCATOR;
      return this == ALLOCATOR ? ALLOCATOR : next;
    }

    /** How many of the lines of a frame that comes next are left out, from the innermost. */
    int leftOut(int hiddenLines, int lines) {
      boolean all = this == ALLOCATOR || (this == PROGRAM && hiddenLines == lines);
      return all ? lines : hiddenLines % lines;
    }
  }

  private final StackTable stacks;
  private final Predicate<String> hides;

  /** Of each frame one more than it hides lines; 0 until requested. */
  private int[] hiddenLines = {};

  /** The trimmed stack of each of the first {@link #count} stacks. */
  private int[] trimmed = {StackTable.ROOT};

  private Reached[] reached = {Reached.NOTHING};
  private int count = 1;

  /**
   * Trims the stacks of a table.
   *
   * @param stacks the table; stacks may be added to it later
   * @param allocatorFrames whether to keep the allocator's functions; those of the profiler are
   *     never kept
   */
  public TrimmedStacks(StackTable stacks, boolean allocatorFrames) {
    this.stacks = stacks;
    hides = allocatorFrames ? AllocatorFrames::isProfiler : AllocatorFrames::isAllocator;
  }

  /**
   * Returns the trimmed stack of a stack: the stack itself or one of its callers.
   *
   * @param stack id of a stack in the table
   */
  public int of(int stack) {
    if (stack >= count) {
      if (stack >= trimmed.length) {
        int length = Math.max(stacks.stackCount(), 2 * stack);
        trimmed = Arrays.copyOf(trimmed, length);
        reached = Arrays.copyOf(reached, length);
      }
      // Callers were added before the stacks they call.
      for (; count <= stack; count++) {
        int caller = stacks.parent(count);
        int frame = stacks.frame(count);
        int hidden = hiddenLines(frame);
        Reached before = reached[caller];
        if (hidden == 0 && before != Reached.ALLOCATOR) {
          trimmed[count] = count;
          reached[count] = Reached.PROGRAM;
        } else {
          int lines = stacks.lines(frame).size();
          trimmed[count] = before.leftOut(hidden, lines) < lines ? count : trimmed[caller];
          reached[count] = before.after(hidden);
        }
      }
    }
    return trimmed[stack];
  }

  /**
   * Returns the lines to display for a frame of a trimmed stack, innermost first; at least one.
   *
   * @param frame id of a frame in the table
   */
  public List<SourceLine> lines(int frame) {
    List<SourceLine> lines = stacks.lines(frame);
    return lines.subList(hiddenLines(frame) % lines.size(), lines.size());
  }

  /** How many lines of a frame, from the innermost, are the allocator's or called by it. */
  int hiddenLines(int frame) {
    if (frame >= hiddenLines.length) {
      hiddenLines = Arrays.copyOf(hiddenLines, Math.max(stacks.frameCount(), 2 * frame));
    }
    if (hiddenLines[frame] == 0) {
      List<SourceLine> lines = stacks.lines(frame);
      int hidden = lines.size();
      while (hidden > 0 && !hides.test(FrameNames.of(stacks, frame, lines.get(hidden - 1)))) {
        hidden--;
      }
      hiddenLines[frame] = hidden + 1;
    }
    return hiddenLines[frame] - 1;
  }
}
