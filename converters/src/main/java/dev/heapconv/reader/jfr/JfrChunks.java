package dev.heapconv.reader.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a recording. Each begins with a header of 68 bytes: magic, version, its size (8
 * bytes at 8), times, and from JDK 14 on its state (at 64): 0 when it is finished, 255 while its
 * header is being changed. The JVM writes the header of a chunk anew whenever it flushes, once a
 * second, so that the chunk of a JVM that was killed is complete up to there.
 */
final class JfrChunks {

  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int HEADER_BYTES = 68;
  private static final int SIZE = 8;
  private static final int STATE = 64;
  private static final byte FINISHED = 0;
  private static final byte CHANGING = -1;

  private JfrChunks() {}

  /**
   * Cuts off what follows the last readable chunk, and closes chunks that were left open: the JDK's
   * reader would wait for their end.
   *
   * @return what was wrong, as a clause; null if nothing was
   */
  static @Nullable String repair(Path file) throws IOException {
    String damage = null;
    try (FileChannel bytes =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long length = bytes.size();
      long start = 0;
      while (start < length) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        while (header.hasRemaining() && bytes.read(header, start + header.position()) > 0) {}
        long size = header.getLong(SIZE);
        byte state = header.get(STATE);
        if (header.hasRemaining()
            || header.getInt(0) != MAGIC
            || state == CHANGING
            || size < HEADER_BYTES
            || size > length - start) {
          bytes.truncate(start);
          return damage != null
              ? damage
              : "the recording is cut off or damaged in the chunk at byte " + start;
        }
        if (state != FINISHED) {
          bytes.write(ByteBuffer.wrap(new byte[] {FINISHED}), start + STATE);
          damage = "the JVM was stopped before it finished the recording";
        }
        start += size;
      }
    }
    return damage;
  }
}
