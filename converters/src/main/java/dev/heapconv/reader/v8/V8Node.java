package dev.heapconv.reader.v8;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.RecordingBuilder;
import org.jspecify.annotations.Nullable;

/** A node of V8's trees of callers. The root is not a function. */
class V8Node<N extends V8Node<N>> {
  final @Nullable N parent;

  /** The stack that ends in it, once it has a place. */
  int stack = StackTable.ROOT;

  private int depth;

  V8Node(@Nullable N parent) {
    this.parent = parent;
  }

  /** Finds its stack; its parent has a place. What is too deep is counted for its callers. */
  void place(SourceLine frame, RecordingBuilder recording) {
    V8Node<N> caller = parent;
    if (caller == null) {
      return;
    }
    stack = caller.stack;
    depth = caller.depth;
    if (recording.allows(depth + 1)) {
      StackTable stacks = recording.stacks();
      stack = stacks.addStack(stack, stacks.addFrame(StackTable.NO_MAPPING, 0, frame));
      depth++;
    }
  }
}
