package dev.heapconv.writer.pprof;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose bytes another thread writes, so that making them and compressing them need not
 * wait for each other. The thread starts when enough has been written.
 */
final class WriteBehindStream extends OutputStream {

  private static final int CHUNK_BYTES = 64 << 10;
  private static final int MAX_CHUNKS = 16;

  /** The last chunk. */
  private static final byte[] END = {};

  private final OutputStream target;
  private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(MAX_CHUNKS);
  private final byte[] buffer = new byte[CHUNK_BYTES];
  private long untilStart;
  private int buffered;
  private @Nullable Thread writer;
  private volatile @Nullable Throwable failure;

  /**
   * @param target belongs to the other thread until this is finished or closed; not closed itself
   * @param directBytes how many bytes to write without the other thread
   */
  WriteBehindStream(OutputStream target, long directBytes) {
    this.target = target;
    untilStart = directBytes;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (untilStart > 0) {
      target.write(bytes, offset, length);
      untilStart -= length;
      return;
    }
    for (int done = 0; done < length; ) {
      int n = Math.min(length - done, CHUNK_BYTES - buffered);
      System.arraycopy(bytes, offset + done, buffer, buffered, n);
      buffered += n;
      done += n;
      if (buffered == CHUNK_BYTES) {
        handOver();
      }
    }
  }

  private void handOver() throws IOException {
    if (writer == null) {
      writer = new Thread(this::writeAll, "write-behind");
      writer.setDaemon(true);
      writer.start();
    }
    rethrow();
    put(Arrays.copyOf(buffer, buffered));
    buffered = 0;
  }

  private void put(byte[] chunk) throws IOException {
    try {
      chunks.put(chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing");
    }
  }

  private void writeAll() {
    try {
      for (byte[] chunk; (chunk = chunks.take()) != END; ) {
        // After a failure chunks are only taken, so that nobody waits to hand one over.
        if (failure == null) {
          writeToTarget(chunk);
        }
      }
    } catch (InterruptedException e) {
      // Nobody wants the rest.
    }
  }

  private void writeToTarget(byte[] chunk) {
    try {
      target.write(chunk);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
  }

  private void rethrow() throws IOException {
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

  /** Returns when everything is written; from then on the target is the caller's again. */
  void finish() throws IOException {
    if (writer == null) {
      target.write(buffer, 0, buffered);
      buffered = 0;
      return;
    }
    if (buffered > 0) {
      handOver();
    }
    put(END);
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing");
    }
    rethrow();
  }

  /** Ends the other thread; what it has not written by then is lost. */
  @Override
  public void close() {
    if (writer != null) {
      writer.interrupt();
    }
  }
}
