package dev.heapconv.reader.stacks;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ReadOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Adds the stacks of a file to a table. Stacks that are too deep lose their outermost frames, and
 * references to what the file does not have are counted.
 */
public final class StackBuilder {

  /** Stands for a frame that the file does not have. */
  public static final int NO_FRAME = -1;

  /**
   * How deep the stacks of a tree may be, in which each is a line that names its caller: otherwise
   * each of them is as long as the file. heaptrack records 64 frames, Node 128.
   */
  private static final int MAX_DEPTH_IN_TREE = 1024;

  private final StackTable table;
  private final int maxDepth;
  private long brokenReferences;
  private boolean cut;

  public StackBuilder(StackTable table, int maxDepth) {
    this.table = table;
    this.maxDepth = maxDepth;
  }

  /** For stacks that are written as a tree; another limit than the usual one is that of a user. */
  public static StackBuilder ofTree(int maxDepth) {
    boolean isUsual = maxDepth == Limits.DEFAULT.maxStackDepth();
    return new StackBuilder(new StackTable(), isUsual ? MAX_DEPTH_IN_TREE : maxDepth);
  }

  /** Where the stacks are. */
  public StackTable table() {
    return table;
  }

  /** Whether a stack may have so many frames; if not, that is reported. */
  public boolean allows(int depth) {
    cut |= depth > maxDepth;
    return depth <= maxDepth;
  }

  /**
   * The id of a stack, added if it is new.
   *
   * @param depth how many frames it has
   * @param frame of a place from the innermost, which is 0, its id; or {@link #NO_FRAME}, which is
   *     counted as a broken reference
   */
  public int stack(int depth, IntUnaryOperator frame) {
    int stack = StackTable.ROOT;
    for (int i = allows(depth) ? depth - 1 : maxDepth - 1; i >= 0; i--) {
      int id = frame.applyAsInt(i);
      if (id == NO_FRAME) {
        brokenReferences++;
      } else {
        stack = table.addStack(stack, id);
      }
    }
    return stack;
  }

  /**
   * The id of a frame.
   *
   * @param address in the process; 0 if unknown
   * @param lines its functions, innermost first; none if unknown
   */
  public int frame(int mapping, long address, List<SourceLine> lines) {
    long relPc = address;
    String library = "";
    if (mapping != StackTable.NO_MAPPING) {
      Mapping known = table.mapping(mapping);
      library = known.path();
      relPc += relPc == 0 ? 0 : known.fileOffset() - known.start() + known.loadBias();
    }
    String unnamed = FrameNames.ofUnnamed(library, relPc);
    List<SourceLine> named = new ArrayList<>();
    for (SourceLine line : lines) {
      // Another name may be found for what was written without one.
      named.add(
          line.function().equals(unnamed) ? new SourceLine("", line.file(), line.line()) : line);
    }
    return table.addFrame(mapping, relPc, named.isEmpty() ? List.of(SourceLine.UNKNOWN) : named);
  }

  /** A function of which one of the names may be missing, and numbers be anything. */
  public static SourceLine line(
      String name, String systemName, String file, long line, long column, long startLine) {
    return new SourceLine(
        name.isEmpty() ? systemName : name,
        systemName.isEmpty() ? name : systemName,
        file,
        positive(line),
        positive(column),
        positive(startLine));
  }

  private static int positive(long number) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, number));
  }

  /** Counts references to what the file does not have. */
  public void addBroken(long references) {
    brokenReferences += references;
  }

  /**
   * Reports names that a file refers to and does not have: its numbers are complete.
   *
   * @throws HeapConvException in strict mode
   */
  public void reportNames(long missing, String name, ReadOptions options, Warnings warnings)
      throws HeapConvException {
    if (missing > 0 && options.strict()) {
      throw HeapConvException.input(ErrorId.MISSING_NAMES, name, missing);
    }
    if (missing > 0) {
      warnings.add(ErrorId.MISSING_NAMES, missing);
    }
  }

  /**
   * Reports what was wrong with the stacks.
   *
   * @param name of the input
   * @throws HeapConvException for broken references, in strict mode
   */
  public void report(String name, ReadOptions options, Warnings warnings) throws HeapConvException {
    if (brokenReferences > 0 && options.strict()) {
      throw HeapConvException.input(ErrorId.BROKEN_REFERENCES, name, brokenReferences);
    }
    if (brokenReferences > 0) {
      warnings.add(ErrorId.BROKEN_REFERENCES, brokenReferences);
    }
    if (cut) {
      warnings.add(ErrorId.DEEP_STACK, maxDepth);
    }
  }
}
