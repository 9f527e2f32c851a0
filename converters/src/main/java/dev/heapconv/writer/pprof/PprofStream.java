package dev.heapconv.writer.pprof;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.heapconv.aggregate.AllocatorFrames;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.writer.StringIds;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a pprof profile field by field: samples are written immediately, and only the tables they
 * refer to are kept in memory, so a profile may have more samples than fit there.
 */
public final class PprofStream {

  private static final int BUFFER_BYTES = 64 << 10;
  private static final byte[] NOTHING = {};

  private final @Nullable GZIPOutputStream gzip;
  private final CodedOutputStream out;
  private final StringIds strings = new StringIds();
  private final StackTable stacks;
  private final LocationTable locations;
  private final MessageBuffer message = new MessageBuffer();
  private int[] locationIds = new int[64];

  /** Labels shared by any number of samples. */
  public static final class Labels {
    private final byte[] encoded;

    private Labels(byte[] encoded) {
      this.encoded = encoded;
    }
  }

  /**
   * @param stacks contains the frames of all samples
   * @param compress whether to compress with gzip, as pprof itself does
   */
  public PprofStream(List<View> views, StackTable stacks, boolean compress, OutputStream out)
      throws IOException {
    gzip = compress ? new GZIPOutputStream(out, BUFFER_BYTES) : null;
    this.out = CodedOutputStream.newInstance(gzip == null ? out : gzip, BUFFER_BYTES);
    this.stacks = stacks;
    locations = new LocationTable(stacks, strings);
    strings.id("");
    for (View view : views) {
      writeType(Profile.SAMPLE_TYPE_FIELD_NUMBER, view);
    }
  }

  private void writeType(int field, View view) throws IOException {
    message.add(ValueType.TYPE_FIELD_NUMBER, strings.id(view.name()));
    message.add(ValueType.UNIT_FIELD_NUMBER, strings.id(view.unit()));
    message.writeTo(field, out);
  }

  /** Encodes labels once for all samples that carry them. */
  public Labels labels(List<dev.heapconv.model.Label> labels) throws IOException {
    return new Labels(encoded(labels));
  }

  private byte[] encoded(List<dev.heapconv.model.Label> labels) throws IOException {
    MessageBuffer sample = new MessageBuffer();
    for (dev.heapconv.model.Label label : labels) {
      message.add(Label.KEY_FIELD_NUMBER, strings.id(label.key()));
      if (label.text() != null) {
        message.add(Label.STR_FIELD_NUMBER, strings.id(label.text()));
      } else {
        message.add(Label.NUM_FIELD_NUMBER, label.number());
        message.add(Label.NUM_UNIT_FIELD_NUMBER, strings.id(label.unit()));
      }
      sample.add(Sample.LABEL_FIELD_NUMBER, message);
    }
    return sample.takeBytes();
  }

  /**
   * Writes a sample; a sample with only zeros is left out.
   *
   * @param frames frame ids, innermost first
   * @param values one per view
   */
  public void sample(int[] frames, long[] values, Labels labels) throws IOException {
    if (isNothing(values)) {
      return;
    }
    for (int depth = 0; depth < frames.length; depth++) {
      putFrame(depth, frames[depth]);
    }
    write(frames.length, values, labels.encoded, NOTHING);
  }

  /**
   * Writes a sample of a stack of the table.
   *
   * @param ownLabels labels of only this sample
   */
  void sample(int stack, long[] values, Labels labels, List<dev.heapconv.model.Label> ownLabels)
      throws IOException {
    if (isNothing(values)) {
      return;
    }
    int depth = 0;
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      putFrame(depth++, stacks.frame(s));
    }
    write(depth, values, labels.encoded, ownLabels.isEmpty() ? NOTHING : encoded(ownLabels));
  }

  private static boolean isNothing(long[] values) {
    for (long value : values) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  private void putFrame(int depth, int frame) {
    if (depth == locationIds.length) {
      locationIds = Arrays.copyOf(locationIds, depth * 2);
    }
    locationIds[depth] = locations.id(frame);
  }

  /** A profile can have millions of these, so they are written without an intermediate buffer. */
  private void write(int depth, long[] values, byte[] labels, byte[] ownLabels) throws IOException {
    int locationsSize = 0;
    for (int i = 0; i < depth; i++) {
      locationsSize += CodedOutputStream.computeUInt32SizeNoTag(locationIds[i]);
    }
    int valuesSize = 0;
    for (long value : values) {
      valuesSize += CodedOutputStream.computeInt64SizeNoTag(value);
    }
    openMessage(
        Profile.SAMPLE_FIELD_NUMBER,
        messageSize(Sample.LOCATION_ID_FIELD_NUMBER, locationsSize)
            + messageSize(Sample.VALUE_FIELD_NUMBER, valuesSize)
            + labels.length
            + ownLabels.length);
    if (depth > 0) {
      openMessage(Sample.LOCATION_ID_FIELD_NUMBER, locationsSize);
      for (int i = 0; i < depth; i++) {
        out.writeUInt32NoTag(locationIds[i]);
      }
    }
    openMessage(Sample.VALUE_FIELD_NUMBER, valuesSize);
    for (long value : values) {
      out.writeInt64NoTag(value);
    }
    out.writeRawBytes(labels);
    out.writeRawBytes(ownLabels);
  }

  private void openMessage(int field, int size) throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(size);
  }

  private static int messageSize(int field, int size) {
    return size == 0
        ? 0
        : CodedOutputStream.computeTagSize(field)
            + CodedOutputStream.computeUInt32SizeNoTag(size)
            + size;
  }

  /**
   * Writes when and how the profile was recorded; 0 is unknown.
   *
   * @param timeNanos time of the profile in nanoseconds since 1970
   * @param interval sampling interval in bytes
   */
  void capture(long timeNanos, long durationNanos, long interval) throws IOException {
    if (timeNanos != 0) {
      out.writeInt64(Profile.TIME_NANOS_FIELD_NUMBER, timeNanos);
    }
    if (durationNanos != 0) {
      out.writeInt64(Profile.DURATION_NANOS_FIELD_NUMBER, durationNanos);
    }
    if (interval != 0) {
      writeType(Profile.PERIOD_TYPE_FIELD_NUMBER, View.SPACE);
      out.writeInt64(Profile.PERIOD_FIELD_NUMBER, interval);
    }
  }

  /**
   * Writes everything except samples. Does not close the underlying stream.
   *
   * @param programs names of the programs that were profiled, as far as known
   */
  public void finish(Set<String> programs, List<String> comments, View defaultView)
      throws IOException {
    locations.write(programs, out);
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
