package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
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
import dev.heapconv.proto.otlp.ProfilesDictionary;
import dev.heapconv.proto.otlp.Resource;
import dev.heapconv.proto.otlp.Stack;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of one message, whose stacks are added to those of the file as they are asked for. */
final class OtlpTables {

  /** How the keys of build ids begin; the rest says whose: {@code gnu}, {@code go}. */
  private static final String BUILD_ID = "process.executable.build_id.";

  /** Of GNU's linker, which all files with symbols have. */
  private static final String GNU = BUILD_ID + "gnu";

  /** This program's own: by how much addresses of symbols differ from offsets. */
  private static final String LOAD_BIAS = "heapconv.load_bias";

  private final ProfilesDictionary tables;
  private final RecordingBuilder recording;
  private final int maxNameBytes;
  private final Int2IntOpenHashMap frames = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap stacks = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap mappings = new Int2IntOpenHashMap();
  private final Map<List<Integer>, List<Label>> labels = new HashMap<>();

  /** Those of the table that were asked for; null until then. */
  private final @Nullable String[] strings;

  OtlpTables(ProfilesDictionary tables, RecordingBuilder recording, int maxNameBytes) {
    this.tables = tables;
    this.recording = recording;
    this.maxNameBytes = maxNameBytes;
    strings = new String[tables.getStringTableCount()];
  }

  String string(int index) {
    ByteString text = entry(tables.getStringTableList(), index);
    if (text == null) {
      return "";
    }
    String known = strings[index];
    if (known == null) {
      known = text(text);
      strings[index] = known;
    }
    return known;
  }

  private String text(ByteString text) {
    return text.substring(0, Math.min(text.size(), maxNameBytes)).toStringUtf8();
  }

  /** An entry of a table; null for a reference to none, which is counted. */
  private <T> @Nullable T entry(List<T> entries, int index) {
    if (index >= 0 && index < entries.size()) {
      return entries.get(index);
    }
    // The first entry stands for nothing, and some producers leave it out with the whole table.
    recording.addBroken(index == 0 ? 0 : 1);
    return null;
  }

  /** The id of a stack. */
  int stack(int index) {
    Stack stack = entry(tables.getStackTableList(), index);
    return stack == null ? StackTable.ROOT : stacks.computeIfAbsent(index, unused -> add(stack));
  }

  private int add(Stack stack) {
    return recording.stack(
        stack.getLocationIndicesCount(),
        place -> {
          int index = stack.getLocationIndices(place);
          return index >= 0 && index < tables.getLocationTableCount()
              ? frames.computeIfAbsent(index, unused -> add(tables.getLocationTable(index)))
              : RecordingBuilder.NO_FRAME;
        });
  }

  private int add(Location location) {
    return recording.frame(
        mapping(location.getMappingIndex()),
        location.getAddress(),
        location.getLinesList().stream().map(this::line).toList());
  }

  private SourceLine line(Line line) {
    Function function = entry(tables.getFunctionTableList(), line.getFunctionIndex());
    return function == null
        ? SourceLine.UNKNOWN
        : RecordingBuilder.line(
            string(function.getNameStrindex()),
            string(function.getSystemNameStrindex()),
            string(function.getFilenameStrindex()),
            line.getLine(),
            0,
            0);
  }

  private int mapping(int index) {
    Mapping mapping = index == 0 ? null : entry(tables.getMappingTableList(), index);
    return mapping == null
        ? StackTable.NO_MAPPING
        : mappings.computeIfAbsent(index, unused -> add(mapping));
  }

  private int add(Mapping mapping) {
    List<Label> attributes = labels(mapping.getAttributeIndicesList());
    long bias = number(attributes, LOAD_BIAS, 0);
    return recording
        .stacks()
        .addMapping(
            new dev.heapconv.model.Mapping(
                string(mapping.getFilenameStrindex()),
                buildId(attributes),
                mapping.getMemoryStart(),
                mapping.getMemoryLimit(),
                mapping.getFileOffset(),
                bias,
                bias != 0,
                0));
  }

  private static String buildId(List<Label> attributes) {
    return attributes.stream()
        .filter(attribute -> attribute.text() != null && attribute.key().startsWith(BUILD_ID))
        .min(Comparator.comparing(attribute -> !attribute.key().equals(GNU)))
        .map(Label::text)
        .orElse("");
  }

  /** The text of an attribute; empty if there is none. */
  static String text(List<Label> attributes, String key) {
    return attributes.stream()
        .filter(attribute -> attribute.text() != null && attribute.key().equals(key))
        .findFirst()
        .map(Label::text)
        .orElse("");
  }

  /** The number of an attribute, or {@code otherwise} if there is none. */
  static long number(List<Label> attributes, String key, long otherwise) {
    return attributes.stream()
        .filter(attribute -> attribute.text() == null && attribute.key().equals(key))
        .findFirst()
        .map(Label::number)
        .orElse(otherwise);
  }

  /** The texts and whole numbers among attributes, in the order of their table. */
  List<Label> labels(List<Integer> indices) {
    return indices.isEmpty() ? List.of() : labels.computeIfAbsent(indices, this::newLabels);
  }

  private List<Label> newLabels(List<Integer> indices) {
    List<Label> found = new ArrayList<>();
    for (int index : indices.stream().distinct().sorted().toList()) {
      KeyValueAndUnit attribute = entry(tables.getAttributeTableList(), index);
      if (attribute != null) {
        add(
            string(attribute.getKeyStrindex()),
            attribute.getValue(),
            string(attribute.getUnitStrindex()),
            found);
      }
    }
    return List.copyOf(found);
  }

  /** The texts and whole numbers among the attributes of a resource. */
  List<Label> labels(Resource resource) {
    List<Label> found = new ArrayList<>();
    for (KeyValue attribute : resource.getAttributesList()) {
      String key = text(attribute.getKey());
      add(
          key.isEmpty() ? string(attribute.getKeyStrindex()) : key,
          attribute.getValue(),
          "",
          found);
    }
    return found;
  }

  private void add(String key, AnyValue value, String unit, List<Label> labels) {
    String text =
        switch (value.getValueCase()) {
          case STRING_VALUE -> text(value.getStringValue());
          case STRING_VALUE_STRINDEX -> string(value.getStringValueStrindex());
          default -> "";
        };
    if (!key.isEmpty() && !text.isEmpty()) {
      labels.add(new Label(key, text, 0, ""));
    } else if (!key.isEmpty() && value.hasIntValue()) {
      labels.add(new Label(key, null, value.getIntValue(), unit));
    }
  }
}
