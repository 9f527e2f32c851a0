package dev.heapconv.writer.html;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.ShownStacks;
import dev.heapconv.ids.Ids;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.output.MessageBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The stacks of a report in the form the page reads: a tree whose nodes are lines of functions,
 * including inlined ones. Node 0 is the root, and every caller precedes its callees. A function is
 * a name with its file and library.
 */
final class CallTree {

  private static final int UNKNOWN = -1;

  private final StackTable stacks;
  private final Ids<String> strings;
  private final ShownStacks shown;
  private final int[] nodeOfStack;

  /** Of each frame of the table, where it is shown and where it is not. */
  private final int[][] framesOfFrame;

  /** Of a file and a library. */
  private final PairIds places = new PairIds();

  /** Of a name and a place. */
  private final PairIds functions = new PairIds();

  /** Of a function, doubled, plus 1 where it is hidden as the allocator's; and a line. */
  private final PairIds frames = new PairIds();

  /** Of a parent and a frame. */
  private final PairIds nodes = new PairIds();

  CallTree(StackTable stacks, Ids<String> strings) {
    this.stacks = stacks;
    this.strings = strings;
    shown = new ShownStacks(stacks, false);
    nodeOfStack = new int[stacks.stackCount()];
    Arrays.fill(nodeOfStack, UNKNOWN);
    framesOfFrame = new int[2 * stacks.frameCount()][];
    nodeOfStack[StackTable.ROOT] = 0;
    nodes.id(UNKNOWN, UNKNOWN);
  }

  /**
   * The node of a stack's innermost function; adds missing nodes. Walks up to the first known node,
   * then down again.
   */
  int node(int stack) {
    int depth = 0;
    for (int s = stack; nodeOfStack[s] == UNKNOWN; s = stacks.parent(s)) {
      depth++;
    }
    int[] path = new int[depth];
    for (int s = stack; nodeOfStack[s] == UNKNOWN; s = stacks.parent(s)) {
      path[--depth] = s;
    }
    for (int s : path) {
      int node = nodeOfStack[stacks.parent(s)];
      for (int frame : frames(stacks.frame(s), shown.of(s) == s)) {
        node = nodes.id(node, frame);
      }
      nodeOfStack[s] = node;
    }
    return nodeOfStack[stack];
  }

  /** The tree as the page reads it. */
  void writeTo(MessageBuffer out) throws IOException {
    IntArrayList[] columns = {
      functions.first,
      ofFunctions(places.first),
      ofFunctions(places.second),
      frames.first,
      frames.second,
      nodes.first,
      nodes.second
    };
    for (IntArrayList column : columns) {
      write(column, out);
    }
  }

  private IntArrayList ofFunctions(IntArrayList ofPlaces) {
    IntArrayList all = new IntArrayList(functions.second.size());
    functions.second.forEach((int place) -> all.add(ofPlaces.getInt(place)));
    return all;
  }

  /** Writes a block of numbers: how many, then each as its difference from the one before. */
  static void write(IntArrayList numbers, MessageBuffer out) throws IOException {
    MessageBuffer block = new MessageBuffer();
    int before = 0;
    block.appendVarint(numbers.size());
    for (int i = 0; i < numbers.size(); i++) {
      block.appendSigned((long) numbers.getInt(i) - before);
      before = numbers.getInt(i);
    }
    out.appendBlock(block);
  }

  /** The expansion of a frame of the table, outermost function first. */
  private int[] frames(int tableFrame, boolean isShown) {
    int index = 2 * tableFrame + (isShown ? 1 : 0);
    if (framesOfFrame[index] == null) {
      List<SourceLine> lines = stacks.lines(tableFrame);
      int shownLines = isShown ? shown.lines(tableFrame).size() : 0;
      int[] expanded = new int[lines.size()];
      for (int i = 0; i < expanded.length; i++) {
        SourceLine line = lines.get(expanded.length - 1 - i);
        int hidden = i < shownLines ? 0 : 1;
        expanded[i] = frames.id(2 * function(tableFrame, line) + hidden, line.line());
      }
      framesOfFrame[index] = expanded;
    }
    return framesOfFrame[index];
  }

  private int function(int tableFrame, SourceLine line) {
    String name = FrameNames.of(stacks, tableFrame, line);
    int nameId = strings.id(name);
    int place =
        places.id(strings.id(line.file()), strings.id(FrameNames.library(stacks, tableFrame)));
    return functions.id(nameId, place);
  }
}
