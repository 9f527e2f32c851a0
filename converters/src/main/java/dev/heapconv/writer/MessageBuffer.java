package dev.heapconv.writer;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Buffers the fields of a protobuf message until its length is known. The generated builder classes
 * could do the same, but loading them would slow start-up.
 */
public final class MessageBuffer {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream fields = CodedOutputStream.newInstance(bytes);

  /** Fields that are 0 are left out, as proto3 does. */
  public void add(int field, long value) throws IOException {
    if (value != 0) {
      fields.writeInt64(field, value);
    }
  }

  /** A field that is there even if it is 0, which proto2 tells from one that is not. */
  public void addPresent(int field, long value) throws IOException {
    fields.writeUInt64(field, value);
  }

  public void add(int field, boolean value) throws IOException {
    add(field, value ? 1 : 0);
  }

  public void addSigned(int field, long value) throws IOException {
    if (value != 0) {
      fields.writeSInt64(field, value);
    }
  }

  public void addFixed(int field, int value) throws IOException {
    fields.writeFixed32(field, value);
  }

  public void add(int field, double value) throws IOException {
    fields.writeDouble(field, value);
  }

  public void add(int field, String value) throws IOException {
    if (!value.isEmpty()) {
      fields.writeString(field, value);
    }
  }

  /** Bytes that are empty are left out. */
  public void add(int field, byte[] value) throws IOException {
    if (value.length > 0) {
      fields.writeByteArray(field, value);
    }
  }

  /** Appends an element of a packed field. */
  public void appendVarint(long value) throws IOException {
    fields.writeInt64NoTag(value);
  }

  /** Appends an element of a packed field. */
  public void append(double value) throws IOException {
    fields.writeDoubleNoTag(value);
  }

  /** Appends encoded fields. */
  public void append(byte[] encoded) throws IOException {
    fields.writeRawBytes(encoded);
  }

  /** Adds another message, which is then reset. */
  public void add(int field, MessageBuffer message) throws IOException {
    message.writeTo(field, fields);
  }

  /** Writes the message as a field of another, and resets it. */
  public void writeTo(int field, CodedOutputStream out) throws IOException {
    out.writeByteArray(field, takeBytes());
  }

  /** Length of the encoded fields so far. */
  public int size() throws IOException {
    fields.flush();
    return bytes.size();
  }

  /** The encoded fields; the message is then reset. */
  public byte[] takeBytes() throws IOException {
    fields.flush();
    byte[] encoded = bytes.toByteArray();
    bytes.reset();
    return encoded;
  }
}
