package dev.heapconv.writer.table;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Functions, libraries or source files: a stack belongs to each that it passes through, once
 * however often it does.
 */
final class FrameGroups implements Groups {

  private static final String SEVERAL_LIBRARIES = "several";

  private final GroupBy by;
  private final StackTable stacks;
  private final VisibleFrames visible;

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> libraries = new ArrayList<>();

  /** Of each frame the groups of its lines; null until asked for. */
  private final int[][] groupsOfFrame;

  /** Of each group the number of the last stack it was found in. */
  private int[] lastStack = new int[64];

  private int stackNumber;
  private int[] found = new int[64];

  FrameGroups(GroupBy by, StackTable stacks, VisibleFrames visible) {
    this.by = by;
    this.stacks = stacks;
    this.visible = visible;
    ids.defaultReturnValue(-1);
    groupsOfFrame = new int[stacks.frameCount()][];
  }

  @Override
  public int collect(int heap, int stack) {
    stackNumber++;
    int begin = visible.begin(stack);
    int line = visible.firstLine(begin);
    int count = 0;
    for (int s = begin; s != StackTable.ROOT; s = stacks.parent(s)) {
      int[] groups = groupsOf(stacks.frame(s));
      for (; line < groups.length; line++) {
        count = find(groups[line], count);
      }
      line = 0;
    }
    return count == 0 ? find(id("(no stack)", ""), 0) : count;
  }

  private int find(int group, int count) {
    if (lastStack[group] == stackNumber) {
      return count;
    }
    lastStack[group] = stackNumber;
    if (count == found.length) {
      found = Arrays.copyOf(found, count * 2);
    }
    found[count] = group;
    return count + 1;
  }

  private int[] groupsOf(int frame) {
    int[] groups = groupsOfFrame[frame];
    if (groups == null) {
      List<SourceLine> lines = stacks.lines(frame);
      groups = new int[lines.size()];
      String library = visible.library(frame);
      for (int i = 0; i < groups.length; i++) {
        groups[i] = id(nameOf(frame, lines.get(i), library), library);
      }
      groupsOfFrame[frame] = groups;
    }
    return groups;
  }

  private String nameOf(int frame, SourceLine line, String library) {
    if (by == GroupBy.FUNCTION) {
      return visible.function(frame, line);
    }
    if (by == GroupBy.LIBRARY) {
      return library.isEmpty() ? "(unknown library)" : library;
    }
    return line.file().isEmpty() ? "(unknown file)" : line.file();
  }

  private int id(String name, String library) {
    int id = ids.getInt(name);
    if (id < 0) {
      id = names.size();
      ids.put(name, id);
      names.add(name);
      libraries.add(library);
      if (id == lastStack.length) {
        lastStack = Arrays.copyOf(lastStack, id * 2);
      }
    } else if (!libraries.get(id).equals(library)) {
      libraries.set(id, SEVERAL_LIBRARIES);
    }
    return id;
  }

  @Override
  public int found(int index) {
    return found[index];
  }

  @Override
  public int count() {
    return names.size();
  }

  @Override
  public String name(int group) {
    return names.get(group);
  }

  @Override
  public String library(int group) {
    return by == GroupBy.FUNCTION ? VisibleFrames.baseName(libraries.get(group)) : "";
  }
}
