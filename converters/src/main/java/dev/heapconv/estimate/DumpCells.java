package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis;
import dev.heapconv.unskew.sizes.RecordingCells;
import java.util.function.IntUnaryOperator;

/** The sums, and what all dumps of a heapprofd recording tell about the sizes of its stacks. */
public record DumpCells(RecordingCells cells) implements EstimateBasis.RecordingBasis {
  @Override
  public DumpCells onStacks(IntUnaryOperator stackIds) {
    return new DumpCells(cells.onStacks(stackIds));
  }
}
