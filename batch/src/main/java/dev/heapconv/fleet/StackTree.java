package dev.heapconv.fleet;

/**
 * Stacks as numbers: each is another stack, which has a smaller number, with a frame called from
 * it. 0 is the stack without frames.
 */
interface StackTree {

  /** How many stacks there are, now. */
  int size();

  int parent(int stack);

  FrameId frame(int stack);
}
