package dev.heapconv.aggregate;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stacks by the names of their functions: those that differ only in addresses or hidden frames are
 * the same.
 */
final class StackGroups implements Groups {

  /** A stack by the numbers of its functions, innermost first. */
  private static final class Stack {
    private final int[] functions;

    Stack(int[] functions) {
      this.functions = functions;
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(functions);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Stack stack && Arrays.equals(functions, stack.functions);
    }
  }

  private final StackNames names;
  private Object2IntOpenHashMap<Stack> ids = new Object2IntOpenHashMap<>();
  private List<Stack> stacks = new ArrayList<>();
  private int found;

  StackGroups(boolean allocatorFrames) {
    names = new StackNames(allocatorFrames);
    ids.defaultReturnValue(-1);
  }

  @Override
  public void over(StackTable table) {
    names.over(table);
  }

  @Override
  public int collect(HeapInfo heap, int[] frames) {
    Stack stack = new Stack(names.of(frames));
    found = ids.getInt(stack);
    if (found < 0) {
      found = stacks.size();
      ids.put(stack, found);
      stacks.add(stack);
    }
    return 1;
  }

  /** Keeps only some groups, renumbered in the given order. */
  void keep(int[] groups) {
    List<Stack> kept = new ArrayList<>();
    ids = new Object2IntOpenHashMap<>();
    ids.defaultReturnValue(-1);
    for (int group : groups) {
      ids.put(stacks.get(group), kept.size());
      kept.add(stacks.get(group));
    }
    stacks = kept;
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return stacks.size();
  }

  @Override
  public List<String> frames(int group) {
    List<String> frames = new ArrayList<>();
    for (int function : stacks.get(group).functions) {
      frames.add(names.name(function));
    }
    return frames;
  }
}
