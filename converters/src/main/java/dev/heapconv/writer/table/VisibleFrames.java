package dev.heapconv.writer.table;

import dev.heapconv.model.AllocatorFrames;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.List;

/**
 * What people see of stacks: where they begin once the allocator's functions are left out, and
 * names for frames.
 */
final class VisibleFrames {

  /** Bit of a frame whose innermost lines are counted already. */
  private static final byte KNOWN = (byte) 0x80;

  private final StackTable stacks;
  private final boolean allocatorFrames;

  /** Of each frame how many of its lines, from the innermost, are the allocator's. */
  private final byte[] hiddenLines;

  VisibleFrames(StackTable stacks, boolean allocatorFrames) {
    this.stacks = stacks;
    this.allocatorFrames = allocatorFrames;
    hiddenLines = new byte[stacks.frameCount()];
  }

  /**
   * The innermost part of a stack with a function that is not the allocator's, as that stack or one
   * of its callers; the outermost frame when all are the allocator's: it is the nearest to the
   * program.
   */
  int begin(int stack) {
    if (allocatorFrames) {
      return stack;
    }
    int last = stack;
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      int frame = stacks.frame(s);
      if (hidden(frame) < stacks.lines(frame).size()) {
        return s;
      }
      last = s;
    }
    return last;
  }

  /** The innermost line to show of the frame at which a stack {@link #begin begins}. */
  int firstLine(int begin) {
    if (allocatorFrames || begin == StackTable.ROOT) {
      return 0;
    }
    int frame = stacks.frame(begin);
    return Math.min(hidden(frame), stacks.lines(frame).size() - 1);
  }

  private int hidden(int frame) {
    if ((hiddenLines[frame] & KNOWN) == 0) {
      List<SourceLine> lines = stacks.lines(frame);
      int count = 0;
      while (count < lines.size()
          && count < Byte.MAX_VALUE
          && isAllocator(frame, lines.get(count).function())) {
        count++;
      }
      hiddenLines[frame] = (byte) (count | KNOWN);
    }
    return hiddenLines[frame] & ~KNOWN;
  }

  private boolean isAllocator(int frame, String function) {
    if (!function.isEmpty()) {
      return AllocatorFrames.matches(function);
    }
    int mapping = stacks.frameMapping(frame);
    return mapping != StackTable.NO_MAPPING
        && AllocatorFrames.isLibrary(stacks.mapping(mapping).baseName());
  }

  /** Name of the function of a line; without one, where in which file the instruction lies. */
  String function(int frame, SourceLine line) {
    if (!line.function().isEmpty()) {
      return line.function();
    }
    int mapping = stacks.frameMapping(frame);
    String file = mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).baseName();
    String address = "0x" + Long.toHexString(stacks.frameRelPc(frame));
    return file.isEmpty() ? address : file + "+" + address;
  }

  /** Path of the file that a frame lies in; empty when unknown. */
  String library(int frame) {
    int mapping = stacks.frameMapping(frame);
    return mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).path();
  }

  /** Last component of a path as {@link Mapping#baseName()} has it. */
  static String baseName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
