package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Rewrites the stacks of a profile so that those of another recording are equal to them: frames are
 * compared by functions and file, or without functions by position in the file.
 */
final class SameStacks {

  private SameStacks() {}

  /**
   * The heaps over the stacks of {@code to}; stacks that become equal stay in separate rows.
   *
   * @param heaps heaps over the stacks of {@code from}
   * @param lines whether calls from different lines differ
   */
  static List<EstimatedHeap> heaps(
      List<EstimatedHeap> heaps, StackTable from, StackTable to, boolean lines) {
    IntUnaryOperator same = from.mapped(to, frame -> frame(from, frame, to, lines));
    return heaps.stream().map(heap -> heap.onStacks(same)).toList();
  }

  private static int frame(StackTable from, int frame, StackTable to, boolean keepLines) {
    int mapping = StackTable.NO_MAPPING;
    if (from.frameMapping(frame) != StackTable.NO_MAPPING) {
      Mapping known = from.mapping(from.frameMapping(frame));
      mapping = to.addMapping(new Mapping(known.path(), ""));
    }
    List<SourceLine> lines = new ArrayList<>();
    boolean named = true;
    for (SourceLine line : from.lines(frame)) {
      named &= !line.function().isEmpty();
      int number = keepLines ? line.line() : 0;
      lines.add(new SourceLine(line.function(), line.systemName(), line.file(), number));
    }
    return to.addFrame(mapping, named ? 0 : from.frameRelPc(frame), lines);
  }
}
