package dev.heapconv.reader.samplelog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private static final LogField[] NONE = {};

  /** The fields by the length of their keys. */
  private static final LogField[][] OF_LENGTH = new LogField[16][];

  static {
    for (int length = 0; length < OF_LENGTH.length; length++) {
      int wanted = length;
      OF_LENGTH[length] =
          Arrays.stream(ALL).filter(field -> field.bytes.length == wanted).toArray(LogField[]::new);
    }
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final String key;
  private final byte[] bytes;

  /** The key and a quote, in two little-endian words, and the bits of each that count. */
  private final long firstWord;

  private final long secondWord;
  private final long firstBits;
  private final long secondBits;

  LogField(String key) {
    this.key = key;
    bytes = key.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer quoted = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    quoted.put(0, bytes).put(bytes.length, (byte) '"');
    firstWord = quoted.getLong(0);
    secondWord = quoted.getLong(Long.BYTES);
    int bits = Byte.SIZE * (bytes.length + 1);
    firstBits = bits < Long.SIZE ? (1L << bits) - 1 : -1;
    secondBits = bits <= Long.SIZE ? 0 : -1L >>> 2 * Long.SIZE - bits;
  }

  String key() {
    return key;
  }

  /** The field of a key in bytes; null if there is none. */
  static @Nullable LogField of(byte[] line, int from, int to) {
    int length = to - from;
    for (LogField field : length < OF_LENGTH.length ? OF_LENGTH[length] : NONE) {
      if (field.bytes[0] == line[from] && Arrays.equals(field.bytes, 0, length, line, from, to)) {
        return field;
      }
    }
    return null;
  }

  /**
   * Whether the key and a quote are in a line at an index. This is quick, and may be false near the
   * end of the array although they are there: {@link #of(byte[], int, int)} decides.
   */
  boolean isAt(byte[] line, int from, int to) {
    return from < to - bytes.length
        && from <= line.length - 2 * Long.BYTES
        && ((long) LONGS.get(line, from) & firstBits) == firstWord
        && ((long) LONGS.get(line, from + Long.BYTES) & secondBits) == secondWord;
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

  /** The problem with a value that is not valid for the field. */
  String mismatch() {
    return this == WEIGHT
        ? "the value of weight is not a number"
        : "the value of " + key + " is not a whole number below 2^63";
  }
}
