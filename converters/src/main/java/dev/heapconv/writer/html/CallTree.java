package dev.heapconv.writer.html;

import dev.heapconv.aggregate.AllocatorFrames;
import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.writer.StringIds;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The stacks of a report in the form the page reads: a tree whose nodes are lines of functions,
 * including inlined ones. Node 0 is the root, and every caller precedes its callees. A function is
 * a name with its file and library.
 */
final class CallTree {

  private record Function(String name, String file, String library) {}

  private static final int UNKNOWN = -1;

  private final StackTable stacks;
  private final StringIds strings;
  private final int[] nodeOfStack;
  private final int[][] framesOfFrame;
  private final Object2IntOpenHashMap<Function> functionIds = new Object2IntOpenHashMap<>();
  private final Long2IntOpenHashMap frameIds = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap nodeIds = new Long2IntOpenHashMap();

  private final IntArrayList functionName = new IntArrayList();
  private final IntArrayList functionFile = new IntArrayList();
  private final IntArrayList functionLibrary = new IntArrayList();
  private final IntArrayList allocatorFunctions = new IntArrayList();
  private final IntArrayList frameFunction = new IntArrayList();
  private final IntArrayList frameLine = new IntArrayList();
  private final IntArrayList nodeParent = new IntArrayList();
  private final IntArrayList nodeFrame = new IntArrayList();

  CallTree(StackTable stacks, StringIds strings) {
    this.stacks = stacks;
    this.strings = strings;
    nodeOfStack = new int[stacks.stackCount()];
    Arrays.fill(nodeOfStack, UNKNOWN);
    framesOfFrame = new int[stacks.frameCount()][];
    functionIds.defaultReturnValue(UNKNOWN);
    frameIds.defaultReturnValue(UNKNOWN);
    nodeIds.defaultReturnValue(UNKNOWN);
    nodeOfStack[StackTable.ROOT] = 0;
    nodeParent.add(UNKNOWN);
    nodeFrame.add(UNKNOWN);
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
      for (int frame : frames(stacks.frame(s))) {
        node = child(node, frame);
      }
      nodeOfStack[s] = node;
    }
    return nodeOfStack[stack];
  }

  /** The tree as the page reads it. */
  void writeTo(OutputStream out) throws IOException {
    IntArrayList[] columns = {
      functionName,
      functionFile,
      functionLibrary,
      allocatorFunctions,
      frameFunction,
      frameLine,
      nodeParent,
      nodeFrame
    };
    for (IntArrayList column : columns) {
      ByteBlock.of(column).writeTo(out);
    }
  }

  private int child(int parent, int frame) {
    long key = (long) parent << 32 | frame;
    int id = nodeIds.get(key);
    if (id < 0) {
      id = nodeParent.size();
      nodeParent.add(parent);
      nodeFrame.add(frame);
      nodeIds.put(key, id);
    }
    return id;
  }

  /** The expansion of a frame of the table, outermost function first. */
  private int[] frames(int tableFrame) {
    if (framesOfFrame[tableFrame] == null) {
      List<SourceLine> lines = stacks.lines(tableFrame);
      int[] frames = new int[lines.size()];
      for (int i = 0; i < frames.length; i++) {
        frames[i] = frame(tableFrame, lines.get(frames.length - 1 - i));
      }
      framesOfFrame[tableFrame] = frames;
    }
    return framesOfFrame[tableFrame];
  }

  private int frame(int tableFrame, SourceLine line) {
    int function = function(tableFrame, line);
    long key = (long) function << 32 | line.line();
    int id = frameIds.get(key);
    if (id < 0) {
      id = frameFunction.size();
      frameFunction.add(function);
      frameLine.add(line.line());
      frameIds.put(key, id);
    }
    return id;
  }

  private int function(int tableFrame, SourceLine line) {
    String name = FrameNames.of(stacks, tableFrame, line);
    Function function = new Function(name, line.file(), FrameNames.library(stacks, tableFrame));
    int id = functionIds.getInt(function);
    if (id < 0) {
      id = functionName.size();
      functionIds.put(function, id);
      functionName.add(strings.id(function.name()));
      functionFile.add(strings.id(function.file()));
      functionLibrary.add(strings.id(function.library()));
      if (AllocatorFrames.isAllocator(stacks, tableFrame, line)) {
        allocatorFunctions.add(id);
      }
    }
    return id;
  }
}
