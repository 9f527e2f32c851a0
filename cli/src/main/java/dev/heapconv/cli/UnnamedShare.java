package dev.heapconv.cli;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.List;

/** How much of a profile nobody can read, for lack of names. */
final class UnnamedShare {

  private UnnamedShare() {}

  /**
   * The share, from 0 to 1, of the bytes in stacks of which more than half of the frames in
   * binaries have no name. Live bytes, or allocated ones in heaps without these.
   */
  static double of(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    byte[] frames = new byte[stacks.frameCount()];
    for (int frame = 0; frame < frames.length; frame++) {
      if (stacks.frameMapping(frame) != StackTable.NO_MAPPING) {
        List<SourceLine> lines = stacks.lines(frame);
        frames[frame] = (byte) (lines.get(0).function().isEmpty() ? 1 : -1);
      }
    }
    // Parents come before their children.
    int[] balance = new int[stacks.stackCount()];
    for (int stack = 1; stack < balance.length; stack++) {
      balance[stack] = balance[stacks.parent(stack)] + frames[stacks.frame(stack)];
    }
    double all = 0;
    double unnamed = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      Column live = heap.column(View.SPACE);
      Column bytes = live != null ? live : heap.column(View.ALLOC_SPACE);
      for (int row = 0; bytes != null && row < heap.rows(); row++) {
        all += bytes.value(row);
        unnamed += balance[heap.stack(row)] > 0 ? bytes.value(row) : 0;
      }
    }
    return all > 0 ? unnamed / all : 0;
  }
}
