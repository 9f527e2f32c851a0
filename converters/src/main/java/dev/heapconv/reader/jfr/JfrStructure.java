package dev.heapconv.reader.jfr;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The positions and lengths in a chunk, which the JDK's reader follows wherever they lead: it never
 * ends if they lead back. After its header, a chunk is one event after another: a length, a type,
 * and content. Those with constants, the checkpoints, say after two times how far back the one
 * before is, or 0; the header says where the last is (8 bytes at 16). Numbers of events have 7 bits
 * to a byte, the lowest first, and 8 in a ninth.
 */
final class JfrStructure {

  private static final int CHUNK_SIZE = 8;
  private static final int LAST_CHECKPOINT = 16;
  private static final int METADATA = 24;
  private static final long CHECKPOINT = 1;
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final LongOpenHashSet checkpoints = new LongOpenHashSet();
  private long position;

  private JfrStructure(InputStream in) {
    this.in = in;
  }

  /** Why a chunk must not be handed to the JDK's reader, as a clause; null if it may. */
  static @Nullable String problem(InputStream chunk) throws IOException {
    JfrStructure structure = new JfrStructure(new BufferedInputStream(chunk, BUFFER_BYTES));
    try {
      return structure.problem();
    } catch (EOFException e) {
      return "a chunk is cut off";
    }
  }

  private @Nullable String problem() throws IOException {
    byte[] header = new byte[JfrChunks.HEADER_BYTES];
    position = in.readNBytes(header, 0, header.length);
    long end = ByteBuffer.wrap(header).getLong(CHUNK_SIZE);
    while (position < end) {
      long event = position;
      long length = number();
      if (length <= 0 || length > end - event) {
        return "the event at byte " + event + " of a chunk does not end in it";
      }
      if (number() == CHECKPOINT) {
        number();
        number();
        long before = number();
        if (before != 0 && !(before < 0 && checkpoints.contains(event + before))) {
          return "the checkpoint at byte " + event + " of a chunk follows none";
        }
        checkpoints.add(event);
      }
      if (position > event + length) {
        return "the event at byte " + event + " of a chunk has no room for what it says";
      }
      in.skipNBytes(event + length - position);
      position = event + length;
    }
    long metadata = ByteBuffer.wrap(header).getLong(METADATA);
    boolean found =
        metadata >= JfrChunks.HEADER_BYTES
            && metadata < end
            && checkpoints.contains(ByteBuffer.wrap(header).getLong(LAST_CHECKPOINT));
    return found ? null : "a chunk has no metadata or checkpoint where it says";
  }

  private long number() throws IOException {
    long number = 0;
    for (int i = 0; i < 9; i++) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      position++;
      number |= (i < 8 ? next & 0x7fL : next) << 7 * i;
      if (next < 0x80) {
        break;
      }
    }
    return number;
  }
}
