package dev.heapconv.writer.speedscope;

import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.CallTree;
import dev.heapconv.query.TrimmedStacks;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The frames of a file: each function that the stacks of some heaps show, identified by name, file
 * and line and numbered from 0: the more stacks a function is in the smaller its number, because
 * each sample of a file repeats it. Calls from several places in a function become one frame,
 * because Speedscope adds up by frame. Inlined functions are separate frames.
 */
final class FrameTable {

  /**
   * @param file source file; if unknown, the file that the code was loaded from
   */
  record Frame(String name, String file, int line) {}

  private static final Frame OMITTED = new Frame("[call paths too small to show]", "", 0);

  private final StackTable stacks;
  private final Dictionary<Frame> frames = new Dictionary<>();
  private final int[][] idsOfFrame;
  private int omitted = -1;

  FrameTable(StackTable stacks, List<EstimatedHeap> heaps, TrimmedStacks trimmed) {
    this.stacks = stacks;
    idsOfFrame = new int[stacks.frameCount()][];
    long[] uses = uses(heaps, trimmed);
    for (int frame : mostUsedFirst(uses)) {
      add(frame, trimmed.lines(frame));
    }
    if (Arrays.stream(uses).sum() > StackWeights.MAX_FRAMES) {
      omitted = frames.id(OMITTED);
    }
  }

  /** In how many trimmed stacks each frame is. */
  private long[] uses(List<EstimatedHeap> heaps, TrimmedStacks trimmed) {
    double[] endings = new double[stacks.stackCount()];
    for (EstimatedHeap heap : heaps) {
      for (int row = 0; row < heap.rows(); row++) {
        endings[trimmed.of(heap.stack(row))]++;
      }
    }
    double[] passing = new CallTree(stacks).cumulative(endings);
    long[] uses = new long[stacks.frameCount()];
    for (int s = StackTable.ROOT + 1; s < passing.length; s++) {
      uses[stacks.frame(s)] += (long) passing[s];
    }
    return uses;
  }

  private static int[] mostUsedFirst(long[] uses) {
    int[] used = IntStream.range(0, uses.length).filter(frame -> uses[frame] > 0).toArray();
    IntArrays.stableSort(used, (a, b) -> Long.compare(uses[b], uses[a]));
    return used;
  }

  /** The id of the frame in place of all that {@link StackWeights} omits. */
  int omitted() {
    return omitted;
  }

  private void add(int frame, List<SourceLine> lines) {
    int[] outermostFirst = new int[lines.size()];
    for (int i = 0; i < outermostFirst.length; i++) {
      SourceLine line = lines.get(lines.size() - 1 - i);
      String file = line.file().isEmpty() ? FrameNames.library(stacks, frame) : line.file();
      outermostFirst[i] =
          frames.id(new Frame(FrameNames.of(stacks, frame, line), file, line.line()));
    }
    idsOfFrame[frame] = outermostFirst;
  }

  List<Frame> frames() {
    return frames.values();
  }

  /** Frame ids for a frame of the stack table, outermost function first. */
  int[] idsOf(int frame) {
    return idsOfFrame[frame];
  }
}
