package dev.heapconv.writer.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Copies a trace while it is read, byte for byte. The copy ends with the last complete packet, or
 * where the trace is no longer one.
 */
public final class TraceCopy extends FilterInputStream {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED32 = 5;

  private enum Expected {
    TAG,
    LENGTH,
    NUMBER,
    BYTES,
    NOTHING
  }

  private final String name;
  private final int maxPacketBytes;
  private final OutputStream out;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private Expected expected = Expected.TAG;
  private long number;
  private int shift;
  private long missing;
  private long copied;

  /**
   * @param name of the trace, for messages
   * @param maxPacketBytes largest packet, as one is held in memory until it is complete
   */
  public TraceCopy(String name, InputStream in, int maxPacketBytes, OutputStream out) {
    super(in);
    this.name = name;
    this.maxPacketBytes = maxPacketBytes;
    this.out = out;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = in.read(target, offset, length);
    if (n > 0) {
      copy(target, offset, offset + n);
    }
    return n;
  }

  private void copy(byte[] bytes, int from, int to) throws IOException {
    int complete = from;
    int at = from;
    while (at < to && expected != Expected.NOTHING) {
      at = next(bytes, at, to);
      if (expected == Expected.TAG && shift == 0) {
        complete = at;
      }
    }
    if (complete > from) {
      begun.writeTo(out);
      copied += begun.size() + complete - from;
      begun.reset();
      out.write(bytes, from, complete - from);
    }
    if (expected != Expected.NOTHING) {
      if (begun.size() + (long) to - complete > maxPacketBytes) {
        throw HeapConvException.input(
            ErrorId.PACKET_TOO_LARGE, name, copied, begun.size() + to - complete, maxPacketBytes);
      }
      begun.write(bytes, complete, to - complete);
    }
  }

  /** Follows the fields of the trace to a place behind {@code at}. */
  private int next(byte[] bytes, int at, int to) {
    if (expected == Expected.BYTES) {
      int there = (int) Math.min(missing, to - at);
      missing -= there;
      expected = missing == 0 ? Expected.TAG : Expected.BYTES;
      return at + there;
    }
    byte b = bytes[at];
    number |= (long) (b & 0x7f) << shift;
    shift += 7;
    if (b >= 0) {
      long value = number;
      number = 0;
      shift = 0;
      expected = afterNumber(value);
    } else if (shift >= 70) {
      expected = Expected.NOTHING;
    }
    return at + 1;
  }

  private Expected afterNumber(long value) {
    switch (expected) {
      case TAG:
        return value >>> 3 == 0 || value >>> 32 != 0 ? Expected.NOTHING : afterTag((int) value & 7);
      case LENGTH:
        return bytes(value);
      default:
        return Expected.TAG;
    }
  }

  private Expected afterTag(int wireType) {
    return switch (wireType) {
      case VARINT -> Expected.NUMBER;
      case FIXED64 -> bytes(8);
      case FIXED32 -> bytes(4);
      case LENGTH_DELIMITED -> Expected.LENGTH;
      default -> Expected.NOTHING;
    };
  }

  private Expected bytes(long length) {
    missing = length;
    return length < 0 ? Expected.NOTHING : length == 0 ? Expected.TAG : Expected.BYTES;
  }
}
