package dev.heapconv.writer.pprof;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.query.AllocatorFrames;
import dev.heapconv.writer.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
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
  private final List<View> columns;
  private final Dictionary<String> strings = new Dictionary<>();
  private final StackTable stacks;
  private final LocationTable locations;
  private final MessageBuffer message = new MessageBuffer();
  private final long[] values;
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
   * @param columns of numbers; those of samples that a heap does not have as views are its recorded
   *     allocations
   * @param stacks contains the frames of all samples
   * @param level of gzip, with which pprof itself compresses; 0 is not to compress
   * @param threads how many threads to use, at least 1: with more than one, another compresses
   */
  PprofStream(List<View> columns, StackTable stacks, int level, int threads, OutputStream out)
      throws IOException {
    this.columns = List.copyOf(columns);
    values = new long[columns.size()];
    gzip = level == Deflater.NO_COMPRESSION ? null : new Gzip(out, level);
    behind = gzip == null || threads == 1 ? null : new WriteBehindStream(gzip, SMALL_BYTES);
    OutputStream plain = behind != null ? behind : gzip != null ? gzip : out;
    this.out = new MessageBuffer(plain);
    this.stacks = stacks;
    locations = new LocationTable(stacks, strings);
    strings.id("");
    for (View view : columns) {
      addType(view);
      this.out.add(Profile.SAMPLE_TYPE_FIELD_NUMBER, message);
    }
  }

  private void addType(View view) throws IOException {
    message.add(ValueType.TYPE_FIELD_NUMBER, strings.id(view.name()));
    message.add(ValueType.UNIT_FIELD_NUMBER, strings.id(view.unit()));
  }

  /** Encodes labels, once for all samples that carry them. */
  private byte[] labels(List<dev.heapconv.model.Label> labels) throws IOException {
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
   * Writes the rows of a heap; those with only zeros are left out.
   *
   * @param ofHeap the labels of all of them
   */
  void samples(EstimatedHeap heap, List<dev.heapconv.model.Label> ofHeap) throws IOException {
    if (++heaps == 2) {
      locationsOfStack = new byte[stacks.stackCount()][];
    }
    byte[] labels = labels(ofHeap);
    boolean[] areCounts = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      View view = columns.get(i);
      boolean isOfSamples = view.equals(View.ALLOC_SAMPLES) || view.equals(View.SAMPLES);
      areCounts[i] = isOfSamples && heap.column(view) == null && StatedSampling.counts(heap, view);
    }
    Samples.Rows rows = new Samples.Rows(heap, columns);
    while (rows.next()) {
      boolean isAny = false;
      for (int i = 0; i < values.length; i++) {
        values[i] = areCounts[i] ? heap.samples(columns.get(i), rows.row()) : rows.value(i);
        isAny |= values[i] != 0;
      }
      if (isAny) {
        sample(heap, rows.row(), labels);
      }
    }
  }

  /** Writes a row with {@link #values}. */
  private void sample(EstimatedHeap heap, int row, byte[] labels) throws IOException {
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
    out.add(Profile.SAMPLE_FIELD_NUMBER, sample);
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
   * Writes when the profile was recorded; 0 is unknown.
   *
   * @param timeNanos time of the profile in nanoseconds since 1970
   */
  void time(long timeNanos) throws IOException {
    out.add(Profile.TIME_NANOS_FIELD_NUMBER, timeNanos);
  }

  /**
   * Writes everything except samples. Does not close the underlying stream.
   *
   * @param programs names of the programs that were profiled, as far as known
   * @param period sampling interval of all samples in bytes; 0 if there is no such. Then there is
   *     no type of it, either, so that pprof does not add the file to one that has an interval
   */
  void finish(
      Set<String> programs,
      List<String> comments,
      View defaultView,
      Presentation presentation,
      long period)
      throws IOException {
    locations.write(programs, out);
    String drop = presentation.dropFrames();
    out.addPresent(
        Profile.DROP_FRAMES_FIELD_NUMBER,
        strings.id(drop.isEmpty() ? AllocatorFrames.regex() : drop));
    addKnown(Profile.KEEP_FRAMES_FIELD_NUMBER, presentation.keepFrames());
    addKnown(Profile.DOC_URL_FIELD_NUMBER, presentation.documentation());
    for (String comment : comments) {
      out.addPresent(Profile.COMMENT_FIELD_NUMBER, strings.id(comment));
    }
    out.addPresent(Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER, strings.id(defaultView.name()));
    if (period > 0) {
      addType(View.SPACE);
      out.add(Profile.PERIOD_TYPE_FIELD_NUMBER, message);
      out.add(Profile.PERIOD_FIELD_NUMBER, period);
    }
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
