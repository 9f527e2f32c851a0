package dev.heapconv.reader.samplelog;

import dev.heapconv.model.StackTable;
import org.jspecify.annotations.Nullable;

/** What a line of a log says: a record, the header that ended before it, or what is wrong. */
final class LogRecord {

  /** The record contains no frames. */
  static final int NO_FRAMES = -1;

  private final long[] values = new long[LogField.ALL.length];
  private int present;

  /** The values of those fields that may have a fraction. */
  private final double[] decimals = new double[LogField.ALL.length];

  /** The stack of the frames in the record itself, or {@link #NO_FRAMES}. */
  int frames = NO_FRAMES;

  /** Whether it has a time that is none, which is all that is lost. */
  boolean lostTime;

  /** The number of the line, from 1. */
  long line;

  /** Why the line is no record, as a clause; null if it is one. */
  @Nullable String problem;

  /** A header, instead of a record; null if it is none. */
  LogHeader.@Nullable Builder header;

  void clear() {
    present = 0;
    lostTime = false;
    frames = NO_FRAMES;
    problem = null;
    header = null;
  }

  void set(LogField field, long value) {
    values[field.ordinal()] = value;
    decimals[field.ordinal()] = value;
    present |= 1 << field.ordinal();
  }

  /** Sets a decimal number; false if it is invalid for the field. */
  boolean set(LogField field, LogNumber number) {
    if (number.isWhole()) {
      set(field, number.whole());
    } else if (field.isDecimal()) {
      present |= 1 << field.ordinal();
      decimals[field.ordinal()] = number.value();
    } else {
      return false;
    }
    return true;
  }

  boolean has(LogField field) {
    return (present & 1 << field.ordinal()) != 0;
  }

  /** The value of a field; 0 if absent. */
  long get(LogField field) {
    return has(field) ? values[field.ordinal()] : 0;
  }

  /** The value of a field with a fraction; 0 if absent. */
  double decimal(LogField field) {
    return has(field) ? decimals[field.ordinal()] : 0;
  }

  /** The stack of the frames in the record, or the empty one. */
  int framesOrRoot() {
    return frames == NO_FRAMES ? StackTable.ROOT : frames;
  }
}
