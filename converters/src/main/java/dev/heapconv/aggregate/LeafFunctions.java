package dev.heapconv.aggregate;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

/**
 * The functions that call the allocator: the innermost of each stack that is not the allocator's
 * own. They mostly decide what sizes are allocated.
 */
public final class LeafFunctions {

  private LeafFunctions() {}

  /**
   * Numbers the leaf functions of stacks, from 0 in the order in which they come up; functions of
   * one name are one.
   *
   * @param ids stack ids
   * @return one number a stack; -1 for the stack without frames
   */
  public static int[] number(StackTable stacks, int[] ids) {
    VisibleFrames visible = new VisibleFrames(stacks, false);
    Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
    int[] leaves = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      int[] frames = stacks.frames(ids[i]);
      if (frames.length == 0) {
        leaves[i] = -1;
        continue;
      }
      int frame = frames[visible.begin(frames)];
      SourceLine line = stacks.lines(frame).get(visible.firstLine(frame));
      int next = numbers.size();
      int known = numbers.putIfAbsent(FrameNames.of(stacks, frame, line), next);
      leaves[i] = known == numbers.defaultReturnValue() && numbers.size() > next ? next : known;
    }
    return leaves;
  }
}
