package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups that stacks belong to. They are numbered from 0 in order of appearance, across
 * profiles.
 */
public interface Groups {

  /**
   * Returns the groups that some options ask for.
   *
   * @param ofOneRun whether pids and times distinguish processes and dumps
   * @param heaps the heaps that will be passed, as far as they are known
   */
  static Groups of(AggregateOptions options, boolean ofOneRun, List<EstimatedHeap> heaps) {
    return switch (options.by()) {
      case PROCESS, HEAP, THREAD, LABEL, DUMP -> new HeapGroups(options.by(), ofOneRun, heaps);
      case STACK -> new StackGroups(new StackNames());
      case PEEK -> new PeekGroups(options);
      default -> new FrameGroups(options.by());
    };
  }

  /** Sets the table that the following stacks belong to. */
  default void over(StackTable stacks) {}

  /**
   * Finds the groups of a stack, each once; {@link #found(int)} returns them.
   *
   * @param heap the heap that the stack is counted in; may be null where groups are places in the
   *     program
   * @param stack its id; of no meaning where groups are parts of a recording
   * @return the number of groups: at least one, unless there are groups for only some functions
   */
  int collect(@Nullable HeapInfo heap, int stack);

  /** Returns a group of the last stack; at 0 the one whose self value includes the stack. */
  int found(int index);

  /** Returns the group of places in the program whose self value includes a stack. */
  default int innermost(int stack) {
    collect(null, stack);
    return found(0);
  }

  /** Returns the number of groups so far. */
  int count();

  /** Returns the number of non-empty groups that were left out. */
  default int others() {
    return 0;
  }

  /** Returns whether a group was kept, by its number before groups were left out. */
  default boolean contains(int number) {
    return true;
  }

  /** Returns the name of a group as recorded; for a stack its functions, innermost first. */
  String name(int group);

  /** Returns whether a group is a caller or callee of the matching functions, or one of them. */
  default Neighbour neighbour(int group) {
    return Neighbour.FUNCTION;
  }

  /** Returns the names of frames if these are the groups; otherwise null. */
  default @Nullable StackNames names() {
    return null;
  }

  /** Base name of the library of a function; empty if unknown or not a function. */
  default String library(int group) {
    return "";
  }

  /** Returns the place of a group that is a line. */
  default LinePlace place(int group) {
    return LinePlace.UNKNOWN;
  }

  /**
   * Returns the names of the functions of a stack, innermost first; null if groups are not stacks.
   */
  default @Nullable List<String> frames(int group) {
    return null;
  }

  /** Returns the first heap of a group that is a part of the recording; otherwise null. */
  default @Nullable HeapInfo heap(int group) {
    return null;
  }
}
