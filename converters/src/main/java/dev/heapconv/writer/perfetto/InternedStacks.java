package dev.heapconv.writer.perfetto;

import dev.heapconv.ids.Ids;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The interned data of one packet sequence. Ids begin at 1. Readers drop frames without a mapping
 * and stacks without frames: so there are a mapping and a frame of which nothing is known.
 */
final class InternedStacks {

  /** Of strings of one kind. */
  private static final class Strings {
    private final int field;
    private final Ids<String> ids = new Ids<>();

    Strings(int field) {
      this.field = field;
    }
  }

  private final StackTable stacks;
  private final FrameForms forms;
  private final Strings functions = new Strings(InternedData.FUNCTION_NAMES_FIELD_NUMBER);
  private final Strings sources = new Strings(InternedData.SOURCE_PATHS_FIELD_NUMBER);
  private final Strings paths = new Strings(InternedData.MAPPING_PATHS_FIELD_NUMBER);
  private final IntOpenHashSet mappings = new IntOpenHashSet();
  private final IntOpenHashSet callstacks = new IntOpenHashSet();

  /** The ids of each frame, the innermost function first. */
  private final Int2ObjectOpenHashMap<int[]> frames = new Int2ObjectOpenHashMap<>();

  private int lastFrame;
  private final MessageBuffer data = new MessageBuffer();
  private final MessageBuffer message = new MessageBuffer();

  InternedStacks(StackTable stacks, FrameForms forms) {
    this.stacks = stacks;
    this.forms = forms;
  }

  /** What has been added since it was last taken. */
  MessageBuffer data() {
    return data;
  }

  /** The id of a stack. */
  long id(int stack) throws IOException {
    long id = stack + 1L;
    if (callstacks.add(stack)) {
      addCallstack(stack, id);
    }
    return id;
  }

  private void addCallstack(int stack, long id) throws IOException {
    IntArrayList innermostFirst = new IntArrayList();
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      for (int frame : frames(stacks.frame(s))) {
        innermostFirst.add(frame);
      }
    }
    if (innermostFirst.isEmpty()) {
      innermostFirst.add(addFrame(StackTable.NO_MAPPING, 0, SourceLine.UNKNOWN));
    }
    message.add(Callstack.IID_FIELD_NUMBER, id);
    for (int i = innermostFirst.size() - 1; i >= 0; i--) {
      message.add(Callstack.FRAME_IDS_FIELD_NUMBER, innermostFirst.getInt(i));
    }
    data.add(InternedData.CALLSTACKS_FIELD_NUMBER, message);
  }

  private int[] frames(int frame) throws IOException {
    int[] ids = frames.get(frame);
    if (ids == null) {
      List<SourceLine> lines = stacks.lines(frame);
      boolean whole = forms.isWhole(frame);
      ids = new int[whole ? 1 : lines.size()];
      for (int i = 0; i < ids.length; i++) {
        // A frame with inlined functions is named after the one that they were inlined into.
        SourceLine line = lines.get(whole ? lines.size() - 1 : i);
        ids[i] = addFrame(stacks.frameMapping(frame), stacks.frameRelPc(frame), line);
      }
      frames.put(frame, ids);
    }
    return ids;
  }

  private int addFrame(int mapping, long relPc, SourceLine line) throws IOException {
    long function = id(functions, WrittenNames.of(line));
    long source = line.file().isEmpty() ? 0 : id(sources, line.file());
    long mappingId = mappingId(mapping);
    lastFrame++;
    message.add(Frame.IID_FIELD_NUMBER, lastFrame);
    message.add(Frame.FUNCTION_NAME_ID_FIELD_NUMBER, function);
    message.add(Frame.MAPPING_ID_FIELD_NUMBER, mappingId);
    message.add(Frame.REL_PC_FIELD_NUMBER, relPc);
    message.add(Frame.SOURCE_PATH_IID_FIELD_NUMBER, source);
    message.add(Frame.LINE_NUMBER_FIELD_NUMBER, line.line());
    data.add(InternedData.FRAMES_FIELD_NUMBER, message);
    return lastFrame;
  }

  private long mappingId(int mapping) throws IOException {
    long id = (long) mapping - StackTable.NO_MAPPING + 1;
    if (mappings.add(mapping)) {
      if (mapping == StackTable.NO_MAPPING) {
        message.add(Mapping.IID_FIELD_NUMBER, id);
        data.add(InternedData.MAPPINGS_FIELD_NUMBER, message);
      } else {
        addMapping(stacks.mapping(mapping), id);
      }
    }
    return id;
  }

  private void addMapping(dev.heapconv.model.Mapping mapping, long id) throws IOException {
    byte[] buildId = SymbolPackets.rawBuildId(mapping);
    if (buildId.length > 0) {
      addString(InternedData.BUILD_IDS_FIELD_NUMBER, id, buildId);
    }
    long path = mapping.path().isEmpty() ? 0 : id(paths, mapping.path());
    message.add(Mapping.IID_FIELD_NUMBER, id);
    message.add(Mapping.BUILD_ID_FIELD_NUMBER, buildId.length > 0 ? id : 0);
    message.add(Mapping.START_OFFSET_FIELD_NUMBER, mapping.binaryOffset());
    message.add(Mapping.START_FIELD_NUMBER, mapping.start());
    message.add(Mapping.END_FIELD_NUMBER, mapping.end());
    message.add(Mapping.LOAD_BIAS_FIELD_NUMBER, mapping.loadBias());
    message.add(Mapping.PATH_STRING_IDS_FIELD_NUMBER, path);
    message.addPresent(
        Mapping.EXACT_OFFSET_FIELD_NUMBER, mapping.fileOffset() + mapping.binaryOffset());
    data.add(InternedData.MAPPINGS_FIELD_NUMBER, message);
  }

  private long id(Strings strings, String text) throws IOException {
    int known = strings.ids.values().size();
    int id = strings.ids.id(text);
    if (id == known) {
      addString(strings.field, id + 1L, text.getBytes(StandardCharsets.UTF_8));
    }
    return id + 1L;
  }

  private void addString(int field, long id, byte[] text) throws IOException {
    message.add(InternedString.IID_FIELD_NUMBER, id);
    message.add(InternedString.STR_FIELD_NUMBER, text);
    data.add(field, message);
  }
}
