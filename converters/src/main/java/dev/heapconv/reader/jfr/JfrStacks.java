package dev.heapconv.reader.jfr;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Stacks of events, with the class of the object, if known, as their innermost frame. */
final class JfrStacks {

  /** What async-profiler gives native functions, whose class is their library. */
  private static final String NATIVE = "()L;";

  /** async-profiler replaces {@code malloc} by its own {@code malloc_hook}. */
  private static final String PROFILER = "libasyncProfiler";

  private static final String HOOK = "_hook";

  private static final int[] NO_FRAMES = {};

  /**
   * Frames of the stacks of the current chunk, in which all events with the same stack share one
   * object: to ask it for the names of its frames takes far longer than all else.
   */
  private final Map<RecordedStackTrace, int[]> known = new WeakHashMap<>();

  /** Frames by method, which a chunk also shares, and line. */
  private final Map<RecordedMethod, Int2IntOpenHashMap> ofMethods = new WeakHashMap<>();

  private final Map<RecordedClass, Integer> ofClasses = new WeakHashMap<>();

  private final RecordingBuilder recording;

  JfrStacks(RecordingBuilder recording) {
    this.recording = recording;
  }

  /** The stack of an event; only the class, or nothing, where none was recorded. */
  int of(RecordedEvent event) {
    RecordedStackTrace trace = JdkReader.value(event, "stackTrace", RecordedStackTrace.class);
    RecordedClass type = JdkReader.value(event, "objectClass", RecordedClass.class);
    int[] frames = trace == null ? NO_FRAMES : known.computeIfAbsent(trace, this::frames);
    if (type == null) {
      return recording.stack(frames.length, i -> frames[i]);
    }
    int leaf = ofClasses.computeIfAbsent(type, this::leaf);
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

  private int leaf(RecordedClass type) {
    String name = JfrClasses.name(type.getName());
    return frame(StackTable.NO_MAPPING, name, 0);
  }

  private int[] frames(RecordedStackTrace trace) {
    return trace.getFrames().stream().mapToInt(this::frame).toArray();
  }

  private int frame(RecordedFrame frame) {
    RecordedMethod method = JdkReader.value(frame, "method", RecordedMethod.class);
    if (method == null) {
      return frame(StackTable.NO_MAPPING, "", 0);
    }
    return ofMethods
        .computeIfAbsent(method, unused -> new Int2IntOpenHashMap())
        .computeIfAbsent(
            (int) JdkReader.number(frame, "lineNumber", 0), line -> frame(method, line));
  }

  private int frame(RecordedMethod method, int line) {
    RecordedClass ofMethod = JdkReader.value(method, "type", RecordedClass.class);
    String name = JdkReader.text(method, "name");
    if (ofMethod == null || name.isEmpty()) {
      return frame(StackTable.NO_MAPPING, "", 0);
    }
    String type = ofMethod.getName();
    if (!NATIVE.equals(JdkReader.text(method, "descriptor"))) {
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
