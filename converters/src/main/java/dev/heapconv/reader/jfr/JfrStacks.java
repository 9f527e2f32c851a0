package dev.heapconv.reader.jfr;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.stacks.StackBuilder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Stacks of events, with the class of the object, if known, as their innermost frame. */
final class JfrStacks {

  /** What async-profiler gives native functions, whose class is their library. */
  private static final String NATIVE = "()L;";

  /** async-profiler replaces {@code malloc} by its own {@code malloc_hook}. */
  private static final String PROFILER = "libasyncProfiler";

  private static final String HOOK = "_hook";

  /** What arrays of primitive types have as the names of those. */
  private static final String PRIMITIVE_CODES = "BCDFIJSZ";

  private static final List<String> PRIMITIVES =
      List.of("byte", "char", "double", "float", "int", "long", "short", "boolean");

  /**
   * Frames of the stacks of the current chunk, in which all events with the same stack share one
   * object: to ask it for the names of its frames takes far longer than all else.
   */
  private final Map<RecordedStackTrace, int[]> known = new WeakHashMap<>();

  /** Frames by method, which a chunk also shares, and line. */
  private final Map<RecordedMethod, Int2IntOpenHashMap> ofMethods = new WeakHashMap<>();

  final StackBuilder builder;

  JfrStacks(int maxDepth) {
    builder = new StackBuilder(new StackTable(), maxDepth);
  }

  /** The stack of an event; only the class, or nothing, where none was recorded. */
  int of(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    RecordedClass type = event.hasField("objectClass") ? event.getClass("objectClass") : null;
    int leaf = type == null ? -1 : frame(StackTable.NO_MAPPING, sourceName(type.getName()), 0);
    int[] frames = trace == null ? new int[0] : known.computeIfAbsent(trace, this::frames);
    return type == null
        ? builder.stack(frames.length, i -> frames[i])
        : builder.stack(frames.length + 1, i -> i == 0 ? leaf : frames[i - 1]);
  }

  private int[] frames(RecordedStackTrace trace) {
    return trace.getFrames().stream().mapToInt(this::frame).toArray();
  }

  private int frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return ofMethods
        .computeIfAbsent(method, unused -> new Int2IntOpenHashMap())
        .computeIfAbsent(frame.getLineNumber(), line -> frame(method, line));
  }

  private int frame(@Nullable RecordedMethod method, int line) {
    if (method == null || method.getType() == null || method.getName() == null) {
      return frame(StackTable.NO_MAPPING, "", 0);
    }
    String type = method.getType().getName();
    String name = method.getName();
    if (!NATIVE.equals(method.getDescriptor())) {
      return frame(StackTable.NO_MAPPING, type + "." + name, Math.max(0, line));
    }
    int library =
        type.isEmpty() ? StackTable.NO_MAPPING : builder.table().addMapping(new Mapping(type, ""));
    if (type.startsWith(PROFILER) && name.endsWith(HOOK)) {
      name = name.substring(0, name.length() - HOOK.length());
    }
    return frame(library, name, 0);
  }

  private int frame(int mapping, String function, int line) {
    return builder.table().addFrame(mapping, 0, new SourceLine(function, "", line));
  }

  /** The name of a class as in source code: {@code byte[][]} for {@code [[B}. */
  static String sourceName(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    String element = name.substring(dimensions);
    if (dimensions == 0 || element.isEmpty()) {
      return name;
    }
    int primitive = PRIMITIVE_CODES.indexOf(element.charAt(0));
    String type =
        primitive >= 0 ? PRIMITIVES.get(primitive) : element.substring(1).replace(";", "");
    return type + "[]".repeat(dimensions);
  }
}
