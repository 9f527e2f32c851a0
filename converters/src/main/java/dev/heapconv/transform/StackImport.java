package dev.heapconv.transform;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.Arrays;
import java.util.List;

/** Adds stacks of one table to another, where those of equal content become one. */
final class StackImport {

  private static final int UNKNOWN = -1;

  private final StackTable from;
  private final StackTable to;
  private final int[] stackIds;
  private final int[] frameIds;

  StackImport(StackTable from, StackTable to) {
    this.from = from;
    this.to = to;
    stackIds = new int[from.stackCount()];
    frameIds = new int[from.frameCount()];
    Arrays.fill(stackIds, UNKNOWN);
    Arrays.fill(frameIds, UNKNOWN);
    stackIds[StackTable.ROOT] = StackTable.ROOT;
  }

  int[] stacks(int[] ids) {
    int[] imported = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      imported[i] = stack(ids[i]);
    }
    return imported;
  }

  /**
   * Id in the other table of a stack. Walks up to the first caller that is there already, then down
   * again.
   */
  private int stack(int id) {
    int depth = 0;
    for (int s = id; stackIds[s] == UNKNOWN; s = from.parent(s)) {
      depth++;
    }
    int[] path = new int[depth];
    for (int s = id; stackIds[s] == UNKNOWN; s = from.parent(s)) {
      path[--depth] = s;
    }
    for (int s : path) {
      stackIds[s] = to.addStack(stackIds[from.parent(s)], frame(from.frame(s)));
    }
    return stackIds[id];
  }

  private int frame(int id) {
    if (frameIds[id] == UNKNOWN) {
      int mapping = from.frameMapping(id);
      int imported =
          mapping == StackTable.NO_MAPPING ? mapping : to.addMapping(from.mapping(mapping));
      List<SourceLine> lines = from.lines(id);
      frameIds[id] = to.addFrame(imported, from.frameRelPc(id), lines);
    }
    return frameIds[id];
  }
}
