package dev.heapconv.writer.pprof;

import com.google.protobuf.CodedOutputStream;
import dev.heapconv.aggregate.AllocatorFrames;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes one profile, field by field. */
final class PprofEncoder {
  private final EstimatedProfile profile;
  private final WriteOptions options;
  private final CodedOutputStream out;
  private final StackTable stacks;
  private final List<View> views;
  private final StringTable strings = new StringTable();
  private final LocationTable locations;

  private int[] locationIds = new int[64];

  PprofEncoder(EstimatedProfile profile, WriteOptions options, CodedOutputStream out) {
    this.profile = profile;
    this.options = options;
    this.out = out;
    this.stacks = profile.stacks();
    this.views = profile.views();
    this.locations = new LocationTable(profile);
  }

  void write() throws IOException {
    for (View view : views) {
      writeValueType(Profile.SAMPLE_TYPE_FIELD_NUMBER, view.name(), view.unit());
    }
    for (EstimatedHeap heap : profile.heaps()) {
      writeSamples(heap);
    }
    writeMappings();
    writeLocations();
    writeFunctions();
    writeFacts();
    for (String text : strings.strings()) {
      out.writeString(Profile.STRING_TABLE_FIELD_NUMBER, text);
    }
  }

  private void writeValueType(int field, String type, String unit) throws IOException {
    int typeId = strings.id(type);
    int unitId = strings.id(unit);
    int size =
        int64Size(ValueType.TYPE_FIELD_NUMBER, typeId)
            + int64Size(ValueType.UNIT_FIELD_NUMBER, unitId);
    openMessage(field, size);
    writeInt64(ValueType.TYPE_FIELD_NUMBER, typeId);
    writeInt64(ValueType.UNIT_FIELD_NUMBER, unitId);
  }

  private void writeSamples(EstimatedHeap heap) throws IOException {
    LabelSet labels = new LabelSet(heap.info(), profile);
    double[][] columns = new double[views.size()][];
    for (int i = 0; i < columns.length; i++) {
      Column column = heap.column(views.get(i));
      columns[i] = column == null ? null : column.values();
    }
    long[] values = new long[columns.length];
    for (int row = 0; row < heap.rows(); row++) {
      boolean anything = false;
      for (int i = 0; i < values.length; i++) {
        // The only rounding an estimate meets: once, half up.
        values[i] = columns[i] == null ? 0 : Math.round(columns[i][row]);
        anything |= values[i] != 0;
      }
      if (anything) {
        LabelSet rowLabels =
            heap.labels().isEmpty() || heap.labels().get(row).isEmpty()
                ? labels
                : new LabelSet(labels, heap.labels().get(row));
        writeSample(heap.stacks()[row], values, rowLabels);
      }
    }
  }

  private void writeSample(int stack, long[] values, LabelSet labels) throws IOException {
    int depth = 0;
    int locationsSize = 0;
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      if (depth == locationIds.length) {
        locationIds = java.util.Arrays.copyOf(locationIds, depth * 2);
      }
      int id = locations.location(stacks.frame(s));
      locationIds[depth++] = id;
      locationsSize += CodedOutputStream.computeUInt32SizeNoTag(id);
    }
    int valuesSize = 0;
    for (long value : values) {
      valuesSize += CodedOutputStream.computeInt64SizeNoTag(value);
    }
    int size = packedSize(Sample.LOCATION_ID_FIELD_NUMBER, locationsSize, depth);
    size += packedSize(Sample.VALUE_FIELD_NUMBER, valuesSize, values.length);
    openMessage(Profile.SAMPLE_FIELD_NUMBER, size + labels.size);
    if (depth > 0) {
      openMessage(Sample.LOCATION_ID_FIELD_NUMBER, locationsSize);
      for (int i = 0; i < depth; i++) {
        out.writeUInt32NoTag(locationIds[i]);
      }
    }
    if (values.length > 0) {
      openMessage(Sample.VALUE_FIELD_NUMBER, valuesSize);
      for (long value : values) {
        out.writeInt64NoTag(value);
      }
    }
    labels.write();
  }

  /** The labels of all samples of a heap. */
  private final class LabelSet {
    private record Text(int key, int value) {}

    private record Number(int key, long value, int unit) {}

    private final List<Text> texts = new ArrayList<>();
    private final List<Number> numbers = new ArrayList<>();
    private int size;

    LabelSet(HeapInfo info, EstimatedProfile profile) {
      if (!info.process().isEmpty()) {
        texts.add(new Text(strings.id("process"), strings.id(info.process())));
      }
      if (info.pid() >= 0) {
        numbers.add(new Number(strings.id("pid"), info.pid(), 0));
      }
      texts.add(new Text(strings.id("heap"), strings.id(info.heap())));
      if (profile.holdsSeveralDumps()) {
        numbers.add(new Number(strings.id("dump"), info.dump(), 0));
      }
      measure();
    }

    /** The labels of a heap and those of one of its rows. */
    LabelSet(LabelSet heap, List<dev.heapconv.model.Label> row) {
      texts.addAll(heap.texts);
      numbers.addAll(heap.numbers);
      for (dev.heapconv.model.Label label : row) {
        if (label.text() != null) {
          texts.add(new Text(strings.id(label.key()), strings.id(label.text())));
        } else {
          int unit = label.unit().isEmpty() ? 0 : strings.id(label.unit());
          numbers.add(new Number(strings.id(label.key()), label.number(), unit));
        }
      }
      measure();
    }

    private void measure() {
      for (Text text : texts) {
        size += messageSize(Sample.LABEL_FIELD_NUMBER, sizeOf(text));
      }
      for (Number number : numbers) {
        size += messageSize(Sample.LABEL_FIELD_NUMBER, sizeOf(number));
      }
    }

    private int sizeOf(Text text) {
      return int64Size(Label.KEY_FIELD_NUMBER, text.key())
          + int64Size(Label.STR_FIELD_NUMBER, text.value());
    }

    private int sizeOf(Number number) {
      return int64Size(Label.KEY_FIELD_NUMBER, number.key())
          + int64Size(Label.NUM_FIELD_NUMBER, number.value())
          + int64Size(Label.NUM_UNIT_FIELD_NUMBER, number.unit());
    }

    void write() throws IOException {
      for (Text text : texts) {
        openMessage(Sample.LABEL_FIELD_NUMBER, sizeOf(text));
        writeInt64(Label.KEY_FIELD_NUMBER, text.key());
        writeInt64(Label.STR_FIELD_NUMBER, text.value());
      }
      for (Number number : numbers) {
        openMessage(Sample.LABEL_FIELD_NUMBER, sizeOf(number));
        writeInt64(Label.KEY_FIELD_NUMBER, number.key());
        writeInt64(Label.NUM_FIELD_NUMBER, number.value());
        writeInt64(Label.NUM_UNIT_FIELD_NUMBER, number.unit());
      }
    }
  }

  private void writeMappings() throws IOException {
    List<Mapping> mappings = locations.mappings();
    MappingContents[] contents = contentsOfMappings(mappings.size());
    for (int i = 0; i < mappings.size(); i++) {
      Mapping mapping = mappings.get(i);
      MappingContents known = contents[i];
      int path = strings.id(mapping.path());
      int buildId = strings.id(mapping.buildId());
      int size =
          int64Size(dev.heapconv.proto.pprof.Mapping.ID_FIELD_NUMBER, i + 1)
              + int64Size(
                  dev.heapconv.proto.pprof.Mapping.MEMORY_START_FIELD_NUMBER, mapping.start())
              + int64Size(dev.heapconv.proto.pprof.Mapping.MEMORY_LIMIT_FIELD_NUMBER, mapping.end())
              + int64Size(
                  dev.heapconv.proto.pprof.Mapping.FILE_OFFSET_FIELD_NUMBER, mapping.fileOffset())
              + int64Size(dev.heapconv.proto.pprof.Mapping.FILENAME_FIELD_NUMBER, path)
              + int64Size(dev.heapconv.proto.pprof.Mapping.BUILD_ID_FIELD_NUMBER, buildId)
              + boolSize(
                  dev.heapconv.proto.pprof.Mapping.HAS_FUNCTIONS_FIELD_NUMBER, known.functions)
              + boolSize(dev.heapconv.proto.pprof.Mapping.HAS_FILENAMES_FIELD_NUMBER, known.files)
              + boolSize(
                  dev.heapconv.proto.pprof.Mapping.HAS_LINE_NUMBERS_FIELD_NUMBER, known.lines)
              + boolSize(
                  dev.heapconv.proto.pprof.Mapping.HAS_INLINE_FRAMES_FIELD_NUMBER, known.inlined);
      openMessage(Profile.MAPPING_FIELD_NUMBER, size);
      writeInt64(dev.heapconv.proto.pprof.Mapping.ID_FIELD_NUMBER, i + 1);
      writeInt64(dev.heapconv.proto.pprof.Mapping.MEMORY_START_FIELD_NUMBER, mapping.start());
      writeInt64(dev.heapconv.proto.pprof.Mapping.MEMORY_LIMIT_FIELD_NUMBER, mapping.end());
      writeInt64(dev.heapconv.proto.pprof.Mapping.FILE_OFFSET_FIELD_NUMBER, mapping.fileOffset());
      writeInt64(dev.heapconv.proto.pprof.Mapping.FILENAME_FIELD_NUMBER, path);
      writeInt64(dev.heapconv.proto.pprof.Mapping.BUILD_ID_FIELD_NUMBER, buildId);
      writeBool(dev.heapconv.proto.pprof.Mapping.HAS_FUNCTIONS_FIELD_NUMBER, known.functions);
      writeBool(dev.heapconv.proto.pprof.Mapping.HAS_FILENAMES_FIELD_NUMBER, known.files);
      writeBool(dev.heapconv.proto.pprof.Mapping.HAS_LINE_NUMBERS_FIELD_NUMBER, known.lines);
      writeBool(dev.heapconv.proto.pprof.Mapping.HAS_INLINE_FRAMES_FIELD_NUMBER, known.inlined);
    }
  }

  /**
   * What a symbolizer would still find missing: a flag is set when every frame of the mapping has
   * the thing.
   */
  private static final class MappingContents {
    private boolean functions = true;
    private boolean files = true;
    private boolean lines = true;
    private boolean inlined;
  }

  private MappingContents[] contentsOfMappings(int count) {
    MappingContents[] contents = new MappingContents[count];
    for (int i = 0; i < count; i++) {
      contents[i] = new MappingContents();
    }
    locations
        .frames()
        .forEach(
            (int frame) -> {
              int mapping = locations.mappingOf(frame);
              if (mapping == 0) {
                return;
              }
              MappingContents known = contents[mapping - 1];
              List<SourceLine> lines = stacks.lines(frame);
              known.inlined |= lines.size() > 1;
              for (SourceLine line : lines) {
                known.functions &= !line.function().isEmpty();
                known.files &= !line.file().isEmpty();
                known.lines &= line.line() != 0;
              }
            });
    return contents;
  }

  private void writeLocations() throws IOException {
    for (int i = 0; i < locations.frames().size(); i++) {
      int frame = locations.frames().getInt(i);
      long address = stacks.frameAddress(frame);
      int mapping = locations.mappingOf(frame);
      int size =
          int64Size(Location.ID_FIELD_NUMBER, i + 1)
              + int64Size(Location.MAPPING_ID_FIELD_NUMBER, mapping)
              + int64Size(Location.ADDRESS_FIELD_NUMBER, address);
      for (SourceLine line : stacks.lines(frame)) {
        if (locations.function(line) != 0) {
          size += messageSize(Location.LINE_FIELD_NUMBER, lineSize(line));
        }
      }
      openMessage(Profile.LOCATION_FIELD_NUMBER, size);
      writeInt64(Location.ID_FIELD_NUMBER, i + 1);
      writeInt64(Location.MAPPING_ID_FIELD_NUMBER, mapping);
      writeInt64(Location.ADDRESS_FIELD_NUMBER, address);
      for (SourceLine line : stacks.lines(frame)) {
        if (locations.function(line) != 0) {
          openMessage(Location.LINE_FIELD_NUMBER, lineSize(line));
          writeInt64(Line.FUNCTION_ID_FIELD_NUMBER, locations.function(line));
          writeInt64(Line.LINE_FIELD_NUMBER, line.line());
        }
      }
    }
  }

  private int lineSize(SourceLine line) {
    return int64Size(Line.FUNCTION_ID_FIELD_NUMBER, locations.function(line))
        + int64Size(Line.LINE_FIELD_NUMBER, line.line());
  }

  private void writeFunctions() throws IOException {
    List<SourceLine> functions = locations.functions();
    for (int i = 0; i < functions.size(); i++) {
      SourceLine function = functions.get(i);
      int name = strings.id(function.function());
      int systemName = strings.id(function.systemName());
      int file = strings.id(function.file());
      int size =
          int64Size(Function.ID_FIELD_NUMBER, i + 1)
              + int64Size(Function.NAME_FIELD_NUMBER, name)
              + int64Size(Function.SYSTEM_NAME_FIELD_NUMBER, systemName)
              + int64Size(Function.FILENAME_FIELD_NUMBER, file);
      openMessage(Profile.FUNCTION_FIELD_NUMBER, size);
      writeInt64(Function.ID_FIELD_NUMBER, i + 1);
      writeInt64(Function.NAME_FIELD_NUMBER, name);
      writeInt64(Function.SYSTEM_NAME_FIELD_NUMBER, systemName);
      writeInt64(Function.FILENAME_FIELD_NUMBER, file);
    }
  }

  private void writeFacts() throws IOException {
    writeInt64(Profile.DROP_FRAMES_FIELD_NUMBER, strings.id(AllocatorFrames.regex()));
    long time = 0;
    long duration = 0;
    long interval = 0;
    boolean oneInterval = true;
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      time = Math.max(time, info.timeNanos());
      duration = Math.max(duration, info.durationNanos());
      oneInterval &= interval == 0 || interval == info.samplingInterval();
      interval = info.samplingInterval();
    }
    writeInt64(Profile.TIME_NANOS_FIELD_NUMBER, time);
    writeInt64(Profile.DURATION_NANOS_FIELD_NUMBER, duration);
    if (oneInterval && interval > 0) {
      writeValueType(Profile.PERIOD_TYPE_FIELD_NUMBER, View.SPACE.name(), View.SPACE.unit());
      writeInt64(Profile.PERIOD_FIELD_NUMBER, interval);
    }
    List<Integer> comments = new ArrayList<>();
    for (String comment : comments()) {
      comments.add(strings.id(comment));
    }
    for (int comment : comments) {
      out.writeInt64(Profile.COMMENT_FIELD_NUMBER, comment);
    }
    View view = profile.viewOr(options.view());
    writeInt64(Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER, strings.id(view.name()));
  }

  private List<String> comments() {
    List<String> comments = new ArrayList<>();
    comments.add(options.tool());
    comments.addAll(profile.comments());
    if (!profile.capture().device().isEmpty()) {
      comments.add("device: " + profile.capture().device());
    }
    if (!profile.capture().producer().isEmpty()) {
      comments.add("recorded by: " + profile.capture().producer());
    }
    for (Warning warning : profile.warnings().list()) {
      comments.add("warning: " + warning.message());
    }
    return comments;
  }

  private void openMessage(int field, int size) throws IOException {
    out.writeTag(field, 2);
    out.writeUInt32NoTag(size);
  }

  /** Fields that are 0 are left out, as proto3 does. */
  private void writeInt64(int field, long value) throws IOException {
    if (value != 0) {
      out.writeInt64(field, value);
    }
  }

  private void writeBool(int field, boolean value) throws IOException {
    if (value) {
      out.writeBool(field, true);
    }
  }

  private static int int64Size(int field, long value) {
    return value == 0 ? 0 : CodedOutputStream.computeInt64Size(field, value);
  }

  private static int boolSize(int field, boolean value) {
    return value ? CodedOutputStream.computeBoolSize(field, true) : 0;
  }

  private static int messageSize(int field, int size) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(size)
        + size;
  }

  private static int packedSize(int field, int size, int count) {
    return count == 0 ? 0 : messageSize(field, size);
  }
}
