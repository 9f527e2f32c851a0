package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Limits;
import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the packets of a trace in a stream of bytes, one after another in one buffer. Memory is
 * that of the buffer: a packet that does not fit is read through, and only those of its fields are
 * kept that anybody wants.
 */
final class PacketScanner {

  /**
   * Small enough to stay in a core's cache, so that reading costs little more than mapping the file
   * would.
   */
  private static final int BUFFER_BYTES = 256 << 10;

  /** Longest header of a field: a tag of five bytes and a length of ten. */
  private static final int MAX_HEADER_BYTES = 15;

  private static final int PACKET_FIELD = 1;

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

  private long packetOffset;
  private byte[] packetBytes = buffer;
  private int packetStart;
  private int packetEnd;
  private boolean packetIsDamaged;
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
   * Goes on to the next packet; false at the end of the trace or where it cannot be followed any
   * further.
   */
  boolean next() throws IOException {
    while (available(MAX_HEADER_BYTES) > 0) {
      packetOffset = offset();
      packetIsDamaged = false;
      try {
        long tag = varint();
        if (tag == (PACKET_FIELD << 3 | WireCursor.LENGTH_DELIMITED)) {
          return packet(varint());
        }
        skipUnknown(tag);
      } catch (EOFException e) {
        return cutOff();
      } catch (WireCursor.MalformedException e) {
        damage = "no packet begins at byte " + packetOffset;
        return false;
      }
    }
    return false;
  }

  private boolean packet(long length) throws IOException {
    if (length < 0) {
      throw new WireCursor.MalformedException("a packet has a negative length");
    }
    if (length > buffer.length) {
      return largePacket(length);
    }
    if (available((int) length) < length) {
      return cutOff();
    }
    packetBytes = buffer;
    packetStart = position;
    position += (int) length;
    packetEnd = position;
    return true;
  }

  private boolean cutOff() {
    damage = "the trace is cut off inside the packet that begins at byte " + packetOffset;
    return false;
  }

  /** Keeps the wanted fields of a packet and reads over the others. */
  private boolean largePacket(long length) throws IOException {
    long start = offset();
    long end = length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length;
    byte[] kept = new byte[BUFFER_BYTES];
    int size = 0;
    try {
      while (offset() < end) {
        available(MAX_HEADER_BYTES);
        int header = position;
        long headerOffset = offset();
        long tag = varint();
        long valueLength = valueLength(tag);
        if (tag >>> 3 == 0 || valueLength < 0 || valueLength > end - offset()) {
          throw new WireCursor.MalformedException("a field is longer than the packet around it");
        }
        if (!wantedFields.test((int) (tag >>> 3))) {
          skip(valueLength);
          continue;
        }
        int headerLength = (int) (offset() - headerOffset);
        checkSize(size + headerLength + valueLength);
        kept = withRoom(kept, size, headerLength);
        System.arraycopy(buffer, header, kept, size, headerLength);
        size += headerLength;
        kept = keep(kept, size, (int) valueLength);
        size += (int) valueLength;
      }
    } catch (WireCursor.MalformedException e) {
      // The packet's own length may still be right: go on behind it with nothing of it kept.
      goTo(end);
      packetIsDamaged = true;
      return true;
    }
    packetBytes = kept;
    packetStart = 0;
    packetEnd = size;
    return true;
  }

  /** Length of the value behind a tag, where that is not told by the value itself. */
  private long valueLength(long tag) throws IOException {
    return switch ((int) tag & 7) {
      case WireCursor.VARINT -> {
        varint();
        yield 0;
      }
      case WireCursor.FIXED64 -> 8;
      case WireCursor.FIXED32 -> 4;
      case WireCursor.LENGTH_DELIMITED -> varint();
      default -> throw new WireCursor.MalformedException("a field has an unknown wire type");
    };
  }

  private void checkSize(long size) throws HeapConvException {
    if (size > limits.maxPacketBytes()) {
      throw HeapConvException.input(
          "packet-too-large",
          name,
          "the packet at byte "
              + packetOffset
              + " is larger than "
              + limits.maxPacketBytes()
              + " bytes; raise the limit with --raise-limit packet=BYTES");
    }
  }

  /**
   * Reads {@code count} bytes into {@code kept}, which grows as they come: the count may promise
   * what is not there.
   */
  private byte[] keep(byte[] kept, int size, int count) throws IOException {
    byte[] target = kept;
    int done = 0;
    while (done < count) {
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

  /** Goes on to an offset that is ahead, or that a damaged field reached beyond by a few bytes. */
  private void goTo(long offset) throws IOException {
    if (offset < offset()) {
      position -= (int) (offset() - offset);
    } else {
      skip(offset - offset());
    }
  }

  private void skipUnknown(long tag) throws IOException {
    if (tag >>> 3 == 0 || tag >>> 32 != 0) {
      throw new WireCursor.MalformedException("no field");
    }
    switch ((int) tag & 7) {
      case WireCursor.VARINT -> varint();
      case WireCursor.FIXED64 -> skip(8);
      case WireCursor.FIXED32 -> skip(4);
      case WireCursor.LENGTH_DELIMITED -> skip(varint());
      default -> throw new WireCursor.MalformedException("no field");
    }
  }

  /** Tries to have {@code wanted} bytes in the buffer and tells how many there are. */
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

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position == limit && available(1) == 0) {
        throw new EOFException();
      }
      byte b = buffer[position++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new WireCursor.MalformedException("a number has more than ten bytes");
  }

  private void skip(long count) throws IOException {
    if (count < 0) {
      throw new WireCursor.MalformedException("a field has a negative length");
    }
    long left = count;
    while (left > 0) {
      int there = Math.min(available(1), (int) Math.min(left, Integer.MAX_VALUE));
      if (there == 0) {
        throw new EOFException();
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
      // The buffer is used up: go on past it.
      bufferOffset += position;
      position = 0;
      limit = 0;
      int n = in.readNBytes(target, offset + done, count - done);
      bufferOffset += n;
      if (n < count - done) {
        atEnd = true;
        throw new EOFException();
      }
    }
  }

  private long offset() {
    return bufferOffset + position;
  }

  /** Offset in the stream of the current packet, its header included. */
  long packetOffset() {
    return packetOffset;
  }

  /**
   * Makes {@code cursor} stand before the first field of the current packet.
   *
   * @throws WireCursor.MalformedException if the packet was found to be damaged already
   */
  WireCursor packet(WireCursor cursor) {
    if (packetIsDamaged) {
      throw new WireCursor.MalformedException("a large packet is damaged");
    }
    return cursor.reset(packetBytes, packetStart, packetEnd);
  }

  /** Why the trace could not be followed to its end, as a clause; null when it could. */
  @Nullable String damage() {
    return damage;
  }
}
