package dev.heapconv.model;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All stacks of a profile, interned: equal content has one id. Mappings, frames and stacks are
 * numbered from 0 in the order in which they were first added.
 *
 * <p>Stacks form a tree, stored in two int arrays: stack {@code s} is the stack {@link
 * #parent(int)} with the frame {@link #frame(int)} called from it. {@link #ROOT} is the empty
 * stack.
 *
 * <pre>{@code
 * StackTable stacks = new StackTable();
 * int main = stacks.addFrame(StackTable.NO_MAPPING, 0x1000, new SourceLine("main", "main.c", 7));
 * int load = stacks.addFrame(StackTable.NO_MAPPING, 0x2000, new SourceLine("load", "load.c", 3));
 * int stack = stacks.addStack(stacks.addStack(StackTable.ROOT, main), load); // main calls load
 * }</pre>
 *
 * <p>Not thread-safe until it is frozen, which happens when it becomes part of an {@link
 * EstimatedProfile}.
 */
public final class StackTable {

  /** The stack without frames. */
  public static final int ROOT = 0;

  /** Mapping id of a frame that lies in no known mapping. */
  public static final int NO_MAPPING = -1;

  private static final int INITIAL_CAPACITY = 256;

  /** Replaces a size if equal stacks have different sizes. */
  private static final long SEVERAL = -1;

  private final List<Mapping> mappings = new ArrayList<>();
  private final Object2IntOpenHashMap<Mapping> mappingIds = new Object2IntOpenHashMap<>();

  private static final class FrameKey {
    private final int mapping;
    private final long relPc;
    private final List<SourceLine> lines;

    FrameKey(int mapping, long relPc, List<SourceLine> lines) {
      this.mapping = mapping;
      this.relPc = relPc;
      this.lines = lines;
    }

    @Override
    public int hashCode() {
      return (lines.hashCode() * 31 + Long.hashCode(relPc)) * 31 + mapping;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FrameKey key
          && relPc == key.relPc
          && mapping == key.mapping
          && lines.equals(key.lines);
    }
  }

  private final Dictionary<FrameKey> frameIds = new Dictionary<>();

  /** The functions of each frame: those of its key, unless {@link #setLines} has replaced them. */
  private final List<List<SourceLine>> frameLines = new ArrayList<>();

  private final BitSet returnAddresses = new BitSet();
  private final BitSet foldedFrames = new BitSet();

  /** The first child of each stack; {@link #ROOT} if it has none. Few stacks have more children. */
  private int[] firstChild = new int[INITIAL_CAPACITY];

  /** The other children of stacks, by parent and frame. */
  private final Long2IntOpenHashMap otherChildren = new Long2IntOpenHashMap();

  private int[] stackParent = new int[INITIAL_CAPACITY];
  private int[] stackFrame = new int[INITIAL_CAPACITY];
  private int stackCount = 1;

  /** The common size of a stack's allocations, or {@link #SEVERAL}. */
  private final Int2LongOpenHashMap allocationSizes = new Int2LongOpenHashMap();

  private final BitSet mappingsWithCode = new BitSet();
  private boolean frozen;

  /** Creates a table with only the empty stack. */
  public StackTable() {
    mappingIds.defaultReturnValue(-1);
    otherChildren.defaultReturnValue(-1);
    stackFrame[ROOT] = -1;
    stackParent[ROOT] = -1;
  }

  /** Forbids further changes. From then on any number of threads may read. */
  public void freeze() {
    frozen = true;
  }

  private void checkNotFrozen() {
    if (frozen) {
      throw new IllegalStateException(
          "the stack table is frozen: it belongs to a finished profile");
    }
  }

  /**
   * Returns the id of a mapping, and adds the mapping if it is new.
   *
   * @param mapping the mapping
   * @throws IllegalStateException if it is new and the table is frozen
   */
  public int addMapping(Mapping mapping) {
    Objects.requireNonNull(mapping, "mapping");
    int id = mappingIds.getInt(mapping);
    if (id < 0) {
      checkNotFrozen();
      id = mappings.size();
      mappings.add(mapping);
      mappingIds.put(mapping, id);
    }
    return id;
  }

  /** Gives each mapping without a path the path of another mapping with the same build id. */
  public void completePaths() {
    checkNotFrozen();
    Map<String, String> paths = new HashMap<>();
    for (Mapping mapping : mappings) {
      if (!mapping.path().isEmpty() && !mapping.buildId().isEmpty()) {
        paths.putIfAbsent(mapping.buildId(), mapping.path());
      }
    }
    mappings.replaceAll(
        mapping ->
            mapping.path().isEmpty()
                ? mapping.withPath(paths.getOrDefault(mapping.buildId(), ""))
                : mapping);
  }

  /**
   * Returns the id of a frame with one function, and adds the frame if it is new.
   *
   * @param mapping id of its mapping, or {@link #NO_MAPPING}
   * @param relPc address of the instruction, relative as in {@link Mapping#absoluteAddress};
   *     absolute without a mapping
   * @param line what the recording states about the function; with empty strings if it states
   *     nothing
   * @throws IllegalStateException if it is new and the table is frozen
   */
  public int addFrame(int mapping, long relPc, SourceLine line) {
    return addFrame(mapping, relPc, List.of(line));
  }

  /**
   * Returns the id of a frame with inlined functions, and adds the frame if it is new.
   *
   * @param mapping id of its mapping, or {@link #NO_MAPPING}
   * @param relPc address of the instruction, relative as in {@link Mapping#absoluteAddress};
   *     absolute without a mapping
   * @param lines the functions, innermost first; at least one
   * @throws IllegalArgumentException if there is no function
   * @throws IllegalStateException if it is new and the table is frozen
   */
  public int addFrame(int mapping, long relPc, List<SourceLine> lines) {
    checkLines(lines);
    FrameKey key = new FrameKey(mapping, relPc, List.copyOf(lines));
    int id = frozen ? frameIds.find(key) : frameIds.id(key);
    if (id == Dictionary.NONE) {
      checkNotFrozen();
    }
    if (id == frameCount()) {
      frameLines.add(key.lines);
    }
    return id;
  }

  /**
   * Adds a frame that differs from another in its functions. It stays apart from a frame that was
   * added with these functions, because {@link #setLines} may have replaced them there.
   *
   * @param frame id of the other frame
   * @param lines the functions, innermost first; at least one
   * @return the id of the new frame
   */
  public int addRenamed(int frame, List<SourceLine> lines) {
    checkLines(lines);
    checkNotFrozen();
    FrameKey other = frameIds.values().get(frame);
    FrameKey key = new FrameKey(other.mapping, other.relPc, List.copyOf(lines));
    frameLines.add(key.lines);
    return frameIds.append(key);
  }

  private static void checkLines(List<SourceLine> lines) {
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("a frame needs at least one line");
    }
  }

  /**
   * Returns the id of a stack, and adds the stack if it is new.
   *
   * @param parent id of the calling stack, or {@link #ROOT}
   * @param frame id of the frame that its innermost frame calls
   * @throws IllegalStateException if it is new and the table is frozen
   */
  public int addStack(int parent, int frame) {
    int first = firstChild[parent];
    if (first == ROOT) {
      int id = newStack(parent, frame);
      firstChild[parent] = id;
      return id;
    }
    if (stackFrame[first] == frame) {
      return first;
    }
    long key = (long) parent << 32 | frame;
    int id = frozen ? otherChildren.get(key) : otherChildren.putIfAbsent(key, stackCount);
    return id < 0 ? newStack(parent, frame) : id;
  }

  private int newStack(int parent, int frame) {
    checkNotFrozen();
    int id = stackCount++;
    if (id == stackParent.length) {
      stackParent = Arrays.copyOf(stackParent, id * 2);
      stackFrame = Arrays.copyOf(stackFrame, id * 2);
      firstChild = Arrays.copyOf(firstChild, id * 2);
    }
    stackParent[id] = parent;
    stackFrame[id] = frame;
    return id;
  }

  /**
   * Returns a function that maps stacks, such as to another table. It computes each result on
   * demand, and maps {@link #ROOT} to itself.
   *
   * @param next computes the result for a stack, at least 0, from the result for its caller and the
   *     stack
   */
  public IntUnaryOperator mapped(IntBinaryOperator next) {
    int[] found = new int[stackCount];
    Arrays.fill(found, 1, stackCount, -1);
    IntArrayList path = new IntArrayList();
    return stack -> {
      for (int s = stack; found[s] < 0; s = stackParent[s]) {
        path.push(s);
      }
      while (!path.isEmpty()) {
        int s = path.popInt();
        found[s] = next.applyAsInt(found[stackParent[s]], s);
      }
      return found[stack];
    };
  }

  /**
   * Returns a function that adds stacks to a table on demand.
   *
   * @param to the table, which may be this one
   * @param frames maps frames to those of that table; called once for each frame
   */
  public IntUnaryOperator mapped(StackTable to, IntUnaryOperator frames) {
    int[] found = new int[frameCount()];
    Arrays.fill(found, -1);
    return mapped(
        (caller, stack) -> {
          int frame = frame(stack);
          if (found[frame] < 0) {
            found[frame] = frames.applyAsInt(frame);
          }
          return to.addStack(caller, found[frame]);
        });
  }

  /**
   * Returns a function that adds stacks with all their frames to another table on demand.
   *
   * @param to the table
   */
  public IntUnaryOperator mapped(StackTable to) {
    return withSizes(
        to,
        mapped(
            to,
            frame -> {
              int mapping = frameMapping(frame);
              int there = mapping == NO_MAPPING ? mapping : to.addMapping(mapping(mapping));
              if (mapping != NO_MAPPING && isCodeRead(mapping) && !to.isCodeRead(there)) {
                to.setCodeRead(there);
              }
              return to.addFrame(there, frameRelPc(frame), lines(frame));
            }));
  }

  /**
   * Returns a function that adds stacks to this table on demand, with other functions in their
   * frames.
   *
   * @param frames maps frames to the renamed ones; called once for each frame
   */
  public IntUnaryOperator renamed(IntUnaryOperator frames) {
    return withSizes(this, mapped(this, frames));
  }

  /** The allocations keep their sizes in the other table. */
  private IntUnaryOperator withSizes(StackTable to, IntUnaryOperator mapped) {
    return stack -> {
      int there = mapped.applyAsInt(stack);
      if (allocationSizes.containsKey(stack)) {
        to.addAllocationSize(there, allocationSizes.get(stack));
      }
      return there;
    };
  }

  /**
   * Replaces the functions of a frame, as a symbolizer or deobfuscator does.
   *
   * @param frame id of the frame
   * @param lines the functions, innermost first; at least one
   */
  public void setLines(int frame, List<SourceLine> lines) {
    checkLines(lines);
    checkNotFrozen();
    frameLines.set(frame, List.copyOf(lines));
  }

  /** Returns the number of mappings; ids are smaller. */
  public int mappingCount() {
    return mappings.size();
  }

  /** Returns the mapping with an id. */
  public Mapping mapping(int id) {
    return mappings.get(id);
  }

  /** Returns the number of frames; ids are smaller. */
  public int frameCount() {
    return frameLines.size();
  }

  /** Returns the mapping id of a frame, or {@link #NO_MAPPING}. */
  public int frameMapping(int frame) {
    return frameIds.values().get(frame).mapping;
  }

  /** Returns the address of a frame's instruction, as it was added; 0 if unknown. */
  public long frameRelPc(int frame) {
    return frameIds.values().get(frame).relPc;
  }

  /**
   * Marks a frame that stands for several places of one function, so that its lines are incomplete.
   */
  public void setFolded(int frame) {
    checkNotFrozen();
    foldedFrames.set(frame);
  }

  /** Whether a frame stands for several places of one function. */
  public boolean isFolded(int frame) {
    return foldedFrames.get(frame);
  }

  /** Marks a frame that was recorded with its return address, which is the next address. */
  public void setReturnAddress(int frame) {
    checkNotFrozen();
    returnAddresses.set(frame);
  }

  /**
   * Returns the relative address as it was recorded; {@link #frameRelPc} is the address of the
   * call.
   */
  public long recordedRelPc(int frame) {
    return frameRelPc(frame) + (returnAddresses.get(frame) ? 1 : 0);
  }

  /** Returns the address of a frame in the address space of its process; 0 if unknown. */
  public long frameAddress(int frame) {
    FrameKey key = frameIds.values().get(frame);
    int mapping = key.mapping;
    return mapping == NO_MAPPING ? key.relPc : mappings.get(mapping).absoluteAddress(key.relPc);
  }

  /**
   * Returns the functions of a frame, innermost first. There is at least one, but its name may be
   * empty.
   */
  public List<SourceLine> lines(int frame) {
    return frameLines.get(frame);
  }

  /**
   * Returns the paths of the binaries without any function name, in no order. The result is empty
   * if most frames have names, because a profiler that knows some names has read the binary, and
   * may have been unable to read others.
   */
  public Set<String> unnamedBinaries() {
    BitSet unnamed = new BitSet();
    BitSet named = new BitSet();
    int balance = 0;
    for (int frame = 0; frame < frameCount(); frame++) {
      int mapping = frameMapping(frame);
      if (mapping != NO_MAPPING) {
        boolean hasName = !lines(frame).get(0).systemName().isEmpty();
        balance += hasName ? 1 : -1;
        (hasName ? named : unnamed).set(mapping);
      }
    }
    Set<String> paths = new HashSet<>();
    if (balance <= 0) {
      unnamed.stream().forEach(mapping -> paths.add(mappings.get(mapping).path()));
      named.stream().forEach(mapping -> paths.remove(mappings.get(mapping).path()));
    }
    return paths;
  }

  /**
   * States that each allocation of a stack has one size, which the code of the program shows. If
   * two different sizes are stated, neither holds.
   *
   * @param stack id of the stack
   * @param bytes the size that the program requested, in bytes, above 0
   * @throws IllegalArgumentException if the size is not above 0
   */
  public void setAllocationSize(int stack, long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("no size of an allocation: " + bytes);
    }
    addAllocationSize(stack, bytes);
  }

  private void addAllocationSize(int stack, long bytes) {
    if (allocationSizes.getOrDefault(stack, bytes) != bytes) {
      checkNotFrozen();
      allocationSizes.put(stack, SEVERAL);
    } else if (!allocationSizes.containsKey(stack)) {
      checkNotFrozen();
      allocationSizes.put(stack, bytes);
    }
  }

  /** Removes the size of a stack's allocations. */
  public void forgetAllocationSize(int stack) {
    if (allocationSize(stack) > 0) {
      checkNotFrozen();
      allocationSizes.put(stack, SEVERAL);
    }
  }

  /** Returns the size in bytes of each allocation of a stack; 0 if unknown. */
  public long allocationSize(int stack) {
    return Math.max(0, allocationSizes.getOrDefault(stack, 0));
  }

  /** States that the code of a binary was read for the sizes of its allocations. */
  public void setCodeRead(int mapping) {
    checkNotFrozen();
    mappingsWithCode.set(mapping);
  }

  /** Whether the code of a binary was read. Sizes that it does not show stay unknown. */
  public boolean isCodeRead(int mapping) {
    return mappingsWithCode.get(mapping);
  }

  /**
   * Returns the number of stacks, including the empty stack and the inner nodes of the tree; ids
   * are smaller.
   */
  public int stackCount() {
    return stackCount;
  }

  /** Returns the stack without its innermost frame; -1 for {@link #ROOT}. */
  public int parent(int stack) {
    return stackParent[stack];
  }

  /** Returns the innermost frame of a stack; -1 for {@link #ROOT}. */
  public int frame(int stack) {
    return stackFrame[stack];
  }

  /** Returns the frames of a stack, innermost first. */
  public int[] frames(int stack) {
    int[] frames = new int[depth(stack)];
    int at = 0;
    for (int s = stack; s != ROOT; s = stackParent[s]) {
      frames[at++] = stackFrame[s];
    }
    return frames;
  }

  /** Returns the number of frames of a stack. */
  public int depth(int stack) {
    int depth = 0;
    for (int s = stack; s != ROOT; s = stackParent[s]) {
      depth++;
    }
    return depth;
  }
}
