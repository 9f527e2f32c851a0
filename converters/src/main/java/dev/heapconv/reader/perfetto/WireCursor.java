package dev.heapconv.reader.perfetto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks the fields of one protobuf message in a byte array, without copying and without an object
 * per field.
 *
 * <p>Used instead of protobuf's {@code CodedInputStream} because a trace has millions of small
 * messages, nearly all of which are skipped, and one object can be reused for them all. It never
 * reads past the message: bytes that are not a message cause a {@link MalformedException}.
 */
final class WireCursor {

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH_DELIMITED = 2;
  static final int FIXED32 = 5;

  /**
   * The bytes are not a protobuf message. Has no stack trace: a damaged trace can cause millions of
   * them.
   */
  static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message, null, false, false);
    }
  }

  private byte[] bytes = new byte[0];

  private int position;
  private int end;
  private int wireType;

  /** Moves before the first field of the message in {@code [from, to)} of {@code source}. */
  WireCursor reset(byte[] source, int from, int to) {
    bytes = source;
    position = from;
    end = to;
    return this;
  }

  /** Moves to where another cursor is, in the same message. */
  WireCursor resetToRest(WireCursor other) {
    return reset(other.bytes, other.position, other.end);
  }

  byte[] bytes() {
    return bytes;
  }

  /** The current position in the array. */
  int position() {
    return position;
  }

  /** Number of bytes from here to the end of the message. */
  int remaining() {
    return end - position;
  }

  /** Moves to the next field and returns its number, or 0 at the end of the message. */
  int nextField() {
    if (position >= end) {
      return 0;
    }
    int tag = bytes[position];
    if (tag > 0) {
      position++;
    } else {
      long wide = varint();
      tag = (int) wide;
      if (wide >>> 32 != 0) {
        throw new MalformedException("a field number is out of range");
      }
    }
    wireType = tag & 7;
    int field = tag >>> 3;
    if (field == 0) {
      throw new MalformedException("a field number is 0");
    }
    return field;
  }

  /** Moves to the next field of a number, skipping others; false at the end of the message. */
  boolean find(int wanted) {
    for (int field; (field = nextField()) != 0; skip()) {
      if (field == wanted) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves to the next message in a field of a number, skipping other fields; false at the end.
   *
   * @param child positioned before the first field of that message, which is skipped
   */
  boolean find(int wanted, WireCursor child) {
    boolean found = find(wanted);
    if (found) {
      message(child);
    }
    return found;
  }

  // For messages of which there are few: each field is looked up in what follows of the message, to
  // its end, without moving. Of a field that occurs several times, the last counts.

  long integer(int wanted, long absent) {
    int start = position;
    long value = absent;
    while (find(wanted)) {
      value = integer();
    }
    position = start;
    return value;
  }

  String text(int wanted, String absent) {
    int start = position;
    String value = absent;
    while (find(wanted)) {
      value = text();
    }
    position = start;
    return value;
  }

  /** Empty if there are none. */
  byte[] copyBytes(int wanted) {
    int start = position;
    byte[] value = {};
    while (find(wanted)) {
      value = copyBytes();
    }
    position = start;
    return value;
  }

  /** The wire type of the current field. */
  int wireType() {
    return wireType;
  }

  boolean isLengthDelimited() {
    return wireType == LENGTH_DELIMITED;
  }

  /** The value of the current field as an integer, encoded as a varint or with a fixed size. */
  long integer() {
    return switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> fixed(8);
      case FIXED32 -> fixed(4);
      default -> throw new MalformedException("a number has wire type " + wireType);
    };
  }

  boolean bool() {
    return integer() != 0;
  }

  /** The next bytes as a varint, as in a packed field. */
  long varint() {
    // In local variables: the quick compiler writes fields back for each byte.
    byte[] from = bytes;
    int at = position;
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw new MalformedException("a number is cut off");
      }
      byte b = from[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        position = at;
        return value;
      }
    }
    throw new MalformedException("a number has more than ten bytes");
  }

  private long fixed(int width) {
    if (end - position < width) {
      throw new MalformedException("a number is cut off");
    }
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = value << 8 | bytes[position + i] & 0xff;
    }
    position += width;
    return value;
  }

  /**
   * Skips the length of the current field and returns it; the field's bytes begin at {@link
   * #position()}.
   */
  int length() {
    if (wireType != LENGTH_DELIMITED) {
      throw new MalformedException("a message or text has wire type " + wireType);
    }
    long length = varint();
    if (length < 0 || length > end - position) {
      throw new MalformedException("a field is longer than the message around it");
    }
    return (int) length;
  }

  /**
   * Positions {@code child} before the first field of the message in the current field, and skips
   * that message.
   */
  WireCursor message(WireCursor child) {
    int length = length();
    child.reset(bytes, position, position + length);
    position += length;
    return child;
  }

  /** Copies the bytes of the current field. */
  byte[] copyBytes() {
    int length = length();
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  /** The bytes of the current field as UTF-8. */
  String text() {
    int length = length();
    position += length;
    return new String(bytes, position - length, length, StandardCharsets.UTF_8);
  }

  /** Skips the value of the current field. */
  void skip() {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> advance(8);
      case FIXED32 -> advance(4);
      case LENGTH_DELIMITED -> {
        int length = length();
        position += length;
      }
      default -> throw new MalformedException("a field has wire type " + wireType);
    }
  }

  void advance(int count) {
    if (end - position < count) {
      throw new MalformedException("a field is cut off");
    }
    position += count;
  }
}
