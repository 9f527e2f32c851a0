package dev.heapconv.aggregate;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.Arrays;
import java.util.List;

/** Where stacks begin for display: the allocator's functions at their inner end are left out. */
final class VisibleFrames {

  /** Bit of a frame whose innermost lines have already been counted. */
  private static final byte KNOWN = (byte) 0x80;

  private final StackTable stacks;
  private final boolean allocatorFrames;

  /** For each frame, how many of its lines, from the innermost, are the allocator's. */
  private byte[] hiddenLines;

  VisibleFrames(StackTable stacks, boolean allocatorFrames) {
    this.stacks = stacks;
    this.allocatorFrames = allocatorFrames;
    hiddenLines = new byte[stacks.frameCount()];
  }

  /**
   * Index of the innermost frame with a function that is not the allocator's; of the outermost if
   * all are, as the closest to the program.
   *
   * @param frames a stack of at least one frame, innermost first
   */
  int begin(int[] frames) {
    int at = 0;
    while (!allocatorFrames
        && at < frames.length - 1
        && hidden(frames[at]) == stacks.lines(frames[at]).size()) {
      at++;
    }
    return at;
  }

  /** The innermost line to show of the frame at which a stack {@link #begin begins}. */
  int firstLine(int frame) {
    return allocatorFrames ? 0 : Math.min(hidden(frame), stacks.lines(frame).size() - 1);
  }

  private int hidden(int frame) {
    if (frame >= hiddenLines.length) {
      hiddenLines = Arrays.copyOf(hiddenLines, Math.max(stacks.frameCount(), 2 * frame));
    }
    if ((hiddenLines[frame] & KNOWN) == 0) {
      List<SourceLine> lines = stacks.lines(frame);
      int count = 0;
      while (count < lines.size()
          && count < Byte.MAX_VALUE
          && AllocatorFrames.isAllocator(stacks, frame, lines.get(count))) {
        count++;
      }
      hiddenLines[frame] = (byte) (count | KNOWN);
    }
    return hiddenLines[frame] & ~KNOWN;
  }
}
