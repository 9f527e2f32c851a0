package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Limits;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.InlineCallstack;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Finds the stacks that the callstack ids of one packet sequence mean in a {@link Generation}. */
final class CallstackResolver {

  private static final int NO_GENERATION = -1;

  private final int sequence;
  private final StackTable stacks;
  private final Limits limits;
  final TraceProblems problems;

  /** The number of the generation that tables and mappings are resolved in. */
  private int generation = NO_GENERATION;

  private final IdMap mappingOfIid = new IdMap();

  /** Whether frames and mappings are as Chromium writes them. */
  private boolean ofChromium;

  // What has parts that the trace does not define.
  private final IntOpenHashSet framesWithGaps = new IntOpenHashSet(0);
  private final IntOpenHashSet stacksWithGaps = new IntOpenHashSet(0);

  /** The nodes of a callstack that are being resolved. */
  private int[] path = new int[8];

  CallstackResolver(int sequence, StackTable stacks, Limits limits, TraceProblems problems) {
    this.sequence = sequence;
    this.stacks = stacks;
    this.limits = limits;
    this.problems = problems;
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

  /** The stack of a callstack id in a generation, or -1 if it was never defined there. */
  int resolve(Generation generation, long iid) {
    begin(generation);
    CallstackTable callstacks = generation.inline.callstacks;
    int node = callstacks.find(iid);
    for (InternTable table = generation.interned; node < 0 && table != null; table = table.base()) {
      callstacks = table.callstacks;
      node = callstacks.find(iid);
    }
    return node < 0 ? CallstackTable.NONE : resolve(generation, callstacks, node);
  }

  /** What was resolved in another generation, or before ids were redefined, no longer holds. */
  private void begin(Generation of) {
    if (of.number() != generation) {
      generation = of.number();
      of.inline.callstacks.unresolve();
      for (InternTable table = of.interned; table != null; table = table.base()) {
        table.callstacks.unresolve();
      }
      mappingOfIid.clear();
    }
  }

  /** A sample was left out because of its callstack, which is not defined, or not whole. */
  void reportUndefined(long callstack) {
    if (problems.brokenCallstacks++ == 0) {
      problems.firstBroken = callstack;
      problems.sequenceOfBroken = sequence;
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

  private int resolve(Generation generation, CallstackTable callstacks, int innermost) {
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
        frame = resolveFrame(generation, callstacks.frame(node));
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

  private int resolveFrame(Generation generation, long iid) {
    int frame;
    long brokenBefore = problems.brokenReferences;
    InternTable.RawFrame raw = generation.find(InternTable.FRAMES, iid);
    if (raw == null) {
      problems.brokenReferences++;
      frame = stacks.addFrame(StackTable.NO_MAPPING, 0, SourceLine.UNKNOWN);
    } else {
      SourceLine line =
          new SourceLine(
              text(generation, InternTable.FUNCTION_NAMES, raw.functionName()),
              text(generation, InternTable.SOURCE_PATHS, raw.sourcePath()),
              raw.line());
      long call = ofChromium ? raw.relPc() - 1 : raw.relPc();
      frame = stacks.addFrame(resolveMapping(generation, raw.mapping()), call, line);
      if (ofChromium) {
        stacks.setReturnAddress(frame);
      }
    }
    if (problems.brokenReferences > brokenBefore) {
      framesWithGaps.add(frame);
    }
    return frame;
  }

  private int resolveMapping(Generation generation, long iid) {
    if (iid == 0) {
      return StackTable.NO_MAPPING;
    }
    int mapping = mappingOfIid.get(iid);
    if (mapping != IdMap.NONE) {
      return mapping;
    }
    InternTable.RawMapping raw = generation.find(InternTable.MAPPINGS, iid);
    if (raw == null) {
      problems.brokenReferences++;
      return StackTable.NO_MAPPING;
    }
    byte[] buildId =
        raw.buildId() == 0 ? null : generation.find(InternTable.BUILD_IDS, raw.buildId());
    mapping =
        stacks.addMapping(
            new Mapping(
                path(generation, raw.path()),
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
  private String path(Generation generation, LongArrayList components) {
    StringBuilder path = new StringBuilder();
    for (long component : components) {
      if (path.length() > limits.maxNameBytes()) {
        break;
      }
      String text = text(generation, InternTable.MAPPING_PATHS, component);
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

  private String text(Generation generation, InternTable.Ids<byte[]> kind, long iid) {
    if (iid == 0) {
      return "";
    }
    byte[] bytes = generation.find(kind, iid);
    if (bytes == null) {
      problems.brokenReferences++;
      return "";
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
