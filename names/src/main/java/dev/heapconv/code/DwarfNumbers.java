package dev.heapconv.code;

import java.nio.ByteBuffer;

/** Numbers as the tables for unwinding have them. */
final class DwarfNumbers {

  /** The encoding of pointers that are not there. */
  static final int OMITTED = 0xff;

  static final int RELATIVE_TO_PLACE = 0x10;

  private DwarfNumbers() {}

  /** A number in groups of seven bits, the lowest first (ULEB128). */
  static long unsigned(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.get();
      value |= shift < Long.SIZE ? (long) (next & 0x7f) << shift : 0;
      if (next >= 0) {
        return value;
      }
    }
  }

  /**
   * A pointer.
   *
   * @param address that of the buffer's first byte
   * @throws IllegalArgumentException if the encoding is not one that code uses
   */
  static long encoded(ByteBuffer in, int encoding, long address) {
    long place = address + in.position();
    long value =
        switch (encoding & 0x0f) {
          case 0, 4, 12 -> in.getLong();
          case 1 -> unsigned(in);
          case 2 -> in.getShort() & 0xffff;
          case 3 -> in.getInt() & 0xffff_ffffL;
          case 10 -> in.getShort();
          case 11 -> in.getInt();
          default -> throw new IllegalArgumentException("encoding " + encoding);
        };
    return switch (encoding & 0xf0) {
      case 0 -> value;
      case RELATIVE_TO_PLACE -> place + value;
      default -> throw new IllegalArgumentException("encoding " + encoding);
    };
  }
}
