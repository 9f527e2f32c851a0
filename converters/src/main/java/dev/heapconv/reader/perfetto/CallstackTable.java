package dev.heapconv.reader.perfetto;

import dev.heapconv.columns.IntBlocks;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The callstacks of one table as sent, as a tree of frame ids: of callstacks sent one after another
 * the outer frames that they have in common are nodes of both. A node is a callstack with its
 * callers; of each, what it was resolved to is kept.
 */
final class CallstackTable {

  /** Stands for a callstack that is not defined, and for a frame that is not resolved. */
  static final int NONE = IdMap.NONE;

  /** The node without frames, which is resolved. */
  static final int ROOT = 0;

  private static final int FEW = 8;

  private final IdMap nodes = new IdMap();
  private final IdMap numberOfFrame = new IdMap();
  private final LongArrayList frameIds = new LongArrayList();

  /**
   * The number of each node's frame, whose caller is the node before; or, where it is not, -1 minus
   * the caller of the next one.
   */
  private final IntBlocks frames = new IntBlocks();

  /** What nodes were resolved to, as far as any was; {@link #ROOT} if they were not. */
  private IntBlocks resolved = new IntBlocks();

  /** One more than what each frame was resolved to, likewise; 0 if it was not. */
  private int[] resolvedFrames = {};

  /** The nodes that are resolved if they are few, at most one in {@value #FEW}. */
  private final IntArrayList whichResolved = new IntArrayList(0);

  private boolean manyResolved;
  private int size = 1;

  /** The nodes of the callstack that was defined last, outermost first, and their frames. */
  private int[] lastNodes = {};

  private long[] lastIds = {};
  private int lastDepth;

  boolean isEmpty() {
    return nodes.size() == 0;
  }

  /** The node of a callstack; {@link #NONE} if it is not defined. */
  int find(long iid) {
    return nodes.get(iid);
  }

  /** The node of a node's caller. */
  int caller(int node) {
    int before = frames.get(node - 1);
    return before < 0 ? -1 - before : node - 1;
  }

  /** The id of a node's frame. */
  long frame(int node) {
    return frameIds.getLong(frames.get(node));
  }

  /** What a node was resolved to, or {@link #ROOT}. */
  int resolved(int node) {
    return node < resolved.room() ? resolved.get(node) : ROOT;
  }

  /** What the frame of a node was resolved to, or {@link #NONE}. */
  int resolvedFrame(int node) {
    int number = frames.get(node);
    return number < resolvedFrames.length ? resolvedFrames[number] - 1 : NONE;
  }

  void setResolvedFrame(int node, int frame) {
    if (frames.get(node) >= resolvedFrames.length) {
      int grown = resolvedFrames.length + (resolvedFrames.length >> 1);
      resolvedFrames = Arrays.copyOf(resolvedFrames, Math.max(grown, numberOfFrame.size()));
    }
    resolvedFrames[frames.get(node)] = frame + 1;
  }

  void setResolved(int node, int stack) {
    resolved.reserve(size);
    resolved.set(node, stack);
    manyResolved |= whichResolved.size() > size / FEW;
    if (!manyResolved) {
      whichResolved.add(node);
    }
  }

  /** Forgets what nodes and frames were resolved to. */
  void unresolve() {
    if (manyResolved) {
      resolved = new IntBlocks();
    } else {
      whichResolved.forEach(node -> resolved.set(node, ROOT));
    }
    whichResolved.clear();
    resolvedFrames = new int[0];
    manyResolved = false;
  }

  /**
   * Defines a callstack.
   *
   * @param ids the first {@code depth} are its frames, outermost first
   * @return whether it had another definition
   */
  boolean put(long iid, long[] ids, int depth) {
    int before = nodes.get(iid);
    if (before == NONE || !isSame(before, ids, depth)) {
      nodes.put(iid, add(ids, depth));
      return before != NONE;
    }
    return false;
  }

  /** Whether a callstack has another definition than this. */
  boolean differs(long iid, long[] ids, int depth) {
    int node = nodes.get(iid);
    return node != NONE && !isSame(node, ids, depth);
  }

  private boolean isSame(int node, long[] ids, int depth) {
    int caller = node;
    int left = depth;
    while (caller != ROOT && left > 0 && frame(caller) == ids[left - 1]) {
      caller = caller(caller);
      left--;
    }
    return caller == ROOT && left == 0;
  }

  private int add(long[] ids, int depth) {
    if (lastIds.length < depth) {
      lastIds = Arrays.copyOf(lastIds, depth * 2);
      lastNodes = Arrays.copyOf(lastNodes, depth * 2);
    }
    int mismatch = Arrays.mismatch(lastIds, 0, lastDepth, ids, 0, depth);
    int known = mismatch < 0 ? depth : mismatch;
    int node = known == 0 ? ROOT : lastNodes[known - 1];
    if (known < depth && node != size - 1) {
      append(-1 - node);
    }
    for (int i = known; i < depth; i++) {
      int number = numberOfFrame.get(ids[i]);
      if (number == NONE) {
        number = frameIds.size();
        frameIds.add(ids[i]);
        numberOfFrame.put(ids[i], number);
      }
      node = append(number);
      lastNodes[i] = node;
      lastIds[i] = ids[i];
    }
    lastDepth = depth;
    return node;
  }

  private int append(int frame) {
    frames.reserve(size + 1);
    frames.set(size, frame);
    return size++;
  }
}
