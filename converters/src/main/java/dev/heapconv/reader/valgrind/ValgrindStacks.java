package dev.heapconv.reader.valgrind;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Stacks of the functions that valgrind names. */
final class ValgrindStacks {

  final StackTable table = new StackTable();
  final int maxDepth;
  private boolean cut;

  ValgrindStacks(int maxDepth) {
    this.maxDepth = maxDepth;
  }

  /** Whether a stack had too many frames, and lost the outermost. */
  boolean isCut() {
    return cut;
  }

  /**
   * The id of a stack, added if it is new.
   *
   * @param frames innermost first
   */
  int stack(List<ValgrindFrame> frames) {
    int stack = StackTable.ROOT;
    int end = Math.min(maxDepth, frames.size());
    cut |= end < frames.size();
    while (end > 0) {
      ValgrindFrame outermost = frames.get(--end);
      String path = outermost.path();
      List<SourceLine> lines = new ArrayList<>();
      lines.add(outermost.line());
      // A function occurs once where others are inlined; a second one is a recursive call.
      while (end > 0
          && frames.get(end - 1).isInlinedWith(outermost)
          && !lines.contains(frames.get(end - 1).line())) {
        lines.add(frames.get(--end).line());
      }
      Collections.reverse(lines);
      int mapping =
          path.isEmpty() ? StackTable.NO_MAPPING : table.addMapping(new Mapping(path, ""));
      stack = table.addStack(stack, table.addFrame(mapping, outermost.address(), lines));
    }
    return stack;
  }
}
