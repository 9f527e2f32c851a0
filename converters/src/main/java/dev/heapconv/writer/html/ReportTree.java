package dev.heapconv.writer.html;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.CallTree;
import dev.heapconv.query.TrimmedStacks;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The stacks of a report in the form the page reads: a tree whose nodes are lines of functions,
 * including inlined ones. Node 0 is the root, and every caller directly precedes its callees with
 * theirs, so that their depths say who calls whom, and equal parts of stacks lie together. A
 * function is a name with its file and library.
 */
final class ReportTree {

  private final StackTable stacks;
  private final Dictionary<String> strings;
  private final TrimmedStacks trimmed;
  private final int[] nodeOfStack;

  /** Of each frame of the table, where it is shown and where it is not. */
  private final int[][] framesOfFrame;

  /** Of a file and a library. */
  private final PairIds places = new PairIds();

  /** Of a name and a place. */
  private final PairIds functions = new PairIds();

  /** Of a function, doubled, plus 1 where it is hidden as the allocator's; and a line. */
  private final PairIds frames = new PairIds();

  /** Calls of those frames. */
  private final CallTree nodes = new CallTree();

  /** Of each of those, where it is among the nodes of the page. */
  private final int[] placeOfNode;

  /** Of the stacks of all heaps. */
  ReportTree(EstimatedProfile profile, Dictionary<String> strings) {
    stacks = profile.stacks();
    this.strings = strings;
    trimmed = new TrimmedStacks(stacks, false);
    framesOfFrame = new int[2 * stacks.frameCount()][];
    nodeOfStack = new int[stacks.stackCount()];
    CallTree calls = new CallTree(stacks);
    double[] rows = calls.cumulative(rows(profile));
    for (int s : inverse(calls.places())) {
      if (s != StackTable.ROOT && rows[s] > 0) {
        int[] called = frames(stacks.frame(s), trimmed.of(s) == s);
        nodeOfStack[s] = nodes.add(nodeOfStack[stacks.parent(s)], called);
      }
    }
    placeOfNode = nodes.places();
  }

  private static int[] inverse(int[] places) {
    int[] order = new int[places.length];
    for (int i = 0; i < order.length; i++) {
      order[places[i]] = i;
    }
    return order;
  }

  /** How many rows each stack has. */
  private double[] rows(EstimatedProfile profile) {
    double[] rows = new double[stacks.stackCount()];
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        rows[heap.stack(row)]++;
      }
    }
    return rows;
  }

  /** The node of a stack's innermost function. */
  int node(int stack) {
    return placeOfNode[nodeOfStack[stack]];
  }

  /** The tree as the page reads it. */
  void writeTo(MessageBuffer out) throws IOException {
    IntArrayList[] columns = {
      functions.first,
      worths(),
      ofFunctions(places.first),
      ofFunctions(places.second),
      frames.first,
      frames.second
    };
    for (IntArrayList column : columns) {
      write(column, out);
    }
    int[] order = inverse(placeOfNode);
    int[] depth = nodes.depths();
    write(order.length, place -> depth[order[place]], out);
    write(order.length, place -> nodes.function(order[place]), out);
  }

  /** What the names of functions say of who calls. */
  private IntArrayList worths() {
    IntArrayList worths = new IntArrayList(functions.first.size());
    functions.first.forEach((int name) -> worths.add(FrameNames.worth(strings.values().get(name))));
    return worths;
  }

  private IntArrayList ofFunctions(IntArrayList ofPlaces) {
    IntArrayList all = new IntArrayList(functions.second.size());
    functions.second.forEach((int place) -> all.add(ofPlaces.getInt(place)));
    return all;
  }

  /** Writes a block of numbers: how many, then each as its difference from the one before. */
  static void write(IntArrayList numbers, MessageBuffer out) throws IOException {
    write(numbers.size(), numbers::getInt, out);
  }

  private static void write(int count, IntUnaryOperator numbers, MessageBuffer out)
      throws IOException {
    MessageBuffer block = new MessageBuffer();
    int before = 0;
    block.appendVarint(count);
    for (int i = 0; i < count; i++) {
      int number = numbers.applyAsInt(i);
      block.appendSigned((long) number - before);
      before = number;
    }
    out.appendBlock(block);
  }

  /** The expansion of a frame of the table, innermost function first. */
  private int[] frames(int tableFrame, boolean isShown) {
    int index = 2 * tableFrame + (isShown ? 1 : 0);
    if (framesOfFrame[index] == null) {
      List<SourceLine> lines = stacks.lines(tableFrame);
      int keptLines = isShown ? trimmed.lines(tableFrame).size() : 0;
      int[] expanded = new int[lines.size()];
      // Outermost first, because frames are numbered in this order.
      for (int i = expanded.length - 1; i >= 0; i--) {
        SourceLine line = lines.get(i);
        int hidden = i >= expanded.length - keptLines ? 0 : 1;
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
