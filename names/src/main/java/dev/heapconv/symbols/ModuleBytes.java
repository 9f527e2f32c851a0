package dev.heapconv.symbols;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.Arrays;
import java.util.List;

/** The recorded bytes of the stacks that contain certain frames. */
final class ModuleBytes {

  private static final int NO_MODULE = -1;

  private ModuleBytes() {}

  /**
   * Live bytes of the stacks with a frame of each module, or allocated ones in heaps that do not
   * record these. A double, because sums of hostile numbers overflow a long.
   */
  static double[] of(RecordedProfile recorded, List<ModuleFrames> modules) {
    StackTable stacks = recorded.stacks();
    int[] moduleOf = new int[stacks.frameCount()];
    Arrays.fill(moduleOf, NO_MODULE);
    for (int i = 0; i < modules.size(); i++) {
      for (int frame : modules.get(i).frames()) {
        moduleOf[frame] = i;
      }
    }
    double[] bytes = new double[modules.size()];
    int[] lastRow = new int[modules.size()];
    for (RecordedHeap heap : recorded.heaps()) {
      Arrays.fill(lastRow, -1);
      for (int row = 0; row < heap.rows(); row++) {
        for (int stack = heap.stack(row); stack != StackTable.ROOT; stack = stacks.parent(stack)) {
          int module = moduleOf[stacks.frame(stack)];
          if (module != NO_MODULE && lastRow[module] != row) {
            lastRow[module] = row;
            bytes[module] += heap.value(view(heap), row);
          }
        }
      }
    }
    return bytes;
  }

  /** The bytes of all stacks. */
  static double all(RecordedProfile recorded) {
    double all = 0;
    for (RecordedHeap heap : recorded.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        all += heap.value(view(heap), row);
      }
    }
    return all;
  }

  private static View view(RecordedHeap heap) {
    return heap.views().contains(View.SPACE) ? View.SPACE : View.ALLOC_SPACE;
  }
}
