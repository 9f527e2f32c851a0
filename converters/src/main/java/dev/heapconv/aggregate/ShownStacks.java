package dev.heapconv.aggregate;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.Arrays;
import java.util.List;

/**
 * The part of each stack that is displayed: without the allocator's functions at its inner end, but
 * never empty.
 */
public final class ShownStacks {

  /** Bit of a frame whose hidden lines are counted already. */
  private static final byte KNOWN = (byte) 0x80;

  private final StackTable stacks;
  private final boolean allocatorFrames;

  /** Of each frame how many of its lines, from the innermost, are the allocator's. */
  private byte[] allocatorLines;

  /**
   * @param stacks more may be added to it
   * @param allocatorFrames whether to show the allocator's functions, too
   */
  public ShownStacks(StackTable stacks, boolean allocatorFrames) {
    this.stacks = stacks;
    this.allocatorFrames = allocatorFrames;
    allocatorLines = new byte[stacks.frameCount()];
  }

  /**
   * The shown part of a stack: the outermost frame, which is nearest to the program, if all of them
   * are the allocator's.
   */
  public int of(int stack) {
    int shown = stack;
    while (shown != StackTable.ROOT
        && stacks.parent(shown) != StackTable.ROOT
        && isHidden(stacks.frame(shown))) {
      shown = stacks.parent(shown);
    }
    return shown;
  }

  /** Whether a frame at the inner end of a stack is hidden entirely. */
  public boolean isHidden(int frame) {
    return !allocatorFrames && allocatorLines(frame) == stacks.lines(frame).size();
  }

  /** How many lines of the innermost shown frame are hidden, from the innermost; never all. */
  public int hiddenLines(int frame) {
    return allocatorFrames ? 0 : Math.min(allocatorLines(frame), stacks.lines(frame).size() - 1);
  }

  private int allocatorLines(int frame) {
    if (frame >= allocatorLines.length) {
      allocatorLines = Arrays.copyOf(allocatorLines, Math.max(stacks.frameCount(), 2 * frame));
    }
    if ((allocatorLines[frame] & KNOWN) == 0) {
      List<SourceLine> lines = stacks.lines(frame);
      int count = 0;
      while (count < lines.size()
          && count < Byte.MAX_VALUE
          && AllocatorFrames.isAllocator(stacks, frame, lines.get(count))) {
        count++;
      }
      allocatorLines[frame] = (byte) (count | KNOWN);
    }
    return allocatorLines[frame] & ~KNOWN;
  }
}
