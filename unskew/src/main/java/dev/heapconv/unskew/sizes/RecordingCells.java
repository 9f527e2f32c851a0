package dev.heapconv.unskew.sizes;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The cells of all stacks of a recording, from all its dumps, also from dumps that are not
 * selected. The heaps of the selected dumps share one instance. Immutable.
 */
public final class RecordingCells {

  private final Object recording;
  private final int[] stacks;
  private final StackCells[] cells;

  private RecordingCells(Object recording, int[] stacks, StackCells[] cells) {
    this.recording = recording;
    this.stacks = stacks;
    this.cells = cells;
  }

  /**
   * Creates an instance. It takes ownership of the arrays, so the caller must not modify them
   * afterwards.
   *
   * @param stacks ids of the stacks, all different
   * @param cells the cells of each stack, as many as {@code stacks}
   */
  public static RecordingCells of(int[] stacks, StackCells[] cells) {
    return new RecordingCells(new Object(), stacks, cells);
  }

  /**
   * Returns the same cells with different ids of stacks.
   *
   * @param stackIds maps each id to its new id
   */
  public RecordingCells onStacks(IntUnaryOperator stackIds) {
    int[] others = Arrays.stream(stacks).map(stackIds).toArray();
    return new RecordingCells(recording, others, cells);
  }

  /**
   * Returns an object that identifies the recording: it is the same for all heaps of one recording.
   */
  public Object recording() {
    return recording;
  }

  /** Returns the number of stacks. */
  public int size() {
    return stacks.length;
  }

  /**
   * Returns the id of a stack.
   *
   * @param number the number of the stack, from 0 to below {@link #size()}
   */
  public int stack(int number) {
    return stacks[number];
  }

  /**
   * Returns a copy of the array of cells, in the order of the stacks. The elements are shared; do
   * not modify them.
   */
  public StackCells[] cells() {
    return cells.clone();
  }
}
