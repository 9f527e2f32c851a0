package dev.heapconv.writer.otlp;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.Label;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.otlp.AnyValue;
import dev.heapconv.proto.otlp.Function;
import dev.heapconv.proto.otlp.KeyValue;
import dev.heapconv.proto.otlp.KeyValueAndUnit;
import dev.heapconv.proto.otlp.Line;
import dev.heapconv.proto.otlp.Location;
import dev.heapconv.proto.otlp.Mapping;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.proto.otlp.ProfilesDictionary;
import dev.heapconv.proto.otlp.Stack;
import dev.heapconv.query.TrimmedStacks;
import java.io.IOException;
import java.util.List;

/** The tables of a message, whose first entries stand for nothing; the others by first use. */
final class OtlpTablesBuilder {

  private final StackTable stacks;
  private final TrimmedStacks trimmed;
  private final Dictionary<String> strings = new Dictionary<>();
  private final Dictionary<List<String>> functions = new Dictionary<>();
  private final Dictionary<Label> attributes = new Dictionary<>();
  private final int[] mappingIndices;
  private final int[] locationIndices;
  private final int[] stackIndices;
  private int mappingCount = 1;
  private int locationCount = 1;
  private int stackCount = 1;
  private final MessageBuffer encoded = new MessageBuffer();
  private final MessageBuffer entry = new MessageBuffer();
  private final MessageBuffer part = new MessageBuffer();

  OtlpTablesBuilder(StackTable stacks, TrimmedStacks trimmed) throws IOException {
    this.stacks = stacks;
    this.trimmed = trimmed;
    mappingIndices = new int[stacks.mappingCount()];
    locationIndices = new int[stacks.frameCount()];
    stackIndices = new int[stacks.stackCount()];
    strings.id("");
    functions.id(List.of("", "", ""));
    attributes.id(new Label("", null, 0, ""));
    encoded.add(ProfilesDictionary.MAPPING_TABLE_FIELD_NUMBER, entry);
    encoded.add(ProfilesDictionary.LOCATION_TABLE_FIELD_NUMBER, entry);
    encoded.add(ProfilesDictionary.LINK_TABLE_FIELD_NUMBER, entry);
    encoded.add(ProfilesDictionary.STACK_TABLE_FIELD_NUMBER, entry);
  }

  int string(String text) {
    return strings.id(text);
  }

  int attribute(Label attribute) {
    return attributes.id(attribute);
  }

  /** The index of a trimmed stack. */
  int stack(int stack) throws IOException {
    if (stack != StackTable.ROOT && stackIndices[stack] == 0) {
      int[] frames = stacks.frames(stack);
      int[] locations = new int[frames.length];
      for (int i = 0; i < frames.length; i++) {
        locations[i] = location(frames[i]);
      }
      for (int location : locations) {
        part.appendVarint(location);
      }
      entry.add(Stack.LOCATION_INDICES_FIELD_NUMBER, part);
      encoded.add(ProfilesDictionary.STACK_TABLE_FIELD_NUMBER, entry);
      stackIndices[stack] = stackCount++;
    }
    return stackIndices[stack];
  }

  private int location(int frame) throws IOException {
    if (locationIndices[frame] == 0) {
      int mapping = mapping(stacks.frameMapping(frame));
      long address = stacks.frameAddress(frame);
      List<SourceLine> lines = trimmed.lines(frame);
      entry.add(Location.MAPPING_INDEX_FIELD_NUMBER, mapping);
      entry.add(Location.ADDRESS_FIELD_NUMBER, address);
      // A frame without a name is found by its address, if that is known.
      boolean isUnnamed = lines.size() == 1 && lines.get(0).function().isEmpty();
      for (SourceLine line : isUnnamed && address != 0 ? List.<SourceLine>of() : lines) {
        String name = FrameNames.of(stacks, frame, line);
        String systemName = line.systemName().isEmpty() ? name : line.systemName();
        part.add(
            Line.FUNCTION_INDEX_FIELD_NUMBER,
            functions.id(List.of(name, systemName.equals(name) ? "" : systemName, line.file())));
        part.add(Line.LINE_FIELD_NUMBER, line.line());
        entry.add(Location.LINES_FIELD_NUMBER, part);
      }
      encoded.add(ProfilesDictionary.LOCATION_TABLE_FIELD_NUMBER, entry);
      locationIndices[frame] = locationCount++;
    }
    return locationIndices[frame];
  }

  private int mapping(int id) throws IOException {
    if (id == StackTable.NO_MAPPING) {
      return 0;
    }
    if (mappingIndices[id] == 0) {
      dev.heapconv.model.Mapping mapping = stacks.mapping(id);
      entry.add(Mapping.MEMORY_START_FIELD_NUMBER, mapping.start());
      entry.add(Mapping.MEMORY_LIMIT_FIELD_NUMBER, mapping.end());
      entry.add(Mapping.FILE_OFFSET_FIELD_NUMBER, mapping.fileOffset());
      entry.add(Mapping.FILENAME_STRINDEX_FIELD_NUMBER, string(mapping.path()));
      if (!mapping.buildId().isEmpty()) {
        part.appendVarint(
            attribute(new Label("process.executable.build_id.gnu", mapping.buildId(), 0, "")));
      }
      if (mapping.loadBias() != 0) {
        part.appendVarint(attribute(new Label("heapconv.load_bias", null, mapping.loadBias(), "")));
      }
      if (part.size() > 0) {
        entry.add(Mapping.ATTRIBUTE_INDICES_FIELD_NUMBER, part);
      }
      if (entry.size() == 0) {
        return 0;
      }
      encoded.add(ProfilesDictionary.MAPPING_TABLE_FIELD_NUMBER, entry);
      mappingIndices[id] = mappingCount++;
    }
    return mappingIndices[id];
  }

  /** Encodes an attribute of a resource. */
  void putKeyValue(Label attribute, MessageBuffer message) throws IOException {
    message.add(KeyValue.KEY_FIELD_NUMBER, attribute.key());
    putValue(attribute);
    message.add(KeyValue.VALUE_FIELD_NUMBER, part);
  }

  private void putValue(Label attribute) throws IOException {
    if (attribute.text() != null) {
      part.addPresent(AnyValue.STRING_VALUE_FIELD_NUMBER, attribute.text());
    } else {
      part.addPresent(AnyValue.INT_VALUE_FIELD_NUMBER, attribute.number());
    }
  }

  /** Writes what all samples together refer to. */
  void writeTo(MessageBuffer file) throws IOException {
    for (List<String> function : functions.values()) {
      entry.add(Function.NAME_STRINDEX_FIELD_NUMBER, string(function.get(0)));
      entry.add(Function.SYSTEM_NAME_STRINDEX_FIELD_NUMBER, string(function.get(1)));
      entry.add(Function.FILENAME_STRINDEX_FIELD_NUMBER, string(function.get(2)));
      encoded.add(ProfilesDictionary.FUNCTION_TABLE_FIELD_NUMBER, entry);
    }
    for (Label attribute : attributes.values()) {
      if (!attribute.key().isEmpty()) {
        entry.add(KeyValueAndUnit.KEY_STRINDEX_FIELD_NUMBER, string(attribute.key()));
        putValue(attribute);
        entry.add(KeyValueAndUnit.VALUE_FIELD_NUMBER, part);
        entry.add(KeyValueAndUnit.UNIT_STRINDEX_FIELD_NUMBER, string(attribute.unit()));
      }
      encoded.add(ProfilesDictionary.ATTRIBUTE_TABLE_FIELD_NUMBER, entry);
    }
    for (String text : strings.values()) {
      encoded.addPresent(ProfilesDictionary.STRING_TABLE_FIELD_NUMBER, text);
    }
    file.add(ProfilesData.DICTIONARY_FIELD_NUMBER, encoded);
  }
}
