package dev.heapconv.writer.pprof;

import dev.heapconv.io.ReadAhead;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose bytes another thread writes, so that making them and compressing them need not
 * wait for each other. The thread starts when enough has been written. It is meant for large
 * writes, each of which is copied.
 */
final class WriteBehindStream extends OutputStream {

  private static final int MAX_WAITING = 16;

  private final OutputStream target;
  private final Queue<Future<?>> waiting = new ArrayDeque<>(MAX_WAITING);
  private long untilStart;
  private @Nullable ExecutorService writer;

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
    if (writer == null) {
      writer = Executors.newSingleThreadExecutor(WriteBehindStream::newThread);
    }
    if (waiting.size() == MAX_WAITING) {
      await(waiting.remove());
    }
    byte[] chunk = Arrays.copyOfRange(bytes, offset, offset + length);
    waiting.add(
        writer.submit(
            () -> {
              target.write(chunk);
              return null;
            }));
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "write-behind");
    thread.setDaemon(true);
    return thread;
  }

  private static void await(Future<?> written) throws IOException {
    try {
      written.get();
    } catch (ExecutionException e) {
      ReadAhead.rethrow(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing");
    }
  }

  /** Returns when everything is written; from then on the target is the caller's again. */
  void finish() throws IOException {
    while (!waiting.isEmpty()) {
      await(waiting.remove());
    }
    close();
  }

  /** Ends the other thread; what it has not written by then is lost. */
  @Override
  public void close() {
    if (writer != null) {
      writer.shutdownNow();
    }
  }
}
