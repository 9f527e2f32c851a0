package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import java.util.List;

/**
 * Tells which groups a stack belongs to. Groups are numbered from 0 in the order in which they come
 * up.
 */
interface Groups {

  /**
   * Finds the groups of a stack of a heap, each once; {@link #found(int)} gives them.
   *
   * @param heap index of the heap in the list that these groups were made for
   * @return how many, at least one
   */
  int collect(int heap, int stack);

  /** A group of the last stack: at 0 the one whose self value the stack counts to. */
  int found(int index);

  /** How many have come up. */
  int count();

  /** Name of a group, as the recording has it. */
  String name(int group);

  /** Base name of the library of a function; empty when unknown, several or no function. */
  default String library(int group) {
    return "";
  }

  /** Names of the functions of a stack, innermost first; null when groups are not stacks. */
  default List<String> frames(int group) {
    return null;
  }

  /** The first heap of a group that is a part of the recording; null for others. */
  default HeapInfo heap(int group) {
    return null;
  }

  /** The groups that {@code options} ask for, of stacks of these heaps of the profile. */
  static Groups of(EstimatedProfile profile, List<EstimatedHeap> heaps, TableOptions options) {
    GroupBy by = options.by();
    if (by.isPartOfRecording()) {
      return new HeapGroups(by, heaps);
    }
    VisibleFrames visible = new VisibleFrames(profile.stacks(), options.allocatorFrames());
    return by == GroupBy.STACK
        ? new StackGroups(profile.stacks(), visible)
        : new FrameGroups(by, profile.stacks(), visible);
  }
}
