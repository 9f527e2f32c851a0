package dev.heapconv.reader.jfr;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

/** Stacks of events, with the class of the object, if known, as their innermost frame. */
final class JfrStacks {

  /** What async-profiler gives native functions, whose class is their library. */
  private static final String NATIVE = "()L;";

  /** async-profiler replaces {@code malloc} by its own {@code malloc_hook}. */
  private static final String PROFILER = "libasyncProfiler";

  private static final String HOOK = "_hook";

  private static final int[] NO_FRAMES = {};
  private static final int NO_LEAF = -1;

  /**
   * A stack of a chunk. Each is walked once for each class: to do it for each event, or only to ask
   * for the names of its frames, takes far longer than all else.
   */
  private static final class KnownStack {

    /** Innermost first. */
    private final int[] frames;

    /** Stacks by the frame of the class, or NO_LEAF. */
    private final Int2IntOpenHashMap ids = new Int2IntOpenHashMap();

    private KnownStack(int[] frames) {
      this.frames = frames;
    }
  }

  /** The frame of a class. */
  private record KnownClass(int leaf) {}

  private final RecordingBuilder recording;

  JfrStacks(RecordingBuilder recording) {
    this.recording = recording;
  }

  /** The stack of an event; only the class, or nothing, where none was recorded. */
  int of(JfrRecord event) {
    JfrRecord trace = event.value(JfrField.STACK_TRACE);
    JfrRecord type = event.value(JfrField.OBJECT_CLASS);
    if (trace == null) {
      return id(NO_FRAMES, leaf(type));
    }
    KnownStack stack = trace.finding(KnownStack.class, () -> new KnownStack(frames(trace)));
    return stack.ids.computeIfAbsent(leaf(type), leaf -> id(stack.frames, leaf));
  }

  private int id(int[] frames, int leaf) {
    if (leaf == NO_LEAF) {
      return recording.stack(frames.length, i -> frames[i]);
    }
    return recording.stack(frames.length + 1, i -> i == 0 ? leaf : frames[i - 1]);
  }

  /** Whether the outermost function of a stack is in a package. */
  boolean beginsIn(String prefix, int stack) {
    StackTable table = recording.stacks();
    int outermost = stack;
    while (outermost > StackTable.ROOT && table.parent(outermost) > StackTable.ROOT) {
      outermost = table.parent(outermost);
    }
    return outermost > StackTable.ROOT
        && table.lines(table.frame(outermost)).get(0).function().startsWith(prefix);
  }

  private int leaf(@Nullable JfrRecord type) {
    return type == null
        ? NO_LEAF
        : type.finding(KnownClass.class, () -> new KnownClass(newLeaf(type))).leaf;
  }

  private int newLeaf(JfrRecord type) {
    return frame(StackTable.NO_MAPPING, JfrClasses.name(className(type)), 0);
  }

  private static String className(JfrRecord type) {
    return type.text(JfrField.NAME).replace('/', '.');
  }

  private int[] frames(JfrRecord trace) {
    return trace.elements(JfrField.FRAMES).stream().mapToInt(this::frame).toArray();
  }

  private int frame(JfrRecord frame) {
    JfrRecord method = frame.value(JfrField.METHOD);
    if (method == null) {
      return frame(StackTable.NO_MAPPING, "", 0);
    }
    Int2IntOpenHashMap ofLines = method.finding(Int2IntOpenHashMap.class, Int2IntOpenHashMap::new);
    return ofLines.computeIfAbsent(
        (int) frame.number(JfrField.LINE_NUMBER, 0), line -> frame(method, line));
  }

  private int frame(JfrRecord method, int line) {
    JfrRecord ofMethod = method.value(JfrField.TYPE);
    String name = method.text(JfrField.NAME);
    if (ofMethod == null || name.isEmpty()) {
      return frame(StackTable.NO_MAPPING, "", 0);
    }
    String type = className(ofMethod);
    if (!NATIVE.equals(method.text(JfrField.DESCRIPTOR))) {
      return frame(StackTable.NO_MAPPING, JfrClasses.name(type) + "." + name, Math.max(0, line));
    }
    int library =
        type.isEmpty()
            ? StackTable.NO_MAPPING
            : recording.stacks().addMapping(new Mapping(type, ""));
    if (type.startsWith(PROFILER) && name.endsWith(HOOK)) {
      name = name.substring(0, name.length() - HOOK.length());
    }
    return frame(library, name, 0);
  }

  private int frame(int mapping, String function, int line) {
    return recording.stacks().addFrame(mapping, 0, new SourceLine(function, "", line));
  }
}
