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
 * numbered from 0 in the order in which they were first added; only stacks can be removed, all at
 * once.
 *
 * <p>Stacks form a tree, stored in two int arrays: stack {@code s} is the stack {@link
 * #parent(int)} with the frame {@link #frame(int)} called from it. {@link #ROOT} is the empty
 * stack. Not thread-safe until it is frozen, which happens when it becomes part of an {@link
 * EstimatedProfile}.
 */
public final class StackTable {

  /** The stack without frames. */
  public static final int ROOT = 0;

  /** Mapping id of a frame that lies in no known mapping. */
  public static final int NO_MAPPING = -1;

  private static final int INITIAL_CAPACITY = 256;

  /** In the place of a size: equal stacks have different ones. */
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

  private final Ids<FrameKey> frameIds = new Ids<>();

  /** Those of the frames' keys, unless {@link #setLines} has replaced them. */
  private final List<List<SourceLine>> frameLines = new ArrayList<>();

  private final BitSet returnAddresses = new BitSet();
  private final BitSet foldedFrames = new BitSet();

  /** The stack that was first added to each; {@link #ROOT} if none was. Few have others. */
  private int[] firstChild = new int[INITIAL_CAPACITY];

  /** The other children of stacks, by parent and frame. */
  private final Long2IntOpenHashMap otherChildren = new Long2IntOpenHashMap();

  private int[] stackParent = new int[INITIAL_CAPACITY];
  private int[] stackFrame = new int[INITIAL_CAPACITY];
  private int stackCount = 1;

  /** Of stacks whose allocations are known to have one size; {@link #SEVERAL} of one id. */
  private final Int2LongOpenHashMap allocationSizes = new Int2LongOpenHashMap();

  private final BitSet mappingsWithCode = new BitSet();
  private boolean frozen;

  public StackTable() {
    mappingIds.defaultReturnValue(-1);
    otherChildren.defaultReturnValue(-1);
    stackFrame[ROOT] = -1;
    stackParent[ROOT] = -1;
  }

  /** Forbids further changes: from now on any number of threads may read. */
  public void freeze() {
    frozen = true;
  }

  private void checkNotFrozen() {
    if (frozen) {
      throw new IllegalStateException(
          "the stack table is frozen: it belongs to a finished profile");
    }
  }

  /** Id of {@code mapping}, adding it if it is new. */
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

  /** Gives each mapping without a path that of another of the same build. */
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
   * Id of a frame, adding it if it is new.
   *
   * @param mapping id of its mapping, or {@link #NO_MAPPING}
   * @param relPc address of the instruction, relative as in {@link Mapping#absoluteAddress};
   *     absolute without a mapping
   * @param line what the recording says about the function; empty strings if nothing
   */
  public int addFrame(int mapping, long relPc, SourceLine line) {
    return addFrame(mapping, relPc, List.of(line));
  }

  /**
   * Like {@link #addFrame(int, long, SourceLine)}, for a frame with inlined functions, innermost
   * first.
   */
  public int addFrame(int mapping, long relPc, List<SourceLine> lines) {
    checkLines(lines);
    FrameKey key = new FrameKey(mapping, relPc, List.copyOf(lines));
    int id = frozen ? frameIds.find(key) : frameIds.id(key);
    if (id == Ids.NONE) {
      checkNotFrozen();
    }
    if (id == frameCount()) {
      frameLines.add(key.lines);
    }
    return id;
  }

  /**
   * Adds a frame that differs from another in its functions, and returns its id. It is never one
   * with a frame that was added with these functions, which {@link #setLines} may have replaced.
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
   * Id of the stack {@code parent} with {@code frame} called from its innermost frame, adding it if
   * it is new.
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
   * What stacks are elsewhere, found when it is asked for; {@link #ROOT} is that everywhere.
   *
   * @param next given what the caller of a stack is and the stack, what that is; at least 0
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
   * Adds stacks to a table, which may be this one, when they are asked for.
   *
   * @param frames what frames are there; asked for once each
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

  /** Adds stacks with all their frames to another table, when they are asked for. */
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
   * Adds stacks that differ only in the functions of their frames, when they are asked for.
   *
   * @param frames what frames are renamed to; asked for once each
   */
  public IntUnaryOperator renamed(IntUnaryOperator frames) {
    return withSizes(this, mapped(this, frames));
  }

  /** The same allocations have the same sizes there. */
  private IntUnaryOperator withSizes(StackTable to, IntUnaryOperator mapped) {
    return stack -> {
      int there = mapped.applyAsInt(stack);
      if (allocationSizes.containsKey(stack)) {
        to.addAllocationSize(there, allocationSizes.get(stack));
      }
      return there;
    };
  }

  /** Replaces the functions of a frame, innermost first, as a symbolizer or deobfuscator does. */
  public void setLines(int frame, List<SourceLine> lines) {
    checkLines(lines);
    checkNotFrozen();
    frameLines.set(frame, List.copyOf(lines));
  }

  public int mappingCount() {
    return mappings.size();
  }

  public Mapping mapping(int id) {
    return mappings.get(id);
  }

  public int frameCount() {
    return frameLines.size();
  }

  /** Mapping id of a frame, or {@link #NO_MAPPING}. */
  public int frameMapping(int frame) {
    return frameIds.values().get(frame).mapping;
  }

  public long frameRelPc(int frame) {
    return frameIds.values().get(frame).relPc;
  }

  /** Says that a frame stands for several places of one function: its lines are not all of them. */
  public void setFolded(int frame) {
    checkNotFrozen();
    foldedFrames.set(frame);
  }

  /** Whether a frame stands for several places of one function. */
  public boolean isFolded(int frame) {
    return foldedFrames.get(frame);
  }

  /** Says that a frame was recorded as where its call returns to: at the next address. */
  public void setReturnAddress(int frame) {
    checkNotFrozen();
    returnAddresses.set(frame);
  }

  /** The relative address as recorded; {@link #frameRelPc} is that of the call. */
  public long recordedRelPc(int frame) {
    return frameRelPc(frame) + (returnAddresses.get(frame) ? 1 : 0);
  }

  /** Address of a frame in the address space of its process; 0 if unknown. */
  public long frameAddress(int frame) {
    FrameKey key = frameIds.values().get(frame);
    int mapping = key.mapping;
    return mapping == NO_MAPPING ? key.relPc : mappings.get(mapping).absoluteAddress(key.relPc);
  }

  /**
   * The functions of a frame, innermost first; never empty, but the only line may have an empty
   * function name.
   */
  public List<SourceLine> lines(int frame) {
    return frameLines.get(frame);
  }

  /**
   * Paths of the binaries without any function name, in no order; none if most frames have names. A
   * profiler that knows some names has read the binary; whether it could is not known of the
   * others.
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
   * Says that each allocation of a stack has one size, which the code of the program states. If the
   * same is said of it with another size, neither holds.
   *
   * @param bytes as the program asked for, above 0
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

  /** Takes back what was said of the size of a stack's allocations. */
  public void forgetAllocationSize(int stack) {
    if (allocationSize(stack) > 0) {
      checkNotFrozen();
      allocationSizes.put(stack, SEVERAL);
    }
  }

  /** The size in bytes that each allocation of a stack has; 0 if it is not known. */
  public long allocationSize(int stack) {
    return Math.max(0, allocationSizes.getOrDefault(stack, 0));
  }

  /** Says that the code of a binary was read for the sizes of allocations that it makes. */
  public void setCodeRead(int mapping) {
    checkNotFrozen();
    mappingsWithCode.set(mapping);
  }

  /** Whether the code of a binary was read; what it does not tell stays unknown. */
  public boolean isCodeRead(int mapping) {
    return mappingsWithCode.get(mapping);
  }

  /** Number of stacks, including the empty one and the inner nodes of the tree; ids are smaller. */
  public int stackCount() {
    return stackCount;
  }

  /** The stack without its innermost frame; -1 for {@link #ROOT}. */
  public int parent(int stack) {
    return stackParent[stack];
  }

  /** The innermost frame of a stack; -1 for {@link #ROOT}. */
  public int frame(int stack) {
    return stackFrame[stack];
  }

  /** The frames of a stack, innermost first. */
  public int[] frames(int stack) {
    int[] frames = new int[depth(stack)];
    int at = 0;
    for (int s = stack; s != ROOT; s = stackParent[s]) {
      frames[at++] = stackFrame[s];
    }
    return frames;
  }

  /** Number of frames of a stack. */
  public int depth(int stack) {
    int depth = 0;
    for (int s = stack; s != ROOT; s = stackParent[s]) {
      depth++;
    }
    return depth;
  }
}
