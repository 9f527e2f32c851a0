package dev.heapconv.aggregate;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The function, library or source file of each line of each frame, as a number from 0: equal names
 * have the same number, even across several stack tables.
 */
final class LineNames {

  private static final String SEVERAL_LIBRARIES = "several";

  private final GroupBy by;
  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> libraries = new ArrayList<>();
  private StackTable stacks = new StackTable();

  /** For each frame the numbers of its lines; null until requested. */
  private int[][] idsOfFrame = {};

  /**
   * @param by function, library or file
   */
  LineNames(GroupBy by) {
    this.by = by;
    ids.defaultReturnValue(-1);
  }

  /** Sets the table that frame ids refer to from now on. */
  void over(StackTable table) {
    stacks = table;
    idsOfFrame = new int[table.frameCount()][];
  }

  /** The numbers of the lines of a frame, innermost first. */
  int[] of(int frame) {
    if (frame >= idsOfFrame.length) {
      idsOfFrame = Arrays.copyOf(idsOfFrame, Math.max(stacks.frameCount(), 2 * frame));
    }
    int[] lineIds = idsOfFrame[frame];
    if (lineIds == null) {
      List<SourceLine> lines = stacks.lines(frame);
      lineIds = new int[lines.size()];
      String library = FrameNames.library(stacks, frame);
      for (int i = 0; i < lineIds.length; i++) {
        lineIds[i] = id(nameOf(frame, lines.get(i), library), library);
      }
      idsOfFrame[frame] = lineIds;
    }
    return lineIds;
  }

  private String nameOf(int frame, SourceLine line, String library) {
    return switch (by) {
      case LIBRARY -> library.isEmpty() ? "(unknown library)" : library;
      case FILE -> line.file().isEmpty() ? "(unknown file)" : line.file();
      default -> FrameNames.of(stacks, frame, line);
    };
  }

  /** The number of the placeholder for a stack without frames. */
  int noStack() {
    return id("(no stack)", "");
  }

  private int id(String name, String library) {
    int id = ids.getInt(name);
    if (id < 0) {
      id = names.size();
      ids.put(name, id);
      names.add(name);
      libraries.add(library);
    } else if (!libraries.get(id).equals(library)) {
      libraries.set(id, SEVERAL_LIBRARIES);
    }
    return id;
  }

  int count() {
    return names.size();
  }

  String name(int id) {
    return names.get(id);
  }

  /** Base name of the library of the functions with this name. */
  String library(int id) {
    return FrameNames.baseName(libraries.get(id));
  }
}
