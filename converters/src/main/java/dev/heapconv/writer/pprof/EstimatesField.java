package dev.heapconv.writer.pprof;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.View;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.proto.pprof.Estimates.Form;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Stores the estimates of samples, whose values are only rounded numbers, in a field that other
 * readers skip; {@code estimates.proto} describes it. A part is written whenever there are enough
 * rows, so a profile may have more samples than fit in memory.
 */
final class EstimatesField {

  /** The version of the messages. */
  private static final int VERSION = 1;

  /** So many rows with all their numbers fit in the window of gzip. */
  private static final int MAX_ROWS = 256;

  /** How many views there are from one of all allocated memory to that of live memory. */
  private static final int LIVE_AFTER = 2;

  private final MessageBuffer out;
  private final CRC32 crc = new CRC32();
  private final int allocObjects;
  private final int objects;
  private final ColumnBuffer[] columns;
  private final MessageBuffer allocCounts = new MessageBuffer();
  private final MessageBuffer liveCounts = new MessageBuffer();
  private final MessageBuffer part = new MessageBuffer();
  private final MessageBuffer message = new MessageBuffer();
  private final MessageBuffer column = new MessageBuffer();

  private int[] views = {};
  private boolean begun;
  private boolean asRecorded;
  private boolean anyAllocCount;
  private boolean anyLiveCount;
  private int rows;

  /**
   * @param views of the profile
   */
  EstimatesField(List<View> views, MessageBuffer out) {
    this.out = out;
    allocObjects = views.indexOf(View.ALLOC_OBJECTS);
    objects = views.indexOf(View.OBJECTS);
    columns = new ColumnBuffer[views.size()];
    Arrays.setAll(columns, i -> new ColumnBuffer());
  }

  /**
   * Begins a heap.
   *
   * @param heapViews its views, as indices of the profile's
   * @param asRecorded whether the estimates can be computed again from the recorded numbers
   */
  void begin(HeapInfo info, int[] heapViews, boolean asRecorded) throws IOException {
    endPart();
    views = heapViews;
    begun = true;
    this.asRecorded = asRecorded;
    message.addSigned(Estimates.Heap.PID_FIELD_NUMBER, info.pid());
    message.add(Estimates.Heap.PROCESS_FIELD_NUMBER, info.process());
    message.add(Estimates.Heap.HEAP_FIELD_NUMBER, info.heap());
    message.add(Estimates.Heap.DUMP_FIELD_NUMBER, info.dump());
    message.add(Estimates.Heap.DUMPS_FIELD_NUMBER, info.dumps());
    message.add(Estimates.Heap.TIME_NANOS_FIELD_NUMBER, info.timeNanos());
    message.add(Estimates.Heap.DURATION_NANOS_FIELD_NUMBER, info.durationNanos());
    message.add(Estimates.Heap.SCHEME_FIELD_NUMBER, info.scheme().wireName());
    message.add(Estimates.Heap.SAMPLING_INTERVAL_FIELD_NUMBER, info.samplingInterval());
    message.add(Estimates.Heap.ORIG_SAMPLING_INTERVAL_FIELD_NUMBER, info.origSamplingInterval());
    message.add(Estimates.Heap.PACKAGE_VERSION_FIELD_NUMBER, info.packageVersion());
    for (int view : heapViews) {
      column.appendVarint(view);
    }
    message.add(Estimates.Heap.VIEW_FIELD_NUMBER, column);
    message.add(Estimates.Heap.RECORDED_FIELD_NUMBER, asRecorded);
    message.add(Estimates.Heap.CUTOFF_FIELD_NUMBER, info.cutoff());
    if (!info.provenance().equals(Provenance.STATED)) {
      Provenance from = info.provenance();
      column.add(Estimates.Provenance.SCHEME_FIELD_NUMBER, from.scheme().wireName());
      column.add(Estimates.Provenance.INTERVAL_FIELD_NUMBER, from.interval().wireName());
      column.add(Estimates.Provenance.LIVE_FIELD_NUMBER, from.live().wireName());
      column.add(Estimates.Provenance.ALLOCATED_FIELD_NUMBER, from.allocated().wireName());
      message.add(Estimates.Heap.PROVENANCE_FIELD_NUMBER, column);
    }
    part.add(Estimates.HEAP_FIELD_NUMBER, message);
  }

  /**
   * Adds the estimates of a sample.
   *
   * @param values the values of the sample, one per view of the profile
   * @param estimates one per view of the profile; not read in a heap as recorded
   * @param allocCount recorded allocations; 0 if unknown
   * @param liveCount recorded live allocations; 0 if unknown
   */
  void add(long[] values, StoredNumbers[] estimates, long allocCount, long liveCount)
      throws IOException {
    if (rows == MAX_ROWS) {
      endPart();
    }
    rows++;
    allocCounts.appendVarint(allocCount);
    liveCounts.appendVarint(liveCount);
    anyAllocCount |= allocCount != implied(allocObjects, values);
    anyLiveCount |= liveCount != implied(objects, values);
    for (int i = 0; !asRecorded && i < views.length; i++) {
      StoredNumbers allocated = i < LIVE_AFTER ? null : estimates[views[i - LIVE_AFTER]];
      columns[i].add(values[views[i]], estimates[views[i]], allocated);
    }
  }

  /** The recorded allocations if they are not stored. */
  private long implied(int view, long[] values) {
    return asRecorded && view >= 0 ? values[view] : 0;
  }

  private void endPart() throws IOException {
    if (rows > 0) {
      message.add(Estimates.Rows.SAMPLES_FIELD_NUMBER, rows);
      addCounts(Estimates.Rows.ALLOC_COUNT_FIELD_NUMBER, allocCounts, anyAllocCount);
      addCounts(Estimates.Rows.LIVE_COUNT_FIELD_NUMBER, liveCounts, anyLiveCount);
      for (int i = 0; !asRecorded && i < views.length; i++) {
        columns[i].writeTo(column);
        message.add(Estimates.Rows.COLUMN_FIELD_NUMBER, column);
      }
      part.add(Estimates.ROWS_FIELD_NUMBER, message);
    }
    rows = 0;
    anyAllocCount = false;
    anyLiveCount = false;
    writePart();
  }

  private void addCounts(int field, MessageBuffer counts, boolean any) throws IOException {
    byte[] encoded = counts.takeBytes();
    if (any) {
      message.add(field, encoded);
    }
  }

  private void writePart() throws IOException {
    if (part.size() > 0) {
      byte[] encoded = takePart();
      crc.update(encoded);
      message.add(ValueType.HEAPCONV_ESTIMATES_FIELD_NUMBER, encoded);
      out.add(Profile.PERIOD_TYPE_FIELD_NUMBER, message);
    }
  }

  private byte[] takePart() throws IOException {
    byte[] encoded = part.takeBytes();
    part.add(Estimates.VERSION_FIELD_NUMBER, VERSION);
    part.append(encoded);
    return part.takeBytes();
  }

  /**
   * Writes what is left but for the last message, which it returns; empty if there are no heaps.
   *
   * @param samples how many samples the profile has
   * @param samplesCrc of the encoded samples
   * @param confidence level of the intervals
   * @param loadBiases of the profile's mappings
   * @param facts an encoded {@link Estimates.Facts}
   */
  byte[] finish(
      long samples, long samplesCrc, double confidence, long[] loadBiases, MessageBuffer facts)
      throws IOException {
    if (!begun) {
      return new byte[0];
    }
    endPart();
    boolean anyBias = false;
    for (long bias : loadBiases) {
      message.appendVarint(bias);
      anyBias |= bias != 0;
    }
    byte[] biases = message.takeBytes();
    if (anyBias) {
      part.add(Estimates.LOAD_BIAS_FIELD_NUMBER, biases);
    }
    part.add(Estimates.FACTS_FIELD_NUMBER, facts);
    // At the very end, so that nothing is missing before it.
    message.add(Estimates.Check.SAMPLES_FIELD_NUMBER, samples);
    message.addFixed(Estimates.Check.CRC_FIELD_NUMBER, (int) samplesCrc);
    message.add(Estimates.Check.CONFIDENCE_FIELD_NUMBER, confidence);
    message.addFixed(Estimates.Check.ESTIMATES_CRC_FIELD_NUMBER, 0);
    part.add(Estimates.CHECK_FIELD_NUMBER, message);
    byte[] last = takePart();
    int end = last.length - Integer.BYTES;
    crc.update(last, 0, end);
    ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN).putInt(end, (int) crc.getValue());
    return last;
  }

  /** The estimates of one view. */
  private static final class ColumnBuffer {

    private final MessageBuffer forms = new MessageBuffer();
    private final MessageBuffer numbers = new MessageBuffer();
    private boolean anyForm;

    void add(long value, StoredNumbers estimate, @Nullable StoredNumbers allocated)
        throws IOException {
      int form = form(value, estimate, allocated);
      forms.appendVarint(form);
      anyForm |= form != 0;
      if ((form & Form.FRACTION_VALUE) != 0) {
        numbers.append(estimate.value());
      }
      if ((form & Form.INTERVAL_VALUE) != 0) {
        numbers.append(estimate.low());
        numbers.append(estimate.high());
      }
      if ((form & Form.MODEL_VALUE) != 0) {
        numbers.append(estimate.modelLow());
        numbers.append(estimate.modelHigh());
      }
    }

    private static int form(long value, StoredNumbers estimate, @Nullable StoredNumbers allocated) {
      if (estimate.value() != value && estimate.isSame(allocated)) {
        return Form.SAME_VALUE;
      }
      int form = estimate.value() == value ? 0 : Form.FRACTION_VALUE;
      if (!estimate.hasInterval()) {
        return form | Form.UNKNOWN_VALUE;
      }
      if (estimate.isExact()) {
        return form;
      }
      if (estimate.isSame(allocated)) {
        return Form.SAME_VALUE;
      }
      return form | Form.INTERVAL_VALUE | (estimate.hasModel() ? Form.MODEL_VALUE : 0);
    }

    void writeTo(MessageBuffer message) throws IOException {
      byte[] encoded = forms.takeBytes();
      if (anyForm) {
        message.add(Estimates.Column.FORM_FIELD_NUMBER, encoded);
      }
      message.add(Estimates.Column.NUMBER_FIELD_NUMBER, numbers.takeBytes());
      anyForm = false;
    }
  }
}
