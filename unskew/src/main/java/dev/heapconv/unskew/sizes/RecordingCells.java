package dev.heapconv.unskew.sizes;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What all dumps of a recording tell about the sizes of its stacks, whichever of them are selected.
 * The heaps of the selected dumps share one. Immutable.
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
   * Takes ownership of the arrays: the caller must not modify them afterwards.
   *
   * @param stacks ids of different stacks
   * @param cells what was recorded of each
   */
  public static RecordingCells of(int[] stacks, StackCells[] cells) {
    return new RecordingCells(new Object(), stacks, cells);
  }

  public RecordingCells onStacks(IntUnaryOperator stackIds) {
    int[] others = Arrays.stream(stacks).map(stackIds).toArray();
    return new RecordingCells(recording, others, cells);
  }

  /** The same object for all heaps of one recording. */
  public Object recording() {
    return recording;
  }

  /** How many stacks there are. */
  public int size() {
    return stacks.length;
  }

  /** Id of a stack, by its number from 0. */
  public int stack(int number) {
    return stacks[number];
  }

  /** A copy of what was recorded of each stack; nobody may change its elements. */
  public StackCells[] cells() {
    return cells.clone();
  }
}
