package dev.heapconv.transform;

import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * Adds stacks of one table to another, where stacks with equal content become one. Subclasses
 * choose which parts of a frame to copy.
 */
public class StackImport {

  private static final int UNKNOWN = -1;

  protected final StackTable from;
  protected final StackTable to;
  private final int[] stackIds;
  private final int[] frameIds;

  public StackImport(StackTable from, StackTable to) {
    this.from = from;
    this.to = to;
    stackIds = new int[from.stackCount()];
    frameIds = new int[from.frameCount()];
    Arrays.fill(stackIds, UNKNOWN);
    Arrays.fill(frameIds, UNKNOWN);
    stackIds[StackTable.ROOT] = StackTable.ROOT;
  }

  /**
   * Id in the other table of a stack. Walks up to the first caller that is already there, then down
   * again.
   */
  public final int stack(int id) {
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
      frameIds[id] = importFrame(id);
    }
    return frameIds[id];
  }

  /**
   * Adds a frame to the other table, or finds it there, and returns its id. Called once per frame.
   */
  protected int importFrame(int id) {
    int mapping = from.frameMapping(id);
    int imported =
        mapping == StackTable.NO_MAPPING ? mapping : to.addMapping(from.mapping(mapping));
    return to.addFrame(imported, from.frameRelPc(id), from.lines(id));
  }
}
