package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.proto.otlp.Sample;
import dev.heapconv.proto.otlp.ValueType;
import dev.heapconv.unskew.Saturation;
import java.io.IOException;
import java.util.List;

/**
 * One profile of a message: the samples of one type, whose names are in the message's tables.
 *
 * @param type what is sampled, with its unit
 */
record OtlpPart(Profile profile, OtlpTables tables, View type) {

  OtlpPart(Profile profile, OtlpTables tables) {
    this(profile, tables, type(profile.getSampleType(), tables));
  }

  /** What samples are taken by, with its unit. */
  View periodType() {
    return type(profile.getPeriodType(), tables);
  }

  /** Units are called as in pprof: UCUM has {@code By}, and a word in braces for a count. */
  private static View type(ValueType type, OtlpTables tables) {
    String unit = tables.string(type.getUnitStrindex());
    String known =
        switch (unit) {
          case "By", "B", "byte" -> "bytes";
          case "1", "objects", "samples" -> "count";
          default -> unit.startsWith("{") ? "count" : unit;
        };
    return new View(tables.string(type.getTypeStrindex()), known);
  }

  /**
   * The sampling interval in bytes; 0 if unknown. Where the period has the type of the samples, as
   * from jfrconv, they are not scaled by it, and it bounds no error.
   */
  long interval() {
    View period = periodType();
    return period.isBytes() && !period.name().equals(type().name())
        ? Math.max(0, profile.getPeriod())
        : 0;
  }

  long durationNanos() {
    return Math.max(0, profile.getDurationNano());
  }

  /** When it was taken: a profile begins at its own time, and a heap is dumped at the end. */
  long timeNanos() {
    return Math.max(0, profile.getTimeUnixNano() + durationNanos());
  }

  /** Whether it begins only when another of its type has ended, at a time. */
  boolean follows(long end) {
    return durationNanos() > 0 && timeNanos() - durationNanos() >= end;
  }

  /** What orders dumps: their numbers in files of this program, or when they were taken. */
  long order() {
    return OtlpTables.number(profileLabels(), "heapconv.dump", timeNanos());
  }

  /** Name of the heap, which files of this program have. */
  String heap() {
    String heap = OtlpTables.text(profileLabels(), "heapconv.heap");
    return heap.isEmpty() ? "heap" : heap;
  }

  private List<Label> profileLabels() {
    return tables.labels(profile.getAttributeIndicesList());
  }

  Sample sample(int index) throws InvalidProtocolBufferException {
    return Sample.parseFrom(profile.getSamples(index));
  }

  /**
   * Adds the samples to rows.
   *
   * @param place of their view, in {@link View#ALL} and the extra ones behind it
   * @param factor what values are multiplied by
   */
  void addTo(RecordedRows rows, int place, long factor) throws IOException {
    for (ByteString encoded : profile.getSamplesList()) {
      Sample sample = Sample.parseFrom(encoded);
      // Without values, each timestamp counts 1.
      long value = sample.getValuesCount() == 0 ? sample.getTimestampsUnixNanoCount() : 0;
      for (long one : sample.getValuesList()) {
        value = Saturation.add(value, one);
      }
      int row =
          rows.row(
              tables.stack(sample.getStackIndex()),
              tables.labels(sample.getAttributeIndicesList()));
      rows.add(row, place, factor == 1 ? value : (long) ((double) value * factor));
    }
  }
}
