package dev.heapconv.query;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Functions, libraries, source files or lines: a stack belongs once to each that it passes through,
 * however often.
 */
final class FrameGroups implements Groups {

  private final GroupBy by;
  private final StackNames names;

  /** For each group, the number of the last stack it was found in. */
  private int[] lastStack = new int[64];

  private int stackNumber;
  private int[] found = new int[64];

  FrameGroups(GroupBy by) {
    this.by = by;
    names = new StackNames(by);
  }

  @Override
  public StackNames names() {
    return names;
  }

  @Override
  public void over(StackTable stacks) {
    names.over(stacks);
  }

  @Override
  public int collect(@Nullable HeapInfo heap, int stack) {
    stackNumber++;
    int count = 0;
    for (int group : names.of(stack)) {
      count = find(group, count);
    }
    return count;
  }

  private int find(int group, int count) {
    if (group >= lastStack.length) {
      lastStack = Arrays.copyOf(lastStack, Math.max(names.count(), lastStack.length * 2));
    }
    if (lastStack[group] == stackNumber) {
      return count;
    }
    lastStack[group] = stackNumber;
    if (count == found.length) {
      found = Arrays.copyOf(found, count * 2);
    }
    found[count] = group;
    return count + 1;
  }

  @Override
  public int innermost(int stack) {
    return names.innermost(stack);
  }

  @Override
  public int found(int index) {
    return found[index];
  }

  @Override
  public int count() {
    return names.count();
  }

  @Override
  public String name(int group) {
    return names.name(group);
  }

  @Override
  public String library(int group) {
    return by == GroupBy.FUNCTION ? names.library(group) : "";
  }

  @Override
  public LinePlace place(int group) {
    return names.place(group);
  }
}
