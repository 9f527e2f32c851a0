package dev.heapconv.aggregate;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups that stacks count to. They are numbered from 0 in the order in which they come up, in
 * one profile after another.
 */
interface Groups {

  /** Frames are those of this table from now on. */
  default void over(StackTable stacks) {}

  /**
   * Finds the groups of a stack, each once; {@link #found(int)} returns them.
   *
   * @param heap the heap that the stack is counted in; may be null where groups are places in the
   *     program
   * @param frames its frames, innermost first
   * @return how many, at least one
   */
  int collect(@Nullable HeapInfo heap, int[] frames);

  /** A group of the last stack: at 0 the one whose self value the stack counts to. */
  int found(int index);

  /** How many have come up. */
  int count();

  /** Name of a group, as the recording has it; of a stack its functions, innermost first. */
  String name(int group);

  /** Base name of the library of a function; empty when unknown or no function. */
  default String library(int group) {
    return "";
  }

  /** Names of the functions of a stack, innermost first; null when groups are not stacks. */
  default @Nullable List<String> frames(int group) {
    return null;
  }

  /** The first heap of a group that is a part of the recording; null for others. */
  default @Nullable HeapInfo heap(int group) {
    return null;
  }
}
