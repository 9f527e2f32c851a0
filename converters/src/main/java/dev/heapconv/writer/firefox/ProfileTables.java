package dev.heapconv.writer.firefox;

import dev.heapconv.io.Json;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.TrimmedStacks;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import tools.jackson.core.JsonGenerator;

/**
 * The tables that all threads of a file share. Each is an object with a list for each column, and
 * rows name rows of others by their number. Calls of a function from several lines are several
 * frames, which have one function, because the profiler adds up by function.
 */
final class ProfileTables {

  /** What columns of numbers have where there is nothing. */
  private static final int NONE = -1;

  private static final String EMPTY_TABLES =
      """
      , "nativeSymbols":
        {"length": 0, "libIndex": [], "address": [], "name": [], "functionSize": []},
      "sourceLocationTable": {"length": 0, "source": [], "line": [], "column": []}\
      """;

  /** The type of a resource that is a library. */
  private static final int LIBRARY = 1;

  /**
   * @param source number of the source file
   * @param resource number of the library
   */
  private record Function(int name, int source, int resource) {}

  private record Frame(int function, int line, int inlineDepth) {}

  private final StackTable stacks;
  private final TrimmedStacks trimmed;
  private final Dictionary<String> strings = new Dictionary<>();
  private final Dictionary<String> sources = new Dictionary<>();
  private final Dictionary<String> libraries = new Dictionary<>();
  private final Dictionary<Function> functions = new Dictionary<>();
  private final Dictionary<Frame> frames = new Dictionary<>();
  private final IntArrayList stackFrames = new IntArrayList();
  private final IntArrayList prefixOffsets = new IntArrayList();

  /** Of a trimmed stack one more than the number of its row; 0 of the empty one. */
  private final IntUnaryOperator rows;

  ProfileTables(StackTable stacks, TrimmedStacks trimmed) {
    this.stacks = stacks;
    this.trimmed = trimmed;
    rows = stacks.mapped((caller, stack) -> add(caller - 1, stacks.frame(stack)) + 1);
  }

  /** Writes the number of a trimmed stack, which has no number if it is empty. */
  void writeStack(JsonGenerator json, int stack) {
    writeOptional(json, rows.applyAsInt(stack) - 1);
  }

  /** Adds the functions of a frame as rows, of which it returns the last, the innermost. */
  private int add(int caller, int frame) {
    List<SourceLine> lines = trimmed.lines(frame);
    int last = caller;
    for (int i = lines.size() - 1; i >= 0; i--) {
      int row = stackFrames.size();
      stackFrames.add(frame(frame, lines.get(i), lines.size() - 1 - i));
      prefixOffsets.add(last == NONE ? 0 : row - last);
      last = row;
    }
    return last;
  }

  private int frame(int frame, SourceLine line, int inlineDepth) {
    Function function =
        new Function(
            string(FrameNames.of(stacks, frame, line)),
            named(sources, line.file()),
            named(libraries, FrameNames.library(stacks, frame)));
    int number = line.line() > 0 ? line.line() : NONE;
    return frames.id(new Frame(functions.id(function), number, inlineDepth));
  }

  private int string(String text) {
    return strings.id(TerminalText.printable(text));
  }

  private static int named(Dictionary<String> names, String name) {
    return name.isEmpty() ? NONE : names.id(name);
  }

  /** Writes the tables, once all stacks are known. */
  void write(JsonGenerator json) {
    startTable(json, "stackTable", stackFrames.size());
    writeNumbers(json, "frame", stackFrames.size(), stackFrames::getInt);
    writeNumbers(json, "prefixOffset", stackFrames.size(), prefixOffsets::getInt);
    json.writeEndObject();
    writeFrames(json);
    writeFunctions(json);

    List<String> paths = libraries.values();
    startTable(json, "resourceTable", paths.size());
    writeNumbers(json, "name", paths.size(), i -> string(FrameNames.baseName(paths.get(i))));
    writeNothing(json, paths.size(), "host");
    writeNumbers(json, "type", paths.size(), i -> LIBRARY);
    json.writeEndObject();

    List<String> files = sources.values();
    startTable(json, "sources", files.size());
    writeNothing(json, files.size(), "id", "sourceMapURL", "content");
    writeNumbers(json, "filename", files.size(), i -> string(files.get(i)));
    writeNumbers(json, "startLine", files.size(), i -> 1);
    writeNumbers(json, "startColumn", files.size(), i -> 1);
    json.writeEndObject();

    json.writeRaw(EMPTY_TABLES);
    // Last, because other tables add to it.
    Json.array(json, "stringArray", strings.values(), json::writeString);
  }

  private void writeFrames(JsonGenerator json) {
    List<Frame> all = frames.values();
    startTable(json, "frameTable", all.size());
    writeNumbers(json, "func", all.size(), i -> all.get(i).function());
    writeOptional(json, "line", all.size(), i -> all.get(i).line());
    writeNumbers(json, "inlineDepth", all.size(), i -> all.get(i).inlineDepth());
    writeNumbers(json, "address", all.size(), i -> NONE);
    writeNumbers(json, "lib", all.size(), i -> NONE);
    writeNumbers(json, "category", all.size(), i -> 0);
    writeNumbers(json, "subcategory", all.size(), i -> 0);
    writeNothing(json, all.size(), "nativeSymbol", "innerWindowID", "column", "originalLocation");
    json.writeEndObject();
  }

  private void writeFunctions(JsonGenerator json) {
    List<Function> all = functions.values();
    startTable(json, "funcTable", all.size());
    writeNumbers(json, "name", all.size(), i -> all.get(i).name());
    writeNumbers(json, "resource", all.size(), i -> all.get(i).resource());
    writeOptional(json, "source", all.size(), i -> all.get(i).source());
    writeNothing(json, all.size(), "lineNumber", "columnNumber", "originalLocation");
    for (String property : List.of("isJS", "relevantForJS")) {
      Json.array(json, property, all, unused -> json.writeBoolean(false));
    }
    json.writeEndObject();
  }

  private static void startTable(JsonGenerator json, String name, int length) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("length", length);
  }

  static void writeNumbers(JsonGenerator json, String name, int length, IntToLongFunction value) {
    json.writeArrayPropertyStart(name);
    for (int i = 0; i < length; i++) {
      json.writeNumber(value.applyAsLong(i));
    }
    json.writeEndArray();
  }

  private static void writeNothing(JsonGenerator json, int length, String... names) {
    for (String name : names) {
      writeOptional(json, name, length, i -> NONE);
    }
  }

  private static void writeOptional(
      JsonGenerator json, String name, int length, IntUnaryOperator value) {
    json.writeArrayPropertyStart(name);
    for (int i = 0; i < length; i++) {
      writeOptional(json, value.applyAsInt(i));
    }
    json.writeEndArray();
  }

  private static void writeOptional(JsonGenerator json, int value) {
    if (value == NONE) {
      json.writeNull();
    } else {
      json.writeNumber(value);
    }
  }
}
