package dev.heapconv.writer.pprof;

import com.google.protobuf.CodedOutputStream;
import dev.heapconv.aggregate.AllocatorFrames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a pprof profile of more samples than fit in memory: they go out as they come, and need
 * only the table of their frames.
 */
public final class PprofStream {

  private final GZIPOutputStream gzip;
  private final CodedOutputStream out;
  private final StackTable frames;
  private final StringTable strings = new StringTable();

  /**
   * @param frames holds the frames of all samples, under ids that stay; stacks are not looked at
   * @param gzip whether to compress, as pprof itself does
   */
  public PprofStream(List<View> views, StackTable frames, boolean gzip, OutputStream out)
      throws IOException {
    this.frames = frames;
    this.gzip = gzip ? new GZIPOutputStream(out, 64 << 10) : null;
    this.out = CodedOutputStream.newInstance(gzip ? this.gzip : out, 64 << 10);
    for (View view : views) {
      this.out.writeMessage(Profile.SAMPLE_TYPE_FIELD_NUMBER, type(view));
    }
  }

  private ValueType type(View view) {
    return ValueType.newBuilder()
        .setType(strings.id(view.name()))
        .setUnit(strings.id(view.unit()))
        .build();
  }

  /**
   * Writes a sample; one without a value other than 0 is left out.
   *
   * @param stack frame ids, innermost first
   * @param values one a view
   */
  public void sample(int[] stack, long[] values, Map<String, String> labels) throws IOException {
    Sample.Builder sample = Sample.newBuilder();
    boolean anything = false;
    for (long value : values) {
      sample.addValue(value);
      anything |= value != 0;
    }
    if (!anything) {
      return;
    }
    for (int frame : stack) {
      sample.addLocationId(frame + 1);
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      sample.addLabel(
          Label.newBuilder()
              .setKey(strings.id(label.getKey()))
              .setStr(strings.id(label.getValue())));
    }
    out.writeMessage(Profile.SAMPLE_FIELD_NUMBER, sample.build());
  }

  /** Writes all that is not samples. Does not close the stream below. */
  public void finish(List<String> comments, View defaultView) throws IOException {
    for (int i = 0; i < frames.mappingCount(); i++) {
      out.writeMessage(
          Profile.MAPPING_FIELD_NUMBER,
          Mapping.newBuilder()
              .setId(i + 1)
              .setFilename(strings.id(frames.mapping(i).path()))
              .setBuildId(strings.id(frames.mapping(i).buildId()))
              // Mappings of named frames come without a build id: there is nothing to symbolize in
              // them.
              .setHasFunctions(frames.mapping(i).buildId().isEmpty())
              .build());
    }
    Map<SourceLine, Integer> functions = new LinkedHashMap<>();
    for (int frame = 0; frame < frames.frameCount(); frame++) {
      Location.Builder location =
          Location.newBuilder().setId(frame + 1).setAddress(frames.frameRelPc(frame));
      if (frames.frameMapping(frame) != StackTable.NO_MAPPING) {
        location.setMappingId(frames.frameMapping(frame) + 1);
      }
      for (SourceLine line : frames.lines(frame)) {
        if (!line.function().isEmpty()) {
          int id = functions.computeIfAbsent(line, key -> functions.size() + 1);
          location.addLine(Line.newBuilder().setFunctionId(id).setLine(line.line()));
        }
      }
      out.writeMessage(Profile.LOCATION_FIELD_NUMBER, location.build());
    }
    for (Map.Entry<SourceLine, Integer> function : functions.entrySet()) {
      SourceLine line = function.getKey();
      out.writeMessage(
          Profile.FUNCTION_FIELD_NUMBER,
          Function.newBuilder()
              .setId(function.getValue())
              .setName(strings.id(line.function()))
              .setSystemName(strings.id(line.systemName()))
              .setFilename(strings.id(line.file()))
              .build());
    }
    out.writeInt64(Profile.DROP_FRAMES_FIELD_NUMBER, strings.id(AllocatorFrames.regex()));
    for (String comment : comments) {
      out.writeInt64(Profile.COMMENT_FIELD_NUMBER, strings.id(comment));
    }
    out.writeInt64(Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER, strings.id(defaultView.name()));
    for (String text : strings.strings()) {
      out.writeString(Profile.STRING_TABLE_FIELD_NUMBER, text);
    }
    out.flush();
    if (gzip != null) {
      gzip.finish();
    }
  }
}
