package dev.heapconv.writer.table;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stacks by the names of their functions: a tree like {@link StackTable}'s, in which stacks that
 * differ only in addresses or in hidden frames have become one.
 */
final class StackGroups implements Groups {

  private static final int ROOT = 0;
  private static final int UNKNOWN = -1;

  private final StackTable stacks;
  private final VisibleFrames visible;

  private final Object2IntOpenHashMap<String> nameIds = new Object2IntOpenHashMap<>();
  private final List<String> names = new ArrayList<>();

  private final Long2IntOpenHashMap nodeIds = new Long2IntOpenHashMap();
  private final IntArrayList nodeParent = new IntArrayList();
  private final IntArrayList nodeName = new IntArrayList();

  /** Of each stack, with all of its frames, its node. */
  private final int[] nodeOfStack;

  private final IntArrayList groupOfNode = new IntArrayList();
  private final IntArrayList nodeOfGroup = new IntArrayList();
  private int found;

  StackGroups(StackTable stacks, VisibleFrames visible) {
    this.stacks = stacks;
    this.visible = visible;
    nameIds.defaultReturnValue(UNKNOWN);
    nodeIds.defaultReturnValue(UNKNOWN);
    addNode(UNKNOWN, UNKNOWN);
    nodeOfStack = new int[stacks.stackCount()];
    Arrays.fill(nodeOfStack, UNKNOWN);
    nodeOfStack[StackTable.ROOT] = ROOT;
  }

  @Override
  public int collect(int heap, int stack) {
    int begin = visible.begin(stack);
    int node = ROOT;
    if (begin != StackTable.ROOT) {
      node = called(node(stacks.parent(begin)), stacks.frame(begin), visible.firstLine(begin));
    }
    found = groupOfNode.getInt(node);
    if (found == UNKNOWN) {
      found = nodeOfGroup.size();
      nodeOfGroup.add(node);
      groupOfNode.set(node, found);
    }
    return 1;
  }

  /**
   * Node of a stack. Walks up to the first caller that has one, then down again: stacks may be
   * deep.
   */
  private int node(int stack) {
    int depth = 0;
    for (int s = stack; nodeOfStack[s] == UNKNOWN; s = stacks.parent(s)) {
      depth++;
    }
    int[] path = new int[depth];
    for (int s = stack; nodeOfStack[s] == UNKNOWN; s = stacks.parent(s)) {
      path[--depth] = s;
    }
    for (int s : path) {
      nodeOfStack[s] = called(nodeOfStack[stacks.parent(s)], stacks.frame(s), 0);
    }
    return nodeOfStack[stack];
  }

  /**
   * The node of {@code parent} with the functions of a frame called from it, but for the innermost
   * ones.
   */
  private int called(int parent, int frame, int firstLine) {
    List<SourceLine> lines = stacks.lines(frame);
    int node = parent;
    for (int line = lines.size() - 1; line >= firstLine; line--) {
      node = child(node, nameId(visible.function(frame, lines.get(line))));
    }
    return node;
  }

  private int child(int parent, int name) {
    long key = (long) parent << 32 | name;
    int node = nodeIds.get(key);
    if (node == UNKNOWN) {
      node = addNode(parent, name);
      nodeIds.put(key, node);
    }
    return node;
  }

  private int addNode(int parent, int name) {
    nodeParent.add(parent);
    nodeName.add(name);
    groupOfNode.add(UNKNOWN);
    return nodeParent.size() - 1;
  }

  private int nameId(String name) {
    int id = nameIds.getInt(name);
    if (id == UNKNOWN) {
      id = names.size();
      names.add(name);
      nameIds.put(name, id);
    }
    return id;
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return nodeOfGroup.size();
  }

  /** The functions with a semicolon between two, innermost first. */
  @Override
  public String name(int group) {
    return String.join(";", frames(group));
  }

  @Override
  public List<String> frames(int group) {
    List<String> frames = new ArrayList<>();
    for (int node = nodeOfGroup.getInt(group); node != ROOT; node = nodeParent.getInt(node)) {
      frames.add(names.get(nodeName.getInt(node)));
    }
    if (frames.isEmpty()) {
      frames.add("(no stack)");
    }
    return frames;
  }
}
