package dev.heapconv.benchmarks.traces;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes protobuf messages by hand: faster than building millions of them as objects. */
final class Wire {

  /** The only field of a trace. */
  static final int PACKET_FIELD = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Wire number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  Wire bytes(int field, byte[] value) {
    varint((long) field << 3 | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  Wire message(int field, Wire value) {
    return bytes(field, value.toByteArray());
  }

  /** The fields of another message behind those of this one. */
  Wire append(Wire fields) {
    out.writeBytes(fields.toByteArray());
    return this;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** The packets of a trace, headers included. */
  static List<byte[]> packets(byte[] trace) {
    List<byte[]> packets = new ArrayList<>();
    for (int start = 0; start < trace.length; ) {
      int position = start + 1;
      int length = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = trace[position++];
        length |= (b & 0x7f) << shift;
        if (b >= 0) {
          break;
        }
      }
      packets.add(Arrays.copyOfRange(trace, start, position + length));
      start = position + length;
    }
    return packets;
  }
}
