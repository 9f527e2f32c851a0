package dev.heapconv.writer.html;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Integers as varints, least significant group first, in memory. Read by {@code packed.js}. */
final class ByteBlock {

  private byte[] bytes = new byte[256];
  private int size;

  /** Adds a number that is not negative. */
  void add(long number) {
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    long rest = number;
    while (rest >= 0x80) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Adds a number of either sign: small ones take little space. */
  void addSigned(long number) {
    add(number << 1 ^ number >> 63);
  }

  /** The numbers as differences from the one before, after their count. */
  static ByteBlock of(IntArrayList numbers) {
    ByteBlock block = new ByteBlock();
    int before = 0;
    block.add(numbers.size());
    for (int i = 0; i < numbers.size(); i++) {
      int number = numbers.getInt(i);
      block.addSigned((long) number - before);
      before = number;
    }
    return block;
  }

  /** Writes the length of the block in bytes, and the block. */
  void writeTo(OutputStream out) throws IOException {
    ByteBlock length = new ByteBlock();
    length.add(size);
    out.write(length.bytes, 0, length.size);
    out.write(bytes, 0, size);
  }
}
