package dev.heapconv.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A stream that another thread reads ahead, so that inflating it and using it need not wait for
 * each other. The thread starts when enough has been read for it to be worth it; it closes the
 * stream when it ends.
 */
final class AheadStream extends InputStream {

  private static final int CHUNK_BYTES = 64 << 10;
  private static final int MOST_CHUNKS = 16;
  private static final byte[] NOTHING = {};

  /** Nobody waits for a thread that waits for standard input. */
  private static final int MOST_MILLIS_TO_END = 1000;

  /** The next bytes, none at the end; and why there are no more, if that is a failure. */
  private static final class Chunk {
    final byte[] bytes;
    final int length;
    final @Nullable Throwable failure;

    Chunk(byte[] bytes, int length, @Nullable Throwable failure) {
      this.bytes = bytes;
      this.length = length;
      this.failure = failure;
    }
  }

  private final InputStream source;
  private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(MOST_CHUNKS);
  private long untilStart;
  private @Nullable Thread reader;
  private Chunk current = new Chunk(NOTHING, 0, null);
  private int position;
  private boolean ended;

  /**
   * @param alone how many bytes to read without the other thread
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
    if (reader == null && untilStart > 0) {
      int n = source.read(target, offset, length);
      untilStart -= n;
      return n;
    }
    if (length == 0) {
      return 0;
    }
    if (reader == null) {
      reader = start();
    }
    if (position == current.length && !ended) {
      current = current.failure == null ? take() : new Chunk(NOTHING, 0, current.failure);
      position = 0;
      ended = current.length == 0;
    }
    if (ended) {
      rethrow(current.failure);
      return -1;
    }
    int n = Math.min(length, current.length - position);
    System.arraycopy(current.bytes, position, target, offset, n);
    position += n;
    return n;
  }

  private Thread start() {
    Thread thread = new Thread(this::readAll, "read-ahead");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void readAll() {
    try (source) {
      Chunk chunk;
      do {
        chunk = readChunk();
        chunks.put(chunk);
      } while (chunk.length > 0 && chunk.failure == null);
    } catch (InterruptedException | IOException e) {
      // Nobody wants the rest.
    }
  }

  private Chunk readChunk() {
    byte[] bytes = new byte[CHUNK_BYTES];
    int length = 0;
    try {
      for (int n; length < bytes.length; length += n) {
        n = source.read(bytes, length, bytes.length - length);
        if (n < 0) {
          break;
        }
      }
      return new Chunk(bytes, length, null);
    } catch (IOException | RuntimeException | Error e) {
      return new Chunk(bytes, length, e);
    }
  }

  private Chunk take() throws IOException {
    try {
      return chunks.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading");
    }
  }

  private static void rethrow(@Nullable Throwable failure) throws IOException {
    if (failure instanceof IOException problem) {
      throw problem;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  @Override
  public void close() throws IOException {
    if (reader == null) {
      source.close();
      return;
    }
    reader.interrupt();
    try {
      reader.join(MOST_MILLIS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
