package dev.heapconv.symbols;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers and strings anywhere in a part of a file, through a small buffer. Offsets come from files
 * that may be damaged: whatever lies outside the part is an {@link EOFException}.
 */
final class BinaryInput {

  /** Holds the headers of most files, and is still cheap to fill for a single name. */
  private static final int BUFFER = 8192;

  private final SeekableByteChannel channel;
  private final long base;
  private final long size;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);

  /** Offset of the buffer's first byte. */
  private long bufferAt;

  /**
   * Reads a part of a file.
   *
   * @param base offset of the part in the file
   * @param size bytes in the part, whether or not the file has so many
   */
  BinaryInput(SeekableByteChannel channel, long base, long size) {
    this.channel = channel;
    this.base = base;
    this.size = size;
  }

  /** The same part through a buffer of its own, for reading at two places in turns. */
  BinaryInput another() {
    BinaryInput another = new BinaryInput(channel, base, size);
    another.order(buffer.order());
    return another;
  }

  long size() {
    return size;
  }

  void order(ByteOrder order) {
    buffer.order(order);
  }

  int u8(long offset) throws IOException {
    return buffer.get(at(offset, 1)) & 0xff;
  }

  int u16(long offset) throws IOException {
    return buffer.getShort(at(offset, 2)) & 0xffff;
  }

  int i32(long offset) throws IOException {
    return buffer.getInt(at(offset, 4));
  }

  long u32(long offset) throws IOException {
    return i32(offset) & 0xffff_ffffL;
  }

  long i64(long offset) throws IOException {
    return buffer.getLong(at(offset, 8));
  }

  /**
   * Text up to a zero byte, or its beginning if it is longer.
   *
   * @param maxBytes at most so many bytes
   */
  String text(long offset, int maxBytes) throws IOException {
    byte[] bytes = new byte[Math.min(maxBytes, 64)];
    int length = 0;
    for (int c; length < maxBytes && (c = u8(offset + length)) != 0; ) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(maxBytes, length * 2));
      }
      bytes[length++] = (byte) c;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Copies bytes, at most {@code length} of them. */
  byte[] bytes(long offset, int length) throws IOException {
    check(offset, length);
    ByteBuffer bytes = ByteBuffer.allocate(length);
    fill(channel, base + offset, bytes);
    if (bytes.hasRemaining()) {
      throw cutOff(offset + length);
    }
    return bytes.array();
  }

  private int at(long offset, int length) throws IOException {
    long index = offset - bufferAt;
    // Not index + length, which overflows.
    if (index >= 0 && index <= buffer.limit() - length) {
      return (int) index;
    }
    check(offset, length);
    buffer.clear().limit((int) Math.min(BUFFER, size - offset));
    bufferAt = offset;
    try {
      fill(channel, base + offset, buffer);
    } finally {
      buffer.flip();
    }
    if (buffer.limit() < length) {
      throw cutOff(offset + length);
    }
    return 0;
  }

  private void check(long offset, int length) throws EOFException {
    if (offset < 0 || offset > size - length) {
      throw cutOff(offset);
    }
  }

  /** Reads into a buffer as much as it takes, or as there is behind an offset. */
  static void fill(SeekableByteChannel channel, long offset, ByteBuffer target) throws IOException {
    channel.position(offset);
    int read = 0;
    while (read >= 0 && target.hasRemaining()) {
      read = channel.read(target);
    }
  }

  private EOFException cutOff(long offset) {
    return new EOFException(
        "damaged or cut off: refers to byte " + Long.toUnsignedString(offset) + " of " + size);
  }
}
