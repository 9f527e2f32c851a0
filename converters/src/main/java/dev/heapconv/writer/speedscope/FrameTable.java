package dev.heapconv.writer.speedscope;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of a file: each function that the stacks of some heaps use, identified by name, file
 * and line and numbered from 0 in order of first use. Calls from several places in a function
 * become one frame, because Speedscope adds up by frame. Inlined functions are separate frames.
 */
final class FrameTable {

  /**
   * @param file source file; if unknown, the file that the code was loaded from
   */
  record Frame(String name, String file, int line) {}

  private final StackTable stacks;
  private final List<Frame> frames = new ArrayList<>();
  private final Object2IntOpenHashMap<Frame> ids = new Object2IntOpenHashMap<>();
  private final int[][] idsOfFrame;

  FrameTable(StackTable stacks, List<EstimatedHeap> heaps) {
    this.stacks = stacks;
    idsOfFrame = new int[stacks.frameCount()][];
    ids.defaultReturnValue(-1);
    boolean[] seen = new boolean[stacks.stackCount()];
    for (EstimatedHeap heap : heaps) {
      for (int row = 0; row < heap.rows(); row++) {
        for (int s = heap.stack(row); s != StackTable.ROOT && !seen[s]; s = stacks.parent(s)) {
          seen[s] = true;
          add(stacks.frame(s));
        }
      }
    }
  }

  private void add(int frame) {
    if (idsOfFrame[frame] != null) {
      return;
    }
    List<SourceLine> lines = stacks.lines(frame);
    int[] outermostFirst = new int[lines.size()];
    for (int i = 0; i < outermostFirst.length; i++) {
      SourceLine line = lines.get(lines.size() - 1 - i);
      String file = line.file().isEmpty() ? FrameNames.library(stacks, frame) : line.file();
      outermostFirst[i] = id(new Frame(FrameNames.of(stacks, frame, line), file, line.line()));
    }
    idsOfFrame[frame] = outermostFirst;
  }

  private int id(Frame frame) {
    int id = ids.getInt(frame);
    if (id < 0) {
      id = frames.size();
      frames.add(frame);
      ids.put(frame, id);
    }
    return id;
  }

  List<Frame> frames() {
    return frames;
  }

  /** Frame ids for a frame of the stack table, outermost function first. */
  int[] idsOf(int frame) {
    return idsOfFrame[frame];
  }
}
