package dev.heapconv.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the fields of a protobuf message, until its length is known or straight into a stream.
 * Protobuf's own classes could do the same, but loading them takes a small conversion 8 ms.
 */
public final class MessageBuffer {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;

  private static final int STREAM_BYTES = 64 << 10;
  private static final int MAX_VARINT_BYTES = 10;

  private final @Nullable OutputStream out;
  private byte[] bytes;
  private int size;

  /** Keeps the message until it is taken. */
  public MessageBuffer() {
    out = null;
    bytes = new byte[256];
  }

  /**
   * Writes the message to a stream, the end of it when it is {@link #flush flushed}.
   *
   * @param out not closed
   */
  public MessageBuffer(OutputStream out) {
    this.out = out;
    bytes = new byte[STREAM_BYTES];
  }

  // Without makeRoom, the virtual machine can compile this into its callers.
  private void room(int count) throws IOException {
    if (bytes.length - size < count) {
      makeRoom(count);
    }
  }

  private void makeRoom(int count) throws IOException {
    if (out != null) {
      out.write(bytes, 0, size);
      size = 0;
    }
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(size + count, size * 2));
    }
  }

  private void tag(int field, int wireType) throws IOException {
    appendVarint((long) field << 3 | wireType);
  }

  /** Fields that are 0 are left out, as proto3 does. */
  public void add(int field, long value) throws IOException {
    if (value != 0) {
      addPresent(field, value);
    }
  }

  /** A field that is there even if it is 0, which proto2 tells from one that is not. */
  public void addPresent(int field, long value) throws IOException {
    tag(field, VARINT);
    appendVarint(value);
  }

  public void add(int field, boolean value) throws IOException {
    add(field, value ? 1 : 0);
  }

  public void addSigned(int field, long value) throws IOException {
    add(field, zigzag(value));
  }

  private static long zigzag(long value) {
    return value << 1 ^ value >> Long.SIZE - 1;
  }

  public void add(int field, double value) throws IOException {
    addFixed64(field, Double.doubleToRawLongBits(value));
  }

  public void addFixed64(int field, long value) throws IOException {
    tag(field, FIXED64);
    room(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (value >>> Byte.SIZE * i);
    }
  }

  public void add(int field, String value) throws IOException {
    if (!value.isEmpty()) {
      addPresent(field, value);
    }
  }

  /** A text that is there even if it is empty. */
  public void addPresent(int field, String value) throws IOException {
    addPresent(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Bytes that are empty are left out. */
  public void add(int field, byte[] value) throws IOException {
    if (value.length > 0) {
      addPresent(field, value);
    }
  }

  private void addPresent(int field, byte[] value) throws IOException {
    tag(field, LENGTH_DELIMITED);
    appendVarint(value.length);
    append(value);
  }

  /** Appends an element of a packed field. */
  public void appendVarint(long value) throws IOException {
    room(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Appends a number of either sign: small ones take little space. */
  public void appendSigned(long value) throws IOException {
    appendVarint(zigzag(value));
  }

  /** Appends encoded fields. */
  public void append(byte[] encoded) throws IOException {
    append(encoded, encoded.length);
  }

  private void append(byte[] encoded, int length) throws IOException {
    if (out != null && length > bytes.length) {
      out.write(bytes, 0, size);
      out.write(encoded, 0, length);
      size = 0;
      return;
    }
    room(length);
    System.arraycopy(encoded, 0, bytes, size, length);
    size += length;
  }

  /** Adds another message, even if it is empty, and resets that one. */
  public void add(int field, MessageBuffer message) throws IOException {
    tag(field, LENGTH_DELIMITED);
    appendBlock(message);
  }

  /** Appends the length of another message and what is in it, and resets that one. */
  public void appendBlock(MessageBuffer message) throws IOException {
    appendVarint(message.size);
    append(message.bytes, message.size);
    message.size = 0;
  }

  /** Length of the encoded fields so far, of which none may have been written. */
  public int size() {
    return size;
  }

  /** Adds the encoded fields to a checksum. */
  public void update(Checksum checksum) {
    checksum.update(bytes, 0, size);
  }

  /** The encoded fields; the message is then reset. */
  public byte[] takeBytes() {
    byte[] encoded = Arrays.copyOf(bytes, size);
    size = 0;
    return encoded;
  }

  /** Writes what the stream has not received, and flushes it. */
  public void flush() throws IOException {
    if (out != null) {
      out.write(bytes, 0, size);
      size = 0;
      out.flush();
    }
  }
}
