package dev.heapconv.writer.pprof;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Ids;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.Remark;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.query.AllocatorFrames;
import dev.heapconv.unskew.samples.WholeNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a pprof profile field by field: samples are written immediately, and only the tables they
 * refer to are kept in memory, so a profile may have more samples than fit there.
 */
final class PprofStream implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;

  /** So much is compressed without another thread. */
  private static final int SMALL_BYTES = 1 << 20;

  private final @Nullable GZIPOutputStream gzip;
  private final @Nullable WriteBehindStream behind;
  private final MessageBuffer out;
  private final List<View> views;
  private final double confidence;
  private final EstimatesField kept;
  private final CRC32 crc = new CRC32();
  private final Ids<String> strings = new Ids<>();
  private final StackTable stacks;
  private final LocationTable locations;
  private final MessageBuffer message = new MessageBuffer();
  private final long[] values;
  private final WholeNumbers[] wholeNumbers;
  private final MessageBuffer sample = new MessageBuffer();
  private int heaps;

  /** The locations of stacks as they are written, from the second heap on; null if not known. */
  private byte[] @Nullable [] locationsOfStack = {};

  private static final class Gzip extends GZIPOutputStream {
    Gzip(OutputStream out, int level) throws IOException {
      super(out, BUFFER_BYTES);
      def.setLevel(level);
    }
  }

  /**
   * @param stacks contains the frames of all samples
   * @param confidence level of the intervals of estimates
   * @param level of gzip, with which pprof itself compresses; 0 is not to compress
   * @param threads how many threads to use, at least 1: with more than one, another compresses
   */
  PprofStream(
      List<View> views,
      StackTable stacks,
      double confidence,
      int level,
      int threads,
      OutputStream out)
      throws IOException {
    this.views = List.copyOf(views);
    this.confidence = confidence;
    values = new long[views.size()];
    wholeNumbers = new WholeNumbers[values.length];
    gzip = level == Deflater.NO_COMPRESSION ? null : new Gzip(out, level);
    behind = gzip == null || threads == 1 ? null : new WriteBehindStream(gzip, SMALL_BYTES);
    OutputStream plain = behind != null ? behind : gzip != null ? gzip : out;
    this.out = new MessageBuffer(plain);
    kept = new EstimatesField(views);
    this.stacks = stacks;
    locations = new LocationTable(stacks, strings);
    strings.id("");
    for (View view : views) {
      addType(view);
      this.out.add(Profile.SAMPLE_TYPE_FIELD_NUMBER, message);
    }
  }

  private void addType(View view) throws IOException {
    message.add(ValueType.TYPE_FIELD_NUMBER, strings.id(view.name()));
    message.add(ValueType.UNIT_FIELD_NUMBER, strings.id(view.unit()));
  }

  /** Encodes labels, once for all samples that carry them. */
  byte[] labels(List<dev.heapconv.model.Label> labels) throws IOException {
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
   * Begins a heap, whose samples follow.
   *
   * @param asRecorded whether its estimates can be computed again from its recorded numbers
   */
  void heap(HeapInfo info, List<View> itsViews, @Nullable Column[] columns, boolean asRecorded)
      throws IOException {
    int[] indices = new int[itsViews.size()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = views.indexOf(itsViews.get(i));
    }
    if (++heaps == 2) {
      locationsOfStack = new byte[stacks.stackCount()][];
    }
    Arrays.setAll(wholeNumbers, view -> new WholeNumbers());
    kept.begin(info, indices, columns, asRecorded);
  }

  /**
   * Writes a row of the heap begun last; one with only zeros is left out.
   *
   * @param columns one per view; null where the heap has no such view
   */
  void sample(EstimatedHeap heap, int row, @Nullable Column[] columns, byte[] labels)
      throws IOException {
    for (int i = 0; i < values.length; i++) {
      // The only rounding of an estimate.
      values[i] = columns[i] == null ? 0 : wholeNumbers[i].next(columns[i].value(row));
    }
    if (isNothing(values) && isNothing(heap, row, columns)) {
      return;
    }
    addLocations(heap.stack(row));
    for (long value : values) {
      message.appendVarint(value);
    }
    sample.add(Sample.VALUE_FIELD_NUMBER, message);
    sample.append(labels);
    List<dev.heapconv.model.Label> own = heap.labels(row);
    if (!own.isEmpty()) {
      sample.append(labels(own));
    }
    long size = stacks.allocationSize(heap.stack(row));
    if (size > 0) {
      sample.append(labels(List.of(dev.heapconv.model.Label.ofSize(size))));
    }
    kept.add(sample, values, columns, row, heap.recordedAlloc(row), heap.recordedLive(row));
    sample.update(crc);
    out.add(Profile.SAMPLE_FIELD_NUMBER, sample);
  }

  private static boolean isNothing(long[] values) {
    for (long value : values) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a row without a number has nothing else either: a stack of which nothing was sampled
   * may have an upper end, an unchanged one of a difference has both, and a damaged one recorded
   * allocations.
   */
  private static boolean isNothing(EstimatedHeap heap, int row, @Nullable Column[] columns) {
    for (Column column : columns) {
      if (column != null && (column.low(row) != 0 || column.high(row) != 0)) {
        return false;
      }
    }
    return heap.recordedAlloc(row) == 0 && heap.recordedLive(row) == 0;
  }

  private void addLocations(int stack) throws IOException {
    if (heaps == 1) {
      encodeLocations(stack);
      if (message.size() > 0) {
        sample.add(Sample.LOCATION_ID_FIELD_NUMBER, message);
      }
      return;
    }
    if (locationsOfStack[stack] == null) {
      encodeLocations(stack);
      locationsOfStack[stack] = message.takeBytes();
    }
    sample.add(Sample.LOCATION_ID_FIELD_NUMBER, locationsOfStack[stack]);
  }

  private void encodeLocations(int stack) throws IOException {
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      message.appendVarint(locations.id(stacks.frame(s)));
    }
  }

  /**
   * Writes when and how the profile was recorded; 0 is unknown.
   *
   * @param timeNanos time of the profile in nanoseconds since 1970
   * @param interval sampling interval in bytes
   */
  void capture(long timeNanos, long interval) throws IOException {
    out.add(Profile.TIME_NANOS_FIELD_NUMBER, timeNanos);
    out.add(Profile.PERIOD_FIELD_NUMBER, interval);
  }

  /**
   * Writes everything except samples. Does not close the underlying stream.
   *
   * @param programs names of the programs that were profiled, as far as known
   * @param notices of which those that decisions read are kept as facts
   */
  void finish(
      Set<String> programs,
      List<Remark> comments,
      View defaultView,
      CaptureInfo capture,
      List<Notice> notices)
      throws IOException {
    locations.write(programs, out);
    Presentation presentation = capture.presentation();
    String drop = presentation.dropFrames();
    out.addPresent(
        Profile.DROP_FRAMES_FIELD_NUMBER,
        strings.id(drop.isEmpty() ? AllocatorFrames.regex() : drop));
    addKnown(Profile.KEEP_FRAMES_FIELD_NUMBER, presentation.keepFrames());
    addKnown(Profile.DOC_URL_FIELD_NUMBER, presentation.documentation());
    for (Remark comment : comments) {
      out.addPresent(Profile.COMMENT_FIELD_NUMBER, strings.id(comment.text()));
    }
    out.addPresent(Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER, strings.id(defaultView.name()));
    addType(View.SPACE);
    byte[] estimates =
        kept.finish(confidence, locations.loadBiases(), facts(comments, capture, notices));
    crc.update(estimates);
    message.add(ValueType.HEAPCONV_CRC_FIELD_NUMBER, crc.getValue());
    message.add(ValueType.HEAPCONV_ESTIMATES_FIELD_NUMBER, estimates);
    out.add(Profile.PERIOD_TYPE_FIELD_NUMBER, message);
    for (String text : strings.values()) {
      out.addPresent(Profile.STRING_TABLE_FIELD_NUMBER, text);
    }
    out.flush();
    if (behind != null) {
      behind.finish();
    }
    if (gzip != null) {
      gzip.finish();
    }
  }

  private static MessageBuffer facts(
      List<Remark> comments, CaptureInfo capture, List<Notice> notices) throws IOException {
    MessageBuffer facts = new MessageBuffer();
    MessageBuffer part = new MessageBuffer();
    facts.add(Estimates.Facts.DEVICE_FIELD_NUMBER, capture.device());
    facts.add(Estimates.Facts.PRODUCER_FIELD_NUMBER, capture.producer());
    for (Notice notice : notices) {
      if (notice.id().effect().isOfDecisions()) {
        part.add(Estimates.Loss.ID_FIELD_NUMBER, notice.id().wireName());
        addValues(notice.values(), part);
        part.add(Estimates.Loss.ABOUT_FIELD_NUMBER, notice.about());
        facts.add(Estimates.Facts.LOSS_FIELD_NUMBER, part);
      }
    }
    for (Remark comment : comments) {
      part.appendVarint(comment.topic().ordinal());
    }
    facts.add(Estimates.Facts.TOPIC_FIELD_NUMBER, part);
    return facts;
  }

  private static void addValues(List<Object> values, MessageBuffer loss) throws IOException {
    MessageBuffer part = new MessageBuffer();
    for (Object value : values) {
      if (value instanceof Long number) {
        part.addPresent(Estimates.Value.NUMBER_FIELD_NUMBER, number);
      } else if (value instanceof Double number) {
        part.add(Estimates.Value.REAL_FIELD_NUMBER, number);
      } else if (value instanceof Boolean flag) {
        part.addPresent(Estimates.Value.FLAG_FIELD_NUMBER, flag ? 1 : 0);
      } else {
        part.addPresent(Estimates.Value.TEXT_FIELD_NUMBER, (String) value);
      }
      loss.add(Estimates.Loss.VALUE_FIELD_NUMBER, part);
    }
  }

  private void addKnown(int field, String text) throws IOException {
    if (!text.isEmpty()) {
      out.addPresent(field, strings.id(text));
    }
  }

  /** Ends what {@link #finish} has not; does not close the underlying stream. */
  @Override
  public void close() {
    if (behind != null) {
      behind.close();
    }
  }
}
