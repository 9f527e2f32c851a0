package dev.heapconv.reader.samplelog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The numeric keys of records. */
enum LogField {
  ALLOC("alloc"),
  FREE("free"),
  SIZE("size"),
  ALLOCATED("allocated"),
  TO_SAMPLE("to_sample"),
  WEIGHT("weight"),
  PROBABILITY("probability"),
  STACK("stack"),
  TIME("time"),
  TOTAL("total"),
  SAMPLED("sampled"),
  FREED_SAMPLED("freed_sampled"),
  FREED_TO_SAMPLE("freed_to_sample"),
  COUNT("count"),
  FREED_COUNT("freed_count"),
  BYTES("bytes"),
  FREED_BYTES("freed_bytes"),
  OBJECTS("objects"),
  FREED_OBJECTS("freed_objects"),
  DUMP("dump");

  static final LogField[] ALL = values();
  private final String key;
  private final byte[] quoted;

  LogField(String key) {
    this.key = key;
    quoted = (key + '"').getBytes(StandardCharsets.US_ASCII);
  }

  String key() {
    return key;
  }

  /** The field of a key in bytes; null if there is none. */
  static @Nullable LogField of(byte[] line, int from, int to) {
    for (LogField field : ALL) {
      if (Arrays.equals(line, from, to, field.quoted, 0, field.key.length())) {
        return field;
      }
    }
    return null;
  }

  /** Whether the key and a quote are in a line at an index. */
  boolean isAt(byte[] line, int from, int to) {
    int end = from + quoted.length;
    return end <= to && Arrays.equals(line, from, end, quoted, 0, quoted.length);
  }

  /** The field of a key; null if there is none. */
  static @Nullable LogField of(String key) {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    return of(text, 0, text.length);
  }

  /** Whether its value may be an address, written as a hexadecimal string. */
  boolean isAddress() {
    return this == ALLOC || this == FREE;
  }

  /** Whether its value may have a fraction. */
  boolean isDecimal() {
    return this == WEIGHT || this == PROBABILITY || this == OBJECTS || this == FREED_OBJECTS;
  }

  /** The problem with a value that is not valid for the field. */
  String mismatch() {
    String problem =
        isDecimal()
            ? "the value of " + key + " is not a number"
            : "the value of " + key + " is not a whole number below 2^63";
    return isAddress() ? problem + ": write it as a hexadecimal string" : problem;
  }
}
