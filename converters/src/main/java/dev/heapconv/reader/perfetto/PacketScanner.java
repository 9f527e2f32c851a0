package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the packets of a trace in a stream of bytes, one after another in one buffer. Memory use is
 * limited to the buffer: a packet that does not fit is streamed, and only the requested fields are
 * kept.
 */
final class PacketScanner {

  /**
   * Small enough to stay in a core's cache, so that reading costs little more than memory-mapping
   * the file.
   */
  private static final int BUFFER_BYTES = 256 << 10;

  /** Longest header of a field: a tag of five bytes and a length of ten. */
  private static final int MAX_HEADER_BYTES = 15;

  private static final int PACKET_FIELD = 1;

  /** The problem that stopped the scanner. */
  private enum Trouble {
    NONE,
    CUT_OFF,
    MALFORMED
  }

  private final InputStream in;
  private final String name;
  private final Limits limits;
  private final IntPredicate wantedFields;

  private byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private boolean atEnd;

  /** Offset in the stream of {@code buffer[0]}. */
  private long bufferOffset;

  /** So much room is kept for the next packet that is too large for the buffer. */
  private static final int MAX_KEPT_BYTES = 16 << 20;

  /** What was kept of the last packet too large for the buffer: the next needs as much room. */
  private byte[] largeBytes = {};

  private long packetOffset;
  private byte[] packetBytes = buffer;
  private int packetStart;
  private int packetEnd;
  private boolean packetIsDamaged;
  private Trouble trouble = Trouble.NONE;
  private @Nullable String damage;

  /**
   * @param wantedFields numbers of the fields to keep of a packet too large for the buffer
   */
  PacketScanner(InputStream in, String name, Limits limits, IntPredicate wantedFields) {
    this.in = in;
    this.name = name;
    this.limits = limits;
    this.wantedFields = wantedFields;
  }

  /**
   * Moves to the next packet; false at the end of the trace or where the rest cannot be read. A
   * trace consists of packets: anything else in it counts as a damaged one.
   */
  boolean next() throws IOException {
    while (available(MAX_HEADER_BYTES) > 0) {
      packetOffset = offset();
      packetIsDamaged = false;
      long tag = varint();
      if (trouble == Trouble.NONE && tag == (PACKET_FIELD << 3 | WireCursor.LENGTH_DELIMITED)) {
        long length = varint();
        if (trouble == Trouble.NONE && packet(length)) {
          return true;
        }
      } else if (trouble == Trouble.NONE) {
        skipUnknown(tag);
        packetIsDamaged = true;
        if (trouble == Trouble.NONE) {
          return true;
        }
      }
      if (trouble != Trouble.NONE) {
        damage =
            (trouble == Trouble.CUT_OFF
                    ? "the trace is cut off inside the packet that begins at byte "
                    : "there is no valid packet at byte ")
                + packetOffset;
        return false;
      }
    }
    return false;
  }

  /** False if there is a problem. */
  private boolean packet(long length) throws IOException {
    if (length < 0) {
      trouble = Trouble.MALFORMED;
      return false;
    }
    if (length > buffer.length) {
      return largePacket(length);
    }
    if (available((int) length) < length) {
      trouble = Trouble.CUT_OFF;
      return false;
    }
    packetBytes = buffer;
    packetStart = position;
    position += (int) length;
    packetEnd = position;
    return true;
  }

  /** Keeps the requested fields of a packet and skips the others; false if it is cut off. */
  private boolean largePacket(long length) throws IOException {
    long start = offset();
    long end = length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length;
    packetBytes = largeBytes.length > 0 ? largeBytes : new byte[BUFFER_BYTES];
    packetStart = 0;
    packetEnd = 0;
    while (offset() < end && trouble == Trouble.NONE) {
      keepOrSkipField(end);
    }
    largeBytes = packetBytes.length <= MAX_KEPT_BYTES ? packetBytes : new byte[0];
    if (trouble == Trouble.MALFORMED) {
      // The packet's own length may still be right: continue after it, keeping nothing of it.
      trouble = Trouble.NONE;
      packetIsDamaged = true;
      goTo(end);
    }
    return trouble == Trouble.NONE;
  }

  private void keepOrSkipField(long end) throws IOException {
    available(MAX_HEADER_BYTES);
    int header = position;
    long headerOffset = offset();
    long tag = varint();
    long valueLength = trouble == Trouble.NONE ? valueLength(tag) : 0;
    if (trouble != Trouble.NONE) {
      return;
    }
    if (tag >>> 3 == 0 || valueLength < 0 || valueLength > end - offset()) {
      // A field is longer than the enclosing packet.
      trouble = Trouble.MALFORMED;
    } else if (!wantedFields.test((int) (tag >>> 3))) {
      skip(valueLength);
    } else {
      int headerLength = (int) (offset() - headerOffset);
      checkSize(packetEnd + headerLength + valueLength);
      packetBytes = withRoom(packetBytes, packetEnd, headerLength);
      System.arraycopy(buffer, header, packetBytes, packetEnd, headerLength);
      packetEnd += headerLength;
      packetBytes = keep(packetBytes, packetEnd, (int) valueLength);
      packetEnd += (int) valueLength;
    }
  }

  /** Length of the value after a tag, if the value itself does not determine it. */
  private long valueLength(long tag) throws IOException {
    return switch ((int) tag & 7) {
      case WireCursor.VARINT -> {
        varint();
        yield 0;
      }
      case WireCursor.FIXED64 -> 8;
      case WireCursor.FIXED32 -> 4;
      case WireCursor.LENGTH_DELIMITED -> varint();
      default -> -1;
    };
  }

  private void checkSize(long size) throws HeapConvException {
    if (size > limits.maxPacketBytes()) {
      throw HeapConvException.input(
          ErrorId.PACKET_TOO_LARGE, name, packetOffset, size, limits.maxPacketBytes());
    }
  }

  /**
   * Reads {@code count} bytes into {@code kept}, which grows gradually because the count may be
   * wrong.
   */
  private byte[] keep(byte[] kept, int size, int count) throws IOException {
    byte[] target = kept;
    int done = 0;
    while (done < count && trouble == Trouble.NONE) {
      target = withRoom(target, size + done, 1);
      int chunk = Math.min(count - done, target.length - size - done);
      readFully(target, size + done, chunk);
      done += chunk;
    }
    return target;
  }

  private byte[] withRoom(byte[] kept, int size, int wanted) {
    return size + wanted <= kept.length
        ? kept
        : Arrays.copyOf(
            kept,
            (int) Math.min(2L * kept.length, Math.max(limits.maxPacketBytes(), size + wanted)));
  }

  /** Moves forward to an offset, or back a few bytes if a damaged field overran it. */
  private void goTo(long offset) throws IOException {
    if (offset < offset()) {
      position -= (int) (offset() - offset);
    } else {
      skip(offset - offset());
    }
  }

  private void skipUnknown(long tag) throws IOException {
    long length = tag >>> 3 == 0 || tag >>> 32 != 0 ? -1 : valueLength(tag);
    if (trouble == Trouble.NONE) {
      skip(length);
    }
  }

  /** Tries to have {@code wanted} bytes in the buffer and returns how many there are. */
  private int available(int wanted) throws IOException {
    while (limit - position < wanted && !atEnd) {
      if (position > 0 && buffer.length - position < wanted) {
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        bufferOffset += position;
        limit -= position;
        position = 0;
      }
      int n = in.read(buffer, limit, buffer.length - limit);
      if (n < 0) {
        atEnd = true;
      } else {
        limit += n;
      }
    }
    return limit - position;
  }

  /** The next number; meaningless if there is a problem. */
  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position == limit && available(1) == 0) {
        trouble = Trouble.CUT_OFF;
        return 0;
      }
      byte b = buffer[position++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    // A number has at most ten bytes.
    trouble = Trouble.MALFORMED;
    return 0;
  }

  private void skip(long count) throws IOException {
    if (count < 0) {
      trouble = Trouble.MALFORMED;
      return;
    }
    long left = count;
    while (left > 0) {
      int there = Math.min(available(1), (int) Math.min(left, Integer.MAX_VALUE));
      if (there == 0) {
        trouble = Trouble.CUT_OFF;
        return;
      }
      position += there;
      left -= there;
    }
  }

  private void readFully(byte[] target, int offset, int count) throws IOException {
    int done = Math.min(count, limit - position);
    System.arraycopy(buffer, position, target, offset, done);
    position += done;
    if (done < count) {
      // The buffer is used up: continue past it.
      bufferOffset += position;
      position = 0;
      limit = 0;
      int n = in.readNBytes(target, offset + done, count - done);
      bufferOffset += n;
      if (n < count - done) {
        atEnd = true;
        trouble = Trouble.CUT_OFF;
      }
    }
  }

  private long offset() {
    return bufferOffset + position;
  }

  /** Offset of the current packet in the stream, including its header. */
  long packetOffset() {
    return packetOffset;
  }

  /**
   * Positions {@code cursor} before the first field of the current packet.
   *
   * @throws WireCursor.MalformedException if the packet has already been found to be damaged
   */
  WireCursor packet(WireCursor cursor) {
    if (packetIsDamaged) {
      throw new WireCursor.MalformedException("a large packet is damaged, or is none");
    }
    return cursor.reset(packetBytes, packetStart, packetEnd);
  }

  /** Why the trace could not be read to its end, as a clause; null if it could. */
  @Nullable String damage() {
    return damage;
  }
}
