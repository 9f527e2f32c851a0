package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Limits;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.InlineCallstack;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The interning state of one packet sequence: what the ids in its packets currently mean. Ids are
 * looked up in the inline tables of the current dump first (Android 10), then in the interned data
 * of the sequence.
 */
final class SequenceState {

  /** That of the packet sequence in the trace. */
  final int id;

  private final StackTable stacks;
  private final Limits limits;
  final TraceProblems problems;
  InternTable interned = InternTable.ofInternedData();
  InternTable inline = InternTable.ofProfilePackets();

  /** Ids already resolved; valid as long as the tables they were resolved from. */
  private final IdMap mappingOfIid = new IdMap();

  private int scope;

  /** What of the interned data was defined after packets were lost; null if none were. */
  private @Nullable InternTable sinceLoss;

  /** All definitions of earlier scopes, until one shows that ids are used again; null if none. */
  private @Nullable InternTable earlier;

  /** The interned data that samples of the current dump mean if it was forgotten since; or null. */
  private @Nullable InternTable ofRun;

  /** Whether ids get other meanings in other scopes; those of heapprofd never do. */
  private boolean reusesIds;

  /** Whether frames and mappings are as Chromium writes them. */
  private boolean ofChromium;

  // What has parts that the trace does not define.
  private final IntOpenHashSet framesWithGaps = new IntOpenHashSet(0);
  private final IntOpenHashSet stacksWithGaps = new IntOpenHashSet(0);

  /** The nodes of a callstack that are being resolved. */
  private int[] path = new int[8];

  SequenceState(int id, StackTable stacks, Limits limits, TraceProblems problems) {
    this.id = id;
    this.stacks = stacks;
    this.limits = limits;
    this.problems = problems;
  }

  /**
   * Number of the current meaning of callstack ids: under another one, equal ids may mean different
   * stacks.
   */
  int scope() {
    return scope;
  }

  /**
   * Takes frames and mappings as those of Chromium: each address is where a call returns to, that
   * of the innermost frame too, so the call is before it; a path is one name; a build id is
   * Breakpad's, as text.
   */
  void setChromium(boolean is) {
    ofChromium = is;
  }

  /** The stack of the InlineCallstack message that the cursor is in. */
  int addInline(WireCursor callstack) {
    int stack = StackTable.ROOT;
    int depth = 0;
    WireCursor frame = new WireCursor();
    while (callstack.find(InlineCallstack.FRAMES_FIELD_NUMBER, frame)) {
      if (depth++ < limits.maxStackDepth()) {
        SourceLine source =
            new SourceLine(
                frame.text(InlineCallstack.Frame.FUNCTION_NAME_FIELD_NUMBER, ""),
                frame.text(InlineCallstack.Frame.SOURCE_FILE_FIELD_NUMBER, ""),
                Math.max(
                    0, (int) frame.integer(InlineCallstack.Frame.LINE_NUMBER_FIELD_NUMBER, 0)));
        stack = stacks.addStack(stack, stacks.addFrame(StackTable.NO_MAPPING, 0, source));
      } else if (depth == limits.maxStackDepth() + 1) {
        problems.cutStacks++;
      }
    }
    return stack;
  }

  /** Forgets all interned data, as "incremental state cleared" requires. */
  void clearIncrementalState() {
    boolean remembers = earlier == null && !reusesIds && !interned.isEmpty() && ofRun == null;
    forget(remembers ? interned : earlier);
  }

  private void forget(@Nullable InternTable remembered) {
    earlier = remembered;
    ofRun = ofRun == null ? interned : ofRun;
    interned = InternTable.ofInternedData();
    sinceLoss = null;
    newScope();
  }

  /**
   * Packets were lost, and with them perhaps the end of the scope. If ids are used again, nothing
   * that was defined before may be taken for what the packets to come mean by them.
   *
   * @return whether all interned data is forgotten
   */
  boolean packetsLost() {
    if (reusesIds) {
      forget(null);
    } else if (sinceLoss == null || !sinceLoss.isEmpty()) {
      sinceLoss = InternTable.ofInternedData();
    }
    return reusesIds;
  }

  /**
   * Reads definitions. Once packets were lost, an id with another meaning than before proves that a
   * new scope has begun: only what was defined since then can belong to it.
   *
   * @param definitions adds them to a table
   */
  void define(Consumer<InternTable> definitions) {
    definitions.accept(interned);
    if (earlier != null) {
      definitions.accept(earlier);
    }
    reusesIds |= interned.isReused() || earlier != null && earlier.isReused();
    earlier = reusesIds ? null : earlier;
    boolean redefined = interned.takeRedefined();
    if (sinceLoss != null) {
      definitions.accept(sinceLoss);
    }
    if (redefined && sinceLoss != null) {
      InternTable ofScope = sinceLoss;
      forget(earlier);
      interned = ofScope;
    } else if (redefined) {
      newScope();
    }
  }

  /** Samples follow, whose ids have their present meanings. */
  void startRun() {
    ofRun = null;
  }

  /** Resolves ids as they were meant when the last samples came. */
  void asAtStartOfRun(Runnable resolution) {
    InternTable now = interned;
    if (ofRun != null) {
      interned = ofRun;
      newScope();
    }
    resolution.run();
    if (ofRun != null) {
      interned = now;
      newScope();
    }
  }

  /** Drops the inline tables, which end with the dump they came with. */
  void endDump() {
    if (!inline.isEmpty()) {
      // A new one, because to clear a table takes as long as it ever was large.
      inline = InternTable.ofProfilePackets();
      newScope();
    }
  }

  /** Called before ids are resolved: drops resolutions made obsolete by newer definitions. */
  void startResolving() {
    boolean redefined = inline.takeRedefined();
    // The tables of the dump before may have been lost, and with them the end of their scope.
    if (redefined || !inline.isEmpty()) {
      newScope();
    }
  }

  private void newScope() {
    interned.callstacks.unresolve();
    inline.callstacks.unresolve();
    mappingOfIid.clear();
    scope++;
  }

  /** The stack of a callstack id, or -1 if it was never defined. */
  int resolveCallstack(long iid) {
    int node = inline.callstacks.find(iid);
    CallstackTable callstacks = node < 0 ? interned.callstacks : inline.callstacks;
    node = node < 0 ? callstacks.find(iid) : node;
    return node < 0 ? CallstackTable.NONE : resolve(callstacks, node);
  }

  /** A sample was left out because of its callstack, which is not defined, or not whole. */
  void reportUndefined(long callstack) {
    if (problems.brokenCallstacks++ == 0) {
      problems.firstBroken = callstack;
      problems.sequenceOfBroken = id;
    }
  }

  /** A dump was left out because the trace has it twice. */
  void reportRepeated() {
    problems.repeatedDumps++;
  }

  /** Whether parts of a stack were not defined. */
  boolean hasGaps(int stack) {
    return stacksWithGaps.contains(stack);
  }

  private int resolve(CallstackTable callstacks, int innermost) {
    int depth = 0;
    int node = innermost;
    int stack = callstacks.resolved(node);
    while (stack == StackTable.ROOT && node != CallstackTable.ROOT) {
      if (depth == path.length) {
        path = Arrays.copyOf(path, depth * 2);
      }
      path[depth++] = node;
      node = callstacks.caller(node);
      stack = callstacks.resolved(node);
    }
    while (depth > 0) {
      node = path[--depth];
      int frame = callstacks.resolvedFrame(node);
      if (frame == CallstackTable.NONE) {
        frame = resolveFrame(callstacks.frame(node));
        callstacks.setResolvedFrame(node, frame);
      }
      int caller = stack;
      stack = stacks.addStack(caller, frame);
      callstacks.setResolved(node, stack);
      if (!framesWithGaps.isEmpty()
          && (framesWithGaps.contains(frame) || stacksWithGaps.contains(caller))) {
        stacksWithGaps.add(stack);
      }
    }
    return stack;
  }

  private int resolveFrame(long iid) {
    int frame;
    long brokenBefore = problems.brokenReferences;
    InternTable.RawFrame raw = lookUp(iid, inline.frames, interned.frames);
    if (raw == null) {
      problems.brokenReferences++;
      frame = stacks.addFrame(StackTable.NO_MAPPING, 0, SourceLine.UNKNOWN);
    } else {
      SourceLine line =
          new SourceLine(
              text(raw.functionName(), inline.functionNames, interned.functionNames),
              text(raw.sourcePath(), inline.sourcePaths, interned.sourcePaths),
              raw.line());
      long call = ofChromium ? raw.relPc() - 1 : raw.relPc();
      frame = stacks.addFrame(resolveMapping(raw.mapping()), call, line);
      if (ofChromium) {
        stacks.setReturnAddress(frame);
      }
    }
    if (problems.brokenReferences > brokenBefore) {
      framesWithGaps.add(frame);
    }
    return frame;
  }

  private int resolveMapping(long iid) {
    if (iid == 0) {
      return StackTable.NO_MAPPING;
    }
    int mapping = mappingOfIid.get(iid);
    if (mapping != IdMap.NONE) {
      return mapping;
    }
    InternTable.RawMapping raw = lookUp(iid, inline.mappings, interned.mappings);
    if (raw == null) {
      problems.brokenReferences++;
      return StackTable.NO_MAPPING;
    }
    byte[] buildId =
        raw.buildId() == 0 ? null : lookUp(raw.buildId(), inline.buildIds, interned.buildIds);
    mapping =
        stacks.addMapping(
            new Mapping(
                path(raw.path()),
                buildId == null ? "" : ModuleSymbolTable.buildId(buildId),
                raw.start(),
                raw.end(),
                raw.fileOffset(),
                raw.loadBias(),
                true,
                raw.binaryOffset()));
    mappingOfIid.put(iid, mapping);
    return mapping;
  }

  /**
   * "/" and the components joined by "/"; one component that begins with "/" is a whole path
   * already.
   */
  private String path(LongArrayList components) {
    StringBuilder path = new StringBuilder();
    for (long component : components) {
      if (path.length() > limits.maxNameBytes()) {
        break;
      }
      String text = text(component, inline.mappingPaths, interned.mappingPaths);
      if (ofChromium && components.size() == 1) {
        // Child processes overwrite the path of their program by their command line.
        return text.contains(" --") ? "" : text;
      }
      if (components.size() == 1 && (text.startsWith("/") || text.startsWith("["))) {
        return text;
      }
      path.append('/').append(text);
    }
    return path.toString();
  }

  private String text(
      long iid, Long2ObjectOpenHashMap<byte[]> ofDump, Long2ObjectOpenHashMap<byte[]> ofSequence) {
    if (iid == 0) {
      return "";
    }
    byte[] bytes = lookUp(iid, ofDump, ofSequence);
    if (bytes == null) {
      problems.brokenReferences++;
      return "";
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static <T> T lookUp(
      long iid, Long2ObjectOpenHashMap<T> ofDump, Long2ObjectOpenHashMap<T> ofSequence) {
    T found = ofDump.get(iid);
    return found != null ? found : ofSequence.get(iid);
  }
}
