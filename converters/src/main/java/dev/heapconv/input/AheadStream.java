package dev.heapconv.input;

import dev.heapconv.io.Cursor;
import dev.heapconv.io.ReadAhead;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stream that another thread reads ahead, so that inflating and using it need not wait for each
 * other. The thread starts once enough bytes have been read for it to pay. It closes the stream
 * when it ends.
 */
final class AheadStream extends InputStream {

  private static final int CHUNK_BYTES = 64 << 10;
  private static final int MAX_CHUNKS = 16;

  private final InputStream source;
  private long untilStart;
  private @Nullable ReadAhead<byte[]> chunks;
  private byte[] chunk = {};
  private int position;

  /**
   * @param alone number of bytes to read without the other thread
   */
  AheadStream(InputStream source, long alone) {
    this.source = source;
    untilStart = alone;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (chunks == null && untilStart > 0) {
      int n = source.read(target, offset, length);
      untilStart -= n;
      return n;
    }
    if (length == 0) {
      return 0;
    }
    if (chunks == null) {
      chunks = new ReadAhead<>(new StreamChunks(source), MAX_CHUNKS, "read-ahead");
    }
    if (position == chunk.length) {
      byte[] next = chunks.next();
      if (next == null) {
        return -1;
      }
      chunk = next;
      position = 0;
    }
    int n = Math.min(length, chunk.length - position);
    System.arraycopy(chunk, position, target, offset, n);
    position += n;
    return n;
  }

  @Override
  public void close() throws IOException {
    if (chunks == null) {
      source.close();
    } else {
      chunks.close();
    }
  }

  /** The bytes of a stream in chunks. Bytes before a failure are also a chunk. */
  private static final class StreamChunks implements Cursor<byte[]> {
    private final InputStream source;
    private @Nullable Throwable failure;

    StreamChunks(InputStream source) {
      this.source = source;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
      ReadAhead.rethrow(failure);
      byte[] bytes = new byte[CHUNK_BYTES];
      int length = 0;
      try {
        for (int n; length < bytes.length; length += n) {
          n = source.read(bytes, length, bytes.length - length);
          if (n < 0) {
            break;
          }
        }
      } catch (IOException | RuntimeException | Error e) {
        if (length == 0) {
          throw e;
        }
        failure = e;
      }
      return length == 0 ? null : length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
