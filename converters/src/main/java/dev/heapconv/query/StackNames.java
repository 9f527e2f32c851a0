package dev.heapconv.query;

import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.sizes.NamedSizes;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stacks as displayed: the names of their functions without the allocator's at the inner end, each
 * name as a number from 0. Stacks of equal numbers read the same, also those of several tables.
 */
public final class StackNames {

  private static final String SEVERAL_LIBRARIES = "several";

  private final GroupBy by;
  private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> libraries = new ArrayList<>();

  /** Of names that are of lines. */
  private final List<LinePlace> places = new ArrayList<>();

  private StackTable stacks = new StackTable();
  private TrimmedStacks trimmed;

  /** For each frame the numbers of its displayed lines; null until requested. */
  private int[][] linesOfFrame = {};

  /** Likewise what they say of the sizes of allocations. */
  private Optional<NamedSizes>[] sizesOfFrame = none(0);

  public StackNames() {
    this(GroupBy.FUNCTION);
  }

  /** The libraries, source files or lines of the functions instead of their names. */
  StackNames(GroupBy by) {
    this.by = by;
    trimmed = new TrimmedStacks(stacks, false);
    numbers.defaultReturnValue(-1);
  }

  @SuppressWarnings("unchecked")
  private static Optional<NamedSizes>[] none(int frames) {
    return (Optional<NamedSizes>[]) new Optional<?>[frames];
  }

  /** Sets the table that the following stacks belong to; it may grow. */
  public void over(StackTable table) {
    stacks = table;
    trimmed = new TrimmedStacks(table, false);
    linesOfFrame = new int[table.frameCount()][];
    sizesOfFrame = none(table.frameCount());
  }

  /** Returns the functions of a stack, innermost first; never empty. */
  public int[] of(int stack) {
    if (stack == StackTable.ROOT) {
      return new int[] {innermost(stack)};
    }
    int innermost = trimmed.of(stack);
    int count = 0;
    for (int at = innermost; at != StackTable.ROOT; at = stacks.parent(at)) {
      count += lines(stacks.frame(at)).length;
    }
    int[] functions = new int[count];
    int from = 0;
    for (int at = innermost; at != StackTable.ROOT; at = stacks.parent(at)) {
      for (int function : lines(stacks.frame(at))) {
        functions[from++] = function;
      }
    }
    return functions;
  }

  /** Returns the innermost function of a stack. */
  public int innermost(int stack) {
    return stack == StackTable.ROOT
        ? number("(no stack)")
        : lines(stacks.frame(trimmed.of(stack)))[0];
  }

  /**
   * Returns what the innermost displayed function of a stack and those that it calls say of the
   * sizes of the allocation; null for nothing.
   */
  public @Nullable NamedSizes sizes(int stack) {
    int innermost = trimmed.of(stack);
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      NamedSizes sizes = sizesOfFrame(stacks.frame(at));
      if (sizes != null || at == innermost) {
        return sizes;
      }
    }
    return null;
  }

  /** What the lines of a frame that are hidden say, and the first that is not. */
  private @Nullable NamedSizes sizesOfFrame(int frame) {
    if (frame >= sizesOfFrame.length) {
      sizesOfFrame = Arrays.copyOf(sizesOfFrame, Math.max(stacks.frameCount(), 2 * frame));
    }
    if (sizesOfFrame[frame] == null) {
      List<SourceLine> lines = stacks.lines(frame);
      int first = Math.min(trimmed.hiddenLines(frame), lines.size() - 1);
      Optional<NamedSizes> found = Optional.empty();
      for (int i = 0; i <= first && found.isEmpty(); i++) {
        String name = FrameNames.of(stacks, frame, lines.get(i));
        found = Optional.ofNullable(AllocatorFrames.sizes(name));
      }
      sizesOfFrame[frame] = found;
    }
    return sizesOfFrame[frame].orElse(null);
  }

  /** Returns whether the innermost frame of a stack is displayed. */
  public boolean isShown(int stack) {
    return trimmed.of(stack) == stack;
  }

  /** Returns the numbers of the displayed lines of a frame, innermost first. */
  public int[] lines(int frame) {
    if (frame >= linesOfFrame.length) {
      linesOfFrame = Arrays.copyOf(linesOfFrame, Math.max(stacks.frameCount(), 2 * frame));
    }
    int[] found = linesOfFrame[frame];
    if (found == null) {
      List<SourceLine> lines = trimmed.lines(frame);
      found = new int[lines.size()];
      String library = FrameNames.library(stacks, frame);
      for (int i = 0; i < found.length; i++) {
        SourceLine line = lines.get(i);
        found[i] = number(nameOf(frame, line, library), library, place(line));
      }
      linesOfFrame[frame] = found;
    }
    return found;
  }

  private String nameOf(int frame, SourceLine line, String library) {
    return switch (by) {
      case LIBRARY -> library.isEmpty() ? "(unknown library)" : library;
      case FILE -> line.file().isEmpty() ? "(unknown file)" : line.file();
      case LINE -> (FrameNames.of(stacks, frame, line) + " " + place(line)).stripTrailing();
      default -> FrameNames.of(stacks, frame, line);
    };
  }

  private LinePlace place(SourceLine line) {
    return by != GroupBy.LINE || line.line() == 0
        ? LinePlace.UNKNOWN
        : new LinePlace(line.file(), line.line());
  }

  /** Returns the number of a name that belongs to no line of code. */
  public int number(String name) {
    return number(name, "", LinePlace.UNKNOWN);
  }

  private int number(String name, String library, LinePlace place) {
    int number = numbers.getInt(name);
    if (number < 0) {
      number = names.size();
      numbers.put(name, number);
      names.add(name);
      libraries.add(library);
      places.add(place);
    } else if (!libraries.get(number).equals(library)) {
      libraries.set(number, SEVERAL_LIBRARIES);
    }
    return number;
  }

  /** How many names there are so far. */
  int count() {
    return names.size();
  }

  /** Returns the name of a function, by its number. */
  public String name(int function) {
    return names.get(function);
  }

  /** Base name of the library of the functions with this name. */
  String library(int function) {
    return FrameNames.baseName(libraries.get(function));
  }

  /** Where a line is, by the number of its name. */
  LinePlace place(int line) {
    return places.get(line);
  }
}
