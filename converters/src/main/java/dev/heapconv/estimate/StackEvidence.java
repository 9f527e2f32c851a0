package dev.heapconv.estimate;

import dev.heapconv.estimate.WeightedEstimation.EqualRows;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimateBasis.DumpCells;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import java.util.ArrayList;
import java.util.List;

/**
 * What heapprofd recorded of each stack of a process, in all dumps of the recording; of a heap of
 * which only the sums are known, what it recorded of each row. Nobody may change its arrays, or the
 * cells, which stacks may share.
 */
final class StackEvidence {

  /** The same object for all heaps of one recording. */
  final Object recording;

  /** Whether there is one for each row. */
  final boolean areRows;

  /** The id of each stack. */
  final int[] stacks;

  /** What was recorded of each. */
  final StackCells[] cells;

  private StackEvidence(Object recording, boolean areRows, int[] stacks, StackCells[] cells) {
    this.recording = recording;
    this.areRows = areRows;
    this.stacks = stacks;
    this.cells = cells;
  }

  /**
   * @param heap of any dump
   * @param unskewer for its sampling
   */
  static StackEvidence of(RecordedHeap heap, WeightedUnskewer unskewer) {
    if (heap.basis() instanceof DumpCells basis) {
      RecordingCells shared = basis.cells();
      int[] stacks = new int[shared.size()];
      for (int i = 0; i < stacks.length; i++) {
        stacks[i] = shared.stack(i);
      }
      return new StackEvidence(recording(heap), false, stacks, shared.cells());
    }
    RecordedSums rows = new RecordedSums(heap);
    int[] stacks = new int[heap.rows()];
    StackCells[] cells = new StackCells[stacks.length];
    // Of most rows the same was recorded as of others, and cells are large.
    Dictionary<EqualRows> distinct = new Dictionary<>();
    List<StackCells> ofDistinct = new ArrayList<>();
    for (int row = 0; row < cells.length; row++) {
      stacks[row] = heap.stack(row);
      int number = distinct.id(rows.equalRows(row, 0, 0, 0));
      if (number == ofDistinct.size()) {
        ofDistinct.add(unskewer.cells());
        rows.addSides(row, ofDistinct.get(number));
      }
      cells[row] = ofDistinct.get(number);
    }
    return new StackEvidence(recording(heap), true, stacks, cells);
  }

  /** The same object for all heaps of one recording. */
  static Object recording(RecordedHeap heap) {
    return heap.basis() instanceof DumpCells basis ? basis.cells().recording() : heap;
  }
}
